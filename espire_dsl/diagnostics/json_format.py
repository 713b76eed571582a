"""Findings for editors and other programs: one JSON document.

Lines and columns count from 1, columns in characters; `end_line` and `end_column` name the position
just after the last character. They are null when the text of the file cannot be had.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from attrs import asdict

from espire_dsl.diagnostics.report import SourceRanges, Summary, TextOf, in_order
from espire_dsl.diagnostics.value import Diagnostic, Label

FORMAT_VERSION = 1


def render_json(diagnostics: Iterable[Diagnostic], text_of: TextOf) -> str:
    """The findings in order, and their counts. ASCII only, so that no reader's encoding matters."""
    found = in_order(diagnostics)
    places = SourceRanges(text_of)
    document = {
        "version": FORMAT_VERSION,
        "diagnostics": [_entry(d, places) for d in found],
        "summary": asdict(Summary.of(found)),
    }
    return json.dumps(document, indent=2) + "\n"


def _entry(diagnostic: Diagnostic, places: SourceRanges) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        **_labelled(diagnostic.primary, places),
        "secondary": [_labelled(label, places) for label in diagnostic.secondary],
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
    }


def _labelled(label: Label, places: SourceRanges) -> dict[str, Any]:
    place = places.place(label.span)
    return {
        "file": label.span.path,
        "line": place.start.line if place else None,
        "column": place.start.column if place else None,
        "end_line": place.end.line if place else None,
        "end_column": place.end.column if place else None,
        "label": label.text,
    }
