"""`espirec score` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from espire_dsl.cli import main
from tests.auditing.making import options, saved, task
from tests.scoring.handmade import pointing, saying

TASKS = [pointing(1, (0, 0, 20, 10)), saying(2, "yes_no", True), task(3)]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return saved(tmp_path, TASKS)


def test_predictions(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [{"task": "task1", "points": [[1, 1]]}, {"task": "task2", "answer": "no"}, {"task": "x"}]
    path = tmp_path / "mine.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    assert main(["score", str(out), str(path)]) == 0
    said = capsys.readouterr().out
    cells = said.splitlines()[1].replace(" %", "").replace(" .. ", " ").split()
    assert cells == ["all", "tasks", "2", "50.0", "9.5", "90.5", "50.0", "9.5", "90.5", "-"]
    assert "1 line about tasks that are not in the set" in said
    assert "1 task cannot be scored, because the set has no masks" in said


def test_baselines(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, right in (("oracle", 2), ("centre", 0)):
        assert main(["score", str(out), "--baseline", name, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["all"]["first"]["right"] == right
    main(["score", str(out), "--baseline", "random", "--seed", "2"])
    first = capsys.readouterr().out
    main(["score", str(out), "--baseline", "random", "--seed", "2"])
    assert capsys.readouterr().out == first


def test_a_choice_of_families(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(out), "--baseline", "oracle", "--family", "place.*"]) == 2
    assert "no task of this set has that suite and family" in capsys.readouterr().err


@pytest.mark.parametrize("more", [[], ["p.jsonl", "--baseline", "random"]])
def test_a_file_or_a_baseline(more: list[str], out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(out), *more]) == 2
    assert "give a file of predictions or --baseline, one of the two" in capsys.readouterr().err


def test_a_file_that_is_not_there(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(out), str(out / "nothing.jsonl")]) == 2
    assert "nothing.jsonl: No such file" in capsys.readouterr().err


def test_help_says_what_a_line_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--help"]) == 0
    said = capsys.readouterr().out
    assert '{"task": "ID", "points": [[x, y], ...]}' in said
    assert "in pixels of the" in said


def test_a_file_for_another_set(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text("".join(json.dumps({"task": f"other{n}", "answer": "B"}) + "\n" for n in range(3)))
    assert main(["score", str(out), str(path)]) == 2
    said = capsys.readouterr()
    assert "answers another task set: none of its 3 answers" in said.err
    assert "the set has no task other0" in said.err
    assert said.out == ""


def test_points_of_another_convention_are_told_of(
    out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps({"task": "task1", "points": [[0.02, 0.02]]}))
    assert main(["score", str(out), str(path)]) == 0
    assert "is it --points unit?" in capsys.readouterr().err
    assert main(["score", str(out), str(path), "--points", "unit"]) == 0
    assert capsys.readouterr().err == ""
    path.write_text(json.dumps({"task": "task1", "points": [[900, 900]]}))
    assert main(["score", str(out), str(path), "--json"]) == 0
    said = capsys.readouterr()
    assert "would fit --points thousand --order xy" in said.err
    assert json.loads(said.out)["outside"] == 1


def test_options_without_a_right_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    offered = options("red", "blue")
    good, bad = (saying(n, "choice", colour, options=offered) for n, colour in ((1, "blue"), (2, "green")))
    assert main(["score", str(saved(tmp_path / "good", [good])), "--baseline", "oracle"]) == 0
    capsys.readouterr()
    assert main(["score", str(saved(tmp_path / "bad", [good, bad])), "--baseline", "oracle"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "field answers: where answer_kind is choice it must be one of the options" in said.err
