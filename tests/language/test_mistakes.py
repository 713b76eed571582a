"""A well-typed call with one mistake put into it: one error, of the right kind, and never an exception."""

from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.signature import SignatureParameter
from espire_dsl.language.kinds import sort_of
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    INT,
    LABEL,
    LENGTH,
    OF_THINGS,
    SCENE,
    CategoryType,
    FrameType,
    Reasoning,
    Set,
    Thing,
    Type,
    TypeVariable,
    fits,
)
from espire_dsl.testing.program_pieces import signatures
from espire_dsl.testing.programs import expressions
from tests.language.reading import typed
from tests.nodes import kinds

NAMES: dict[str, Type] = {"s": SCENE, "jar": Thing(sort_of(kinds("near"), frozenset({"plain"})))}
CALLED = [
    signature
    for signature in signatures().values()
    if any(p.default is None and not p.variadic for p in signature.parameters)
]
LITERALS: dict[str, Type] = {
    "30 cm": LENGTH,
    "30 deg": ANGLE,
    "3": INT,
    "true": BOOL,
    '"red"': LABEL,
    "books": Set(sort_of(kinds("book"))),
    "jar": NAMES["jar"],
    "pagoda": CategoryType(sort_of(kinds("near"), frozenset({"plain"}))),
    "s": SCENE,
    "relative": FrameType(frozenset({"relative"})),
    "Closest": Reasoning(frozenset({"Closest"})),
    "Above": Reasoning(frozenset({"Above"})),
}
MISMATCHES = {"E0208", "E0209", "E0216", "E0219", "E0220", "E0221"}
Arguments = list[tuple[SignatureParameter, str]]


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, Arguments]:
    """A function with arguments that fit it, all by position."""
    signature = draw(st.sampled_from(CALLED))
    arguments = [
        (p, draw(expressions(limited(p.type), 1, NAMES))) for p in signature.parameters if p.default != "here"
    ]
    _, findings = typed(written(signature.name, arguments), NAMES)
    assume(not findings.errors)
    return signature.name, arguments


def limited(type_: Type) -> Type:
    """The type with its limit in place of a variable."""
    if isinstance(type_, OF_THINGS) and isinstance(type_.element, TypeVariable):
        return type(type_)(type_.element.limit)
    return type_


def written(name: str, arguments: Arguments, more: Sequence[str] = ()) -> str:
    return f"{name}({', '.join([*(text for _, text in arguments), *more])})"


def assert_refused(text: str, codes: set[str]) -> None:
    _, findings = typed(text, NAMES)
    (error,) = findings.errors
    assert error.code in codes
    assert error.message
    assert error.primary.span.end > error.primary.span.start


ONE_CALL = settings(max_examples=60, deadline=None, derandomize=True)


@ONE_CALL
@given(calls(), st.data())
def test_an_argument_of_another_type(call: tuple[str, Arguments], data: st.DataObject) -> None:
    name, arguments = call
    index = data.draw(st.integers(0, len(arguments) - 1))
    parameter = arguments[index][0]
    wrong = [text for text, type_ in LITERALS.items() if not fits(type_, limited(parameter.type))]
    arguments[index] = (parameter, data.draw(st.sampled_from(wrong)))
    assert_refused(written(name, arguments), MISMATCHES)


@ONE_CALL
@given(calls())
def test_an_argument_left_out(call: tuple[str, Arguments]) -> None:
    name, arguments = call
    needed = [index for index, (p, _) in enumerate(arguments) if p.default is None]
    assert_refused(written(name, arguments[: needed[-1]]), {"E0204"})


@ONE_CALL
@given(calls())
def test_an_argument_too_many(call: tuple[str, Arguments]) -> None:
    name, arguments = call
    with_scene = ["s"] if len(signatures()[name].parameters) > len(arguments) else []
    assert_refused(written(name, arguments, [*with_scene, "3"]), {"E0205"})


@ONE_CALL
@given(calls())
def test_an_argument_given_twice(call: tuple[str, Arguments]) -> None:
    name, arguments = call
    parameter, text = arguments[0]
    assert_refused(written(name, arguments, [f"{parameter.name}: {text}"]), {"E0207"})


@ONE_CALL
@given(calls())
def test_a_parameter_that_is_not_there(call: tuple[str, Arguments]) -> None:
    name, arguments = call
    assert_refused(written(name, arguments, ["whither: 3"]), {"E0206"})


@ONE_CALL
@given(calls())
def test_a_function_that_is_not_there(call: tuple[str, Arguments]) -> None:
    name, arguments = call
    assert_refused(written(f"{name}_of_old", arguments), {"E0202"})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("30 cm + 30 deg", "E0209"),
        ("30 cm < 3", "E0209"),
        ("2nd == 2", "E0209"),
        ("3 o'clock < 3rd", "E0209"),
        ("30 cm * 30 cm", "E0209"),
        ("books + books", "E0210"),
        ("books & jar", "E0210"),
        ("not books", "E0210"),
        ("-books", "E0210"),
        ("true and 3", "E0210"),
        ("true < false", "E0210"),
        ("relative == relative", "E0210"),
        ("LessThan(30 deg)", "E0217"),
        ("LessThan", "E0217"),
        ("Closest(3)", "E0217"),
        ("Cell(1)", "E0217"),
        ("Cell(column: 1, hour: 2)", "E0206"),
        ("Cell(1, row: 2)", "E0207"),
        ("intrinsic", "E0204"),
        ("intrinsic(viewer, viewer)", "E0204"),
        ("intrinsic(jar)", "E0212"),
        ("intrinsic(from: viewer)", "E0206"),
        ("{ 3 }", "E0208"),
        ("{ }", "E0208"),
        ("books |> jar()", "E0202"),
        ("let books = 3 in books", "E0227"),
    ],
)
def test_one_mistake_is_one_error(text: str, code: str) -> None:
    assert_refused(text, {code})


def test_named_arguments_of_a_reasoning_type_go_to_their_places() -> None:
    in_order, _ = typed("Cell(1, 2)")
    by_name, findings = typed("Cell(column: 2, row: 1)")
    assert not findings.items
    assert in_order == by_name
