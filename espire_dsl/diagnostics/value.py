"""A finding as a value, and lists of them. Nothing here prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum

from attrs import define, field, frozen

MOST_FINDINGS = 2_500
"""A file of which more is found is something else by mistake, and nobody would read the list."""


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
    """An error keeps a file from being compiled; a warning does not."""

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


class TooManyFindingsError(Exception):
    """Ends the work on a file of which more is found than anybody reads; `Findings.until_full` catches it."""

    def __init__(self, findings: Findings) -> None:
        super().__init__(f"more than {MOST_FINDINGS} findings")
        self.findings = findings


@define(eq=False)
class Findings:
    """A growing list of findings that passes hand to one another; all are collected, up to a bound."""

    items: list[Diagnostic] = field(factory=list)
    _looked_at: int = field(default=0, init=False, repr=False)
    _errors: int = field(default=0, init=False, repr=False)

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
        self.take(Diagnostic(code, message, Label(span, label), tuple(secondary), tuple(notes), help))

    def take(self, finding: Diagnostic) -> None:
        """Adds one that was made elsewhere."""
        if len(self.items) < MOST_FINDINGS:
            self.items.append(finding)
            return
        if len(self.items) == MOST_FINDINGS:
            message = f"more than {MOST_FINDINGS} findings: the rest of the file is not checked"
            self.items.append(
                Diagnostic("E0146", message, Label(finding.primary.span, "at least up to here"))
            )
        raise TooManyFindingsError(self)

    @contextmanager
    def until_full(self) -> Iterator[None]:
        """Work that ends, with what was found up to then, when that is too much."""
        try:
            yield
        except TooManyFindingsError as stop:
            if stop.findings is not self:
                self.items += stop.findings.items

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.items if d.severity is Severity.ERROR]

    @property
    def error_count(self) -> int:
        """How many errors there are; only those are looked at that came since the last time."""
        self._errors += sum(d.severity is Severity.ERROR for d in self.items[self._looked_at :])
        self._looked_at = len(self.items)
        return self._errors
