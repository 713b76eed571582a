"""Types of `if c then a else b`: both branches are of one type, or of sorts of things that one sort holds."""

from __future__ import annotations

from collections.abc import Callable

from espire_dsl.diagnostics.value import Label
from espire_dsl.language.inference.mismatch import expect
from espire_dsl.language.inference.missing_units import unit_help
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.typed import Choose, Typed
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    CLOCK,
    INT,
    LABEL,
    LENGTH,
    NUMBER,
    ORDINAL,
    PIXELS,
    UNKNOWN,
    Hole,
    List,
    Set,
    Thing,
    Type,
    Unknown,
    solved,
)
from espire_dsl.language.unify import accept, join
from espire_dsl.syntax import tree

Infer = Callable[[tree.Expression, Scope], Typed]
CHOSEN = frozenset({LENGTH, ANGLE, PIXELS, NUMBER, INT, ORDINAL, CLOCK, BOOL, LABEL})
"""Types of plain values that a condition can choose; things, sets and lists are chosen as well."""


def conditional(node: tree.Conditional, scope: Scope, infer: Infer) -> Typed:
    condition = infer(node.condition, scope)
    expect(condition, BOOL, scope, "a condition")
    yes, no = infer(node.yes, scope), infer(node.no, scope)
    _settle(yes.type, no.type)
    first, second = solved(yes.type), solved(no.type)
    type_ = _common(first, second)
    if type_ is None:
        scope.findings.add(
            "E0232",
            no.span,
            f"one branch is {first} and the other {second}",
            f"this is {second}",
            secondary=[Label(yes.span, f"this is {first}")],
            help=unit_help(no, first) or unit_help(yes, second),
        )
    elif type_ not in CHOSEN and not isinstance(type_, Thing | Set | List | Unknown):
        scope.findings.add(
            "E0232",
            node.span,
            f"a condition cannot choose {first}",
            "chosen here",
            help="choose between the values that are computed with it, not between ways to compute them",
        )
        type_ = UNKNOWN
    return Choose(condition, yes, no, UNKNOWN if type_ is None else type_, node.span)


def _settle(yes: Type, no: Type) -> None:
    """A branch whose type is not known yet has that of the other."""
    for open_side, other in ((yes, no), (no, yes)):
        if isinstance(open_side, Hole) and open_side.solution is None:
            known = solved(other)
            if not isinstance(known, Unknown):
                accept(open_side, known, {})


def _common(first: Type, second: Type) -> Type | None:
    """The type that holds both."""
    if isinstance(first, Unknown) or isinstance(second, Unknown):
        return UNKNOWN
    for of_things in (Thing, Set, List):
        if isinstance(first, of_things) and isinstance(second, of_things):
            return of_things(join(first.element, second.element))
    if {first, second} == {INT, NUMBER}:
        return NUMBER
    return first if first == second or (type(first) is type(second) and first not in CHOSEN) else None
