"""The table of what core functions compute.

Functions that make another scene of a scene, and those of `distract` clauses, have a plain implementation
instead: a program that calls one is evaluated row by row with the reference.
"""

from __future__ import annotations

from typing import Final

from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.typed import Apply, Gather, Typed, walk
from espire_dsl.language.types import Set, solved
from espire_dsl.program.arrays.call import Function
from espire_dsl.program.arrays.containment import CONTAINMENT
from espire_dsl.program.arrays.finding_things import FINDING_THINGS
from espire_dsl.program.arrays.labels import LABELS
from espire_dsl.program.arrays.pictures import PICTURES
from espire_dsl.program.arrays.quantities import QUANTITIES
from espire_dsl.program.arrays.reasoning import REASONING

BATCHED: Final[dict[str, Function]] = {
    **FINDING_THINGS,
    **CONTAINMENT,
    **REASONING,
    **QUANTITIES,
    **PICTURES,
    **LABELS,
}


@once_for_each
def has_batched_form(program: Typed) -> bool:
    """Whether all of a program can be evaluated for many rows at once."""
    return all(_batched(node) for node in walk(program))


def _batched(node: Typed) -> bool:
    if isinstance(node, Apply):
        return node.function in BATCHED and node.argument("scene") is None
    return not isinstance(node, Gather) or isinstance(solved(node.type), Set)
