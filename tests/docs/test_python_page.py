"""The walk through the Python side is run from its first line to its last, and prints what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.test_docs import ROOT

PAGE = ROOT / "docs" / "python.md"
STEP = re.compile(r"^```python\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
STEPS = STEP.findall(PAGE.read_text(encoding="utf-8"))


def test_the_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "families").symlink_to(ROOT / "families", target_is_directory=True)
    names: dict[str, object] = {"__name__": "walk"}
    assert len(STEPS) > 10
    for number, (code, shown) in enumerate(STEPS):
        capsys.readouterr()
        exec(compile(code, f"python.md, step {number}", "exec"), names)
        assert capsys.readouterr().out == shown, code
