"""Programs run again from their records alone."""

from __future__ import annotations

import pytest

from espire_dsl.judging.error import JudgingError
from espire_dsl.judging.steps import values_of
from espire_dsl.language.core.values import ThingRef
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.task import Task


def test_every_stored_program_gives_its_stored_answers(
    picks: list[Task], places: list[Task], scenes: dict[str, Scene]
) -> None:
    for task in [*picks, *places]:
        answer = values_of(task.program_steps, scenes[task.scene], task.tolerance)[-1]
        found = [answer.id] if isinstance(answer, ThingRef) else list(answer.ids)
        assert found == sorted(task.answers), task.program


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([{"function": "juggle", "inputs": [], "value_inputs": []}], "juggle"),
        ([{"function": "thing", "inputs": [], "value_inputs": ["nobody"]}], "nobody"),
        (
            [
                {"function": "books", "inputs": [], "value_inputs": []},
                {"function": "value", "inputs": [], "value_inputs": ["color"]},
                {"function": "filter_label", "inputs": [0, 1], "value_inputs": ["red"]},
            ],
            "does not say which value is its name",
        ),
    ],
)
def test_what_cannot_be_run_is_said(
    steps: list[dict[str, object]], message: str, scenes: dict[str, Scene]
) -> None:
    with pytest.raises(JudgingError, match=message):
        values_of(steps, next(iter(scenes.values())), None)
