"""Units of quantities: the one table that the grammar, types, sentences, options and scores go by.

An inch is written `inch`, not `in`: `let x = 3 in f(x)` has that word already.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from attrs import frozen

LENGTH, ANGLE, PIXELS = "Length", "Angle", "Pixels"


@frozen
class Unit:
    """`factor` is how many metres, degrees or pixels it has; `sign` stands right behind a number. `others`
    are words for it that people write; `in_language` unless only answers are read in it."""

    name: str
    quantity: str
    factor: float
    one: str
    many: str
    sign: str
    others: tuple[str, ...] = ()
    in_language: bool = True

    @property
    def words(self) -> tuple[str, ...]:
        """All that a person may write for it."""
        return tuple(dict.fromkeys((self.name, self.one, self.many, self.sign.strip(), *self.others)))


_ROWS: Final = (
    Unit("mm", LENGTH, 0.001, "millimetre", "millimetres", " mm", ("millimeter", "millimeters")),
    Unit("cm", LENGTH, 0.01, "centimetre", "centimetres", " cm", ("centimeter", "centimeters", "cms")),
    Unit("m", LENGTH, 1.0, "metre", "metres", " m", ("meter", "meters")),
    Unit("inch", LENGTH, 0.0254, "inch", "inches", " in", ("inchs", '"', "″")),
    Unit("ft", LENGTH, 0.3048, "foot", "feet", " ft", ("'", "′")),
    Unit("deg", ANGLE, 1.0, "degree", "degrees", "°", ("degs",)),
    Unit("px", PIXELS, 1.0, "pixel", "pixels", " px"),
    Unit("km", LENGTH, 1000.0, "kilometre", "kilometres", " km", ("kilometer", "kilometers"), False),
    Unit("yd", LENGTH, 0.9144, "yard", "yards", " yd", (), False),
    Unit("rad", ANGLE, 180 / math.pi, "radian", "radians", " rad", (), False),
)
ALL_UNITS: Final[Mapping[str, Unit]] = {unit.name: unit for unit in _ROWS}
UNITS: Final[Mapping[str, Unit]] = {unit.name: unit for unit in _ROWS if unit.in_language}
"""The units of the language by name, in the order in which messages list them."""
