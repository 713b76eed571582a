"""The page about assets, worlds, backends and engines: its Python runs, and its asset is one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from espire_dsl.checking.check import compile_paths
from tests.docs.test_docs import ROOT, fences

PAGE = ROOT / "docs" / "extending.md"
ENTRIES = [tomllib.loads(text) for text in fences(PAGE, "toml")]


@pytest.mark.parametrize("number", range(len(fences(PAGE, "python"))))
def test_snippets_run(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    code = fences(PAGE, "python")[number]
    exec(compile(code, f"extending.md, snippet {number}", "exec"), {"__name__": "snippet"})
    assert ("print" in code) == bool(capsys.readouterr().out)


def test_the_asset_is_one(tmp_path: Path) -> None:
    path = tmp_path / "garden.espire"
    path.write_text(fences(PAGE, "espire")[0], encoding="utf-8")
    compiled = compile_paths([path])
    assert not compiled.result.findings
    can = compiled.files[path].assets["watering_can"]
    assert (can.name, can.kind, can.oriented) == ("watering can", "near", True)


def test_entry_points_have_the_names_of_ours() -> None:
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    shown = {group for entry in ENTRIES for group in entry["project"]["entry-points"]}
    assert shown == {"espire.backends", "espire.engines"}
    assert shown <= set(ours)
