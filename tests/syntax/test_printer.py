"""Printing keeps the tree, settles at once, and loses no comment."""

from __future__ import annotations

from hypothesis import given, settings

from espire_dsl.diagnostics.value import Findings
from espire_dsl.syntax import tree
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.printer import print_module
from espire_dsl.syntax.source import Source
from espire_dsl.testing.trees import modules


def read(text: str) -> tree.Module:
    findings = Findings()
    module = parse(Source("t.espire", text), findings)
    assert [f.message for f in findings] == []
    return module


@settings(deadline=None, max_examples=150, derandomize=True)
@given(modules())
def test_reading_what_was_printed_gives_the_tree_back(module: tree.Module) -> None:
    printed = print_module(module)
    again = read(printed)
    assert again == module
    assert print_module(again) == printed
