"""What many rows of a program compute with: one column for each kind of value.

Plain arrays hold numbers, hours, ranks, truth values, labels and categories. A thing is its place in the
row's scene, where things stand sorted by id; a set of things is a mask over those places.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from espire_dsl.language.core.values import FrameValue, ThingList, ThingRef, ThingSet, TypeValue
from espire_dsl.scene.graph import Scene

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Scalars = NDArray[Any]


def _eq_off() -> Any:
    return field(eq=False)


@frozen
class ThingSetColumn:
    """Sets: (rows, places)."""

    mask: Bools = _eq_off()


@frozen
class ThingColumn:
    """Single things: the place of each row's thing."""

    place: Ints = _eq_off()


@frozen
class Order:
    """Lists: places in order, (rows, places), of which the first `count` of each row are meant."""

    places: Ints = _eq_off()
    count: Ints = _eq_off()


@frozen
class TypeColumn:
    """One reasoning type for all rows, with a column for each of its arguments."""

    constructor: str
    arguments: tuple[Scalars, ...] = field(default=(), eq=False)


@frozen
class MixedTypes:
    """Several reasoning types without arguments: that of row i is number `which[i]`."""

    constructors: tuple[str, ...]
    which: Ints = _eq_off()


@frozen
class FrameColumn:
    """One kind of frame for all rows, and the places of the owners where it has any."""

    kind: str
    of: Ints | None = field(default=None, eq=False)


Column = ThingSetColumn | ThingColumn | Order | TypeColumn | MixedTypes | FrameColumn | Scalars


def any_of_row(mask: Bools) -> Bools:
    """Which rows have anything set."""
    found: Bools = np.any(mask, axis=1)
    return found


def take(column: Column, rows: Ints) -> Column:
    """The column of these rows, which may repeat."""
    match column:
        case ThingSetColumn(mask=mask):
            return ThingSetColumn(mask[rows])
        case ThingColumn(place=place):
            return ThingColumn(place[rows])
        case Order(places=places, count=count):
            return Order(places[rows], count[rows])
        case TypeColumn(constructor=constructor, arguments=arguments):
            return TypeColumn(constructor, tuple(a[rows] for a in arguments))
        case MixedTypes(constructors=constructors, which=which):
            return MixedTypes(constructors, which[rows])
        case FrameColumn(kind=kind, of=of):
            return FrameColumn(kind, None if of is None else of[rows])
        case _:
            return column[rows]


def joined(columns: Sequence[Column]) -> Column:
    """Columns below one another."""
    if all(isinstance(column, ThingSetColumn) for column in columns):
        return ThingSetColumn(np.concatenate([c.mask for c in columns if isinstance(c, ThingSetColumn)]))
    return np.concatenate([c for c in columns if isinstance(c, np.ndarray)])


def choose(where: Bools, yes: Column, no: Column) -> Column:
    """The rows of one column where a condition holds, and those of another elsewhere."""
    match yes, no:
        case ThingSetColumn(), ThingSetColumn():
            return ThingSetColumn(np.where(where[:, None], yes.mask, no.mask))
        case ThingColumn(), ThingColumn():
            return ThingColumn(np.where(where, yes.place, no.place))
        case Order(), Order():
            return Order(
                np.where(where[:, None], yes.places, no.places), np.where(where, yes.count, no.count)
            )
        case np.ndarray(), np.ndarray():
            return np.where(where, yes, no)
    raise TypeError(f"no choice between {type(yes).__name__} and {type(no).__name__}")


def codes(column: Column) -> list[Ints]:
    """Whole numbers that are equal where the values of a variable are, to tell rows apart by."""
    match column:
        case ThingColumn(place=place):
            return [place]
        case TypeColumn(arguments=arguments):
            return [np.unique(a, return_inverse=True)[1] for a in arguments]
        case MixedTypes(which=which):
            return [which]
        case np.ndarray():
            return [np.unique(column, return_inverse=True)[1]]
        case _:
            raise TypeError(f"a variable cannot be bound to {type(column).__name__}")


def value_of(column: Column, row: int, scene: Scene) -> Any:
    """One value of a column as programs without columns have it; the scene is that of the row."""
    match column:
        case ThingSetColumn(mask=mask):
            return ThingSet(tuple(scene.nodes[i].id for i in np.flatnonzero(mask[row])), scene)
        case ThingColumn(place=place):
            return ThingRef(scene.nodes[place[row]].id, scene)
        case Order(places=places, count=count):
            return ThingList(tuple(scene.nodes[i].id for i in places[row, : count[row]]), scene)
        case TypeColumn(constructor=name, arguments=arguments):
            return TypeValue(name, tuple(_plain(a[row]) for a in arguments))
        case MixedTypes(constructors=constructors, which=which):
            return TypeValue(constructors[which[row]])
        case FrameColumn(kind=kind, of=of):
            return FrameValue(kind, None if of is None else scene.nodes[of[row]].id)
        case _:
            return _plain(column[row])


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
