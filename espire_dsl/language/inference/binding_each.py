"""Types of what looks at the things of a set one by one: comprehensions, quantifiers, extremes and orders.

The thing that is looked at is called by its name and by how deep it is nested, so that two programs that say
the same are equal, and no name is captured when one stands inside of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from attrs import evolve, frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.language.core.binders import BINDERS, WHERE, Binder
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.signature import SignatureParameter
from espire_dsl.language.hints import one_of
from espire_dsl.language.inference.matching import matched
from espire_dsl.language.inference.mismatch import expect
from espire_dsl.language.inference.missing_units import unit_help
from espire_dsl.language.inference.reserved import check_new_name
from espire_dsl.language.inference.scope import Scope, ScopeEntry
from espire_dsl.language.kinds import ANYTHING
from espire_dsl.language.typed import Each, Read, Typed
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    INT,
    LENGTH,
    NUMBER,
    ORDINAL,
    PIXELS,
    UNKNOWN,
    Hole,
    List,
    OpenSort,
    Scalar,
    Set,
    Thing,
    Type,
    Unknown,
    solved,
)
from espire_dsl.language.unify import accept, join
from espire_dsl.syntax import tree

Infer = Callable[[tree.Expression, Scope], Typed]
MEASURES = (LENGTH, ANGLE, PIXELS, NUMBER, INT)
_MOST_NAMES = 2
_QUANTITY = Scalar("Quantity")
"""Any of the measures, where a message says what a call takes."""


@frozen
class _Looking:
    """What a call looks at, taken apart."""

    names: tuple[tree.Word, ...]
    sets: tuple[tree.Expression, ...]
    body: tree.Expression
    number: tree.Expression | None = None


def comprehension(node: tree.SetWhere, scope: Scope, infer: Infer) -> Typed:
    """`{ b in books where ... }`."""
    looking = _Looking((node.name,), (node.things,), node.test)
    return _looked_at(BINDERS[WHERE], looking, node.span, scope, infer)


def looking_call(
    function: tree.Word, arguments: Sequence[tree.Argument], span: Span, scope: Scope, infer: Infer
) -> Typed:
    """`none(o in near, ...)`, `exactly(2, b in books, ...)`, `greatest(books, by: height)`."""
    binder = BINDERS[function.text]
    take_apart = _of_test if binder.order is None else _of_order
    looking = take_apart(function, arguments, binder, scope)
    if looking is None:
        return Read(function.text, UNKNOWN, span)
    return _looked_at(binder, looking, span, scope, infer)


def _report_call(function: tree.Word, binder: Binder, scope: Scope) -> None:
    """Say how a function is called that was called otherwise."""
    scope.findings.add(
        "E0231",
        function.span,
        f"`{function.text}` looks at the things of a set one by one",
        "not called so",
        notes=[f"it is called as {binder.form}"],
        help=f"write `{_example(binder)}`",
    )


def _example(binder: Binder) -> str:
    if binder.order is None:
        return f"{binder.name}({'2, ' if binder.states_number else ''}b in books, ...)"
    return f"{binder.name}(books, {'2nd, ' if binder.states_number else ''}by: height)"


def _of_test(
    function: tree.Word, arguments: Sequence[tree.Argument], binder: Binder, scope: Scope
) -> _Looking | None:
    numbers, rest = (arguments[:1], arguments[1:]) if binder.states_number else ((), arguments)
    fits = len(rest) == 2 and rest[0].each is not None and rest[1].each is None
    if not fits or any(a.each for a in numbers) or any(a.name for a in arguments):
        _report_call(function, binder, scope)
        return None
    things, test = rest
    assert things.each is not None
    return _Looking((things.each,), (things.value,), test.value, numbers[0].value if numbers else None)


def _of_order(
    function: tree.Word, arguments: Sequence[tree.Argument], binder: Binder, scope: Scope
) -> _Looking | None:
    """One or two sets, then the rank, then the measure; a set without a name is measured by a function."""
    looked = list(takewhile(lambda a: a.each is not None, arguments))
    rest = arguments[len(looked) :]
    most = _MOST_NAMES if binder.place == 1 else 1
    if any(a.each for a in rest) or len(looked) > most:
        _report_call(function, binder, scope)
        return None
    parameters = [SignatureParameter("by", _QUANTITY)]
    if binder.states_number:
        parameters.insert(0, SignatureParameter("rank", ORDINAL))
    if not looked:
        parameters.insert(0, SignatureParameter("xs", Set(ANYTHING)))
    given = matched(function, parameters, rest, scope)
    if given is None:
        return None
    values = {name: found[0].value for name, found in given.items()}
    by, rank = values["by"], values.get("rank")
    if looked:
        names = tuple(a.each for a in looked if a.each is not None)
        return _Looking(names, tuple(a.value for a in looked), by, rank)
    if not isinstance(by, tree.Name) or (by.text not in FUNCTIONS and by.text not in scope.functions):
        scope.findings.add(
            "E0231",
            by.span,
            "a set without a name for its things is measured by the name of a function",
            "not the name of a function",
            help=f"write `{binder.name}(b in books, {'2nd, ' if rank else ''}by: ...)`",
        )
        return None
    name = tree.Word("x", span=by.span)
    argument = tree.Argument(tree.Name("x", span=by.span), span=by.span)
    measure = tree.Call(tree.Word(by.text, span=by.span), (argument,), span=by.span)
    return _Looking((name,), (values["xs"],), measure, rank)


def _looked_at(binder: Binder, looking: _Looking, span: Span, scope: Scope, infer: Infer) -> Typed:
    sets = tuple(infer(written, scope) for written in looking.sets)
    number = None if looking.number is None else infer(looking.number, scope)
    wanted = INT if binder.order is None else ORDINAL
    if number is not None and not accept(number.type, wanted, {}):
        scope.findings.add(
            "E0208",
            number.span,
            f"what `{binder.name}` counts to must be {wanted}",
            f"this is {solved(number.type)}",
            help=unit_help(number, wanted),
        )
    inner, names, elements = scope, [], []
    for name, things in zip(looking.names, sets, strict=True):
        check_new_name(name, scope)
        inner = evolve(inner, level=inner.level + 1)
        names.append(f"{name.text}'{inner.level}")
        elements.append(_element(things, scope))
        inner = inner.binding(**{name.text: ScopeEntry(elements[-1], name.span, names[-1])})
    body = infer(looking.body, inner)
    for name in looking.names:
        if (name.text, name.span.start) not in scope.work.used:
            scope.findings.add("W0301", name.span, f"`{name.text}` is never used", "named here, read nowhere")
    if binder.order is None:
        expect(body, BOOL, inner, "the test of each thing")
    else:
        _expect_measure(body, inner)
    type_ = _result(binder, elements)
    return Each(binder.name, tuple(names), sets, body, number, type_, span)


def _expect_measure(body: Typed, scope: Scope) -> None:
    if isinstance(body.type, Hole) and body.type.solution is None:
        body.type.solution = LENGTH
    type_ = solved(body.type)
    if type_ not in MEASURES and not isinstance(type_, Unknown):
        scope.findings.add(
            "E0233",
            body.span,
            f"things are put in order by a quantity, not by {type_}",
            f"this is {type_}",
            help=f"measure each by {one_of(map(str, MEASURES))}: `by: height(b)`",
        )


def _result(binder: Binder, elements: Sequence[Type]) -> Type:
    if binder.least is not None:
        return BOOL
    found = [element.element for element in elements if isinstance(element, Thing)]
    if len(found) < len(elements):
        return UNKNOWN
    whole = found[0] if len(found) == 1 else join(*found)
    return List(whole) if binder.order is not None and binder.place is None else Set(whole)


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
            "only a set can be looked at thing by thing",
            f"this is {type_}",
            help="write `{ x }` for a set of one" if isinstance(type_, Thing) else None,
        )
    return UNKNOWN
