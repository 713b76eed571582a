"""Values out of the JSON of others, each checked before it is used; a message says where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn

import numpy as np
from attrs import frozen

from espire_dsl.importing.error import UnfitError
from espire_dsl.scene.json_shapes import JsonShape, misshapen
from espire_dsl.scene.node import Quaternion, Vector
from espire_dsl.scene.rotation import from_matrix, normalised

FARTHEST: Final = 1e6
"""In metres or pixels: no number of a scene is larger."""
MOST_CHARACTERS: Final = 80
_SKEW: Final = 1e-3
"""By how much the columns of a rotation may fail to be of length 1 and at right angles."""

_ID: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{MOST_CHARACTERS - 1}}}")
_NAME: Final = re.compile(rf"[a-z][a-z0-9_]{{0,{MOST_CHARACTERS - 1}}}")
_NOT_IN_NAMES: Final = re.compile(r"[^a-z0-9]+")


def _is_point(value: Any, length: int) -> bool:
    return isinstance(value, list) and len(value) == length and all(map(_is_coordinate, value))


def _is_coordinate(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FARTHEST


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= MOST_CHARACTERS


COORDINATE: Final = JsonShape(f"a number of at most {FARTHEST:g}", _is_coordinate)
POINT: Final = JsonShape(
    f"a list of three numbers, each at most {FARTHEST:g}", lambda value: _is_point(value, 3)
)
SIZE: Final = JsonShape(
    "a list of three lengths above 0", lambda value: _is_point(value, 3) and min(value) > 0
)
QUATERNION: Final = JsonShape("a list of four numbers, w first", lambda value: _is_point(value, 4))
ROTATION: Final = JsonShape(
    "three rows of three numbers, or a quaternion of four numbers with w first",
    lambda value: (
        (isinstance(value, list) and len(value) == 3 and all(_is_point(row, 3) for row in value))
        or _is_point(value, 4)
    ),
)
ID: Final = JsonShape(
    f"1 to {MOST_CHARACTERS} letters, digits, points, dashes and underscores, a letter or digit first",
    lambda value: isinstance(value, str) and bool(_ID.fullmatch(value)),
)
"""Of scenes and cameras, after which files are named."""
NAME: Final = JsonShape(
    "a name of the language: small letters, digits and underscores, a letter first",
    lambda value: isinstance(value, str) and bool(_NAME.fullmatch(value)),
)
WORD: Final = JsonShape(f"a text of 1 to {MOST_CHARACTERS} printable characters", _is_word)


@frozen
class Location:
    """Where something stands: a file, and what is in there, from the outermost."""

    path: tuple[str, ...]

    def __str__(self) -> str:
        return ": ".join(self.path)

    def inner(self, what: str) -> Location:
        return Location((*self.path, what))

    def refuse(self, why: str) -> NoReturn:
        raise UnfitError(f"{self}: {why}")

    def check(self, value: Any, shapes: Mapping[str, JsonShape], *, others: bool = False) -> None:
        """Refuse a value that is no object of this shape; with `others` it may have more fields."""
        if others and isinstance(value, dict):
            value = {name: value[name] for name in shapes if name in value}
        for problem in misshapen(value, shapes, str(self)):
            raise UnfitError(problem)

    def each(
        self, value: Mapping[str, Any], field: str, what: str, most: int
    ) -> Iterator[tuple[Location, Any]]:
        """The entries of a list with their places, which are named by their ids where they have one."""
        entries = value[field]
        if len(entries) > most:
            self.refuse(f"field {field}: it has {len(entries)} entries, and at most {most} are read")
        for number, entry in enumerate(entries, 1):
            id = entry.get("id") if isinstance(entry, dict) else None
            told = f'"{id}"' if isinstance(id, str) and _is_word(id) else str(number)
            yield self.inner(f"{what} {told}"), entry


def rotation_of(value: Sequence[Any], place: Location, field: str) -> Quaternion:
    """The unit quaternion of a matrix whose columns are the own axes, or of a quaternion."""
    if len(value) == 4:
        length = float(np.linalg.norm(value))
        if abs(length - 1) > _SKEW:
            place.refuse(f"field {field}: a quaternion has length 1, and this one {length:.6g}")
        return normalised(value)
    axes = np.array(value, dtype=np.float64)
    if np.abs(axes.T @ axes - np.eye(3)).max() > _SKEW:
        place.refuse(f"field {field}: its columns are not at right angles, or not of length 1")
    if np.linalg.det(axes) < 0:
        place.refuse(f"field {field}: it is left-handed: it mirrors things, and rotations do not")
    return from_matrix(axes)


def point(value: Sequence[Any]) -> Vector:
    x, y, z = map(float, value)
    return (x, y, z)


def slug(text: str) -> str:
    """A text as the name of an asset: `Desk lamp` is `desk_lamp`."""
    name = _NOT_IN_NAMES.sub("_", text.casefold()).strip("_")
    return name if name[:1].isalpha() else f"thing_{name}".rstrip("_")
