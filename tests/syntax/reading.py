"""Helpers of these tests: reading text, and text with the expected place marked in it."""

from __future__ import annotations

from espire_dsl.diagnostics.value import Diagnostic, Findings
from espire_dsl.syntax import tree
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.source import Source


def parsed(text: str) -> tuple[tree.Module, list[Diagnostic]]:
    findings = Findings()
    return parse(Source("t.espire", text), findings), list(findings)


def read(text: str) -> tree.Module:
    """The tree of a text that must be free of mistakes."""
    module, findings = parsed(text)
    assert [(f.code, f.message) for f in findings] == []
    return module


def unmarked(text: str) -> tuple[str, int, int]:
    """The text without its marks `«` and `»`, and the offsets that they enclose."""
    start = text.index("«")
    end = text.index("»") - 1
    return text.replace("«", "").replace("»", ""), start, end
