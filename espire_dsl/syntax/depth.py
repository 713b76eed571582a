"""Keeps expressions shallow enough for every later pass to walk them."""

from __future__ import annotations

from typing import Any

from espire_dsl.diagnostics.value import Findings
from espire_dsl.syntax.lexer import MAX_NESTING, Token
from espire_dsl.syntax.source import Source
from espire_dsl.syntax.table import ParseNode

_BLOCKS = frozenset({"family", "example", "scene"})
# An argument is a level of the parse tree, not of the expression.
_UNCOUNTED = frozenset({"argument"})


def drop_too_deep(root: ParseNode, source: Source, findings: Findings) -> list[int]:
    """Removes clauses and items whose expressions nest too deeply; returns where they stood."""
    dropped: list[int] = []
    kept: list[Any] = []
    for child in root.parts:
        if isinstance(child, ParseNode) and child.rule in _BLOCKS:
            dropped += drop_too_deep(child, source, findings)
        elif isinstance(child, ParseNode) and (deep := _too_deep(child)) is not None:
            dropped.append(deep.start)
            findings.add(
                "E0135",
                source.span(deep.start, deep.end),
                f"an expression is nested more than {MAX_NESTING} levels deep",
                "too deep here",
                help="give a name to a part of it with `let`, or move it into a function",
            )
            continue
        kept.append(child)
    root.parts = kept
    return dropped


def _too_deep(part: ParseNode) -> Token | None:
    """The first token below the first expression that is nested too deeply, if there is one."""
    todo: list[tuple[Any, int]] = [(part, -1)]
    while todo:
        node, depth = todo.pop()
        if depth > MAX_NESTING and isinstance(node, Token):
            return node
        if isinstance(node, ParseNode):
            deeper = depth + (node.rule not in _UNCOUNTED)
            todo += [(child, deeper) for child in reversed(node.parts)]
    return None
