"""What each field of a scene's JSON must look like, checked before anything is built from it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from attrs import frozen

from espire_dsl.scene.validate import did_you_mean


@frozen
class Shape:
    """What a field must be, in words and as a test; whether it may be left out."""

    words: str
    test: Callable[[Any], bool]
    required: bool = False

    def __or__(self, other: Shape) -> Shape:
        return Shape(f"{self.words} or {other.words}", lambda value: self.test(value) or other.test(value))


def required(shape: Shape) -> Shape:
    """The same shape of a field that may not be left out."""
    return Shape(shape.words, shape.test, True)


def _is_number(value: Any) -> bool:
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    return numeric and abs(value) <= sys.float_info.max


def _are_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(_is_number(part) for part in value)


NULL: Final = Shape("null", lambda value: value is None)
TEXT: Final = Shape("a text", lambda value: isinstance(value, str))
TRUTH: Final = Shape("true or false", lambda value: isinstance(value, bool))
WHOLE: Final = Shape("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool))
NUMBER: Final = Shape("a finite number", _is_number)
NUMBERS: Final = Shape("a list of finite numbers", _are_numbers)
ROWS: Final = Shape(
    "a list of lists of finite numbers",
    lambda value: isinstance(value, list) and all(_are_numbers(row) for row in value),
)
OBJECT: Final = Shape("an object", lambda value: isinstance(value, Mapping))
LIST: Final = Shape("a list", lambda value: isinstance(value, list))
NUMBER_BY_NAME: Final = Shape(
    "an object of finite numbers",
    lambda value: isinstance(value, Mapping) and all(_is_number(part) for part in value.values()),
)
WHOLE_BY_NAME: Final = Shape(
    "an object of whole numbers",
    lambda value: isinstance(value, Mapping) and all(WHOLE.test(part) for part in value.values()),
)
TEXT_BY_NAME: Final = Shape(
    "an object of texts",
    lambda value: isinstance(value, Mapping) and all(isinstance(part, str) for part in value.values()),
)

SCENE: Final[Mapping[str, Shape]] = {
    "directed": required(Shape("true", lambda value: value is True)),
    "multigraph": required(Shape("true", lambda value: value is True)),
    "graph": required(OBJECT),
    "nodes": required(LIST),
    "edges": required(LIST),
}
GRAPH: Final[Mapping[str, Shape]] = {
    "id": TEXT,
    "world": TEXT,
    "level": TEXT | NULL,
    "seed": WHOLE | NULL,
    "units": Shape('"m"', lambda value: value == "m"),
    "up": Shape('"z"', lambda value: value == "z"),
    "cameras": OBJECT,
}
CAMERA: Final[Mapping[str, Shape]] = {
    "position": required(NUMBERS),
    "quaternion": NUMBERS,
    "K": ROWS,
    "width": WHOLE,
    "height": WHOLE,
}
NODE: Final[Mapping[str, Shape]] = {
    "id": required(TEXT),
    "kind": required(TEXT),
    "center": NUMBERS,
    "quaternion": NUMBERS,
    "extents": NUMBERS,
    "category": TEXT,
    "name": TEXT,
    "size": TEXT | NULL,
    "front": NUMBERS | NULL,
    "oriented": TRUTH,
    "perspective": TEXT,
    "upright": NUMBERS | NULL,
    "slot": TEXT | NULL,
    "row": WHOLE | NULL,
    "column": WHOLE | NULL,
    "occupancy": NUMBER | NULL,
    "visible": NUMBER_BY_NAME,
    "pixels": WHOLE_BY_NAME,
    "instance": WHOLE | NULL,
    "labels": TEXT_BY_NAME,
    "configuration": NUMBERS | NULL,
}
EDGE: Final[Mapping[str, Shape]] = {
    "source": required(TEXT),
    "target": required(TEXT),
    "key": required(TEXT),
}


def misshapen(value: Any, shapes: Mapping[str, Shape], where: str) -> Iterator[str]:
    """One sentence for each field of a JSON object that is missing, unknown or of another shape."""
    if not isinstance(value, Mapping):
        yield f"{where}: it must be an object"
        return
    for name, shape in shapes.items():
        if name not in value:
            if shape.required:
                yield f"{where}: field {name}: it is missing"
        elif not shape.test(value[name]):
            yield f"{where}: field {name}: it must be {shape.words}"
    for name in value:
        if name not in shapes:
            yield f"{where}: field {name}: there is no such field{did_you_mean(name, shapes)}"
