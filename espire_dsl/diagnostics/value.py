"""A finding as a value. Nothing here prints, and nothing here raises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from attrs import field, frozen


@frozen(order=True)
class Span:
    """Characters `start` to `end` (half open, offsets into the decoded text) of the file at `path`."""

    path: str
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The span from the beginning of this one to the end of another."""
        return Span(self.path, self.start, max(self.end, other.end))


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@frozen
class Label:
    """A place in a file with a few words about it."""

    span: Span
    text: str = ""


@frozen
class Diagnostic:
    """One finding. `code` names a page of the registry; its first letter is the severity."""

    code: str
    message: str
    primary: Label
    secondary: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None

    @property
    def severity(self) -> Severity:
        return Severity.WARNING if self.code.startswith("W") else Severity.ERROR


@frozen
class Findings:
    """A growing list of findings that passes hand to one another; collect all, raise never."""

    items: list[Diagnostic] = field(factory=list)

    def add(
        self,
        code: str,
        span: Span,
        message: str,
        label: str = "",
        *,
        secondary: Iterable[Label] = (),
        notes: Iterable[str] = (),
        help: str | None = None,
    ) -> None:
        self.items.append(Diagnostic(code, message, Label(span, label), tuple(secondary), tuple(notes), help))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.items if d.severity is Severity.ERROR]
