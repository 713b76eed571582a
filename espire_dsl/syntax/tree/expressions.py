"""Expressions."""

from __future__ import annotations

from attrs import frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.syntax.tree.base import Word, span_field


@frozen
class Name:
    """A variable, a constructor without arguments, a function without arguments, or a category."""

    text: str
    span: Span = span_field()


@frozen
class Number:
    """`3`, `0.5`, `30 cm`, `45 deg`. `text` is the numeral as written, `unit` its unit if any."""

    text: str
    unit: str | None = None
    span: Span = span_field()


@frozen
class OrdinalNumber:
    """`2nd`."""

    value: int
    span: Span = span_field()


@frozen
class ClockHour:
    """`3 o'clock`."""

    value: int
    span: Span = span_field()


@frozen
class Text:
    """A string; `value` is what it means, after escapes."""

    value: str
    span: Span = span_field()


@frozen
class Argument:
    """`value`, or `name: value`; or `each in value`, which names the things of a set one by one."""

    value: Expression
    name: Word | None = None
    each: Word | None = None
    span: Span = span_field()


@frozen
class Call:
    """`function(arguments)`. Constructors are called in the same way: `LessThan(30 cm)`."""

    function: Word
    arguments: tuple[Argument, ...]
    span: Span = span_field()


@frozen
class Pipe:
    """`value |> call`, which is the call with `value` as its first argument and nothing more."""

    value: Expression
    call: Call
    span: Span = span_field()


@frozen
class Binary:
    """`left operator right`; operator is one of | & - + * / < <= > >= == != and or."""

    operator: str
    left: Expression
    right: Expression
    span: Span = span_field()


@frozen
class Unary:
    """`not x` or `-x`."""

    operator: str
    operand: Expression
    span: Span = span_field()


@frozen
class LetIn:
    """`let name = value in body`."""

    name: Word
    value: Expression
    body: Expression
    span: Span = span_field()


@frozen
class Conditional:
    """`if condition then yes else no`."""

    condition: Expression
    yes: Expression
    no: Expression
    span: Span = span_field()


@frozen
class SetOf:
    """`{ a, b }`."""

    items: tuple[Expression, ...]
    span: Span = span_field()


@frozen
class SetWhere:
    """`{ name in things where test }`."""

    name: Word
    things: Expression
    test: Expression
    span: Span = span_field()


@frozen
class Range:
    """`low .. high`, from which a world draws."""

    low: Expression
    high: Expression
    span: Span = span_field()


@frozen
class Point:
    """`(x, y)` or `(x, y, z)`: a place or a row of lengths of a world or an asset."""

    items: tuple[Expression, ...]
    span: Span = span_field()


@frozen
class Case:
    """`easy: 2 .. 3`."""

    name: Word
    value: Expression
    span: Span = span_field()


@frozen
class Cases:
    """`{ easy: 2, medium: 3 .. 5 }`: a value for each level of a world, or for each name."""

    cases: tuple[Case, ...]
    span: Span = span_field()


Expression = (
    Name
    | Number
    | OrdinalNumber
    | ClockHour
    | Text
    | Call
    | Pipe
    | Binary
    | Unary
    | LetIn
    | Conditional
    | SetOf
    | SetWhere
    | Range
    | Point
    | Cases
)
