"""One line of source with marks under it: the rows that a finding shows of a file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from espire_dsl.diagnostics.cells import cell_width, expand, harmless, text_width
from espire_dsl.diagnostics.style import Role, Style

CUT = "…"


@frozen
class Mark:
    """Characters `start` to `end` of a line, to be underlined; at least one column is drawn."""

    start: int
    end: int
    text: str = ""
    primary: bool = True
    role: Role = Role.ERROR

    @property
    def stroke(self) -> str:
        return "^" if self.primary else "-"


def excerpt_rows(line: str, marks: Sequence[Mark], style: Style, width: int) -> Iterator[tuple[bool, str]]:
    """The rows to print for a line and its marks; the flag says that a row shows source text.

    A line wider than `width` columns is shown as a window around the marks, or as several windows
    when the marks are too far apart for one.
    """
    pieces, columns = expand(line)
    on_screen = [
        evolve(mark, start=columns[mark.start], end=max(columns[mark.end], columns[mark.start] + 1))
        for mark in sorted(marks, key=lambda m: (m.start, m.end, not m.primary, m.text))
    ]
    if columns[-1] <= width:
        yield True, "".join(pieces).rstrip()
        yield from ((False, row) for row in _mark_rows(on_screen, style))
        return
    for group in _groups(on_screen, width // 2) or [[]]:
        left, text = _window(pieces, columns, group, width)
        right = left + text_width(text)
        moved = [
            evolve(m, start=m.start - left, end=max(min(m.end, right) - left, m.start - left + 1))
            for m in group
        ]
        yield True, text.rstrip()
        yield from ((False, row) for row in _mark_rows(moved, style))


def _groups(marks: Sequence[Mark], reach: int) -> list[list[Mark]]:
    """Neighbouring marks that begin within `reach` columns of the first of them."""
    groups: list[list[Mark]] = []
    for mark in marks:
        if groups and mark.start - groups[-1][0].start <= reach:
            groups[-1].append(mark)
        else:
            groups.append([mark])
    return groups


def _window(
    pieces: Sequence[str], columns: Sequence[int], group: Sequence[Mark], width: int
) -> tuple[int, str]:
    """The part of a long line to print for a group of marks, and the column of the line at its left edge.

    Only this part of the line is looked at, so that many findings on one long line cost no more than on many.
    """
    first, total = group[0].start if group else 0, columns[-1]
    left = max(0, min(first - width // 4, total - width))
    if isinstance(pieces, str):  # each character is a column
        inner = pieces[left + (left > 0) : left + width - (left + width < total)]
        return left, CUT * (left > 0) + inner + CUT * (left + width < total)
    taken: list[str] = []  # a character and the combining marks on it are one entry
    begin = bisect_right(columns, left) - 1
    column = columns[begin]
    for char in _characters(pieces, begin):
        size = cell_width(char)
        if column + size > left + width:
            break
        if size == 0 and taken:
            taken[-1] += char
        elif size and column >= left:
            taken.append(char)
        elif column + size > left:
            taken.append(" ")
        column += size
    if left > 0:
        taken[0] = CUT + " " * (text_width(taken[0]) - 1)
    if column < total:
        taken[-1] = " " * (text_width(taken[-1]) - 1) + CUT
    return left, "".join(taken)


def _characters(pieces: Sequence[str], begin: int) -> Iterator[str]:
    for index in range(begin, len(pieces)):
        yield from pieces[index]


def _mark_rows(marks: Sequence[Mark], style: Style) -> Iterator[str]:
    """The underlines, then the texts that do not fit behind them, from right to left."""
    if not marks:
        return
    last = marks[-1]
    alone_at_the_end = all(m.end <= last.start or (not m.text and m.end <= last.end) for m in marks[:-1])
    waiting = [m for m in marks if m.text]
    tail = ""
    if alone_at_the_end and last.text and "\n" not in last.text:
        tail = " " + style.paint(harmless(last.text), last.role)
        waiting = [m for m in waiting if m is not last]
    yield _underlines(marks, style) + tail
    if waiting:
        yield _bars(waiting, style)[0]
    while waiting:
        mark = waiting.pop()
        left_of_it = [m for m in waiting if m.start < mark.start]
        bars, column = _bars(left_of_it, style)
        indent = " " * (mark.start - column)
        for row in harmless(mark.text).split("\n"):
            yield bars + indent + style.paint(row, mark.role)


def _underlines(marks: Sequence[Mark], style: Style) -> str:
    """All strokes in one row; where marks overlap the primary one, and then the shorter one, is seen."""
    width = max(m.end for m in marks)
    owner: list[Mark | None] = [None] * width
    for mark in sorted(marks, key=lambda m: (m.primary, m.start - m.end)):
        owner[mark.start : mark.end] = [mark] * (mark.end - mark.start)
    parts: list[str] = []
    at = 0
    while at < width:
        mark_here = owner[at]
        stop = at
        while stop < width and owner[stop] is mark_here:
            stop += 1
        if mark_here is None:
            parts.append(" " * (stop - at))
        else:
            parts.append(style.paint(mark_here.stroke * (stop - at), mark_here.role))
        at = stop
    return "".join(parts)


def _bars(marks: Sequence[Mark], style: Style) -> tuple[str, int]:
    """A row of bars that lead from the marks down to their texts, and how wide it is."""
    row = ""
    column = 0
    for mark in marks:
        if mark.start >= column:
            row += " " * (mark.start - column) + style.paint("|", mark.role)
            column = mark.start + 1
    return row, column
