"""What programs compute with. Lengths are metres and angles degrees, as plain floats; ordinals and hours
are ints. Things keep the scene that they were found in; equality looks at their ids alone, so that answers
in a scene and in its mirror image can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import field, frozen

from espire_dsl.scene.graph import Scene


@frozen
class ThingRef:
    """A thing of a scene, by its id."""

    id: str
    scene: Scene = field(eq=False, repr=False)


@frozen
class ThingSet:
    """Ids in sorted order."""

    ids: tuple[str, ...]
    scene: Scene = field(eq=False, repr=False)

    @classmethod
    def of(cls, ids: Iterable[str], scene: Scene) -> ThingSet:
        return cls(tuple(sorted(set(ids))), scene)


@frozen
class ThingList:
    """Ids in an order that matters."""

    ids: tuple[str, ...]
    scene: Scene = field(eq=False, repr=False)


@frozen
class TypeValue:
    """A reasoning type with its arguments: `LessThan(30 cm)`."""

    constructor: str
    arguments: tuple[Any, ...] = ()


@frozen
class FrameValue:
    """A frame before it is placed: `intrinsic` with the id of its owner, or `relative`, `absolute`."""

    kind: str
    of: str | None = None


@frozen
class DistractorValue:
    """Where wrong options come from."""

    source: str
    arguments: tuple[Any, ...] = ()


Value = (
    ThingRef
    | ThingSet
    | ThingList
    | TypeValue
    | FrameValue
    | DistractorValue
    | Scene
    | bool
    | int
    | float
    | str
)
