"""What a world is: furniture, what stands on and in it, who looks from where, lights and textures. Only data.

Numbers only: nothing in here is left to be computed. The furniture stands at the origin with its front
towards +x, on a floor whose top is z = 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from attrs import field, frozen

from espire_dsl.domain.checks import at_least, counts, length, more_than_0, some, whole
from espire_dsl.domain.error import WorldError
from espire_dsl.domain.kinds import CELL, REGION, VACANCY
from espire_dsl.domain.recipes import (
    ANY_TURN,
    Layout,
    Pose,
    Region,
    RegionKind,
    Standing,
    Turn,
    Turns,
    ValueRange,
)

Count = tuple[int, int]

WORLD_CAMERA: Final = "world"
WRIST_CAMERA: Final = "wrist"
"""The camera at the wrist of a robot's hand, which every world with a hand has."""
MOST_PIXELS: Final = 8192
"""Of a side of a picture."""
_MOST_ITEMS, _MOST_LIGHTS, _MOST_DRAWS = 1000, 100, 1000
_LEAST_PITCH: Final = 0.001


@frozen
class Furniture:
    """The one piece of furniture, of one of these categories of the catalogue.

    It stands on the floor, or on another piece of furniture, of one of the categories `stands`. With layouts
    it is hollow: boards of a `board` thickness divide it into `cells`, behind which is a back of the same
    thickness. `large` gives the areas of a cell's opening from which it is medium, and large.
    """

    id: str
    categories: tuple[str, ...] = field(validator=some)
    layouts: tuple[Layout, ...] = ()
    cells: RegionKind = RegionKind(CELL, (REGION,))
    stands: tuple[str, ...] = ()
    board: float = field(default=0.02, validator=more_than_0)
    large: tuple[float, float] = (0.18, 0.35)


@frozen
class Items:
    """Things of one sort: how many by level, from which categories, in which poses and turns.

    Categories are named, or all those of some kinds. `distinct` things all differ in category, also from
    distinct things of other sorts. `extents` replaces the sizes of the catalogue. Some of them are of the
    categories in `must`. Of each label of `labels` a thing takes one of the words; `name` and `paint` are
    patterns, filled with the labels of each thing.
    """

    id: str
    count: Mapping[str, Count] = field(hash=False, validator=counts(_MOST_ITEMS))
    kinds: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    distinct: bool = False
    poses: tuple[tuple[float, Pose], ...] = field(default=((1.0, Standing()),), validator=some)
    turn: Turn = ANY_TURN
    extents: tuple[ValueRange, ValueRange, ValueRange] | None = None
    must: tuple[str, ...] = ()
    labels: tuple[tuple[str, tuple[str, ...]], ...] = ()
    name: str | None = None
    paint: str | None = None

    @property
    def is_dressed(self) -> bool:
        """Whether its things get labels, names or paints of their own."""
        return bool(self.labels) or self.name is not None or self.paint is not None


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
    pitch: float = field(validator=at_least(_LEAST_PITCH))
    same_row: float
    beyond: float
    share: float


@frozen
class Spaces:
    """Free room in cells is cut into vacancies of a kind; a scene with fewer than `least` is not kept."""

    least: int = 1
    kind: RegionKind = RegionKind(VACANCY, (REGION,))


@frozen
class Relation:
    """On which side of another thing something is put, as one sees it who looks at the furniture, or along +x
    where there is none; `side` is one of `SIDES`."""

    side: str
    other: str


SIDES: Final = ("left_of", "right_of", "in_front_of", "behind")


@frozen
class Put:
    """One thing at a place: one of these categories, or of these kinds.

    `at` is the middle of it, whose height is left out for what stands on something. Without a place it is put
    anywhere on what it is `on` where there is room, on the side of another thing that `relation` says, at a
    `distance` from the middle of `near`. It faces the thing `facing`, or is turned. What is `fixed` no
    physics moves. `extents` replaces the sizes of the catalogue, `name` and `labels` are what one may call it
    by, and `paint` is how it looks.
    """

    id: str
    kinds: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    at: tuple[float, float, float | None] | None = None
    on: str | None = None
    relation: Relation | None = None
    near: str | None = None
    distance: ValueRange | None = None
    turn: Turn = Turns((0.0,))
    facing: str | None = None
    extents: tuple[ValueRange, ValueRange, ValueRange] | None = None
    fixed: bool = False
    name: str | None = None
    labels: tuple[tuple[str, str], ...] = ()
    paint: str | None = None


@frozen
class CameraSpec:
    """Where the world camera may be, and where it looks.

    `above` is measured from the top of the furniture or from the floor, `before` from the plane of its front,
    `lateral` from its middle. One with `metres` is orthographic, and its picture is so many metres high.
    """

    above: ValueRange
    base: Literal["top", "floor"]
    before: ValueRange
    lateral: ValueRange
    aim: Literal["front edge", "centre"]
    width: int = field(default=640, validator=whole(MOST_PIXELS))
    height: int = field(default=480, validator=whole(MOST_PIXELS))
    vertical_degrees: float = 60.0
    metres: float | None = None


@frozen
class FixedCamera:
    """A camera at a place that looks at a point, with the horizon level or `up` upwards in the picture. One
    with `metres` is orthographic, and its picture is so many metres high."""

    name: str
    position: tuple[float, float, float]
    target: tuple[float, float, float]
    width: int = field(default=640, validator=whole(MOST_PIXELS))
    height: int = field(default=480, validator=whole(MOST_PIXELS))
    vertical_degrees: float = 60.0
    metres: float | None = None
    up: tuple[float, float, float] | None = None


@frozen
class Seen:
    """What must be seen of things of a kind: at least a part of each that is not hidden, and, with `whole`,
    all of it inside the picture. The centres of all things and cells always are in the picture."""

    kind: str
    part: float = 0.0
    whole: bool = False


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
    held_draws: int = field(default=1, validator=whole(_MOST_DRAWS))
    held_seen: float = 0.5


@frozen
class Lighting:
    """Lights: how many, where, how warm (kelvin) and how strong (a factor of the renderer's own)."""

    count: Count = field(validator=counts(_MOST_LIGHTS))
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
    """A world. `tries` bounds the attempts at one scene. The world camera is `camera`, or that of `cameras`
    which has this name."""

    name: str
    levels: tuple[str, ...]
    floor: tuple[float, float] | None
    camera: CameraSpec | None
    lighting: Lighting
    textures: tuple[TextureChoice, ...] = ()
    seen: tuple[Seen, ...] = ()
    cameras: tuple[FixedCamera, ...] = ()
    furniture: Furniture | None = None
    things: tuple[Put, ...] = ()
    scatters: tuple[Scatter, ...] = ()
    filling: Filling | None = None
    spaces: Spaces | None = None
    hand: Hand | None = None
    tries: int = 40

    def __attrs_post_init__(self) -> None:
        for problem in self._problems():
            raise WorldError(f"world {self.name}: {problem}")

    def _problems(self) -> Iterator[str]:
        hollow = self.furniture is not None and bool(self.furniture.layouts)
        if self.filling is not None and not hollow:
            yield "a filling needs furniture with layouts"
        if self.spaces is not None and (not hollow or self.hand is None or self.hand.holds is None):
            yield "vacancies need furniture with layouts, and a hand that holds something"
        if not self.levels or self.tries < 1:
            yield "it needs at least one level and one try"
        if self.camera is None and not any(camera.name == WORLD_CAMERA for camera in self.cameras):
            yield f"there is no camera {WORLD_CAMERA}"
        if self.hand is not None and any(camera.name == WRIST_CAMERA for camera in self.cameras):
            yield f"the camera {WRIST_CAMERA} is the one of its hand: give the other one another name"
        if self.floor is None and (self.furniture or self.camera or self.hand or self.scatters):
            yield "furniture, a scattering, a hand and a camera that is drawn need a floor"
        scattered = [items for scatter in self.scatters for items in scatter.items]
        ornaments = [] if self.filling is None else [self.filling.ornaments]
        for items in scattered + ornaments:
            if missing := [level for level in self.levels if level not in items.count]:
                yield f"items {items.id} have no count at {missing[0]}"
        filled = [] if self.filling is None else [self.filling.ornaments, self.filling.books]
        held = [] if self.hand is None or self.hand.holds is None else [self.hand.holds]
        for items in filled + held:
            if items.is_dressed:
                yield f"items {items.id} have labels, a name or a paint, which only scattered items may have"
        for level in self.levels if self.filling is not None else ():
            if self.filling is not None and not 0 < self.filling.used.get(level, 0.0) <= 1:
                yield f"how many slots are in use at {level} is not said"
