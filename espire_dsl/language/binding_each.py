"""Types of what looks at the things of a set one by one: comprehensions and quantifiers.

The thing that is looked at is called by its name and by how deep it is nested, so that two programs that say
the same are equal, and no name is captured when one stands inside of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from espire_dsl.diagnostics.value import Span
from espire_dsl.language.core.binders import BINDERS, WHERE
from espire_dsl.language.kinds import ANYTHING
from espire_dsl.language.mismatch import expect
from espire_dsl.language.reserved import check_new_name
from espire_dsl.language.scope import Binding, Scope
from espire_dsl.language.typed import Each, Read, Typed
from espire_dsl.language.types import (
    BOOL,
    INT,
    UNKNOWN,
    Hole,
    OpenSort,
    Set,
    Thing,
    Type,
    Unknown,
    solved,
)
from espire_dsl.language.unify import accept
from espire_dsl.syntax import tree

Infer = Callable[[tree.Expression, Scope], Typed]


def comprehension(node: tree.SetWhere, scope: Scope, infer: Infer) -> Typed:
    """`{ b in books where ... }`."""
    each = _looked_at(WHERE, node.name, node.things, node.test, None, node.span, scope, infer)
    return evolve(each, type=each.things.type if isinstance(solved(each.things.type), Set) else UNKNOWN)


def quantified(
    function: tree.Word, arguments: Sequence[tree.Argument], span: Span, scope: Scope, infer: Infer
) -> Typed:
    """`none(o in near, ...)`, `exactly(2, b in books, ...)`."""
    binder = BINDERS[function.text]
    numbers, rest = (arguments[:1], arguments[1:]) if binder.states_number else ((), arguments)
    fits = len(rest) == 2 and rest[0].each is not None and rest[1].each is None
    if not fits or any(a.each for a in numbers) or any(a.name for a in arguments):
        form = f"{function.text}({'2, ' if binder.states_number else ''}b in books, ...)"
        scope.findings.add(
            "E0231",
            function.span,
            f"`{function.text}` looks at the things of a set one by one",
            "not called so",
            notes=[f"it is called as {binder.form}"],
            help=f"write `{form}`",
        )
        return Read(function.text, BOOL, span)
    count = None
    if binder.states_number:
        count = infer(numbers[0].value, scope)
        if not accept(count.type, INT, {}):
            scope.findings.add(
                "E0208",
                count.span,
                f"what `{function.text}` counts to must be {INT}",
                f"this is {solved(count.type)}",
            )
    things, test = rest
    assert things.each is not None
    return _looked_at(function.text, things.each, things.value, test.value, count, span, scope, infer)


def _looked_at(
    function: str,
    name: tree.Word,
    written: tree.Expression,
    test: tree.Expression,
    count: Typed | None,
    span: Span,
    scope: Scope,
    infer: Infer,
) -> Each:
    things = infer(written, scope)
    check_new_name(name, scope)
    level = scope.level + 1
    known = f"{name.text}'{level}"
    binding = Binding(_element(things, scope), name.span, known)
    inner = evolve(scope, level=level, variables={**scope.variables, name.text: binding})
    body = infer(test, inner)
    expect(body, BOOL, inner, "the test of each thing")
    if (name.text, name.span.start) not in scope.work.used:
        scope.findings.add("W0301", name.span, f"`{name.text}` is never used", "named here, read nowhere")
    return Each(function, known, things, body, count, BOOL, span)


def _element(things: Typed, scope: Scope) -> Type:
    """The type of one thing of a set."""
    if isinstance(things.type, Hole) and things.type.solution is None:
        things.type.solution = Set(OpenSort(ANYTHING))
    type_ = solved(things.type)
    if isinstance(type_, Set):
        return Thing(type_.element)
    if not isinstance(type_, Unknown):
        scope.findings.add(
            "E0220",
            things.span,
            "`in` names the things of a set, and this is no set",
            f"this is {type_}",
            help="write `{ x }` for a set of one" if isinstance(type_, Thing) else None,
        )
    return UNKNOWN
