"""Findings for people to read: the message, the line, a mark under the part that is meant, and help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from espire_dsl.diagnostics.cells import harmless
from espire_dsl.diagnostics.excerpt import Mark, excerpt_rows
from espire_dsl.diagnostics.position import LineIndex
from espire_dsl.diagnostics.report import SourceRanges, Summary, TextOf, in_order
from espire_dsl.diagnostics.style import Role, Style
from espire_dsl.diagnostics.value import Diagnostic, Label, Severity, Span

LINE_WIDTH = 120
MOST_SHOWN = 1_000
"""Nobody reads more findings than these; other formats have all of them."""


def render_text(
    diagnostics: Iterable[Diagnostic], text_of: TextOf, *, colour: bool = False, width: int = LINE_WIDTH
) -> str:
    """All findings in order, an empty line after each, and a line that counts them; "" for none.

    `width` bounds how much of a source line is shown.
    """
    found = in_order(diagnostics)
    if not found:
        return ""
    places, style = SourceRanges(text_of), Style(colour)
    blocks = ["\n".join(_block(d, places, style, width)) for d in found[:MOST_SHOWN]]
    if len(found) > MOST_SHOWN:
        blocks.append(f"... and {len(found) - MOST_SHOWN} more, which `--format json` lists")
    return "\n\n".join([*blocks, str(Summary.of(found))]) + "\n"


MarkedLines = dict[int, list[Mark]]


def _block(diagnostic: Diagnostic, places: SourceRanges, style: Style, width: int) -> Iterator[str]:
    role = Role.WARNING if diagnostic.severity is Severity.WARNING else Role.ERROR
    head = style.paint(f"{diagnostic.severity.value}[{diagnostic.code}]", role)
    yield head + style.paint(f": {harmless(diagnostic.message)}", Role.STRONG)

    labels: dict[str, list[Label]] = {}
    for label in (diagnostic.primary, *diagnostic.secondary):
        labels.setdefault(label.span.path, []).append(label)
    lines = {
        path: _marked_lines(places.index(path), found, role, diagnostic) for path, found in labels.items()
    }
    last_line = max((line for marked in lines.values() for line in marked), default=1)
    gutter = _Gutter(style, len(str(last_line)))

    for path, marked in lines.items():
        main = path == diagnostic.primary.span.path
        if not main and any(lines.values()):
            yield gutter.row()
        if path:
            arrow = "-->" if main else ":::"
            yield gutter.arrow(arrow, _where(labels[path][0].span, places))
        index = places.index(path)
        if index is not None:
            yield gutter.row()
            yield from _excerpts(index, marked, gutter, width)
        else:
            for label in labels[path]:
                if label.text:
                    yield from gutter.remark("note", label.text, Role.STRONG)
    if any(lines.values()) and (diagnostic.notes or diagnostic.help):
        yield gutter.row()
    for note in diagnostic.notes:
        yield from gutter.remark("note", note, Role.STRONG)
    if diagnostic.help:
        yield from gutter.remark("help", diagnostic.help, Role.HELP)


@frozen
class _Gutter:
    """The column of line numbers at the left, `size` digits wide, and what hangs on it."""

    style: Style
    size: int

    def row(self, text: str = "", number: int | None = None) -> str:
        bar = self.style.paint(f"{'' if number is None else number:>{self.size}} |", Role.SECONDARY)
        return f"{bar} {text}" if text else bar

    def gap(self) -> str:
        return self.style.paint("...", Role.SECONDARY)

    def arrow(self, arrow: str, text: str) -> str:
        return f"{' ' * self.size}{self.style.paint(arrow, Role.SECONDARY)} {text}"

    def remark(self, kind: str, text: str, role: Role) -> Iterator[str]:
        first, *rest = harmless(text).split("\n")
        sign = self.style.paint("=", Role.SECONDARY)
        yield f"{' ' * self.size} {sign} {self.style.paint(kind, role)}: {first}"
        indent = " " * (self.size + len(kind) + 5)
        yield from (indent + row if row else "" for row in rest)


def _where(span: Span, places: SourceRanges) -> str:
    place = places.place(span)
    path = harmless(span.path).replace("\n", "\\n")
    return f"{path}:{place.start.line}:{place.start.column}" if place else path


def _excerpts(index: LineIndex, marked: MarkedLines, gutter: _Gutter, width: int) -> Iterator[str]:
    """The marked lines; one line between two of them is shown too, more are left out."""
    before = min(marked)
    for line in sorted(marked):
        if line == before + 2:
            yield from _numbered(index, line - 1, [], gutter, width)
        elif line > before + 2:
            yield gutter.gap()
        yield from _numbered(index, line, marked[line], gutter, width)
        before = line


def _numbered(index: LineIndex, line: int, marks: list[Mark], gutter: _Gutter, width: int) -> Iterator[str]:
    for is_source, text in excerpt_rows(index.line_text(line), marks, gutter.style, width):
        yield gutter.row(text, line if is_source else None)


def _marked_lines(
    index: LineIndex | None, labels: Iterable[Label], role: Role, diagnostic: Diagnostic
) -> MarkedLines:
    marked: MarkedLines = {}
    if index is None:
        return marked
    for label in labels:
        primary = label is diagnostic.primary
        for line, mark in _marks(index, label, primary, role if primary else Role.SECONDARY):
            marked.setdefault(line, []).append(mark)
    return marked


def _marks(index: LineIndex, label: Label, primary: bool, role: Role) -> Iterator[tuple[int, Mark]]:
    """One mark for a span within a line; for a longer one its first and last line, the text at the last."""
    start = min(label.span.start, len(index.text))
    end = min(max(label.span.end, start), len(index.text))
    while end > start and index.text[end - 1] in "\r\n":
        end -= 1
    first, last = index.position(start), index.position(end)
    opening, closing = index.line_text(first.line), index.line_text(last.line)
    left, right = min(first.column - 1, len(opening)), min(last.column - 1, len(closing))
    if first.line == last.line:
        yield first.line, Mark(left, right, label.text, primary, role)
        return
    indent = len(closing) - len(closing.lstrip())
    yield first.line, Mark(left, len(opening), "", primary, role)
    yield last.line, Mark(min(indent, right), right, label.text, primary, role)
