"""Labels that are true beside the right one. Such a label is no wrong option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.core.labels import EIGHT, EIGHT_ON_MAP
from espire_dsl.language.families.family import Family
from espire_dsl.language.typed import Apply, Bind, Typed
from espire_dsl.program.family_evaluation import FamilyResult
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.naming import fold
from espire_dsl.scene.node import Node
from espire_dsl.tasks.batch_evaluator import BatchEvaluator, Row

DESCRIBING: Final = frozenset({"category_of", "size_of", "label"})
"""Functions that say something of a thing, of which more can be said."""


def described_by(family: Family, asked: FamilyResult, scene: Scene) -> Node | None:
    """The thing that the answer of a program says something of."""
    if _outermost(family) not in DESCRIBING:
        return None
    thing = asked.evaluation.trace[-1].inputs.get("a")
    return scene.node(thing) if isinstance(thing, str) and thing in scene else None


def described(family: Family, rows: Sequence[Row], evaluator: BatchEvaluator) -> list[Node | None]:
    """The same, for bindings that are still to be asked."""
    if not family.distract or _outermost(family) not in DESCRIBING:
        return [None] * len(rows)
    things = evaluator.things(_of_what(family), rows)
    scenes = (evaluator.batch.scenes[index] for index, _ in rows)
    return [None if id is None else scene.node(id) for scene, id in zip(scenes, things, strict=True)]


@once_for_each
def _of_what(family: Family) -> Family:
    """The family that asks for the thing of which the answer says something."""
    return evolve(family, program=_argument(family.program), requirements=(), tags={})


def _argument(program: Typed) -> Typed:
    if isinstance(program, Bind):
        body = _argument(program.body)
        return evolve(program, body=body, type=body.type)
    thing = program.argument("a") if isinstance(program, Apply) else None
    assert thing is not None
    return thing


def _outermost(family: Family) -> str | None:
    program = family.program
    while isinstance(program, Bind):
        program = program.body
    return program.function if isinstance(program, Apply) else None


def also_true(label: str, answer: str, thing: Node | None) -> bool:
    """Whether a label is as true as the answer: another word for the thing, or a coarser direction."""
    if fold(label) == fold(answer):
        return True
    if thing is not None:
        words = (thing.name, thing.category, thing.kind, thing.size, *thing.labels.values())
        return fold(label) in {fold(word) for word in words if word}
    return answer in (*EIGHT, *EIGHT_ON_MAP) and set(fold(label).split()) < set(fold(answer).split())
