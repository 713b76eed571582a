"""`espirec evaluate` as a user calls it, and what it says to what cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from espire_dsl.cli import main
from tests.evaluation.making import pictured
from tests.scoring.handmade import pointing, saying

TASKS = [pointing(1, (0, 0, 20, 10)), pointing(2, (5, 5, 30, 20)), saying(3, "yes_no", True)]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return pictured(tmp_path, TASKS)


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["evaluate", *map(str, arguments)])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_a_run_and_its_replay(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    code, text, _ = said(capsys, out, "--model", "espire/oracle", "-o", run)
    assert code == 0
    assert "100.00 % (2)" in text
    assert {path.name for path in run.iterdir()} == {"manifest.json", "localization.jsonl", "pictures"}
    code, text, _ = said(capsys, out, "--model", "espire/oracle", "-o", run, "--protocol", "questions")
    assert code == 0
    assert "yes_no" in text
    code, again, _ = said(capsys, out, "--replay", run, "-o", tmp_path / "again")
    assert code == 0
    assert "100.00 % (2)" in again


def test_choices_are_in_the_manifest(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = ["--model", "espire/noisy", "-M", "sigma=3.5", "--temperature", "0.3"]
    choices = ["--reflect", "--seed", "7", "--ask", "yaw,pitch", "--no-status-check", "--limit", "1"]
    said(capsys, out, *model, *choices, "-o", tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["model_args"] == {"sigma": 3.5}
    assert manifest["convention"]["name"] == "pixel"
    assert manifest["prompts"].keys() >= {"pick.localize", "place.localize.reflect", "form of points"}
    assert manifest["selection"] == {"suite": None, "family": "*", "constrained": None, "limit": 1}
    wanted = {"reflect": True, "seed": 7, "ask": ["pitch", "yaw"], "targets": "given", "status_check": False}
    assert manifest["choices"].items() >= {**wanted, "temperature": 0.3}.items()


def test_a_limit_ends_a_run_that_goes_on_with_the_same_command(
    out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = (out, "--model", "espire/oracle", "-o", tmp_path / "run", "--concurrency", 1)
    code, _, told = said(capsys, *command, "--max-calls", 1)
    assert code == 1
    assert "stopped: the limit of 1 calls is reached; the same command goes on from here" in told
    code, text, _ = said(capsys, *command)
    assert code == 0
    assert "2 calls" in text


def test_prompts_of_ones_own(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "pick.localize.txt").write_text(
        "Point. {{ form }}\n--- user ---\nDo: {{ instruction }}\n"
    )
    code, _, _ = said(
        capsys, out, "--model", "espire/oracle", "-o", tmp_path / "run", "--prompts", tmp_path / "mine"
    )
    assert code == 0
    line = json.loads((tmp_path / "run" / "localization.jsonl").read_text().splitlines()[0])
    assert line["attempts"][0]["call"]["messages"][1]["text"] == "Do: Pick it."
    (tmp_path / "mine" / "pick.localise.txt").write_text("x")
    code, _, told = said(
        capsys, out, "--model", "espire/oracle", "-o", tmp_path / "r2", "--prompts", tmp_path / "mine"
    )
    assert (code, "pick.localise is no prompt; there are" in told) == (2, True)
    (tmp_path / "mine" / "pick.localise.txt").unlink()
    (tmp_path / "mine" / "pick.localize.txt").write_text("{{ nothing }}\n--- user ---\n")
    code, _, told = said(
        capsys, out, "--model", "espire/oracle", "-o", tmp_path / "r3", "--prompts", tmp_path / "mine"
    )
    assert (code, "the prompt pick.localize cannot be filled in: 'nothing' is undefined" in told) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "give --model, or --replay with the folder of a run; one of the two"),
        (["--model", "espire/orakle"], "no scripted model espire/orakle; did you mean espire/oracle?"),
        (["--model", "espire/oracle", "--convention", "gemni"], "no convention of points called gemni; did"),
        (["--model", "espire/oracle", "--family", "place.*"], "no task of this set has that suite"),
        (["--model", "espire/oracle", "-M", "sigma"], "-M takes NAME=VALUE, not sigma"),
        (["--model", "espire/noisy", "-M", "sigma=much"], "sigma is a number of pixels, not much"),
        (["--replay", "nowhere"], "nowhere: this is no run: it has no manifest.json that can be read"),
        (["--model", "espire/oracle", "--prompts", "nowhere"], "nowhere: there is no such folder of prompts"),
        (["--model", "espire/oracle", "--protocol", "execution"], "no task of the selection asks the robot"),
        (["--model", "espire/oracle", "--ask", "tilt"], "it must be none, or some of pitch, yaw, roll"),
        (["--model", "espire/oracle", "--limit", "0"], "it must be at least 1"),
        (["--model", "espire/oracle", "--price", "1"], "it must be two prices"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_in_one_sentence(
    arguments: list[str], told: str, out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text, error = said(capsys, out, "-o", tmp_path / "run", *arguments)
    assert (code, text) == (2, "")
    assert told in error
    assert len([line for line in error.splitlines() if "error:" in line]) == 1


def test_sets_that_cannot_be_used(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ("--model", "espire/oracle", "-o", tmp_path / "run")
    (out / "images" / "row" / "world.png").unlink()
    code, _, told = said(capsys, out, *command)
    assert code == 2
    assert "world.png: this picture is missing; compile the set with pictures" in told
    manifest = json.loads((out / "manifest.json").read_text())
    (out / "manifest.json").write_text(json.dumps({**manifest, "schema": 1}))
    code, _, told = said(capsys, out, *command)
    assert (code, "this task set has schema version 1, and version 3 is read: compile it again" in told) == (
        2,
        True,
    )
    code, _, told = said(capsys, tmp_path, *command)
    assert (code, "this is no task set: it has no manifest.json that says so" in told) == (2, True)


def test_a_run_of_another_set(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, out, "--model", "espire/oracle", "-o", tmp_path / "run")
    stored = json.loads((tmp_path / "run" / "manifest.json").read_text())
    (tmp_path / "run" / "manifest.json").write_text(json.dumps({**stored, "task_set": "another"}))
    code, _, told = said(capsys, out, "--model", "espire/oracle", "-o", tmp_path / "run")
    assert (code, "run: this run is about another task set; choose another folder" in told) == (2, True)
    code, _, told = said(capsys, out, "--replay", tmp_path / "run", "-o", tmp_path / "again")
    assert (code, "this run is about another task set than" in told) == (2, True)
