"""The loop of localization: what is asked, what is drawn, when it ends, and what is handed on."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.evaluation.asking import Reply
from espire_dsl.evaluation.localization import localize
from espire_dsl.evaluation.records import LocalizationLine
from espire_dsl.evaluation.setup import given_target
from espire_dsl.png import decode_rgb
from espire_dsl.scoring.grading import grade
from espire_dsl.scoring.prediction import Prediction
from espire_dsl.tasks.task import Task
from tests.evaluation.making import Told, picture, pictured, set_up
from tests.scoring.handmade import pointing, rectangle

RIGHT, WRONG, OTHER = "[5, 5]", "[15, 15]", "[35, 25]"
TASK = pointing(1, (0, 0, 10, 10), (30, 20, 40, 30))


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pictured(tmp_path_factory.mktemp("localization"), [TASK])


def localized(
    out: Path, said: list[str | Reply], task: Task = TASK, **choices: Any
) -> tuple[LocalizationLine, Told]:
    model = Told(said)  # type: ignore[arg-type]
    return asyncio.run(localize(task, set_up(out, model, **choices))), model


def test_it_ends_at_the_first_hit_and_hands_that_on(out: Path) -> None:
    line, model = localized(out, [WRONG, OTHER, RIGHT])
    assert (line.right_at, line.target, line.given) == (2, "thing1", False)
    assert len(model.queries) == 2


def test_three_attempts_and_a_target_that_is_given(out: Path) -> None:
    line, _ = localized(out, [WRONG, "", "[400, 3]"])
    assert (line.right_at, line.right_at_any, line.given) == (None, None, True)
    assert [attempt.fault for attempt in line.attempts] == [None, "empty", "outside"]
    assert line.target == given_target(TASK, 0)


def test_without_reflection_every_attempt_is_asked_the_same(out: Path) -> None:
    _, model = localized(out, [WRONG, WRONG, WRONG])
    assert len({query.messages for query in model.queries}) == 1
    (system, user) = model.queries[0].messages
    assert user.text == TASK.instruction
    assert user.pictures == (picture(),)
    assert "40 pixels wide and 30 pixels high" in system.text


def test_reflection_shows_all_wrong_points_and_its_text_is_passed_on(out: Path) -> None:
    line, model = localized(out, [WRONG, "it is lower", "[20, 20]", "it is higher", RIGHT], reflect=True)
    assert [query.prompt for query in model.queries] == [
        "pick.localize",
        "pick.localize.reflect",
        "pick.localize",
        "pick.localize.reflect",
        "pick.localize",
    ]
    assert line.right_at == 3
    assert line.attempts[0].reflection is not None
    assert line.attempts[0].reflection.text == "it is lower"
    third = model.queries[4].messages[1].text
    assert "it is higher" in third
    assert "[20, 20]" in third
    assert "it is lower" not in third  # only the newest
    for query, points in ((model.queries[1], [(15, 15)]), (model.queries[3], [(15, 15), (20, 20)])):
        changed = (decode_rgb(query.messages[1].pictures[0]) != decode_rgb(picture())).any(axis=2)
        rows, columns = np.nonzero(changed)
        away = [np.hypot(columns + 0.5 - x, rows + 0.5 - y) for x, y in points]
        assert changed.any()
        assert (np.min(away, axis=0) <= 11.5).all()
        assert all((one <= 11.5).any() for one in away)


def test_of_wrong_points_the_last_alone_is_shown_on_request(out: Path) -> None:
    _, model = localized(out, ["[1, 29]", "no", "[39, 1]", "no", RIGHT], reflect=True, circles="last")
    before, after = decode_rgb(picture()), decode_rgb(model.queries[3].messages[1].pictures[0])
    assert (before[15:, :15] == after[15:, :15]).all()
    assert (before != after).any()


def test_nothing_is_asked_after_the_last_attempt_unless_wanted(out: Path) -> None:
    line, _ = localized(out, [WRONG, "a", WRONG, "b", WRONG], reflect=True)
    assert line.attempts[2].reflection is None
    line, _ = localized(out, [WRONG, "a", WRONG, "b", WRONG, "c"], reflect=True, last_reflection=True)
    assert line.attempts[2].reflection is not None


def test_answers_that_the_robot_cannot_reach_are_told_apart(out: Path) -> None:
    task = pointing(1, (0, 0, 10, 10), (30, 20, 40, 30), feasible=["thing1"])
    line, _ = localized(out, [RIGHT, OTHER], task)
    assert (line.right_at, line.right_at_any, line.target) == (2, 1, "thing1")
    line, _ = localized(out, [RIGHT], task, right="answers")
    assert (line.right_at, line.right_at_any) == (None, 1)
    assert (line.target, line.given) == ("thing1", True)


def test_undecided_places_are_right_but_not_handed_on(out: Path) -> None:
    maybe = rectangle(20, 0, 30, 10)
    task = pointing(1, (0, 0, 10, 10))
    task.masks["maybe"] = maybe
    task.undecided.append("maybe")
    line, _ = localized(out, ["[25, 5]"], task)
    assert (line.right_at, line.attempts[0].hit, line.target, line.given) == (1, "maybe", "thing0", True)


def test_of_overlapping_answers_the_one_in_the_middle_of_which_it_is(out: Path) -> None:
    task = pointing(1, (0, 0, 20, 30), (10, 0, 40, 30))
    assert localized(out, ["[12, 15]"], task)[0].target == "thing0"
    assert localized(out, ["[18, 15]"], task)[0].target == "thing1"


def test_an_open_frame_has_one_attempt_and_no_wrong(out: Path) -> None:
    task = pointing(
        1,
        (0, 0, 10, 10),
        (30, 20, 40, 30),
        readings={"intrinsic": ["thing0"], "relative": ["thing1"]},
        reading="intrinsic",
        tags={"frame_sensitive": True},
    )
    for said, reading in ((RIGHT, "intrinsic"), (OTHER, "relative"), (WRONG, "neither"), ("", "no answer")):
        line, _ = localized(out, [said], task)
        assert (line.reading, line.right_at, line.target, len(line.attempts)) == (reading, None, None, 1)


@settings(max_examples=40)
@given(st.lists(st.sampled_from([RIGHT, WRONG, OTHER, "", "no", "[-3, 3]"]), min_size=3, max_size=3))
def test_the_loop_agrees_with_scores(out: Path, said: list[str]) -> None:
    line, _ = localized(out, list(said))
    points = {RIGHT: (5.0, 5.0), WRONG: (15.0, 15.0), OTHER: (35.0, 25.0)}
    tried = tuple(points.get(text, (-1.0, -1.0)) for text in said)
    assert line.right_at == grade(TASK, Prediction(TASK.id, points=tried)).right_at


def test_given_targets_are_the_same_for_all_and_differ_between_tasks() -> None:
    tasks = [pointing(number, (0, 0, 1, 1), (1, 1, 2, 2), (2, 2, 3, 3)) for number in range(300)]
    drawn = [given_target(task, 0) for task in tasks]
    assert drawn == [given_target(task, 0) for task in tasks]
    assert drawn != [given_target(task, 1) for task in tasks]
    counts = Counter(drawn)
    assert all(70 <= counts[f"thing{i}"] <= 130 for i in range(3))
