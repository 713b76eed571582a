"""Labels that are true beside the right one. Such a label is no wrong option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from espire_dsl.language.core.labels import EIGHT, EIGHT_ON_MAP
from espire_dsl.language.families.family import Family
from espire_dsl.language.typed import Apply, Bind
from espire_dsl.program.family_evaluation import FamilyResult, evaluate_family
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.naming import fold
from espire_dsl.scene.node import Node
from espire_dsl.tasks.partial_bindings import in_scene

DESCRIBING: Final = frozenset({"category_of", "size_of", "label"})
"""Functions that say something of a thing, of which more can be said."""


def described_by(family: Family, asked: FamilyResult, scene: Scene) -> Node | None:
    """The thing that the answer of a program says something of."""
    if _outermost(family) not in DESCRIBING:
        return None
    thing = asked.evaluation.trace[-1].inputs.get("a")
    return scene.node(thing) if isinstance(thing, str) and thing in scene else None


def described(family: Family, scene: Scene, values: Mapping[str, Any]) -> Node | None:
    """The same, for a binding that is still to be asked."""
    if not family.distract or _outermost(family) not in DESCRIBING:
        return None
    return described_by(family, evaluate_family(family, scene, in_scene(family, values, scene)), scene)


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
