"""The entries of a declaration that are said at most once, each as a plain value of its one argument."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import frozen

from espire_dsl.diagnostics.value import Findings, Span
from espire_dsl.language.declarations import constants as read
from espire_dsl.language.declarations.schema import GivenEntry
from espire_dsl.syntax import tree

Lengths = tuple[float, float, float]


@frozen
class Entries:
    """Entries as they were given. Each question gives a value, or None where the entry is not there or is
    something else than expected, which is reported."""

    given: Sequence[GivenEntry]
    findings: Findings

    def get(self, name: str) -> GivenEntry | None:
        return next((entry for entry in self.given if entry.name == name), None)

    def value(self, name: str) -> tree.Expression | None:
        """The first argument of an entry."""
        entry = self.get(name)
        return None if entry is None else next(iter(entry.arguments.values())).value

    def text(self, name: str, empty: bool = False) -> str | None:
        value = self.value(name)
        return None if value is None else read.text(value, self.findings, empty)

    def truth(self, name: str) -> bool:
        value = self.value(name)
        return False if value is None else read.truth(value, self.findings) or False

    def word(self, name: str, known: Collection[str] | None = None) -> str | None:
        value = self.value(name)
        return None if value is None else read.word(value, self.findings, known)

    def whole(self, name: str, least: int) -> int | None:
        value = self.value(name)
        return None if value is None else read.whole(value, self.findings, least)

    def positive(self, name: str, quantity: str) -> float | None:
        value = self.value(name)
        return None if value is None else read.positive(value, quantity, self.findings)

    def lengths(self, name: str) -> Lengths | None:
        """`box 3 cm, 4 cm, 5 cm`."""
        entry = self.get(name)
        if entry is None:
            return None
        values = [read.positive(a.value, read.LENGTH, self.findings) for a in entry.arguments.values()]
        x, y, z = values
        return None if x is None or y is None or z is None else (x, y, z)

    def span(self, name: str, otherwise: Span) -> Span:
        """Where the first argument of an entry stands, or another place for one that is not there."""
        value = self.value(name)
        return otherwise if value is None else value.span
