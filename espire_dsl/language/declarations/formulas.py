"""Computed and drawn values of worlds: numbers with quantities, truths and words, as trees to be evaluated.

A formula is a plain value. Everything random in it comes from one stream of numbers, in the order in which it
is written.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from attrs import field, frozen

from espire_dsl.diagnostics.value import Span

NUMBER, LENGTH, ANGLE, TRUTH, WORD = "Number", "Length", "Angle", "Bool", "Label"
QUANTITIES = (NUMBER, LENGTH, ANGLE)
_DIGITS = 6
"""Of what is drawn: a micrometre."""
_ANGULAR_DIGITS = 12
"""Of functions of angles, so that every machine finds the same."""


class Stream(Protocol):
    """Numbers in [0, 1), one after the other."""

    def unit(self) -> float: ...


class FormulaError(Exception):
    """A formula has no value: it divides by zero, or draws from nothing."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


@frozen
class Env:
    """What names stand for, and where randomness comes from."""

    names: Mapping[str, Any]
    stream: Stream


@frozen
class Value:
    """A constant: a number in metres, degrees or as it is, a truth, or a word."""

    value: float | bool | str
    quantity: str
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> Any:  # noqa: ARG002
        return self.value


@frozen
class Named:
    """A parameter, or what a `let` stands for."""

    name: str
    quantity: str
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> Any:
        return env.names[self.name]


@frozen
class Compute:
    """A function of `COMPUTED` on values."""

    function: str
    operands: tuple[Formula, ...]
    quantity: str
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> Any:
        values = [operand.evaluate(env) for operand in self.operands]
        try:
            found = COMPUTED[self.function](*values)
        except (ArithmeticError, ValueError):
            found = math.nan
        if isinstance(found, float) and not math.isfinite(found):
            shown = ", ".join(f"{value:g}" for value in values)
            raise FormulaError(f"`{self.function}` has no value for {shown}", self.span)
        return found


@frozen
class ChooseFormula:
    """`if condition then yes else no`; only the one that is meant is drawn."""

    condition: Formula
    yes: Formula
    no: Formula
    quantity: str
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> Any:
        return (self.yes if self.condition.evaluate(env) else self.no).evaluate(env)


@frozen
class Uniform:
    """`uniform(low .. high)`, or with `whole` a whole number of both ends and all between."""

    low: Formula
    high: Formula
    quantity: str
    whole: bool = False
    span: Span = field(eq=False, repr=False, kw_only=True)

    def evaluate(self, env: Env) -> float:
        low, high = self.low.evaluate(env), self.high.evaluate(env)
        if high < low:
            raise FormulaError(f"there is nothing between {low:g} and {high:g}", self.span)
        if self.whole:
            return float(math.ceil(low) + int(env.stream.unit() * (math.floor(high) - math.ceil(low) + 1)))
        return round(float(low + (high - low) * env.stream.unit()), _DIGITS)


@frozen
class OneOf:
    """`one_of(a, b, c)`, each as likely."""

    choices: tuple[Formula, ...]
    quantity: str
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> Any:
        return self.choices[int(env.stream.unit() * len(self.choices))].evaluate(env)


def words_of(formula: Formula, known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The words that a formula may come out as, where `known` are those of names; none where that is open."""
    match formula:
        case Value(value=str() as word):
            return (word,)
        case Named(name=name):
            return known.get(name, ())
        case ChooseFormula(yes=yes, no=no):
            parts = [words_of(yes, known), words_of(no, known)]
        case OneOf(choices=choices):
            parts = [words_of(choice, known) for choice in choices]
        case _:
            return ()
    return tuple(dict.fromkeys(word for part in parts for word in part)) if all(parts) else ()


def _same(value: float) -> float:
    """Without the digits in which machines differ, and without a negative zero."""
    return round(value, _ANGULAR_DIGITS) + 0.0


Formula = Value | Named | Compute | ChooseFormula | Uniform | OneOf

COMPUTED: Mapping[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "negative": operator.neg,
    "not": operator.not_,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "sin": lambda degrees: _same(math.sin(math.radians(degrees))),
    "cos": lambda degrees: _same(math.cos(math.radians(degrees))),
    "tan": lambda degrees: _same(math.tan(math.radians(degrees))),
    "atan2": lambda y, x: _same(math.degrees(math.atan2(y, x))),
    "sqrt": math.sqrt,
    "abs": abs,
    "min": min,
    "max": max,
}
