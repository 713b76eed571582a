"""What JSON values must look like, in words and as tests, and the fields of a scene by these.

A table of fields is a tenth of the time of a schema: scenes have thousands of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from attrs import frozen

from espire_dsl.scene.validate import did_you_mean


@frozen
class JsonShape:
    """What a field must be, in words and as a test; whether it may be left out."""

    words: str
    test: Callable[[Any], bool]
    required: bool = False

    def __or__(self, other: JsonShape) -> JsonShape:
        return JsonShape(
            f"{self.words} or {other.words}", lambda value: self.test(value) or other.test(value)
        )


def required(shape: JsonShape) -> JsonShape:
    """The same shape of a field that may not be left out."""
    return JsonShape(shape.words, shape.test, True)


LARGEST: Final = 1e300
"""Above any number that means something; what is computed with those below it stays finite."""


def is_number(value: Any) -> bool:
    """Whether a JSON value is a number with which one can compute."""
    if isinstance(value, float):
        return abs(value) < LARGEST
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST


def _are_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_number, value))


NULL: Final = JsonShape("null", lambda value: value is None)
TEXT: Final = JsonShape("a text", lambda value: isinstance(value, str))
TRUTH: Final = JsonShape("true or false", lambda value: isinstance(value, bool))
WHOLE: Final = JsonShape("a whole number", lambda value: isinstance(value, int) and is_number(value))
NUMBER: Final = JsonShape("a finite number", is_number)
NUMBERS: Final = JsonShape("a list of finite numbers", _are_numbers)
ROWS: Final = JsonShape(
    "a list of lists of finite numbers",
    lambda value: isinstance(value, list) and all(_are_numbers(row) for row in value),
)
OBJECT: Final = JsonShape("an object", lambda value: isinstance(value, Mapping))
LIST: Final = JsonShape("a list", lambda value: isinstance(value, list))
NUMBER_BY_NAME: Final = JsonShape(
    "an object of finite numbers",
    lambda value: isinstance(value, Mapping) and all(is_number(part) for part in value.values()),
)
WHOLE_BY_NAME: Final = JsonShape(
    "an object of whole numbers",
    lambda value: isinstance(value, Mapping) and all(WHOLE.test(part) for part in value.values()),
)
TEXT_BY_NAME: Final = JsonShape(
    "an object of texts",
    lambda value: isinstance(value, Mapping) and all(isinstance(part, str) for part in value.values()),
)

TEXTS: Final = JsonShape(
    "a list of texts",
    lambda value: isinstance(value, list | tuple) and all(isinstance(part, str) for part in value),
)

THREE_TEXTS: Final = JsonShape("a list of three texts", lambda value: TEXTS.test(value) and len(value) == 3)

SCENE: Final[Mapping[str, JsonShape]] = {
    "directed": required(JsonShape("true", lambda value: value is True)),
    "multigraph": required(JsonShape("true", lambda value: value is True)),
    "graph": required(OBJECT),
    "nodes": required(LIST),
    "edges": required(LIST),
}
GRAPH: Final[Mapping[str, JsonShape]] = {
    "id": TEXT,
    "world": TEXT,
    "level": TEXT | NULL,
    "seed": WHOLE | NULL,
    "units": JsonShape('"m"', lambda value: value == "m"),
    "up": JsonShape('"z"', lambda value: value == "z"),
    "cameras": OBJECT,
    "assets": LIST,
}
CAMERA: Final[Mapping[str, JsonShape]] = {
    "position": required(NUMBERS),
    "quaternion": NUMBERS,
    "K": ROWS,
    "width": WHOLE,
    "height": WHOLE,
    "projection": TEXT,
}
NODE: Final[Mapping[str, JsonShape]] = {
    "id": required(TEXT),
    "kind": required(TEXT),
    "roles": TEXTS,
    "axes": THREE_TEXTS,
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
    "slot": TEXT | NULL,  # the field of a node that names its cell
    "row": WHOLE | NULL,
    "column": WHOLE | NULL,
    "occupancy": NUMBER | NULL,
    "visible": NUMBER_BY_NAME,
    "pixels": WHOLE_BY_NAME,
    "instance": WHOLE | NULL,
    "density": NUMBER,
    "labels": TEXT_BY_NAME,
    "configuration": NUMBERS | NULL,
    "fixed": TRUTH,
}
EDGE: Final[Mapping[str, JsonShape]] = {
    "source": required(TEXT),
    "target": required(TEXT),
    "key": required(TEXT),
}


def misshapen(value: Any, shapes: Mapping[str, JsonShape], where: str) -> Iterator[str]:
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
