"""Guesses which known word a misspelled one was meant to be."""

from __future__ import annotations

from collections.abc import Iterable


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` most likely misspells, or None when nothing is near.

    Nearness counts letters added, left out, changed, or swapped with a neighbour; a short word may
    have one such slip, a longer one up to a third of its letters. Case counts for next to nothing.
    """
    best: tuple[float, str] | None = None
    for candidate in sorted(set(candidates)):
        if candidate == word:
            continue
        allowed = max(1, max(len(word), len(candidate)) // 3)
        if abs(len(word) - len(candidate)) > allowed or min(len(word), len(candidate)) < 2:
            continue
        slips = _distance(word.casefold(), candidate.casefold())
        if slips > allowed:
            continue
        rank = (slips + _CASE_COST * sum(a != b for a, b in zip(word, candidate, strict=False)), candidate)
        if best is None or rank < best:
            best = rank
    return best[1] if best else None


_CASE_COST = 0.001


def _distance(a: str, b: str) -> int:
    """Damerau-Levenshtein distance, in the variant that edits no letter twice."""
    before_last: list[int] = []
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
        before_last, last = last, row
    return last[-1]
