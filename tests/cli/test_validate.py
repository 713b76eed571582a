"""`espirec validate` as a user calls it. What it finds is tested in tests/validating."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from espire_dsl.cli import main
from tests.auditing.making import saved, task


def test_findings_have_their_places_and_make_an_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = saved(tmp_path, [task(1, id="0" * 16, program_steps=[{}])])
    assert main(["validate", str(out)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "manifest.json: field files: it has no hashes of the files" in lines
    where = f"tasks.jsonl:1: task {'0' * 16}: field program_steps[0].function:"
    assert f"{where} it is missing" in lines
    assert lines[-1] == f"0 tasks about 1 scene: {len(lines) - 2} findings"


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(saved(tmp_path, [])), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["lacking"] == ["pictures", "masks", "verdicts of a planner"]
    assert {"file": "manifest.json", "field": "files"}.items() <= report["findings"][0].items()


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(tmp_path / "nowhere")]) == 2
    assert "nowhere: there is no such folder" in capsys.readouterr().err


def test_a_folder_that_is_no_task_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(tmp_path)]) == 1
    assert capsys.readouterr().out.startswith("manifest.json: it is missing")
