"""The commands that authors run, on the suites that come with the project: nothing to report."""

from __future__ import annotations

import pytest

from espire_dsl.cli import main
from espire_dsl.resources import resource_path
from tests.families.conftest import SUITES

FOLDERS = [str(resource_path("families") / name) for name in SUITES]


@pytest.mark.parametrize("command", [["check", "--no-cache", "--deny", "warnings"], ["fmt", "--check"]])
def test_nothing_to_report(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, *FOLDERS]) == 0, capsys.readouterr()


@pytest.mark.parametrize("folder", FOLDERS, ids=SUITES)
def test_all_examples_are_right(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["test", folder])
    said = capsys.readouterr()
    assert code == 0, said
    assert "ok" in said.out
