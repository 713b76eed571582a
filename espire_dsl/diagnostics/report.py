"""What all ways of printing share: the order of findings, their places, and the counts at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from attrs import field, frozen

from espire_dsl.diagnostics.position import LineIndex, Position
from espire_dsl.diagnostics.value import Diagnostic, Severity, Span

TextOf = Callable[[str], str | None]
"""Gives the text of the file at a path, or None when there is none to show."""


def text_of_file(path: str) -> str | None:
    """A file's text as offsets count it, or None when it cannot be read."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except (OSError, ValueError):
        return None


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By file, place and code; a finding that is there twice is kept once."""
    return sorted(
        dict.fromkeys(diagnostics),
        key=lambda d: (d.primary.span.path, d.primary.span.start, d.code, d.primary.span.end, d.message),
    )


@frozen
class SourceRange:
    """A span in lines and columns; `end` is the position just after its last character."""

    start: Position
    end: Position


@frozen
class SourceRanges:
    """Looks up positions, reading and cutting each file once."""

    text_of: TextOf
    _indexes: dict[str, LineIndex | None] = field(factory=dict, init=False)

    def index(self, path: str) -> LineIndex | None:
        if path not in self._indexes:
            text = self.text_of(path)
            self._indexes[path] = None if text is None else LineIndex.of(text)
        return self._indexes[path]

    def place(self, span: Span) -> SourceRange | None:
        """Where a span is, or None when the file's text cannot be had."""
        index = self.index(span.path)
        if index is None:
            return None
        return SourceRange(index.position(span.start), index.position(max(span.start, span.end)))


@frozen
class Summary:
    """How many errors and warnings there are, and in how many files."""

    errors: int
    warnings: int
    files: int

    @classmethod
    def of(cls, found: Sequence[Diagnostic]) -> Summary:
        """Of findings of which none is there twice."""
        errors = sum(d.severity is Severity.ERROR for d in found)
        return cls(errors, len(found) - errors, len({d.primary.span.path for d in found}))

    def __str__(self) -> str:
        counts = [(self.errors, "error"), (self.warnings, "warning")]
        parts = [counted(n, noun) for n, noun in counts if n]
        if not parts:
            return "nothing found"
        return f"{' and '.join(parts)} in {counted(self.files, 'file')}"


def counted(number: int, noun: str, many: str | None = None) -> str:
    """`1 file`, `2 files`, `3 families`."""
    return f"{number} {noun if number == 1 else many or noun + 's'}"
