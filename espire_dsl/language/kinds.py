"""What sorts of things there are, as sets: `near` is one kind, `ornament` is two, `oriented near` is
the near ornaments that have a front. A sort is contained in another when both its sets are."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

ORIENTED, PLAIN = "oriented", "plain"
EITHER = frozenset({ORIENTED, PLAIN})

# A kind that always has a front, never has one, or (by its category) may have one.
FACING_OF_KIND: dict[str, frozenset[str]] = {
    "book": frozenset({PLAIN}),
    "near": EITHER,
    "distant": EITHER,
    "object": EITHER,
    "table": frozenset({ORIENTED}),
    "shelf": frozenset({ORIENTED}),
    "viewer": frozenset({ORIENTED}),
    "robot": frozenset({ORIENTED}),
    "slot": frozenset({PLAIN}),
    "space": frozenset({PLAIN}),
    "support": frozenset({PLAIN}),
    "floor": frozenset({PLAIN}),
    "room": frozenset({PLAIN}),
}
KINDS = frozenset(FACING_OF_KIND)

# Words that stand for several kinds.
GROUPS: dict[str, frozenset[str]] = {
    "ornament": frozenset({"near", "distant"}),
    "furniture": frozenset({"table", "shelf"}),
    "place": frozenset({"slot", "space"}),
    "item": frozenset({"book", "near", "distant", "object", "support", "slot", "space", "room"}),
    "thing": KINDS,
}
ADJECTIVES = EITHER
KIND_WORDS = frozenset(KINDS | GROUPS.keys())


@frozen
class Sort:
    """Which kinds a thing may be of, and whether it has a front."""

    kinds: frozenset[str]
    facing: frozenset[str]

    def within(self, other: Sort) -> bool:
        return self.kinds <= other.kinds and self.facing <= other.facing

    def join(self, other: Sort) -> Sort:
        return Sort(self.kinds | other.kinds, self.facing | other.facing)

    def meet(self, other: Sort) -> Sort:
        return sort_of(self.kinds & other.kinds, self.facing & other.facing)

    @property
    def empty(self) -> bool:
        return not self.kinds or not self.facing

    @property
    def oriented(self) -> bool:
        return self.facing == {ORIENTED}

    def __str__(self) -> str:
        group = next((name for name, kinds in GROUPS.items() if sort_of(kinds, self.facing) == self), None)
        word = group or "|".join(sorted(self.kinds)) or "nothing"
        natural = facing_of(GROUPS[group] if group else self.kinds)
        if self.facing == natural or not self.facing:
            return word
        return f"{next(iter(sorted(self.facing)))} {word}"


def facing_of(kinds: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(FACING_OF_KIND[k] for k in kinds))


def sort_of(kinds: Iterable[str], facing: frozenset[str] = EITHER) -> Sort:
    """The sort of these kinds with the stated facing, without the kinds that cannot have it."""
    kept = frozenset(k for k in kinds if FACING_OF_KIND[k] & facing)
    return Sort(kept, facing_of(kept) & facing)


ANYTHING = sort_of(KINDS)


def sort_from_words(words: Iterable[str]) -> Sort | None:
    """`oriented near` as a sort, or None if a word is no kind (or none of the words is)."""
    kinds: frozenset[str] | None = None
    facing = EITHER
    for word in words:
        if word in ADJECTIVES:
            facing = facing & {word}
        elif word in KIND_WORDS and kinds is None:
            kinds = GROUPS.get(word, frozenset({word}))
        else:
            return None
    return None if kinds is None else sort_of(kinds, facing)
