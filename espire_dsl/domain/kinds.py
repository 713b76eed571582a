"""Kinds of things and the roles that they play.

A role is what the rest of the system goes by: physics asks what is movable, the planner what is graspable,
programs what is a cell. A kind is declared in a file of the language; it is known by its name, and has the
names of its roles, and of the kinds that it is one of, among its `ancestors`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal

from attrs import evolve, field, frozen

ORIENTED, PLAIN = "oriented", "plain"
EITHER: Final = frozenset({ORIENTED, PLAIN})
THING: Final = "thing"
JOINS: Final = "&"

MOVABLE, GRASPABLE, PROP = "movable", "graspable", "prop"
FIXED, SURFACE, CONTAINER, GROUND = "fixed", "surface", "container", "ground"
REGION, CELL, VACANCY, ROOM = "region", "cell", "vacancy", "room"
VIEWER, ROBOT = "viewer", "robot"

Perspective = Literal["own", "encounter"]
Lengths = tuple[float, float, float]


@frozen
class Kind:
    """A kind. `facing` says whether its things have a front: always, never, or each as its asset says.

    `plural` names the set of all of them in programs, `noun` and `nouns` are what people say. Of a `single`
    kind a scene has one, which its name stands for. Things that are `alike` share one name, so that none of
    them can be referred to by it. `axes` name the lengths along its own x, y and z; `extents` are those of a
    thing whose asset is not told. `stands_on_ground` is for what stands on the floor, not on furniture. Two
    are equal if they have one name and one row of ancestors.
    """

    name: str
    ancestors: frozenset[str] = field(repr=False)
    facing: frozenset[str] = field(default=EITHER, eq=False, repr=False)
    plural: str = field(default="", eq=False, repr=False)
    noun: str = field(default="", eq=False, repr=False)
    nouns: str = field(default="", eq=False, repr=False)
    single: bool = field(default=False, eq=False, repr=False)
    alike: bool = field(default=False, eq=False, repr=False)
    perspective: Perspective = field(default="own", eq=False, repr=False)
    axes: tuple[str, str, str] = field(default=("depth", "width", "height"), eq=False, repr=False)
    extents: Lengths = field(default=(0.1, 0.1, 0.1), eq=False, repr=False)
    stands_on_ground: bool = field(default=False, eq=False, repr=False)
    density: float = field(default=300.0, eq=False, repr=False)
    paint: str | None = field(default=None, eq=False, repr=False)
    labels: tuple[str, ...] = field(default=(), eq=False, repr=False)
    words: tuple[str, ...] = field(default=(), eq=False, repr=False)
    meaning: str = field(default="", eq=False, repr=False)

    @property
    def asks(self) -> frozenset[str]:
        """What a thing must be one of to be of this kind: its name, or both of those that it joins."""
        return frozenset(self.name.split(JOINS))

    @property
    def roles(self) -> tuple[str, ...]:
        """What a node of this kind carries: all that it is one of, beside itself and a thing."""
        return tuple(sorted(self.ancestors - {self.name, THING}))

    def is_a(self, name: str) -> bool:
        return name in self.ancestors

    def holds(self, other: Kind) -> bool:
        """Whether all things of the other kind are of this one."""
        return self.asks <= other.ancestors

    def meet(self, other: Kind) -> Kind | None:
        """The kind of what is of both; None where nothing can be.

        Kinds of one root that nothing relates may still share things where one of them is a role: a table is
        furniture, and a surface. Regions are one thing or another, and so are kinds that authors declare.
        """
        if self.holds(other) or other.holds(self):
            return other if self.holds(other) else self
        joinable = any(self.is_a(root) and other.is_a(root) for root in (MOVABLE, FIXED))
        if not joinable or not (self.asks | other.asks) & ROLES.keys():
            return None
        name = JOINS.join(sorted(self.asks | other.asks))
        return Kind(name, self.ancestors | other.ancestors | {name}, self.facing & other.facing)


def _role(name: str, *above: str, facing: frozenset[str] = EITHER, single: bool = False) -> Kind:
    return Kind(name, frozenset({name, THING, *above}), facing, f"{name}s", name, f"{name}s", single)


_NEVER, _ALWAYS = frozenset({PLAIN}), frozenset({ORIENTED})

ROLES: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            _role(THING),
            _role(MOVABLE),
            _role(GRASPABLE, MOVABLE),
            _role(PROP, MOVABLE, facing=_NEVER),
            _role(FIXED),
            _role(SURFACE, FIXED),
            _role(CONTAINER, FIXED),
            _role(GROUND, FIXED, facing=_NEVER),
            _role(REGION, facing=_NEVER),
            _role(CELL, REGION, facing=_NEVER),
            _role(VACANCY, REGION, facing=_NEVER),
            _role(ROOM, REGION, facing=_NEVER),
            _role(VIEWER, facing=_ALWAYS, single=True),
            _role(ROBOT, facing=_ALWAYS, single=True),
        )
    }
)
"""The roles. Each is a kind as well: the one of all things that play it."""


def kind_of(name: str, bases: Iterable[Kind], **more: object) -> Kind:
    """A kind with these bases, from which it has its roles, and what is not said of itself from the first."""
    above = tuple(bases)
    ancestors = frozenset({name, THING}).union(*(kind.ancestors for kind in above))
    first = above[0] if above else ROLES[THING]
    # What may be said of a kind is checked by attrs when it is made.
    return evolve(first, name=name, ancestors=ancestors, **more)  # type: ignore[arg-type]


@frozen(eq=False)
class KindTable:
    """The kinds that a file sees, the roles among them, by name. Each table equals itself alone: kinds of one
    name and one row of ancestors are equal, though all else of them may differ."""

    by_name: Mapping[str, Kind] = field(factory=lambda: dict(ROLES))

    def get(self, name: str) -> Kind | None:
        return self.by_name.get(name)

    def with_kinds(self, kinds: Iterable[Kind]) -> KindTable:
        return KindTable({**self.by_name, **{kind.name: kind for kind in kinds}})

    def without(self, names: Iterable[str]) -> KindTable:
        left_out = frozenset(names)
        return KindTable({name: kind for name, kind in self.by_name.items() if name not in left_out})

    def __iter__(self) -> Iterator[Kind]:
        return iter(self.by_name.values())
