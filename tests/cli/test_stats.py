"""`espirec stats` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from espire_dsl.cli import main
from tests.auditing.making import saved, task

TASKS = [task(1), task(2, family="pick.other"), task(3, suite="second")]


def test_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(saved(tmp_path, TASKS))]) == 0
    said = capsys.readouterr().out
    assert said.startswith("3 tasks about 1 scene\n")
    for heading in ("by suite", "by aspect", "by granularity", "by level", "by family", "sentences"):
        assert heading in said


def test_json_and_a_choice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(saved(tmp_path, TASKS))
    assert main(["stats", out, "--json", "--suite", "hand", "--family", "pick.o*"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"] == 1


@pytest.mark.parametrize("options", [["--suite", "nothing"], ["--family", "place.*"]])
def test_a_choice_of_nothing(options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(saved(tmp_path, TASKS)), *options]) == 2
    assert "no task of this set has that suite and family" in capsys.readouterr().err


def test_no_task_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(tmp_path)]) == 2
    assert "this is no task set" in capsys.readouterr().err


def test_names_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["stats", str(saved(tmp_path, [task(1, family="pick.\x1b[31m")]))])
    assert "\x1b" not in capsys.readouterr().out
