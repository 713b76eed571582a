"""Whether a sentence speaks of one answer: "take the book", "which slot is", and not "take a book".

Only what stands for the answer counts. "The slot with the jar" or "the book near it" may be a reference, so
an article counts where it follows the verb of the action, or where a clause begins with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from attrs import frozen

from espire_dsl.domain.kinds import Kind

HELD = "\N{HORIZONTAL ELLIPSIS}"
"""Stands for the name of what is placed."""

_ANY_NOUN = ("thing", "object", "item")
_DEFINITE = r"(?:the|that|this)"
_START = r"(?:^|[.?!:;,]\s+)"
_WORDS = r"(?:[\w'-]+\s+)"
_NAME = r"[\w'-]+(?:\s+[\w'-]+){0,3}?"
_FIND = r"(?:find|choose|select|look\s+for)"
_SUPERLATIVE = r"(?:\w+(?:st|nd|rd|th)\s+)?\w+(?:est|most)"


@frozen
class Actions:
    """The words of a lexicon for the two actions, and for what is placed, in which `HELD` is its name."""

    pick: tuple[str, ...]
    place: tuple[str, ...]
    held: tuple[str, ...]


def nouns_of(kinds: Iterable[Kind]) -> frozenset[str]:
    """What answers of these kinds are called; things that have names of their own are called many ways."""
    own = {noun for kind in kinds for noun in (kind.noun, *kind.words)}
    return frozenset(own | {noun for kind in kinds if not kind.alike for noun in _ANY_NOUN})


def speaks_of_one(sentence: str, nouns: frozenset[str], actions: Actions) -> bool:
    """Whether the answer of a sentence, which is called by one of these nouns, is one in its words."""
    return _pattern(nouns, actions).search(sentence) is not None


@lru_cache(256)
def _pattern(nouns: frozenset[str], actions: Actions) -> re.Pattern[str]:
    noun = _any({*nouns, "one"})
    pick, place, held = _any(actions.pick), _any(actions.place), _any((*actions.held, "it"))
    ways = (
        # "take the book"
        rf"\b{pick}\s+{_DEFINITE}\b",
        # "put the book in the slot"
        rf"\b{place}\s+{held}\s+(?:in|into|on|at)\s+{_DEFINITE}\b",
        # "which slot is closest?"
        rf"\bwhich\s+(?:of\s+the\s+)?{_WORDS}{{0,2}}?{noun}s?\b(?!\s+are\b)[^?]*\?",
        # "find the book that is ... and take it", "choose the one ..."
        rf"\b{_FIND}\s+the\s+{_WORDS}{{0,2}}?{noun}\b[^.?!:;]*\band\s+(?:{pick}\s+it|{place}\s+{held}\s+there)\b",
        rf"\b{_FIND}\s+the\s+one\b(?!\s+{noun})",
        # "the slot for it is ...", "the second closest is wanted"
        rf"{_START}the\s+{_WORDS}{{0,2}}?{noun}\b(?=[^.?!:;]*\b(?:is|must)\b)",
        rf"{_START}the\s+{_SUPERLATIVE}\b(?=[^.?!:;]*\bis\b)",
    )
    return re.compile("|".join(ways), re.IGNORECASE)


def _any(words: Iterable[str]) -> str:
    """One of some words, the longest first."""
    ways = "|".join(re.escape(word) for word in sorted(words, key=lambda w: (-len(w), w)))
    return f"(?:{ways.replace(HELD, _NAME)})"
