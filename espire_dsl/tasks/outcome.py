"""What asking a family of a scene gave, as far as the rules of binding look at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from espire_dsl.language.core.values import ThingRef, ThingSet
from espire_dsl.language.family import Family
from espire_dsl.program.asking import Asked, ask
from espire_dsl.program.reference import EvaluationError
from espire_dsl.program.trace import plain
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.seen import is_seen
from espire_dsl.tasks.binding import in_scene
from espire_dsl.tasks.margins import holds_margin
from espire_dsl.tasks.reason import Reason


@frozen
class Outcome:
    """`answer` is a tuple of ids when it is made of things, else a plain value. It and the candidates are
    those that are seen.

    `angles` are those of the answers of a side relation, by id.
    """

    problem: Reason | None
    answer: Any = None
    candidates: tuple[str, ...] | None = None
    margins_hold: bool = True
    requirements_hold: bool = True
    angles: Mapping[str, float] = field(factory=dict)

    @property
    def is_of_things(self) -> bool:
        return isinstance(self.answer, tuple)


def outcome_of(family: Family, scene: Scene, values: Mapping[str, Any]) -> Outcome:
    """One row, by the reference evaluator."""
    try:
        asked = ask(family, scene, in_scene(family, values, scene))
    except EvaluationError as error:
        return Outcome(problem_of(str(error)))
    return outcome_from(asked, scene)


def outcome_from(asked: Asked, scene: Scene) -> Outcome:
    """What the rules look at, of a family that was asked already."""
    return Outcome(
        None,
        answer_of(asked.answer),
        answer_of(asked.candidates) if isinstance(asked.candidates, ThingSet) else None,
        all(holds_margin(step, scene) for step in asked.evaluation.trace),
        all(asked.required),
        asked.asked.angles if asked.asked else {},
    )


def problem_of(message: str) -> Reason:
    """The reason behind the message of an evaluator."""
    return Reason.NOT_UNIQUE if message.startswith("`unique`") else Reason.UNDEFINED


def answer_of(value: Any) -> Any:
    """Ids in a tuple for things, plain values for the rest. Who answers points at things, so that what is not
    seen is no answer; an order of things stays whole."""
    if isinstance(value, ThingRef):
        return answer_of(ThingSet((value.id,), value.scene))
    if isinstance(value, ThingSet):
        return tuple(id for id in value.ids if is_seen(value.scene.node(id)))
    shown = plain(value)
    return tuple(shown) if isinstance(shown, list) else shown
