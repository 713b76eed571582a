"""Whether verbs agree with the names beside them: "the succulents are", "the teddy bear is"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from espire_dsl.wording.sentences import SentenceSlip, words_of
from espire_dsl.wording.values import Said, SaidCategory, SaidThing

_SINGULAR = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "stands": "stand",
    "lies": "lie",
    "faces": "face",
    "points": "point",
    "sits": "sit",
    "leans": "lean",
}
_PLURAL = {plural: singular for singular, plural in _SINGULAR.items()}
# Only these turn around in questions; "have", "do" and others also begin a request.
_SINGULAR_BEFORE = ("is", "was", "does")
_PLURAL_BEFORE = ("are", "were")
# Behind these a name is the subject of what follows; elsewhere it may end a phrase: "the book near it is".
_SUBJECT = r"(?:^|[.?!:;,]\s|\b(?:where|when|if|than|way|while|because)\s)"


def agreement_slips(sentence: str, said: Iterable[Said]) -> Iterator[SentenceSlip]:
    """Verbs in the wrong number, beside what the sentence names."""
    words = frozenset(words_of(sentence))
    for value in said:
        if isinstance(value, SaidThing | SaidCategory):
            name = "you" if isinstance(value, SaidThing) and value.is_viewer else value.name
            is_plural = value.plural or name == "you"
            if words.isdisjoint(_SINGULAR if is_plural else _PLURAL):
                continue
            for match in _clash(name, is_plural).finditer(sentence):
                verb = match["before"] or match["behind"]
                right = (_SINGULAR if is_plural else _PLURAL)[verb.lower()]
                found = match["question"] or match["statement"]
                yield SentenceSlip("W0407", f"“{found}”: the verb of “{name}” is “{right}” here", found)


@lru_cache(4_096)
def _clash(name: str, is_plural: bool) -> re.Pattern[str]:
    """A verb before the name, or behind it where that is the subject. With "and" there is more than one."""
    before = "|".join(_SINGULAR_BEFORE if is_plural else _PLURAL_BEFORE)
    behind = "|".join(_SINGULAR if is_plural else _PLURAL)
    said = rf"(?:the\s+)?{re.escape(name)}"
    return re.compile(
        rf"(?P<question>\b(?P<before>{before})\s+{said})\b(?!['’]|\s+and\b|,)"
        rf"|{_SUBJECT}(?P<statement>{said}\s+(?P<behind>{behind}))\b",
        re.IGNORECASE,
    )
