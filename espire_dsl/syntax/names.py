"""Guesses which known word a misspelled one was meant to be."""

from __future__ import annotations

from collections.abc import Iterable

from espire_dsl.diagnostics.suggest import edit_distance

_CASE_COST = 0.001


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
        slips = edit_distance(word.casefold(), candidate.casefold())
        if slips > allowed:
            continue
        rank = (slips + _CASE_COST * sum(a != b for a, b in zip(word, candidate, strict=False)), candidate)
        if best is None or rank < best:
            best = rank
    return best[1] if best else None
