"""What a world is: furniture, what stands on and in it, who looks from where, lights and textures. Only data.

The furniture stands at the origin with its front towards +x, on a floor whose top is z = 0. A new world is
a new value of `World`; the sampler need not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

from espire_sim.worlds.checks import length, more_than_0, some
from espire_sim.worlds.error import WorldError
from espire_sim.worlds.recipes import ANY_TURN, Layout, Pose, Region, Standing, Turn, ValueRange

Count = tuple[int, int]


@frozen
class Furniture:
    """The one piece of furniture, of one of these categories of the catalogue.

    With layouts it is hollow: boards of a `board` thickness divide it into slots, behind which is a back of
    the same thickness. `large` gives the areas of a slot's opening from which it is medium, and large.
    """

    id: str
    categories: tuple[str, ...] = field(validator=some)
    layouts: tuple[Layout, ...] = ()
    board: float = field(default=0.02, validator=more_than_0)
    large: tuple[float, float] = (0.18, 0.35)


@frozen
class Items:
    """Things of one sort: how many by level, from which categories, in which poses and turns.

    Categories are named, or all those of some kinds. `distinct` things all differ in category, also from
    distinct things of other sorts. `extents` replaces the sizes of the catalogue.
    """

    id: str
    count: Mapping[str, Count] = field(hash=False)
    kinds: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    distinct: bool = False
    poses: tuple[tuple[float, Pose], ...] = field(default=((1.0, Standing()),), validator=some)
    turn: Turn = ANY_TURN
    extents: tuple[ValueRange, ValueRange, ValueRange] | None = None


@frozen
class Scatter:
    """Things strewn over a region, at least a gap apart (what stands with its own support excepted).

    Places are preferred that differ by a `spread` from those of all others, both in depth and sideways.
    """

    region: Region
    items: tuple[Items, ...]
    gap: float = field(validator=length)
    spread: float = field(default=0.0, validator=length)


@frozen
class Filling:
    """What stands in the slots.

    `used` is the part of the slots in use by level. The ornaments go to used slots, with the chance
    `same_row` the second one into the row of the first, and then with the chance `beyond` so that slots are
    between them, where the row has any. Every used slot without an ornament holds at least one book, and at
    most one book for each `pitch` of its width. `share` is the chance that a slot with an ornament holds
    books too. The count of `books` is not used.
    """

    used: Mapping[str, float] = field(hash=False)
    ornaments: Items
    books: Items
    gap: float = field(validator=length)
    inset: float = field(validator=length)
    pitch: float = field(validator=more_than_0)
    same_row: float
    beyond: float
    share: float


@frozen
class Spaces:
    """Free room in slots is cut into spaces; a scene with fewer than `least` is not kept."""

    least: int = 1


@frozen
class CameraSpec:
    """Where the world camera may be, and where it looks.

    `above` is measured from the top of the furniture or from the floor, `before` from the plane of its front,
    `lateral` from its middle. The centres of all things and slots are in the picture, and all of the things
    of the kinds in `whole`; `at_least` is the part of each thing that must not be hidden, by kind.
    """

    above: ValueRange
    base: Literal["top", "floor"]
    before: ValueRange
    lateral: ValueRange
    aim: Literal["front edge", "centre"]
    at_least: Mapping[str, float] = field(factory=dict, hash=False)
    whole: tuple[str, ...] = ()
    width: int = 640
    height: int = 480
    vertical_degrees: float = 60.0


@frozen
class Hand:
    """Where the end effector starts, and what it holds: heights below the camera, turns in degrees.

    With no turn at all it faces the furniture, level, and its fingers open sideways. `before` is measured
    from the plane of the furniture's front. What it holds must be seen to the part `held_seen`. Of as many
    draws of it as `held_draws` says, the first is taken that some slot is too low for, or else the first.
    """

    below: ValueRange
    before: ValueRange
    lateral: ValueRange
    pitch: ValueRange
    yaw: ValueRange
    roll: tuple[ValueRange, ...] = field(validator=some)
    holds: Items | None = None
    held_draws: int = field(default=1, validator=more_than_0)
    held_seen: float = 0.5


@frozen
class Lighting:
    """Lights: how many, where, how warm (kelvin) and how strong (a factor of the renderer's own)."""

    count: Count
    above: ValueRange
    ahead: ValueRange
    lateral: ValueRange
    kelvin: ValueRange
    strength: ValueRange


@frozen
class TextureChoice:
    """The looks from which each thing of these kinds takes one; "wall" is the room's."""

    kinds: tuple[str, ...]
    names: tuple[str, ...] = field(validator=some)


@frozen
class World:
    """A world. `tries` bounds the attempts at one scene."""

    name: str
    levels: tuple[str, ...]
    floor: tuple[float, float]
    rig: CameraSpec
    lighting: Lighting
    textures: tuple[TextureChoice, ...]
    furniture: Furniture | None = None
    scatters: tuple[Scatter, ...] = ()
    filling: Filling | None = None
    spaces: Spaces | None = None
    hand: Hand | None = None
    tries: int = 40

    def __attrs_post_init__(self) -> None:
        hollow = self.furniture is not None and bool(self.furniture.layouts)
        if self.filling is not None and not hollow:
            raise WorldError(f"world {self.name}: a filling needs furniture with layouts")
        if self.spaces is not None and (not hollow or self.hand is None or self.hand.holds is None):
            raise WorldError(f"world {self.name}: spaces need furniture with layouts, and a hand with a book")
        if not self.levels or self.tries < 1:
            raise WorldError(f"world {self.name}: it needs at least one level and one try")
        scattered = [items for scatter in self.scatters for items in scatter.items]
        ornaments = [] if self.filling is None else [self.filling.ornaments]
        for items in scattered + ornaments:
            if missing := [level for level in self.levels if level not in items.count]:
                raise WorldError(f"world {self.name}: items {items.id} have no count at {missing[0]}")
        if self.filling is not None:
            for level in self.levels:
                if not 0 < self.filling.used.get(level, 0.0) <= 1:
                    raise WorldError(f"world {self.name}: how many slots are in use at {level} is not said")
