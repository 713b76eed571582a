"""Looks at sentences as a reader would: slips that can be seen without knowing what is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product
from operator import eq

from attrs import frozen

from espire_dsl.domain.nouns import indefinite_article
from espire_dsl.wording.tidy import capital

_ARTICLE = re.compile(r"\b(an?)\s+(?!and\b|or\b|is\b|to\b|than\b|of\b)([^\W_][\w.,'’-]*)", re.IGNORECASE)
_LOOSE_PUNCTUATION = re.compile(r"\s[,.;:?!](?!\d)|[,;:]\s*[,.;:?!]|(?<!\.)\.\.(?!\.)")
# All of that has a sign behind a blank or another sign, which is found sooner.
_SIGN_BEHIND_ANOTHER = re.compile(r"[,.;:?!](?<=[\s,;:.].)")
_DOUBLED_WORD = re.compile(r"\b([^\W\d_]+)\s+\1\b", re.IGNORECASE)
_DETERMINERS = ("the", "a", "an", "your", "my", "its", "their")
_PREPOSITIONS = ("to", "of", "in", "on", "at", "from", "with", "by")
_CANNOT_FOLLOW = frozenset(
    pair
    for first, second in (
        (_DETERMINERS, (*_DETERMINERS, "between", "within", "behind", *_PREPOSITIONS)),
        (("of", "at"), _PREPOSITIONS),
        (("to",), ("of", "from", "at", "in", "on", "by", "with")),
        (("in", "on", "from", "with", "by"), ("of",)),
        (("in", "on"), ("at",)),
        (("on",), ("in",)),
        (("from",), ("to",)),
    )
    for pair in product(first, second)
    if pair[0] != pair[1]
)
_BRACE = re.compile(r"[{}]")
_LAST_SIGNS = (".", "?", "!")
_BEFORE_A_CAPITAL = '.?!:"“('
_CLOSING = "\"'”’)"
_WORD = re.compile(r"\w+")


@frozen
class SentenceSlip:
    """A code, what is wrong, the words in which it shows, if it is in any, and how to mend it."""

    code: str
    message: str
    words: str = ""
    help: str | None = None


def slips(sentence: str) -> Iterator[SentenceSlip]:
    """Everything that is wrong with the look of a sentence."""
    words = words_of(sentence)
    if not words:
        yield SentenceSlip("E0412", "the sentence is empty")
        return
    for match in _ARTICLE.finditer(sentence) if "a" in words or "an" in words else ():
        article, word = match.groups()
        right = indefinite_article(word)
        if article.lower() != right and not _is_a_name(article, sentence[: match.start()]):
            found = match.group().rstrip(".,'’-")
            better = capital(right) if article[0].isupper() else right
            yield SentenceSlip("W0401", f"“{found}” should be “{better}{found[len(article) :]}”", found)
    if _SIGN_BEHIND_ANOTHER.search(sentence) and (loose := _LOOSE_PUNCTUATION.search(sentence)):
        yield SentenceSlip("W0403", "there is loose punctuation in the sentence", loose.group())
    twice = any(map(eq, words, words[1:]))
    if twice and (doubled := _DOUBLED_WORD.search(sentence)):
        yield SentenceSlip("W0404", f"“{doubled.group()}” says a word twice", doubled.group())
    if clash := _clash(sentence, words):
        yield SentenceSlip("W0408", f"“{clash}” are words that cannot follow one another", clash)
    if not sentence.rstrip(_CLOSING).endswith(_LAST_SIGNS):
        yield SentenceSlip("W0405", "the sentence does not end with a full stop or a question mark")
    if brace := _BRACE.search(sentence):
        mend = "what is filled in has two braces on either side: `{{ Pick }}`"
        yield SentenceSlip("W0406", "braces are left in the sentence", brace.group(), mend)


def _clash(sentence: str, words: tuple[str, ...]) -> str | None:
    """Two words that cannot follow one another, unless a comma or a capital parts them."""
    pairs = list(pairwise(words))
    if _CANNOT_FOLLOW.isdisjoint(pairs):
        return None
    clashing = (pair for pair in pairs if pair in _CANNOT_FOLLOW)
    found = (re.search(rf"\b{first}\s+{second}\b(?!-)", sentence) for first, second in clashing)
    return next((match.group() for match in found if match), None)


def _is_a_name(article: str, before: str) -> bool:
    """A capital inside a sentence is no article: "room A in the plan"."""
    return article[0].isupper() and before.rstrip()[-1:] not in _BEFORE_A_CAPITAL


@lru_cache(4_096)
def words_of(sentence: str) -> tuple[str, ...]:
    """The words alone: two sentences that differ only in punctuation and case are heard as one."""
    return tuple(_WORD.findall(sentence.casefold()))
