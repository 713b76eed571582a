"""The table of core functions for many rows, beside the reference's table.

Functions that make another scene of a scene, and those of `distract` clauses, have no useful form for many
rows: a program that calls one is evaluated row by row with the reference.
"""

from __future__ import annotations

from typing import Final

from espire_dsl.language.typed import Apply, Gather, Typed, walk
from espire_dsl.language.types import Set, solved
from espire_dsl.program.batched.call import Function
from espire_dsl.program.batched.finding_things import FINDING_THINGS
from espire_dsl.program.batched.labels import LABELS
from espire_dsl.program.batched.quantities import QUANTITIES
from espire_dsl.program.batched.reasoning import REASONING

BATCHED: Final[dict[str, Function]] = {**FINDING_THINGS, **REASONING, **QUANTITIES, **LABELS}

ROW_BY_ROW: Final = frozenset(
    {
        *("mirror", "rotate", "translate", "remove", "rename", "turned", "counterpart"),
        *("others", "opposite", "ratios", "options"),
    }
)


def has_batched_form(program: Typed) -> bool:
    """Whether all of a program can be evaluated for many rows at once."""
    return all(_batched(node) for node in walk(program))


def _batched(node: Typed) -> bool:
    if isinstance(node, Apply):
        return node.function in BATCHED and node.argument("scene") is None
    return not isinstance(node, Gather) or isinstance(solved(node.type), Set)
