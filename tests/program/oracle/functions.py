"""The oracle's table of core functions. What makes scenes of scenes is not its business."""

from __future__ import annotations

from types import ModuleType

from espire_dsl.language.core.functions import FUNCTIONS as DECLARED
from tests.program.oracle import finding_things, labels, quantities, reasoning
from tests.program.oracle.function import Function, Invocation, Step

ROOMS: tuple[ModuleType, ...] = (finding_things, reasoning, quantities, labels)
FUNCTIONS: dict[str, Function] = {
    f.name: f for room in ROOMS for f in vars(room).values() if isinstance(f, Function)
}


def call(name: str, arguments: Invocation) -> Step:
    plain = DECLARED[name].implementation
    return Step(plain(arguments)) if plain is not None else FUNCTIONS[name].implementation(arguments)
