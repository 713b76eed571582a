"""The two things that English does to nouns here: the indefinite article by sound, and the plural."""

from __future__ import annotations

import re

_FIRST_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_SILENT_H = re.compile(r"hour|honest|hono|heir(?!at)", re.IGNORECASE)
_VOWEL_WITH_CONSONANT_SOUND = re.compile(
    r"""one(?![a-z]) | oneself | once(?![a-z]) | ouija | eu | ewe(?![a-z]) | ewer
      | uni(?! n | m | dentif | ssued | roned | llumin )
      | us[aeiu] | ut[aeio] | ubi | ur(?: [aei] | ugu ) | uk | ugand | ufo""",
    re.IGNORECASE | re.VERBOSE,
)
_LETTERS_NAMED_WITH_A_VOWEL = frozenset("AEFHILMNORSX")
_SPELT_OUT = 3
_LARGEST_GROUP = 3

_IRREGULAR = {
    "child": "children",
    "foot": "feet",
    "knife": "knives",
    "man": "men",
    "mouse": "mice",
    "person": "people",
    "potato": "potatoes",
    "sheep": "sheep",
    "tomato": "tomatoes",
    "tooth": "teeth",
    "woman": "women",
}


def indefinite_article(text: str) -> str:
    """`a` or `an`, by how the first word of the text sounds."""
    match = _FIRST_WORD.search(text)
    if match is None:
        return "a"
    word = match.group()
    if word[0].isdigit():
        return "an" if _number_begins_with_a_vowel(word) else "a"
    if (word.isupper() and len(word) <= _SPELT_OUT) or len(word) == 1:
        return "an" if word[0].upper() in _LETTERS_NAMED_WITH_A_VOWEL else "a"
    if _SILENT_H.match(word):
        return "an"
    if _VOWEL_WITH_CONSONANT_SOUND.match(word):
        return "a"
    return "an" if word[0].lower() in "aeiou" else "a"


def _number_begins_with_a_vowel(word: str) -> bool:
    """Eight, eleven and eighteen begin with a vowel, and so does what is counted in them: 8,000 or 11 000."""
    match = re.match(r"\d+(?:,\d{3})*", word)
    figures = match.group().replace(",", "") if match else word
    leading = figures[: (len(figures) - 1) % _LARGEST_GROUP + 1]
    return leading[0] == "8" or leading in ("11", "18")


def plural_noun(noun: str) -> str:
    """The plural of a noun or of a phrase that ends in one: `picture frames`, `shelves`."""
    head, last = noun[: noun.rfind(" ") + 1], noun[noun.rfind(" ") + 1 :]
    if last.lower() in _IRREGULAR:
        return head + last[0] + _IRREGULAR[last.lower()][1:]
    if re.search(r"(?:s|x|z|ch|sh)$", last):
        return f"{noun}es"
    if re.search(r"(?:[aeo]l|ea|oa)f$", last):
        return f"{noun[:-1]}ves"
    if re.search(r"[^aeiou]y$", last):
        return f"{noun[:-1]}ies"
    return f"{noun}s"
