"""What is wrong with a template, with its place inside the template's own text."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from espire_dsl.diagnostics.value import Findings, Label, Span

Locate = Callable[[int], int]
"""From an index into a template's text to an offset into the file that holds it."""


@frozen
class TemplateProblem:
    """Characters `start` to `end` of the template, and what to say about them."""

    code: str
    start: int
    end: int
    message: str
    label: str = ""
    help: str | None = None
    notes: tuple[str, ...] = ()
    secondary: tuple[Label, ...] = ()


def report(problem: TemplateProblem, path: str, locate: Locate, findings: Findings) -> None:
    """Hand a problem on as a finding in the file."""
    start = locate(problem.start)
    end = locate(problem.end - 1) + 1 if problem.end > problem.start else start
    findings.add(
        problem.code,
        Span(path, start, max(start, end)),
        problem.message,
        problem.label,
        secondary=problem.secondary,
        notes=problem.notes,
        help=problem.help,
    )
