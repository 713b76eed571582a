"""The operators: on which types each works, what it gives, and what it computes."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from attrs import frozen

from espire_dsl.language.core.values import ThingSet
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    CLOCK,
    INT,
    LENGTH,
    NUMBER,
    ORDINAL,
    PIXELS,
    List,
    Reasoning,
    Scalar,
    Set,
    Thing,
    Type,
    Unknown,
)
from espire_dsl.language.unify import join
from espire_dsl.scene.quantize import quantize

QUANTITIES = (LENGTH, ANGLE, PIXELS, NUMBER, INT)
ORDERED = (*QUANTITIES, ORDINAL, CLOCK)
UNITS = {LENGTH: "m", ANGLE: "deg", PIXELS: "px"}


@frozen
class Result:
    """What an operation gives, or why it cannot be done (`problem`): because of units, or of one side."""

    type: Type | None
    problem: str = ""
    units: bool = False
    side: int | None = None


def result_of(symbol: str, left: Type, right: Type) -> Result:
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return Result(BOOL if symbol in COMPARING or symbol in LOGIC else Unknown())
    if symbol in LOGIC:
        return Result(BOOL) if left == right == BOOL else _refuse(symbol, left, right)
    if symbol in SETS and isinstance(left, Set | Thing) and isinstance(right, Set | Thing):
        return _set_result(symbol, left, right)
    if symbol in ("==", "!="):
        return Result(BOOL) if _comparable(left, right) else _refuse(symbol, left, right)
    if symbol in COMPARING:
        both = left in ORDERED and _same_quantity(left, right)
        return Result(BOOL) if both else _refuse(symbol, left, right)
    return _arithmetic(symbol, left, right)


def _set_result(symbol: str, left: Set | Thing, right: Set | Thing) -> Result:
    for side, type_ in enumerate((left, right)):
        if isinstance(type_, Thing):
            return Result(None, f"`{symbol}` works on sets, and this is a single {type_}", side=side)
    if symbol == "|":
        return Result(Set(join(left.element, right.element)))
    return Result(left)


def _comparable(left: Type, right: Type) -> bool:
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        return left == right or _same_quantity(left, right)
    return type(left) is type(right) and isinstance(left, Set | Thing | List | Reasoning)


def _same_quantity(left: Type, right: Type) -> bool:
    return left == right or {left, right} == {INT, NUMBER}


def _arithmetic(symbol: str, left: Type, right: Type) -> Result:
    if left not in QUANTITIES or right not in QUANTITIES:
        return _refuse(symbol, left, right)
    plain = (INT, NUMBER)
    if symbol in ("+", "-"):
        if not _same_quantity(left, right):
            return _refuse(symbol, left, right)
        return Result(left if left == right else NUMBER)
    if symbol == "*":
        if left in plain and right in plain:
            return Result(INT if left == right == INT else NUMBER)
        if left in plain or right in plain:
            return Result(right if left in plain else left)
        return _refuse(symbol, left, right)
    if right in plain:
        return Result(NUMBER if left in plain else left)
    return Result(NUMBER) if left == right else _refuse(symbol, left, right)


def _refuse(symbol: str, left: Type, right: Type) -> Result:
    units = left in ORDERED and right in ORDERED
    return Result(None, f"`{symbol}` does not work on {left} and {right}", units)


def _union(a: ThingSet, b: ThingSet) -> ThingSet:
    return ThingSet.of((*a.ids, *b.ids), a.scene)


def _intersection(a: ThingSet, b: ThingSet) -> ThingSet:
    return ThingSet.of(set(a.ids) & set(b.ids), a.scene)


def _difference(a: Any, b: Any) -> Any:
    if isinstance(a, ThingSet):
        return ThingSet.of(set(a.ids) - set(b.ids), a.scene)
    return _number(operator.sub)(a, b)


def _number(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def run(a: Any, b: Any) -> Any:
        result = compute(a, b)
        return quantize(result) if isinstance(result, float) else result

    return run


SETS: dict[str, Callable[[Any, Any], Any]] = {"|": _union, "&": _intersection, "-": _difference}
LOGIC: dict[str, Callable[[Any, Any], Any]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
}
COMPARING: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
COMPUTE: dict[str, Callable[[Any, Any], Any]] = {
    **SETS,
    **LOGIC,
    **COMPARING,
    "+": _number(operator.add),
    "*": _number(operator.mul),
    "/": _number(operator.truediv),
}
