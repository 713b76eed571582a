"""A thing of a scene: what it is called, where it is, how it is turned, how large it is.

A node is a plain value. Whether its numbers make sense is checked when a scene is built from it, so that
all problems of a scene are reported at once.

Own axes: x is depth, towards the front; y is lateral, to the left of one who looks along x; z is up. A kind
may name them otherwise: a book's x runs along the width of its cover, y through it, z along its height.
Cells and vacancies share the axes of their container.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal

from attrs import Factory, field, frozen

from espire_dsl.catalogue.reader import load_kinds
from espire_dsl.domain.kinds import ROLES, THING, Kind

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Perspective = Literal["own", "encounter"]

PERSPECTIVES: Final = frozenset({"own", "encounter"})
IDENTITY: Final[Quaternion] = (1.0, 0.0, 0.0, 0.0)
UP: Final[Vector] = (0.0, 0.0, 1.0)
FORWARD: Final[Vector] = (1.0, 0.0, 0.0)


def _floats(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(map(float, values))


def _floats_or_none(values: Iterable[float] | None) -> tuple[float, ...] | None:
    return None if values is None else _floats(values)


def _number_or_none(value: float | None) -> float | None:
    return None if value is None else float(value)


def _fractions(values: Mapping[str, float]) -> dict[str, float]:
    return {name: float(values[name]) for name in sorted(values)} if values else {}


def _counts(values: Mapping[str, int]) -> dict[str, int]:
    return {name: int(values[name]) for name in sorted(values)} if values else {}


def _axes(values: Sequence[str]) -> tuple[str, str, str]:
    x, y, z = values
    return (x, y, z)


def _sorted(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(values))


def _labels(values: Mapping[str, str]) -> dict[str, str]:
    return {name: values[name] for name in sorted(values)} if values else {}


def _usual(kind: str) -> Kind:
    """The library's kind of a name; of another name, a thing without roles."""
    return ROLES.get(kind) or load_kinds().get(kind) or ROLES[THING]


def _of_kind(name: str) -> Any:
    """What a node has where nothing is said: a field of its kind."""
    return Factory(lambda self: getattr(_usual(self.kind), name), takes_self=True)


@frozen
class Node:
    """One thing. `roles` are all that its kind is one of: `movable`, `cell`, and kinds above its own;
    `axes` name its lengths along x, y and z. These, and `density`, are those of the library's kind of this
    name where nothing is said. Metres; quaternions are [w, x, y, z]; `front` and `upright` are
    unit vectors in own axes, `density` is in kilograms a cubic metre.

    `perspective` says whose left is meant by the thing's left: its `own`, or that of a person who stands
    before its front (`encounter`). `visible` maps a camera to the visible fraction (of a slot or a space, of
    the pixels of its opening), `pixels` to the size of the thing's mask, `instance` is the number of the
    thing in instance masks, `labels` are free words about it (a colour, the type of a room). `configuration`
    is that of a robot: where its base is, and the positions of its joints in radians. What is `fixed` stays
    where it is whatever its kind.
    """

    id: str
    kind: str
    center: Vector = field(default=(0.0, 0.0, 0.0), converter=_floats)
    quaternion: Quaternion = field(default=IDENTITY, converter=_floats)
    extents: Vector = field(default=(0.0, 0.0, 0.0), converter=_floats)
    roles: tuple[str, ...] = field(
        default=Factory(lambda self: _usual(self.kind).roles, takes_self=True),
        converter=_sorted,
        kw_only=True,
    )
    axes: tuple[str, str, str] = field(default=_of_kind("axes"), converter=_axes, kw_only=True)
    category: str = field(default=Factory(lambda self: self.kind, takes_self=True), kw_only=True)
    name: str = field(
        default=Factory(lambda self: self.category.replace("_", " "), takes_self=True), kw_only=True
    )
    size: str | None = field(default=None, kw_only=True)
    front: Vector | None = field(default=None, converter=_floats_or_none, kw_only=True)
    oriented: bool = field(
        default=Factory(lambda self: self.front is not None, takes_self=True), kw_only=True
    )
    perspective: Perspective = field(default="own", kw_only=True)
    upright: Vector | None = field(default=UP, converter=_floats_or_none, kw_only=True)
    slot: str | None = field(default=None, kw_only=True)
    row: int | None = field(default=None, kw_only=True)
    column: int | None = field(default=None, kw_only=True)
    occupancy: float | None = field(default=None, converter=_number_or_none, kw_only=True)
    visible: Mapping[str, float] = field(factory=dict, converter=_fractions, hash=False, kw_only=True)
    pixels: Mapping[str, int] = field(factory=dict, converter=_counts, hash=False, kw_only=True)
    instance: int | None = field(default=None, kw_only=True)
    density: float = field(
        default=Factory(lambda self: _usual(self.kind).density, takes_self=True),
        converter=float,
        kw_only=True,
    )
    labels: Mapping[str, str] = field(factory=dict, converter=_labels, hash=False, kw_only=True)
    configuration: tuple[float, ...] | None = field(default=None, converter=_floats_or_none, kw_only=True)
    fixed: bool = field(default=False, kw_only=True)

    @classmethod
    def as_written(cls, *, fixed: bool = False, **fields: Any) -> Node:
        """The node of all fields of one, `fixed` apart, as JSON gives them back: lists where tuples were.
        Nothing is converted that was converted before."""
        node = object.__new__(cls)
        put = partial(object.__setattr__, node)
        put("fixed", fixed)
        for name, value in fields.items():
            put(name, tuple(value) if type(value) is list else value)
        return node

    def is_a(self, *names: str) -> bool:
        """Whether it is of one of these kinds, or plays one of these roles."""
        kind, roles = self.kind, self.roles
        for name in names:  # noqa: SIM110 - any() takes twice as long, and this is asked very often
            if name in roles or name in (kind, THING):
                return True
        return False
