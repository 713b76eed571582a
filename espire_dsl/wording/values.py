"""What a sentence can speak about, as plain data. How each is worded stands in the lexicon, not here."""

from __future__ import annotations

import math

from attrs import field, frozen
from attrs.validators import gt, in_


def _finite(_owner: object, attribute: object, value: float) -> None:
    if not math.isfinite(value):
        raise ValueError(f"{getattr(attribute, 'name', 'value')} must be a finite number, not {value}")


@frozen(cache_hash=True)
class SaidThing:
    """A thing of the scene, or the viewer. `name` has no article: "picture frame", "succulents"."""

    name: str
    plural: bool = False
    kind: str = ""
    is_viewer: bool = False
    is_furniture: bool = False


VIEWER = SaidThing("viewer", kind="viewer", is_viewer=True)


@frozen(cache_hash=True)
class SaidCategory:
    """What kind of thing something is: "picture frame", not "the picture frame"."""

    name: str
    plural: bool = False


@frozen(cache_hash=True)
class SaidLength:
    metres: float = field(validator=_finite)


@frozen(cache_hash=True)
class SaidAngle:
    degrees: float = field(validator=_finite)


@frozen(cache_hash=True)
class SaidPixels:
    pixels: float = field(validator=_finite)


@frozen(cache_hash=True)
class SaidInt:
    number: int


@frozen(cache_hash=True)
class SaidNumber:
    number: float = field(validator=_finite)


@frozen(cache_hash=True)
class SaidOrdinal:
    number: int = field(validator=gt(0))


@frozen(cache_hash=True)
class SaidClock:
    hour: int = field(validator=in_(range(1, 13)))


@frozen(cache_hash=True)
class SaidLabel:
    """A word that is said as it stands."""

    text: str


@frozen(cache_hash=True)
class SaidType:
    """A reasoning type with its arguments: `LessThan(30 cm)`. The aspect decides how it reads."""

    constructor: str
    arguments: tuple[Said, ...] = ()
    aspect: str = ""


@frozen(cache_hash=True)
class SaidAnswers:
    """How many right answers there are; a sentence says "the" of one, and "a" of several."""

    count: int = field(validator=gt(0))


Said = (
    SaidThing
    | SaidCategory
    | SaidLength
    | SaidAngle
    | SaidPixels
    | SaidInt
    | SaidNumber
    | SaidOrdinal
    | SaidClock
    | SaidLabel
    | SaidType
    | SaidAnswers
)


@frozen(cache_hash=True)
class SaidFrame:
    """A frame of reference: `relative`, `intrinsic` to `of`, or `absolute`."""

    kind: str
    of: SaidThing | None = None


@frozen(cache_hash=True)
class SaidMeasure:
    """A way of measuring distances from `of`: `edges` or `centres`; `to_place` when it is how far a slot or a
    space is, which has an opening."""

    kind: str
    of: SaidThing | None = None
    to_place: bool = False
