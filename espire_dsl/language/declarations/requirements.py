"""What a world requires of its scenes, as programs: what it says, and what its words about places mean."""

from __future__ import annotations

from collections.abc import Iterator

from espire_dsl.diagnostics.value import Span
from espire_dsl.language.declarations.schema import GivenEntry
from espire_dsl.language.declarations.templates import SceneRequirement
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.mismatch import expect
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.typed import is_known
from espire_dsl.language.types import BOOL
from espire_dsl.syntax import tree
from espire_dsl.syntax.layout import render
from espire_dsl.syntax.print_expressions import expression
from espire_dsl.syntax.tree.base import Word

SIDE_TYPES = {"left_of": "Left", "right_of": "Right", "in_front_of": "Front", "behind": "Behind"}
"""The reasoning type by which questions speak of each side."""


def required(written: tree.Expression, scope: Scope) -> SceneRequirement | None:
    """A requirement, or None after saying why it is none."""
    before = scope.findings.error_count
    program = infer(written, scope)
    expect(program, BOOL, scope, "what a world requires")
    if scope.findings.error_count > before or not is_known(program):
        return None
    return SceneRequirement(program, " ".join(render(expression(written), 0).split()), written.span)


def implied(name: str, given: GivenEntry, scope: Scope) -> Iterator[SceneRequirement]:
    """What questions would say of a thing that is put on a side of another, and at a distance."""
    other: tree.Expression | None = None
    for side, type_ in SIDE_TYPES.items():
        argument = given.get(side)
        if argument is not None:
            other = argument.value
            found = required(_on_side(name, type_, other, argument.span), scope)
            if found is not None:
                yield found
    distance, start = given.get("distance"), given.get("from")
    other = other if start is None else start.value
    if distance is not None and other is not None:
        found = required(_at_distance(name, distance.value, other), scope)
        if found is not None:
            yield found


def _call(function: str, span: Span, *values: tree.Expression, **named: tree.Expression) -> tree.Call:
    arguments = [tree.Argument(value, span=span) for value in values]
    arguments += [tree.Argument(value, Word(key, span=span), span=span) for key, value in named.items()]
    return tree.Call(Word(function, span=span), tuple(arguments), span=span)


def _on_side(name: str, type_: str, other: tree.Expression, span: Span) -> tree.Expression:
    """`contains(filter_orientation({ name }, Left, of: other, in: relative), name)`."""
    thing = tree.Name(name, span=span)
    frame = {"of": other, "in": tree.Name("relative", span=span)}
    things = tree.SetOf((thing,), span=span)
    asked = _call("filter_orientation", span, things, tree.Name(type_, span=span), **frame)
    return _call("contains", span, asked, thing)


def _at_distance(name: str, value: tree.Expression, other: tree.Expression) -> tree.Expression:
    """`distance(name, to: other) >= low and distance(name, to: other) <= high`."""
    span = value.span
    low, high = (value.low, value.high) if isinstance(value, tree.Range) else (value, value)
    measured = _call("distance", span, tree.Name(name, span=span), to=other)
    return tree.Binary(
        "and",
        tree.Binary(">=", measured, low, span=span),
        tree.Binary("<=", measured, high, span=span),
        span=span,
    )
