"""Parts of a description: ranges, turns, poses of things, regions of the ground, layouts of shelves.

Only data. What they mean is computed by `groups` (poses), `regions` and `layouts`.
"""

from __future__ import annotations

import math
from typing import Literal

from attrs import field, frozen

from espire_dsl.domain.checks import all_positive, more_than_0, some
from espire_dsl.domain.error import WorldError


@frozen
class ValueRange:
    """Everything from `low` to `high`; metres, degrees or plain numbers."""

    low: float
    high: float

    def __attrs_post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low <= self.high):
            raise WorldError(f"a range from {self.low} to {self.high} is empty or not finite")

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@frozen
class Turns:
    """Turns about the vertical to choose from, in degrees, each as likely."""

    degrees: tuple[float, ...] = field(validator=some)


Turn = ValueRange | Turns

ANY_TURN = ValueRange(-180.0, 180.0)
QUARTER_TURNS = Turns((0.0, 90.0, 180.0, 270.0))


@frozen
class Standing:
    """Upright and free."""


@frozen
class Propped:
    """Upright, with a cover against a support."""

    supports: tuple[str, ...] = field(validator=some)


@frozen
class Leaning:
    """Tilted so that the lower edge rests on the surface and the cover on the upper edge of a support."""

    supports: tuple[str, ...] = field(validator=some)
    tilt: ValueRange


@frozen
class Lying:
    """Flat on the surface, or on a support that one edge of it overhangs by a length in `overhang`."""

    supports: tuple[str, ...] = ()
    overhang: ValueRange = ValueRange(0.0, 0.0)


Pose = Standing | Propped | Leaning | Lying


@frozen
class Top:
    """The top of the furniture (or of the floor, where there is none), without a margin along its edges."""

    inset: float = 0.0


@frozen
class Behind:
    """A band of the floor behind the furniture: how far behind its back, and how far from its middle."""

    distance: ValueRange
    lateral: ValueRange


@frozen
class Beside:
    """A patch of floor left or right of the furniture: how far from its side, how far before its middle."""

    distance: ValueRange
    ahead: ValueRange


Region = Top | Behind | Beside


@frozen
class Grid:
    """Rows from the top and columns from the encounter left, as shares of the height and the width.

    Where `shuffled`, the shares come in a random order.
    """

    rows: tuple[float, ...] = field(validator=all_positive)
    columns: tuple[float, ...] = field(default=(1.0,), validator=all_positive)
    shuffled: bool = False


@frozen
class Stack:
    """Grids and stacks on top of one another, or side by side, in shares of the height or the width."""

    along: Literal["height", "width"]
    parts: tuple[Grid | Stack, ...]
    shares: tuple[float, ...] = field(validator=all_positive)
    shuffled: bool = False

    def __attrs_post_init__(self) -> None:
        if len(self.parts) != len(self.shares):
            raise WorldError(f"a stack of {len(self.parts)} parts has {len(self.shares)} shares")


@frozen
class RegionKind:
    """The kind of a region: its name, and all that it is one of."""

    name: str
    roles: tuple[str, ...]


@frozen
class Layout:
    """How a container is divided into cells, and how often, as a weight among other layouts."""

    name: str
    whole: Grid | Stack
    weight: float = field(default=1.0, validator=more_than_0)
