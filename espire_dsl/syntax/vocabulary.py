"""The words of the grammar by where they stand, for messages and for finding the next clause."""

from __future__ import annotations

DECLARATION_WORDS = ("kind", "asset", "world")
ITEM_WORDS = frozenset({"family", "fn", "use", "example", "law", *DECLARATION_WORDS})

FAMILY_WORDS = (
    "spec",
    "world",
    "view",
    "action",
    "candidates",
    "let",
    "tolerance",
    "program",
    "require",
    "say",
    "answer",
    "distract",
    "contrast",
    "sweep",
    "needs",
    "quota",
    "tag",
)
EXAMPLE_WORDS = ("scene", "given", "expect")

CLAUSE_WORDS: dict[str, frozenset[str]] = {
    "module": frozenset(),
    "family": frozenset(FAMILY_WORDS),
    "example": frozenset(EXAMPLE_WORDS),
    "scene": frozenset(),
    "declaration": frozenset(),
}
"""The words with which the parts of each kind of block begin; things of a scene, and entries of
kinds, assets and worlds, begin with any word."""

PROPERTY_WORDS = (
    "at",
    "facing",
    "size",
    "tilt",
    "yaw",
    "on",
    "in",
    "row",
    "column",
    "labels",
    "visible",
    "occupancy",
    "name",
)
DIRECTIONS = ("+x", "-x", "+y", "-y", "+z", "-z")

NEVER_NAMES = frozenset({"and", "or", "not", "in", "let", "where", "step", "if", "then", "else"})
"""Words that are names only before a colon or after a full stop."""


def ordinal_suffix(value: int) -> str:
    """`st` of `1st`, `th` of `11th`."""
    if value % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
