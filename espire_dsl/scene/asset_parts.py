"""The parts of an asset, placed in the axes of its box, and how far they reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import ArrayLike

from espire_dsl.catalogue.shape import AssetShape, ShapePart
from espire_dsl.scene.rotation import Array, axis_angle, matrix

_AXES: Final = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
# Turns that bring the own z of a cylinder to an axis of the thing.
_UPENDED: Final = {
    "x": matrix(axis_angle(_AXES["y"], 90.0)),
    "y": matrix(axis_angle(_AXES["x"], -90.0)),
    "z": np.eye(3),
}
_UPSIDE_DOWN: Final = np.diag([1.0, -1.0, -1.0])
_ROUNDING: Final = 1e-6  # metres
_CM: Final = 0.01


@frozen(eq=False)
class PlacedPart:
    """A form: the columns of `axes` are its own axes, half its lengths long, in metres and the thing's axes.

    The origin is the middle of the thing's box. A cylinder is a cone that is as wide above as below.
    """

    form: str
    center: Array
    axes: Array
    paint: str
    top: float = 1.0
    hole: float = 0.0

    @property
    def reach(self) -> tuple[Array, Array]:
        """The lowest and the highest coordinates that it reaches."""
        if self.form == "box":
            half = np.abs(self.axes).sum(axis=1)
            return self.center - half, self.center + half
        if self.form == "ball":
            half = np.sqrt((self.axes**2).sum(axis=1))
            return self.center - half, self.center + half
        along = self.axes[:, 2]
        rim = np.sqrt((self.axes[:, :2] ** 2).sum(axis=1))
        low = np.minimum(self.center - along - rim, self.center + along - self.top * rim)
        high = np.maximum(self.center - along + rim, self.center + along + self.top * rim)
        return low, high


def placed_parts(parts: Iterable[ShapePart], height: float) -> tuple[PlacedPart, ...]:
    """All that some parts stand for, in a box of a height."""
    middle = float(_centimetres(height)) / 2
    return tuple(placed for part in parts for placed in _placed(part, middle))


def _centimetres(lengths: ArrayLike) -> Array:
    """Lengths as authors write them, where halves and sums are most often exact."""
    return np.round(np.asarray(lengths, dtype=np.float64) * 100, 9)


def _placed(part: ShapePart, middle: float) -> Iterator[PlacedPart]:
    half = _centimetres(part.lengths) / 2
    top = part.top
    turn = _UPENDED[part.axis]
    if top > 1:
        # Forms are widest below, so what is wider above is one upside down.
        half, top, turn = half * (top, top, 1.0), 1 / top, turn @ _UPSIDE_DOWN
    for axis, degrees in zip("xyz", part.turn, strict=True):
        if degrees:
            turn = matrix(axis_angle(_AXES[axis], degrees)) @ turn
    center = _centimetres(part.at) - (0.0, 0.0, middle)
    form = "cone" if part.form == "cylinder" else part.form
    for number in range(part.around):
        spin = matrix(axis_angle(_AXES["z"], 360.0 * number / part.around))
        yield PlacedPart(form, spin @ center * _CM, spin @ turn * half * _CM, part.paint, top, part.hole)


def sticking_out(part: ShapePart, shape: AssetShape) -> tuple[float, str] | None:
    """How many metres a part reaches out of the box of its shape, and along which axis; None if it fits."""
    half = np.asarray(shape.box, dtype=np.float64) / 2
    lows, highs = zip(*(placed.reach for placed in placed_parts((part,), shape.box[2])), strict=True)
    beyond = np.maximum(-half - np.min(lows, axis=0), np.max(highs, axis=0) - half)
    worst = int(np.argmax(beyond))
    return None if beyond[worst] <= _ROUNDING else (float(beyond[worst]), "xyz"[worst])
