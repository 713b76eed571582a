"""Characters that other languages use and this one does not, each with what to write instead."""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

NOTHING = "NOTHING"
"""Stands for a slip that the parser need not see."""

SEMICOLON = "SEMICOLON"
"""Stands for a comma in a list, and for nothing elsewhere."""


@frozen
class Slip:
    """A piece of text that is no token: what to say of it, and the terminal that it stands for."""

    end: int
    code: str
    message: str
    label: str
    help: str | None
    stands_for: str | None = None
    marked_end: int | None = None


_CONTROLS = frozenset(chr(n) for n in range(128) if not chr(n).isprintable()) - {*"\t\n\r"}
FIRST = _CONTROLS | {*"/&|!'\";%:=<*@$?\\^~`"}
"""Only these ASCII characters can begin a slip; most text is looked at no further."""
_OPERATORS = {
    "&&": ("and", "AND"),
    "||": ("or", "OR"),
    "!": ("not", "NOT"),
    "<>": ("!=", "UNEQUAL"),
    "===": ("==", "EQUALS"),
    "!==": ("!=", "UNEQUAL"),
    "=>": (">=", None),
    ":=": ("=", "EQUAL"),
    "=<": ("<=", "AT_MOST"),
    "**": (None, None),
    "≤": ("<=", "AT_MOST"),
    "≥": (">=", "AT_LEAST"),
    "≠": ("!=", "UNEQUAL"),
    "×": ("*", "STAR"),
    "÷": ("/", "SLASH"),
    "–": ("-", "MINUS"),
    "—": ("-", "MINUS"),
    "…": ("..", "RANGE"),
}
_OPERATOR = re.compile(r"&&|\|\||!==|!(?!=)|<>|===|=>|:=|=<|\*\*|[≤≥≠×÷–—…]")
_ARGUMENT_BEFORE = re.compile(r"[(,]\s*\(?\s*([a-zA-Z_]\w*)\s*\)?\s*\Z")
_LONGEST_ARGUMENT: Final = 100
NO_FUNCTIONS_WITHOUT_A_NAME: Final = "there are no functions without a name"
TESTS_ARE_WRITTEN: Final = (
    "filters take a reasoning type: `filter_distance(books, LessThan(20 cm), to: O)`;"
    " any other test stands in braces: `{ b in books where ... }`"
)
_COMMENT = re.compile(r"//[^\n\r]*|/\*(?:.{0,2000}?\*/|[^\n\r]*)", re.DOTALL)
_QUOTED = re.compile(r"'''.{0,2000}?'''|'[^'\n\r]*'|[‘’][^‘’\n\r]*[‘’]|[“”][^“”\n\r]*[“”]", re.DOTALL)
_STRING = re.compile(r'"(?:\\[^\n\r]|[^"\\\n\r])*"')
# Bounded, so that many quotes that nobody closes do not each search the whole file.
_LONG_STRING = re.compile(r'"""(?:\\.|[^\\]){0,65536}?"""', re.DOTALL)
_REST_OF_LINE = re.compile(r"[^\n\r]*")
_FOREIGN_WORD = re.compile(r"[^\W\d]\w*")


def find(text: str, position: int, *, is_unclosed: bool) -> Slip | None:
    """The slip at this position, if there is one."""
    first = text[position]
    if (first.isalpha() or first == "_") and (word := _FOREIGN_WORD.match(text, position)):
        return None if word[0].isascii() else _character(text, position)
    if first.isascii() and first not in FIRST:
        return None
    if first in _CONTROLS:
        return _character(text, position)
    if first == '"':
        return _string(text, position, is_unclosed=is_unclosed)
    if comment := _COMMENT.match(text, position):
        return Slip(
            comment.end(),
            "E0108",
            f"`{comment[0][:2]}` does not start a comment",
            "not a comment here",
            "comments start with `#` and run to the end of the line",
            NOTHING,
            position + 2,
        )
    if operator := _OPERATOR.match(text, position):
        return _operator(operator)
    if quoted := _QUOTED.match(text, position):
        return Slip(
            quoted.end(),
            "E0106",
            "text stands in double quotes",
            "other quotes",
            'write `"..."`',
            "STRING",
        )
    if first == ";":
        return Slip(
            position + 1,
            "E0110",
            "there are no semicolons",
            "not needed",
            "delete it; each clause begins with its keyword",
            SEMICOLON,
        )
    return _character(text, position) if not first.isascii() or first in "'%@$?\\^~`" else None


def _operator(match: re.Match[str]) -> Slip:
    written = match[0]
    if written == "=>" and _is_function(match.string, match.start(), match.end()):
        return Slip(match.end(), "E0148", NO_FUNCTIONS_WITHOUT_A_NAME, "not known here", TESTS_ARE_WRITTEN)
    meant, terminal = _OPERATORS[written]
    return Slip(
        match.end(),
        "E0111",
        f"`{written}` is not an operator",
        "unknown operator",
        f"write `{meant}`" if meant else None,
        terminal,
    )


def _is_function(text: str, start: int, end: int) -> bool:
    """Whether the argument before an arrow, which is a name alone, is read once more behind it."""
    before = _ARGUMENT_BEFORE.search(text[max(0, start - _LONGEST_ARGUMENT) : start])
    rest = _REST_OF_LINE.match(text, end)
    return bool(before and rest and re.search(rf"\b{before[1]}\b", rest[0]))


def _string(text: str, position: int, *, is_unclosed: bool) -> Slip | None:
    is_long = text.startswith('"""', position)
    closed = _LONG_STRING.match(text, position) if is_long else _STRING.match(text, position)
    if closed and not is_unclosed:
        return None
    rest = _REST_OF_LINE.match(text, position)
    assert rest is not None
    quotes = '"""' if is_long else '"'
    return Slip(
        rest.end(),
        "E0105",
        f"the text that `{quotes}` opens here is never closed",
        "opened here",
        f"close it with `{quotes}`"
        + ("" if is_long else '; a text over several lines stands between `"""` and `"""`'),
        "LONG_STRING" if is_long else "STRING",
        position + len(quotes),
    )


def _character(text: str, position: int) -> Slip:
    word = _FOREIGN_WORD.match(text, position)
    if word:
        return Slip(
            word.end(),
            "E0109",
            f"`{word[0]}` is not a name",
            "not a name",
            "names are made of the letters a to z and A to Z, digits and underscores",
            "NAME",
        )
    character = text[position]
    if character.isspace():
        return Slip(
            position + 1,
            "E0109",
            f"U+{ord(character):04X} looks like a blank and is none",
            "not a blank",
            "replace it by a blank",
            NOTHING,
        )
    shown = f"`{character}`" if character.isprintable() else f"character U+{ord(character):04X}"
    helps = {
        "%": "there is no remainder and no per cent; write a ratio as a number, such as `0.3`",
        "'": 'text stands in double quotes: `"..."`',
    }
    return Slip(position + 1, "E0109", f"{shown} means nothing here", "unexpected", helps.get(character))
