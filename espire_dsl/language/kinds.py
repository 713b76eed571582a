"""Sorts of things, as types have them: `near` is one kind, `place` is two, `oriented near` is the near
ornaments that have a front. A sort is within another when each of its kinds is one of a kind of the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import frozen

from espire_dsl.domain.kinds import (
    CELL,
    EITHER,
    MOVABLE,
    ORIENTED,
    PLAIN,
    REGION,
    ROLES,
    THING,
    VACANCY,
    VIEWER,
    Kind,
    KindTable,
)

__all__ = ["ADJECTIVES", "EITHER", "ORIENTED", "PLAIN", "Sort", "sort_of"]

ADJECTIVES = EITHER

UNIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "item": (MOVABLE, REGION),
    "place": (CELL, VACANCY),
}
"""Words for several roles: what can be asked for, and where something can be put."""


@frozen
class Sort:
    """Which kinds a thing may be of, and whether it has a front."""

    kinds: frozenset[Kind]
    facing: frozenset[str]

    @property
    def names(self) -> frozenset[str]:
        """The names of the kinds; a node is of the sort if its kind, or a role of it, is among them."""
        return frozenset(kind.name for kind in self.kinds)

    def within(self, other: Sort) -> bool:
        return self.facing <= other.facing and all(
            any(held.holds(kind) for held in other.kinds) for kind in self.kinds
        )

    def overlaps(self, other: Sort) -> bool:
        """Whether a thing may be of both."""
        return not self.meet(other).empty

    def join(self, other: Sort) -> Sort:
        return Sort(_least(self.kinds | other.kinds), self.facing | other.facing)

    def meet(self, other: Sort) -> Sort:
        shared = (mine.meet(theirs) for mine in self.kinds for theirs in other.kinds)
        return sort_of(_least(kind for kind in shared if kind is not None), self.facing & other.facing)

    @property
    def empty(self) -> bool:
        return not self.kinds or not self.facing

    @property
    def oriented(self) -> bool:
        return self.facing == {ORIENTED}

    def __str__(self) -> str:
        names = self.names
        union = next((word for word, roles in UNIONS.items() if names == set(roles)), None)
        word = union or "|".join(sorted(names)) or "nothing"
        if self.facing == facing_of(self.kinds) or not self.facing:
            return word
        return f"{next(iter(sorted(self.facing)))} {word}"


def _least(kinds: Iterable[Kind]) -> frozenset[Kind]:
    """The kinds without those that another of them holds already."""
    every = frozenset(kinds)
    return frozenset(kind for kind in every if not any(other.holds(kind) for other in every if other != kind))


def facing_of(kinds: Iterable[Kind]) -> frozenset[str]:
    return frozenset().union(*(kind.facing for kind in kinds))


def sort_of(kinds: Iterable[Kind], facing: frozenset[str] = EITHER) -> Sort:
    """The sort of these kinds with the stated facing, without the kinds that cannot have it."""
    kept = frozenset(kind for kind in kinds if kind.facing & facing)
    return Sort(_least(kept), facing_of(kept) & facing)


def sort_of_roles(*roles: str) -> Sort:
    """The sort of all things that play one of these roles."""
    return sort_of(ROLES[role] for role in roles)


ANYTHING: Final = sort_of_roles(THING)
ITEM: Final = sort_of_roles(*UNIONS["item"])
PLACE: Final = sort_of_roles(*UNIONS["place"])
ONLY_VIEWER: Final = sort_of_roles(VIEWER)


def sort_from_words(words: Iterable[str], kinds: KindTable) -> Sort | None:
    """`oriented near` as a sort, or None if a word is no kind (or none of the words is)."""
    found: tuple[Kind, ...] | None = None
    facing = EITHER
    for word in words:
        if word in ADJECTIVES:
            facing = facing & {word}
        elif found is not None:
            return None
        elif word in UNIONS:
            found = tuple(ROLES[role] for role in UNIONS[word])
        else:
            kind = kinds.get(word)
            if kind is None:
                return None
            found = (kind,)
    return None if found is None else sort_of(found, facing)


def words_for_sorts(kinds: KindTable) -> frozenset[str]:
    """All words that a sort can be made of."""
    return frozenset({*kinds.by_name, *UNIONS, *ADJECTIVES})
