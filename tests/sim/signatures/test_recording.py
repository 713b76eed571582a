"""Signatures are read from a repository as it was at a commit, and kept as sources.toml asks for."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.sim.signatures.reading import HERE, vendor
from tests.sim.signatures.record import Checkout, recorded

FILES = {
    "deep/shapes.py": """
import missing_package
from dataclasses import dataclass

@dataclass
class Shape:
    name: str
    colour: str = "a secret"

@dataclass
class _Ball(Shape):
    radius: float = 1.0

    @classmethod
    def of(cls, radius: float) -> "_Ball":
        raise SystemExit("nobody may run this")

def area(ball: _Ball, *, digits: int = 3) -> float:
    return 0.0
""",
    "examples/one.py": "import closed.core as core\ncore.camera.take(True, blur=0.1)\n",
    "examples/two.py": "import closed.core\nclosed.core.camera.take(size=(1, 2))\n",
}
SOURCE = {
    "repository": "https://example.org/shapes",
    "modules": {"shapes": {"Ball": "deep/shapes.py:_Ball", "area": "deep/shapes.py"}},
    "classes": {"Shape": "deep/shapes.py"},
    "uses": {"closed.core": {"calls": ["camera.take"]}},
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    someone = ["-c", "user.name=someone", "-c", "user.email=someone@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*someone, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", "-C", str(tmp_path), *command], check=True)
    return tmp_path


def test_what_was_committed_is_read_and_nothing_of_it_is_run(repository: Path) -> None:
    (repository / "deep" / "shapes.py").write_text("not python at all", encoding="utf-8")
    record = recorded(SOURCE, Checkout(repository, "HEAD"))
    assert len(record["commit"]) == 40
    assert record["modules"]["shapes"]["Ball"] == {"kind": "class", "class": "_Ball"}
    assert record["modules"]["shapes"]["area"]["signature"] == "(ball: _Ball, *, digits: int=...) -> float"
    used = record["modules"]["closed.core"]["camera.take"]
    assert used == {"kind": "used", "calls": 2, "signature": "(given_1=..., /, *, blur=..., size=...)"}
    ball = record["classes"]["_Ball"]
    assert ball["fields"] == ["radius = ..."]
    assert ball["members"]["of"]["kind"] == "class"
    assert "secret" not in json.dumps(record)


def test_a_name_that_is_gone_is_told(repository: Path) -> None:
    source = SOURCE | {"classes": {"Cube": "deep/shapes.py"}}
    with pytest.raises(SystemExit, match="defines no Cube"):
        recorded(source, Checkout(repository, "HEAD"))


@pytest.mark.parametrize("name", ["curobo", "isaacsim"])
def test_the_files_hold_what_sources_ask_for(name: str) -> None:
    source = tomllib.loads((HERE / "sources.toml").read_text(encoding="utf-8"))[name]
    record = vendor(name).record
    asked = {module: set(names) for module, names in source["modules"].items()}
    asked |= {module: set(used["calls"]) for module, used in source.get("uses", {}).items()}
    assert {module: set(names) for module, names in record["modules"].items()} == asked
    assert set(source["classes"]) <= set(record["classes"])
    assert record["repository"] == source["repository"]
