"""Findings about a task set as text for a terminal, and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from espire_dsl.diagnostics.report import counted
from espire_dsl.validating.validate import Report


def text_of(report: Report) -> str:
    """A line for each finding, then what was looked at."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield from map(str, report.findings)
    if report.lacking:
        yield f"not looked at, because the set has none: {', '.join(report.lacking)}"
    looked_at = f"{counted(report.tasks, 'task')} about {counted(report.scenes, 'scene')}"
    yield f"{looked_at}: {counted(len(report.findings), 'finding')}"


def json_of(report: Report) -> str:
    """The whole report for programs."""
    data = {
        "tasks": report.tasks,
        "scenes": report.scenes,
        "lacking": list(report.lacking),
        "findings": [finding.to_json() for finding in report.findings],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
