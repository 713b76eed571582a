"""After a pick task: the right book in hand, and nothing else."""

from __future__ import annotations

import pytest
from attrs import evolve

from espire_dsl.scene.graph import Scene
from espire_dsl.success.check import SuccessCheckError, check_success
from espire_dsl.tasks.task import Task
from tests.success.final_state import with_held


def test_every_answer_in_hand_is_right_and_every_other_book_is_wrong(
    picks: list[Task], scenes: dict[str, Scene]
) -> None:
    assert len(picks) > 60
    for task in picks:
        scene = scenes[task.scene]
        right = {
            book.id
            for book in scene.of_kind("book")
            if check_success(task, scene, with_held(scene, book.id)).success
        }
        assert right == set(task.answers), task.instruction


def test_an_empty_hand_and_two_books_in_it_are_wrong(picks: list[Task], scenes: dict[str, Scene]) -> None:
    task = picks[0]
    scene = scenes[task.scene]
    one, other = (book.id for book in scene.of_kind("book")[:2])
    for held in ((), (one, other)):
        judgement = check_success(task, scene, with_held(scene, *held))
        assert not judgement.success
        assert [check.name for check in judgement.checks] == ["in hand"]
        assert str(len(held)) in judgement.checks[0].detail


def test_tasks_and_scenes_that_do_not_belong_together_are_refused(
    picks: list[Task], places: list[Task], scenes: dict[str, Scene]
) -> None:
    task = picks[0]
    scene = scenes[task.scene]
    with pytest.raises(SuccessCheckError, match="is about the scene"):
        check_success(task, evolve(scene, id="another"), scene)
    with pytest.raises(SuccessCheckError, match="after pick and place"):
        check_success(evolve(task, action="answer"), scene, scene)
    with pytest.raises(SuccessCheckError, match="which thing"):
        check_success(evolve(places[0], held=None), scenes[places[0].scene], scene)
