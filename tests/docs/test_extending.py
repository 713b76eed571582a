"""The page about assets, worlds and backends: its Python runs, and its asset is one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from espire_dsl.catalogue import reader
from tests.docs.test_docs import ROOT, fences

PAGE = ROOT / "docs" / "extending.md"
ASSET, LOOK, WORLD, BACKEND = (tomllib.loads(text) for text in fences(PAGE, "toml"))


@pytest.mark.parametrize("number", range(len(fences(PAGE, "python"))))
def test_snippets_run(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    code = fences(PAGE, "python")[number]
    exec(compile(code, f"extending.md, snippet {number}", "exec"), {"__name__": "snippet"})
    assert ("print" in code) == bool(capsys.readouterr().out)


def test_the_asset_is_one(tmp_path: Path) -> None:
    packaged = Path(reader.__file__).with_name("assets.toml").read_text(encoding="utf-8")
    path = tmp_path / "assets.toml"
    path.write_text(packaged + "\n" + fences(PAGE, "toml")[0], encoding="utf-8")
    can = reader.load_catalogue(path).get("watering_can")
    assert can.name == "watering can"
    assert set(LOOK) == set(ASSET)


def test_entry_points_have_the_names_of_ours() -> None:
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    for page in (WORLD, BACKEND):
        assert set(page["project"]["entry-points"]) <= set(ours)
