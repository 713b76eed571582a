"""The operators on columns. Declared in `language.operators`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from espire_dsl.program.arrays.columns import (
    Bools,
    Column,
    Order,
    Scalars,
    ThingColumn,
    ThingSetColumn,
    TypeColumn,
)
from espire_dsl.scene.quantize import quantize_array


def _exact(values: Scalars) -> Scalars:
    return quantize_array(values) if values.dtype.kind == "f" else values


def _difference(a: Column, b: Column) -> Column:
    if isinstance(a, ThingSetColumn) and isinstance(b, ThingSetColumn):
        return ThingSetColumn(a.mask & ~b.mask)
    return _exact(_numbers(a) - _numbers(b))


def _quotient(a: Column, b: Column) -> Column:
    divisor = _numbers(b)
    return _exact(_numbers(a) / np.where(divisor == 0, 1, divisor))


def _numbers(column: Column) -> Scalars:
    assert isinstance(column, np.ndarray)
    return column


def _masks(combine: Callable[[Bools, Bools], Bools]) -> Callable[[Any, Any], Column]:
    return lambda a, b: ThingSetColumn(combine(a.mask, b.mask))


def _arithmetic(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Column]:
    return lambda a, b: _exact(compute(_numbers(a), _numbers(b)))


def equal(a: Column, b: Column, rows: int) -> Bools:
    """Where two columns of so many rows agree."""
    match a, b:
        case ThingSetColumn(), ThingSetColumn():
            same: Bools = (a.mask == b.mask).all(axis=1)
        case ThingColumn(), ThingColumn():
            same = a.place == b.place
        case Order(), Order():  # places beyond the count mean nothing
            beyond = np.arange(a.places.shape[1]) >= a.count[:, None]
            same = (a.count == b.count) & (beyond | (a.places == b.places)).all(axis=1)
        case TypeColumn(), TypeColumn():
            same = np.full(rows, a.constructor == b.constructor)
            for one, other in zip(a.arguments, b.arguments, strict=False):
                same &= one == other
        case _:
            same = np.asarray(_numbers(a) == _numbers(b), dtype=bool)
    return same


BINARY: Final[dict[str, Callable[[Any, Any], Column]]] = {
    "|": _masks(operator.or_),
    "&": _masks(operator.and_),
    "-": _difference,
    "+": _arithmetic(operator.add),
    "*": _arithmetic(operator.mul),
    "/": _quotient,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def computed(symbol: str, a: Column, b: Column, rows: int) -> Column:
    """An operator on two columns of so many rows."""
    if symbol in ("==", "!="):
        same = equal(a, b, rows)
        return same if symbol == "==" else ~same
    result: Column = BINARY[symbol](a, b)
    return result
