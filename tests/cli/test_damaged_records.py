"""Records whose fields are wrong, or do not fit one another: told with line and field by all who read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from espire_dsl.cli import main
from espire_dsl.tasks.folders import TASKS
from tests.task_sets.fixtures import copied, made, questions

__all__ = ["copied", "made", "questions"]

COMMANDS = (
    ["stats", "SET"],
    ["audit", "SET"],
    ["score", "SET", "SET/predictions.jsonl"],
    ["score", "SET", "--baseline", "oracle"],
    ["view", "SET", "--no-open"],
    ["view", "SET", "TASK"],
)
HUGE = 10**400


def spoil(folder: Path, **changes: Any) -> str:
    """Changes the first task; gives its id."""
    first, *others = (folder / TASKS).read_text(encoding="utf-8").splitlines()
    record = {**json.loads(first), **changes}
    (folder / TASKS).write_text("\n".join([json.dumps(record), *others]) + "\n", encoding="utf-8")
    predictions = {"task": record["id"], "points": [[3, 4]]}
    (folder / "predictions.jsonl").write_text(json.dumps(predictions) + "\n")
    (folder / "index.html").unlink(missing_ok=True)
    return str(record["id"])


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"answers": [[]]}, "answers"),
        ({"answers": [], "answer_kind": "number"}, "answers"),
        ({"answers": ["x"], "answer_kind": "number"}, "answers"),
        ({"answers": ["x"], "answer_kind": "choice"}, "answers"),
        ({"answers": [1], "answer_kind": "yes_no"}, "answers"),
        ({"answers": [True]}, "answers"),
        ({"answer_kind": "guess"}, "answer_kind"),
        ({"answer_unit": "parsec"}, "answer_unit"),
        ({"masks": {"book_1": "text"}}, "masks.book_1"),
        ({"masks": {"book_1": {"size": [3], "counts": "0"}}}, "masks.book_1"),
        ({"chance": HUGE}, "chance"),
        ({"tolerance": HUGE}, "tolerance"),
        ({"margin": {"m": HUGE}}, "margin"),
        ({"program_steps": [{}]}, "program_steps"),
    ],
)
def test_the_field_is_named(
    changes: dict[str, Any], field: str, copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    id = spoil(copied, **changes)
    for command in COMMANDS:
        code = main([part.replace("SET", str(copied)).replace("TASK", id) for part in command])
        said = capsys.readouterr().err
        assert code == 2, command
        assert f"{TASKS}:1: not a task: field {field}" in said


def test_masks_that_no_picture_has_are_no_ground_for_scores(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for mask in ({"size": [0, 3], "counts": "0"}, {"size": [3, 3], "counts": "o" * 400_000}):
        spoil(copied, masks={"book_1": mask})
        for command in COMMANDS[2:4]:
            assert main([part.replace("SET", str(copied)) for part in command]) == 2
            assert "field masks.book_1: " in capsys.readouterr().err


def test_steps_with_odd_arguments_are_shown_as_far_as_they_can_be(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd: list[dict[str, Any]] = [{}, {"step": 10**9}, {"step": -9}, {"number": 1, "int": 2}]
    first = json.loads((copied / TASKS).read_text(encoding="utf-8").splitlines()[0])["program_steps"][0]
    given: list[dict[str, Any]] = [{}, *({"x": part} for part in odd)]
    steps = [{**first, "function": "value", "arguments": arguments} for arguments in given]
    id = spoil(copied, program_steps=steps, trace=[])
    assert main(["view", str(copied), id]) == 0
    assert "internal error" not in capsys.readouterr().err


@pytest.mark.parametrize("measured", [{"a": "x", "b": 0.5}, {"a": None, "b": "x", "c": True}, {"a": [1]}])
def test_what_was_measured_may_be_anything(
    measured: dict[str, Any], copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = json.loads((copied / TASKS).read_text(encoding="utf-8").splitlines()[0])
    id = spoil(copied, trace=[{**first["trace"][0], "measured": measured}])
    assert main(["view", str(copied), id]) == 0
    assert "internal error" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "wording",
    [
        {"frame": {"frame": "relative", "of": ""}},
        {"measure": {"measure": "edges", "of": 3, "to_place": False}},
        {"values": {"R": {"type": "Small", "arguments": 3, "aspect": ""}}},
        {"values": {"R": {"thing": None, "plural": 1, "kind": [], "is_viewer": ""}}},
        {"values": {"R": "Small"}},
        {"variant": "1"},
        {"template": None},
    ],
)
def test_what_cannot_be_said_is_a_finding(
    wording: dict[str, Any], copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = json.loads((copied / TASKS).read_text(encoding="utf-8").splitlines()[0])
    spoil(copied, wording={**first["wording"], **wording})
    assert main(["validate", str(copied)]) == 1
    assert f"{TASKS}:1: " in capsys.readouterr().out


@pytest.mark.parametrize("points", [[[HUGE, 1]], [[1e308, -1e308]], [[True, 1]], [["1", 2]], 7])
def test_points_that_are_none(points: Any, copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    id = spoil(copied)
    (copied / "predictions.jsonl").write_text(json.dumps({"task": id, "points": points}) + "\n")
    assert main(["score", str(copied), str(copied / "predictions.jsonl")]) == 0
    assert "internal error" not in capsys.readouterr().err
