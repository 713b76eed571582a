"""The table of core functions. The checker, the evaluators and the documentation read it."""

from __future__ import annotations

from types import ModuleType

from espire_dsl.language.core import (
    distractors,
    finding_things,
    labels,
    pictures,
    quantities,
    reasoning,
    transforming,
)
from espire_dsl.language.core.function import CoreFunction

ROOMS: dict[str, ModuleType] = {
    "Things and sets": finding_things,
    "Reasoning": reasoning,
    "Numbers": quantities,
    "Pictures": pictures,
    "Labels": labels,
    "Scenes": transforming,
    "Distractors": distractors,
}


def declared_in(module: ModuleType) -> list[CoreFunction]:
    """The functions of one room, in the order of their declaration."""
    return [value for value in vars(module).values() if isinstance(value, CoreFunction)]


FUNCTIONS: dict[str, CoreFunction] = {f.name: f for room in ROOMS.values() for f in declared_in(room)}
