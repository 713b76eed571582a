"""Questions with options, pairs and groups are valid as they are made, and what spoils them is found."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.files import load
from espire_dsl.tasks.lettered import meant_by
from espire_dsl.validating.validate import validate
from tests.task_sets.making import stamp

Row = dict[str, Any]


def test_they_are_valid(questions: Path) -> None:
    report = validate(questions)
    assert report.findings == ()
    assert report.tasks > 60


def test_options_read_differently_and_one_is_right(questions: Path) -> None:
    """Against the scenes alone: names of things, types of numbers, letters."""
    found = load(questions)
    scenes: dict[str, Scene] = {scene.id: scene for scene in found.scenes}
    chosen = [task for task in found.tasks if task.answer_kind == "choice"]
    assert {task.family for task in chosen} == {
        "question.count",
        "question.direction",
        "question.hour",
        "question.measured",
        "question.which",
    }
    for task in chosen:
        assert task.options is not None
        assert [o["letter"] for o in task.options] == list("ABCD")[: len(task.options)]
        assert len({o["text"].casefold() for o in task.options}) == len(task.options)
        assert sum(meant_by(o) in task.answers for o in task.options) == 1
        assert len({type(meant_by(o)) for o in task.options}) == 1
        assert task.chance == 1 / len(task.options)
        for option in task.options:
            if option["id"] is not None:
                assert option["text"] == f"the {scenes[task.scene].node(option['id']).name}"
    letters: dict[str, Counter[int]] = {}
    for task in chosen:
        place = [meant_by(o) for o in task.options or ()].index(task.answers[0])
        letters.setdefault(f"{task.family} {task.type}", Counter())[place] += 1
    assert all(max(c.values()) - min(c.values()) <= 1 for c in letters.values())


def test_readings_are_in_the_unit_of_the_answers(questions: Path) -> None:
    measured = [task for task in load(questions).tasks if task.family == "question.measured"]
    assert measured
    for task in measured:
        assert task.reading == "edges"
        assert set(task.readings) == {"edges", "centres"}
        assert task.names_measure
        assert task.readings["edges"] == pytest.approx(task.answers, rel=0.05)
        assert task.readings["centres"][0] > task.readings["edges"][0]


def test_what_can_be_meant_in_one_way_only_has_no_readings(questions: Path) -> None:
    """Beside a thing without a front there is no frame but the viewer's."""
    found = load(questions)
    scenes = {scene.id: scene for scene in found.scenes}
    seen = set()
    for task in found.tasks:
        if task.family in ("question.direction", "question.hour"):
            reference = next(arg["value"] for arg in task.args if arg["name"] == "O")
            has_front = scenes[task.scene].node(reference).front is not None
            seen.add(has_front)
            assert set(task.readings) == ({"intrinsic", "relative"} if has_front else set())
            assert task.reading == ("relative" if has_front else None)
    assert seen == {True, False}


def test_right_answers_are_in_balance(questions: Path) -> None:
    by_type: dict[tuple[str, str], Counter[str]] = {}
    for task in load(questions).tasks:
        if task.answer_kind == "yes_no":
            by_type.setdefault((task.family, task.type), Counter())[str(task.answers[0])] += 1
    assert len(by_type) == 5
    assert all(set(counts.values()) == {3} for counts in by_type.values())


def test_pairs_and_groups(questions: Path) -> None:
    tasks = {task.id: task for task in load(questions).tasks}
    swapped = [task for task in tasks.values() if task.family == "question.swapped"]
    assert swapped
    groups = Counter(task.group for task in swapped)
    assert set(groups.values()) == {4}
    for task in swapped:
        assert task.pair is not None
        other = tasks[task.pair]
        assert other.pair == task.id
        assert other.group == task.group
        assert other.answers == [not task.answers[0]]
        swap = {arg["name"]: arg["value"] for arg in other.args}
        assert [(a["name"], a["value"]) for a in task.args] == [
            ("A", swap["B"]),
            ("B", swap["A"]),
            ("P", swap["P"]),
        ]
    assert all(t.pair is None and t.group is None for t in tasks.values() if t not in swapped)


def wrong_place(row: Row) -> int:
    return next(i for i, o in enumerate(row["options"]) if meant_by(o) not in row["answers"])


def no_right_one(row: Row) -> None:
    row["options"] = [o for o in row["options"] if meant_by(o) not in row["answers"]]


def no_options(row: Row) -> None:
    row["options"] = None


def read_alike(row: Row) -> None:
    row["options"][0]["text"] = row["options"][1]["text"].upper()


def another_letter(row: Row) -> None:
    row["options"][0]["letter"] = "Z"


def another_text(row: Row) -> None:
    row["options"][0]["text"] = "something else"


def a_negative_number(row: Row) -> None:
    row["options"][wrong_place(row)]["value"] = -2


def a_float_among_counts(row: Row) -> None:
    row["options"][wrong_place(row)]["value"] = 2.5


def a_true_one(row: Row) -> None:
    """The words of the answer's coarser direction, or of the same direction in capitals."""
    row["options"][wrong_place(row)].update(value=row["answers"][0].upper(), text="beyond")


def another_chance(row: Row) -> None:
    row["chance"] = 0.3


def an_unnamed_measure(row: Row) -> None:
    row["names_measure"] = False


def metres_in_a_reading(row: Row) -> None:
    row["readings"]["centres"] = [row["readings"]["centres"][0] / 100]


def no_such_pair(row: Row) -> None:
    row["pair"] = "0123456789abcdef"


def paired_with_itself(row: Row) -> None:
    row["pair"] = row["id"]


@pytest.mark.parametrize(
    ("family", "spoil", "field", "words"),
    [
        ("question.measured", no_right_one, "options", "none of them is the right one"),
        ("question.count", no_right_one, "options", "none of them is the right one"),
        ("question.measured", no_options, "answer_kind", ""),
        ("question.order", no_options, "options", "they are missing"),
        ("question.which", read_alike, "options", "two of them read alike"),
        ("question.hour", another_letter, "options[0].letter", "it is Z"),
        ("question.which", another_text, "options[0].text", "it is something else"),
        ("question.count", a_negative_number, "options", "not above zero"),
        ("question.count", a_float_among_counts, "options", "several types"),
        ("question.direction", a_true_one, "options", "is right as well"),
        ("question.closer", another_chance, "chance", "it is 0.3"),
        ("question.measured", an_unnamed_measure, "names_measure", "should have been refused"),
        ("question.measured", metres_in_a_reading, "readings", "it is"),
        ("question.swapped", no_such_pair, "pair", "the set has no task"),
        ("question.swapped", paired_with_itself, "pair", "the same answers"),
    ],
)
def test_what_is_spoilt_is_found(
    questions: Path, tmp_path: Path, family: str, spoil: Callable[[Row], None], field: str, words: str
) -> None:
    out = Path(shutil.copytree(questions, tmp_path / "set"))
    rows = [json.loads(line) for line in (out / "tasks.jsonl").read_text(encoding="utf-8").splitlines()]
    row = next(r for r in rows if r["family"] == family)
    spoil(row)
    (out / "tasks.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    stamp(out)
    found = [f for f in validate(out).findings if f.task == row["id"]]
    assert any(f.field == field and words in f.message for f in found), [str(f) for f in found]
