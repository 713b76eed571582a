"""Findings as workflow commands, which GitHub shows beside the changed lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable

from espire_dsl.diagnostics.report import SourceRange, SourceRanges, TextOf, in_order
from espire_dsl.diagnostics.value import Diagnostic


def render_github(diagnostics: Iterable[Diagnostic], text_of: TextOf) -> str:
    """One `::error` or `::warning` command a line, in order."""
    places = SourceRanges(text_of)
    return "".join(_command(d, places) + "\n" for d in in_order(diagnostics))


def _command(diagnostic: Diagnostic, places: SourceRanges) -> str:
    properties = {
        "file": diagnostic.primary.span.path,
        **_location(places.place(diagnostic.primary.span)),
        "title": diagnostic.code,
    }
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value)
    return f"::{diagnostic.severity.value} {listed}::{_data(_message(diagnostic))}"


def _location(place: SourceRange | None) -> dict[str, str]:
    """Columns only within one line: GitHub drops an annotation that gives them across lines."""
    if place is None:
        return {}
    lines = {"line": str(place.start.line)}
    if place.end.line != place.start.line:
        return {**lines, "endLine": str(place.end.line)}
    return {**lines, "col": str(place.start.column), "endColumn": str(place.end.column)}


def _message(diagnostic: Diagnostic) -> str:
    label = diagnostic.primary.text
    first = f"{diagnostic.message} ({label})" if label else diagnostic.message
    notes = [f"note: {note}" for note in diagnostic.notes]
    return "\n".join([first, *notes, *([f"help: {diagnostic.help}"] if diagnostic.help else [])])


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
