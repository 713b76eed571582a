"""Fits pieces of text into lines: groups stay on one line if they can, and break at their seams if not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

WIDTH = 100


@frozen
class Seam:
    """Where a group may break: `flat` stands there while it does not."""

    flat: str = " "


@frozen
class Nest:
    """Lines that begin inside are indented by so much more."""

    by: int
    inside: Layout


@frozen
class Group:
    """All of its own seams break, or none."""

    inside: Layout


Layout = str | Seam | Nest | Group | tuple["Layout", ...]

SPACE = Seam(" ")
NOTHING = Seam("")


def joined(parts: Sequence[Layout], separator: Layout) -> Layout:
    """The parts with the separator between them."""
    out: list[Layout] = []
    for part in parts:
        out += [separator, part] if out else [part]
    return tuple(out)


def listed(opening: str, parts: Sequence[Layout], closing: str, edge: Seam = NOTHING) -> Layout:
    """A bracketed list: on one line, or one entry a line."""
    if not parts:
        return opening + closing
    return Group((opening, Nest(2, (edge, joined(parts, (",", SPACE)))), edge, closing))


def render(layout: Layout, indent: int, column: int | None = None) -> str:
    """The text, for a place `column` (by default `indent`) characters into a line."""
    out: list[str] = []
    column = indent if column is None else column
    todo: list[tuple[int, bool, Layout]] = [(indent, False, layout)]
    while todo:
        margin, flat, piece = todo.pop()
        if isinstance(piece, str):
            out.append(piece)
            column += len(piece)
        elif isinstance(piece, tuple):
            todo += [(margin, flat, part) for part in reversed(piece)]
        elif isinstance(piece, Nest):
            todo.append((margin + piece.by, flat, piece.inside))
        elif isinstance(piece, Group):
            fits = flat or _fits(piece.inside, todo, WIDTH - column)
            todo.append((margin, fits, piece.inside))
        elif flat:
            out.append(piece.flat)
            column += len(piece.flat)
        else:
            out.append("\n" + " " * margin)
            column = margin
    return "".join(out)


def _fits(layout: Layout, after: Iterable[tuple[int, bool, Layout]], room: int) -> bool:
    """Whether the layout fits on the rest of the line, with what follows it up to the next break."""
    todo: list[tuple[bool, Layout]] = [(flat, piece) for _, flat, piece in after]
    todo.append((True, layout))
    while todo and room >= 0:
        flat, piece = todo.pop()
        if isinstance(piece, str):
            room -= len(piece)
        elif isinstance(piece, tuple):
            todo += [(flat, part) for part in reversed(piece)]
        elif isinstance(piece, Nest | Group):
            # A group further on may still break, so that only what stands before its first seam counts.
            todo.append((flat, piece.inside))
        elif flat:
            room -= len(piece.flat)
        else:
            return True
    return room >= 0
