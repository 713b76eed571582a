"""The last touch on a rendered sentence."""

from __future__ import annotations

_MAY_STAND_BEFORE_THE_FIRST_LETTER = "\"'“‘("


def tidy(text: str) -> str:
    """One line, single blanks, and a capital at the beginning."""
    return capital(" ".join(text.split()))


def capital(text: str) -> str:
    """The text with its first letter in upper case; quotes and brackets before it are passed over."""
    for index, char in enumerate(text):
        if char not in _MAY_STAND_BEFORE_THE_FIRST_LETTER:
            upper = char.upper()
            return text if upper == char else text[:index] + upper + text[index + 1 :]
    return text
