"""The nearest known word to one that is not known, for "did you mean"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sized
from functools import lru_cache
from sys import maxsize

_LONGEST = 80
_MOST = 300
"""Among more words than these the nearest one is chance, and finding it takes long."""


def edit_distance(a: str, b: str, allowed: int = maxsize) -> int:
    """Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other.

    Words that are further apart than `allowed` are not followed to their ends: some number above it is given.
    """
    two_above: list[int] = []
    above = list(range(len(b) + 1))
    for i, x in enumerate(a):
        row = [i + 1]
        for j, y in enumerate(b):
            best = min(above[j + 1] + 1, row[j] + 1, above[j] + (x != y))
            if i and j and x == b[j - 1] and a[i - 1] == y:
                best = min(best, two_above[j - 1] + 1)
            row.append(best)
        if i and min(above) > allowed < min(row):
            return allowed + 1
        two_above, above = above, row
    return above[-1]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` is most likely a slip of, or None when none is near.

    Upper and lower case count for little: they only decide between words that are otherwise as near.
    """
    words = known if isinstance(known, Sized) else list(known)
    if len(word) > _LONGEST or len(words) > _MOST:
        return None
    allowed = max(1, len(word) // 3) if len(word) > 1 else 0
    distances = {
        other: edit_distance(word.lower(), other.lower(), allowed)
        for other in set(words)
        if abs(len(other) - len(word)) <= allowed and other != word and _may_be_near(word, other, allowed)
    }
    least = min(distances.values(), default=allowed + 1)
    best = [(edit_distance(word, other), other) for other, far in distances.items() if far == least]
    return min(best)[1] if least <= allowed else None


def _may_be_near(word: str, other: str, allowed: int) -> bool:
    """A word is never nearer than the number of its letters that the other lacks, and counting is quick."""
    if (_which_letters(word) & ~_which_letters(other)).bit_count() > allowed:
        return False
    return (_letters(word) - _letters(other)).total() <= allowed


@lru_cache(maxsize=4 * _MOST)
def _which_letters(word: str) -> int:
    """A bit for each letter that there is in a word."""
    bits = 0
    for letter in word.lower():
        bits |= 1 << ord(letter) % 64
    return bits


@lru_cache(maxsize=4 * _MOST)
def _letters(word: str) -> Counter[str]:
    return Counter(word.lower())
