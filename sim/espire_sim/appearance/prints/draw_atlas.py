"""Draws the atlas of prints: `python -m espire_sim.appearance.prints.draw_atlas` writes atlas.png again.

The letters are those of the font that Pillow has built in; LICENCE.md beside this file says more.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from attrs import frozen
from PIL import Image, ImageDraw, ImageFont

from espire_sim.appearance.prints.cells import CELLS, SIZE, TITLES, corner_of

FOLDER: Final = Path(__file__).resolve().parent
_INK: Final = 255
_SMALLEST: Final = 6  # pixels of a font


@frozen
class Book:
    """What is printed on a book; `number` chooses between designs."""

    title: str
    author: str
    number: int


def titles() -> tuple[Book, ...]:
    """The books of titles.toml."""
    rows = tomllib.loads((FOLDER / "titles.toml").read_text(encoding="utf-8"))["titles"]
    return tuple(Book(title, author, number) for number, (title, author) in enumerate(rows))


def atlas() -> Image.Image:
    """All cells of all titles: what is ink is white."""
    books = titles()
    if len(books) != TITLES:
        raise ValueError(f"titles.toml has {len(books)} titles, and the atlas has room for {TITLES}")
    picture = Image.new("L", SIZE)
    for book in books:
        for name, cell in CELLS.items():
            picture.paste(drawn_cell(name, book), corner_of(cell, book.number))
    return picture


def drawn_cell(name: str, book: Book) -> Image.Image:
    """One way of printing a book."""
    drawn = Image.new("L", (CELLS[name].width, CELLS[name].height))
    _CELLS[name](ImageDraw.Draw(drawn), book)
    return drawn


def _text(
    draw: ImageDraw.ImageDraw, text: str, box: Sequence[float], size: float, weight: float = 0.0
) -> None:
    """A line in the middle of a box (left, top, right, bottom), smaller where it does not fit."""
    left, top, right, bottom = box
    while True:
        font = ImageFont.load_default(size)
        x, y, to, down = draw.textbbox((0, 0), text, font=font, stroke_width=weight)
        if (to - x <= right - left and down - y <= bottom - top) or size <= _SMALLEST:
            break
        size -= 0.5
    at = ((left + right - to - x) / 2, (top + bottom - down - y) / 2)
    draw.text(at, text, fill=_INK, font=font, stroke_width=weight)


def _lines(text: str) -> list[str]:
    """A title in lines of about a word each."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < 8:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _stacked(draw: ImageDraw.ImageDraw, text: str, box: Sequence[float], size: float, weight: float) -> None:
    left, top, right, bottom = box
    lines = _lines(text)
    each = (bottom - top) / len(lines)
    for place, line in enumerate(lines):
        _text(draw, line, (left, top + place * each, right, top + (place + 1) * each), size, weight)


def _diamond(draw: ImageDraw.ImageDraw, x: float, y: float, half: float) -> None:
    draw.polygon([(x - half, y), (x, y - half), (x + half, y), (x, y + half)], fill=_INK)


def _flower(draw: ImageDraw.ImageDraw, x: float, y: float, half: float) -> None:
    for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        a, b = x + 0.55 * half * i, y + 0.55 * half * j
        draw.ellipse([a - 0.42 * half, b - 0.42 * half, a + 0.42 * half, b + 0.42 * half], fill=_INK)
    _diamond(draw, x, y, 0.35 * half)


def _gilt_spine(draw: ImageDraw.ImageDraw, book: Book) -> None:
    for x in (14, 20, 360, 366):
        draw.rectangle([x, 0, x + (3 if x in (14, 366) else 1), 47], fill=_INK)
    _text(draw, book.title.upper(), (74, 8, 262, 40), 27, 0.6)
    _flower(draw, 48, 24, 11)
    _text(draw, book.author, (272, 12, 346, 36), 17, 0.3)


def _banded_spine(draw: ImageDraw.ImageDraw, book: Book) -> None:
    for band in (41, 100, 283, 342):
        for x in (band - 8, band + 6):
            draw.rectangle([x, 0, x + 1, 47], fill=_INK)
    for x in (20, 70, 312, 363):
        _flower(draw, x, 24, 12)
    _text(draw, book.title.upper(), (114, 6, 268, 42), 28, 0.7)


def _bold_spine(draw: ImageDraw.ImageDraw, book: Book) -> None:
    _text(draw, book.title, (18, 4, 262, 44), 36, 1.0)
    _text(draw, book.author, (270, 10, 346, 38), 19, 0.4)
    if book.number % 2:
        draw.ellipse([352, 15, 370, 33], fill=_INK)
    else:
        draw.rectangle([353, 16, 369, 32], fill=_INK)


def _gilt_cover(draw: ImageDraw.ImageDraw, book: Book) -> None:
    draw.rectangle([10, 10, 181, 277], outline=_INK, width=3)
    draw.rectangle([17, 17, 174, 270], outline=_INK, width=1)
    for x, y in ((26, 26), (165, 26), (26, 261), (165, 261)):
        _flower(draw, x, y, 7)
    _stacked(draw, book.title.upper(), (26, 46, 166, 136), 34, 0.7)
    (_flower if book.number % 2 else _diamond)(draw, 96, 174, 22)
    draw.line([40, 214, 152, 214], fill=_INK, width=1)
    _text(draw, book.author, (28, 222, 164, 250), 20, 0.3)


def _bold_cover(draw: ImageDraw.ImageDraw, book: Book) -> None:
    _stacked(draw, book.title, (12, 14, 180, 124), 46, 1.0)
    design = book.number % 4
    if design == 0:
        draw.ellipse([46, 136, 146, 236], fill=_INK)
        draw.ellipse([62, 146, 150, 234], fill=0)
    elif design == 1:
        for step in range(5):
            draw.rectangle([14, 138 + 20 * step, 178 - 26 * step, 147 + 20 * step], fill=_INK)
    elif design == 2:
        draw.polygon([(14, 236), (74, 144), (110, 196), (130, 170), (178, 236)], fill=_INK)
        draw.ellipse([132, 136, 158, 162], fill=_INK)
    else:
        for ring in range(4):
            off = 13 * ring
            draw.ellipse([46 + off, 136 + off, 146 - off, 236 - off], outline=_INK, width=4)
    _text(draw, book.author, (14, 246, 178, 276), 22, 0.4)


def _cover_label(draw: ImageDraw.ImageDraw, book: Book) -> None:
    draw.rectangle([5, 5, 186, 90], outline=_INK, width=2)
    _text(draw, book.title, (14, 12, 178, 54), 32, 0.8)
    draw.line([60, 59, 132, 59], fill=_INK, width=1)
    _text(draw, book.author, (14, 62, 178, 86), 18, 0.3)


def _spine_label(draw: ImageDraw.ImageDraw, book: Book) -> None:
    draw.rectangle([4, 4, 187, 43], outline=_INK, width=2)
    _text(draw, book.title, (12, 8, 180, 40), 28, 0.7)


def _call_number(draw: ImageDraw.ImageDraw, book: Book) -> None:
    number = f"{100 + 23 * book.number}"
    _text(draw, number, (4, 5, 44, 25), 20, 0.4)
    _text(draw, book.author.split()[-1][:3].upper(), (4, 26, 44, 44), 17, 0.4)


def _barcode(draw: ImageDraw.ImageDraw, book: Book) -> None:
    x, state = 8, book.number + 7
    while x < 86:
        state = (state * 75 + 74) % 65537
        draw.rectangle([x, 7, x + state % 3, 32], fill=_INK)
        x += state % 3 + 2 + state // 3 % 2
    _text(draw, f"{31000 + 37 * book.number}", (8, 34, 88, 46), 11)


def _worn_cover(draw: ImageDraw.ImageDraw, book: Book) -> None:
    """Corners and edges that are rubbed down to the board."""
    state = book.number + 11

    def drawn(most: int) -> int:
        nonlocal state
        state = (state * 75 + 74) % 65537
        return state % most

    for x, y in ((0, 0), (47, 0), (0, 47), (47, 47)):
        half = 1 + drawn(3)
        draw.ellipse([x - half, y - half, x + half, y + half], fill=150 + drawn(100))
    for place in range(4, 44, 3):
        for upright in (True, False):
            edge, long, bare = 47 * drawn(2), drawn(4), 60 + drawn(120)
            if drawn(3) == 0:
                ends = (edge, place, edge, place + long) if upright else (place, edge, place + long, edge)
                draw.line(ends, fill=bare, width=1)


_CELLS: Final[Mapping[str, Callable[[ImageDraw.ImageDraw, Book], None]]] = MappingProxyType(
    {
        "gilt_spine": _gilt_spine,
        "banded_spine": _banded_spine,
        "bold_spine": _bold_spine,
        "gilt_cover": _gilt_cover,
        "bold_cover": _bold_cover,
        "cover_label": _cover_label,
        "spine_label": _spine_label,
        "call_number": _call_number,
        "barcode": _barcode,
        "worn_cover": _worn_cover,
    }
)

if __name__ == "__main__":
    atlas().save(FOLDER / "atlas.png", optimize=True)
