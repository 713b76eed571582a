"""How characters look on a terminal: what is printed for each, and how many columns it takes."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

TAB_WIDTH = 4
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_COMBINING = frozenset({"Mn", "Me"})
_CONTROL_PICTURES = 0x2400
_DELETE = 0x7F


def shown(char: str) -> str:
    """A printable stand-in for a character that would be invisible, or would steer the terminal."""
    if char.isascii() and char.isprintable():
        return char
    if unicodedata.category(char) not in _INVISIBLE:
        return char
    number = ord(char)
    if number < 0x20:
        return chr(_CONTROL_PICTURES + number)
    if number == _DELETE:
        return "\N{SYMBOL FOR DELETE}"
    return f"<U+{number:04X}>"


def harmless(text: str) -> str:
    """A text in which nothing can steer the terminal. Line feeds stay."""
    if text.isascii() and text.isprintable():
        return text
    return "\n".join("".join(map(shown, line)) for line in text.split("\n"))


def cell_width(char: str) -> int:
    """Terminal columns of one printable character: 2 for wide ones, 0 for combining marks."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in _COMBINING:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def text_width(text: str) -> int:
    return len(text) if text.isascii() else sum(map(cell_width, text))


@lru_cache(maxsize=4)
def expand(line: str) -> tuple[Sequence[str], Sequence[int]]:
    """What to print for each character of a line, and the terminal column at which each begins.

    The second list has one entry more than the line has characters: the column where the line ends. The last
    lines are remembered, as findings on one line follow each other.
    """
    if line.isascii() and line.isprintable():
        return line, range(len(line) + 1)
    pieces: list[str] = []
    columns = [0]
    for char in line:
        piece = " " * (TAB_WIDTH - columns[-1] % TAB_WIDTH) if char == "\t" else shown(char)
        pieces.append(piece)
        columns.append(columns[-1] + text_width(piece))
    return pieces, columns
