"""A part of a look: one shape, placed in the axes of the thing that it is part of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array, axis_angle, matrix
from espire_sim.appearance.shape import Form

FORMS: Final = {
    "box": Form.BOX,
    "ball": Form.BALL,
    "cylinder": Form.CONE,
    "cone": Form.CONE,
    "tube": Form.TUBE,
}
FIELDS: Final = frozenset({*FORMS, "at", "axis", "turn", "around", "paint", "top", "hole"})
OWN: Final = "own"

_AXES: Final = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
# Turns that bring the own z of a cylinder to an axis of the thing.
_UPENDED: Final = {
    "x": matrix(axis_angle(_AXES["y"], 90.0)),
    "y": matrix(axis_angle(_AXES["x"], -90.0)),
    "z": np.eye(3),
}
_UPSIDE_DOWN: Final = np.diag([1.0, -1.0, -1.0])
_CM: Final = 0.01
_ROUNDING: Final = 1e-6  # metres


@frozen(eq=False)
class Part:
    """A shape: the columns of `axes` are its own axes, half its lengths long, in metres and the thing's axes.

    The origin is the middle of the thing's box.
    """

    form: Form
    center: Array
    axes: Array
    paint: str
    top: float = 1.0
    hole: float = 0.0

    @property
    def reach(self) -> tuple[Array, Array]:
        """The lowest and the highest coordinates that it reaches."""
        if self.form is Form.BOX:
            half = np.abs(self.axes).sum(axis=1)
            return self.center - half, self.center + half
        if self.form is Form.BALL:
            half = np.sqrt((self.axes**2).sum(axis=1))
            return self.center - half, self.center + half
        along = self.axes[:, 2]
        rim = np.sqrt((self.axes[:, :2] ** 2).sum(axis=1))
        low = np.minimum(self.center - along - rim, self.center + along - self.top * rim)
        high = np.maximum(self.center - along + rim, self.center + along + self.top * rim)
        return low, high


def problems_of_part(entry: Mapping[str, Any], textures: Mapping[str, object]) -> Iterator[str]:
    """One sentence for each thing that is wrong with a part as it is written."""
    for unknown in sorted(set(entry) - FIELDS):
        yield f'"{unknown}" is no field of a part'
    forms = [name for name in FORMS if name in entry]
    if len(forms) != 1:
        yield f"a part has one of {', '.join(FORMS)}, and not {len(forms)}"
    for name in forms:
        if len(entry[name]) != 3 or min(entry[name]) <= 0:
            yield f"{name}: it needs three lengths of more than 0: {entry[name]}"
    if len(entry.get("at", ())) != 3:
        yield "at: it needs three numbers"
    if entry.get("axis", "z") not in _AXES or set(entry.get("turn", ())) - set(_AXES):
        yield "axis, turn: axes are x, y and z"
    if entry.get("paint") != OWN and entry.get("paint") not in textures:
        yield f'paint: there is no texture "{entry.get("paint")}"'
    if not 0 <= entry.get("hole", 0.0) < 1 or entry.get("top", 1.0) < 0:
        yield "hole, top: a hole is less than 1, a top at least 0"


def sticking_out(entry: Mapping[str, Any], box: Sequence[float]) -> str | None:
    """How far a part, as it is written, reaches out of a box of some lengths in centimetres."""
    half = np.asarray(box, dtype=np.float64) * _CM / 2
    lows, highs = zip(*(part.reach for part in read_parts(entry, box[2] / 2)), strict=True)
    beyond = np.maximum(-half - np.min(lows, axis=0), np.max(highs, axis=0) - half)
    worst = int(np.argmax(beyond))
    if beyond[worst] <= _ROUNDING:
        return None
    return f"it sticks out of the box by {beyond[worst] / _CM:.2f} cm along {'xyz'[worst]}"


def read_parts(entry: Mapping[str, Any], middle: float) -> Iterator[Part]:
    """The parts that one entry stands for; `middle` is half the height of the thing in centimetres."""
    form = next(name for name in FORMS if name in entry)
    half = np.asarray(entry[form], dtype=np.float64) / 2
    top = float(entry.get("top", 1.0))
    rotation = _UPENDED[entry.get("axis", "z")]
    if top > 1:
        # Shapes are widest below, so what is wider above is one upside down.
        half, top, rotation = half * (top, top, 1.0), 1 / top, rotation @ _UPSIDE_DOWN
    for axis, degrees in sorted(entry.get("turn", {}).items()):
        rotation = matrix(axis_angle(_AXES[axis], degrees)) @ rotation
    center = np.asarray(entry["at"], dtype=np.float64) - (0.0, 0.0, middle)
    count = entry.get("around", 1)
    for number in range(count):
        spin = matrix(axis_angle(_AXES["z"], 360.0 * number / count))
        yield Part(
            FORMS[form],
            spin @ center * _CM,
            spin @ rotation * half * _CM,
            entry["paint"],
            top,
            float(entry.get("hole", 0.0)),
        )
