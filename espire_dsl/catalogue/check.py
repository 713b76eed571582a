"""What can be wrong with the entries of a catalogue, said so that a newcomer can mend it."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from espire_dsl.diagnostics.suggest import nearest

_THING: Final = ("length", "width", "height")

# Which length lies along the own x, y and z axis.
AXES: Final[Mapping[str, tuple[str, str, str]]] = {
    "near": _THING,
    "distant": _THING,
    "table": _THING,
    "shelf": _THING,
    "support": _THING,
    "object": _THING,
    "viewer": _THING,
    "book": ("width", "thickness", "height"),
}
FRONTS: Final[Mapping[str, tuple[float, float, float]]] = {
    "+x": (1.0, 0.0, 0.0),
    "-x": (-1.0, 0.0, 0.0),
    "+y": (0.0, 1.0, 0.0),
    "-y": (0.0, -1.0, 0.0),
}

_ID: Final = re.compile(r"[a-z][a-z0-9_]*")
_TYPES: Final[Mapping[str, tuple[type, str]]] = {
    "class": (str, "a text"),
    "name": (str, "a text"),
    "plural": (bool, "true or false"),
    "article": (str, "a text"),
    "oriented": (bool, "true or false"),
    "front": (str, "a text"),
    "perspective": (str, "a text"),
    "size": (str, "a text"),
    "variants": (int, "a whole number"),
    "cm": (dict, "a table of lengths"),
}
_REQUIRED: Final = ("class", "name", "oriented")
_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "class": tuple(AXES),
    "front": tuple(FRONTS),
    "perspective": ("own", "encounter"),
    "size": ("small", "medium", "large"),
}
_SHARED_NAMES: Final = frozenset({"book", "table", "shelf"})


def problems_of_category(id: str, entry: Any) -> Iterator[str]:
    """One sentence for each problem of an entry."""
    if not _ID.fullmatch(id):
        yield f'"{id}" is no identifier: use small letters, digits and underscores, a letter first'
    if not isinstance(entry, dict):
        yield "it must be a table: write its name in square brackets on a line of its own"
        return
    for field in _REQUIRED:
        if field not in entry:
            yield f"field {field}: it is missing"
    for field, value in entry.items():
        yield from _problems_of_field(field, value)
    if entry.get("oriented") is True and "front" not in entry:
        yield 'field front: it is missing, and an oriented thing has one; "+x" is the convention'
    if entry.get("oriented") is False and "front" in entry:
        yield "field front: a thing that is not oriented has none; leave it out, or set oriented = true"
    yield from _problems_of_size(entry)


def problems_of_names(table: Mapping[str, Any]) -> Iterator[str]:
    """Names that two categories share although sentences tell them apart by name."""
    owners = defaultdict(list)
    for id, entry in table.items():
        if isinstance(entry, dict) and str(entry.get("class")) not in _SHARED_NAMES and "name" in entry:
            owners[str(entry["name"]).casefold()].append(id)
    for ids in owners.values():
        if len(ids) > 1:
            name = table[ids[0]]["name"]
            others = ", ".join(ids[:-1])
            yield f'category {ids[-1]}: field name: "{name}" is the name of {others} already; give it another'


def _problems_of_field(field: str, value: Any) -> Iterator[str]:
    if field not in _TYPES:
        other = nearest(field, _TYPES)
        yield f"field {field}: there is no such field" + (
            "" if other is None else f'; did you mean "{other}"?'
        )
        return
    type_, words = _TYPES[field]
    well_typed: bool = isinstance(value, type_) and not (type_ is int and isinstance(value, bool))
    if not well_typed:
        yield f"field {field}: it must be {words}, not {value!r}"
    elif field in _CHOICES and value not in _CHOICES[field]:
        yield f'field {field}: "{value}" is unknown; it must be one of {", ".join(_CHOICES[field])}'
    elif field == "name" and not value.strip():
        yield "field name: it is empty"
    elif field == "variants" and value < 1:
        yield f"field variants: {value} is less than 1"


def _problems_of_size(entry: Mapping[str, Any]) -> Iterator[str]:
    kind, lengths = str(entry.get("class")), entry.get("cm")
    if kind == "viewer":
        if lengths is not None:
            yield "field cm: the viewer is a point and has no size; leave it out"
        return
    if kind == "book" and "size" not in entry:
        yield "field size: it is missing; a book is small, medium or large"
    if lengths is None:
        yield "field cm: the size is missing; write cm = { length = 10, width = 5, height = 20 }"
        return
    if not isinstance(lengths, dict) or kind not in AXES:
        return
    for axis in AXES[kind]:
        if axis not in lengths:
            yield f"field cm.{axis}: it is missing; a {kind} has {', '.join(AXES[kind])}"
    for axis, value in lengths.items():
        if axis not in AXES[kind]:
            yield f"field cm.{axis}: there is no such length; a {kind} has {', '.join(AXES[kind])}"
        else:
            yield from _problems_of_length(f"field cm.{axis}", value)


def _problems_of_length(where: str, value: Any) -> Iterator[str]:
    ends = value if isinstance(value, list) else [value, value]
    if len(ends) != 2 or not all(isinstance(end, int | float) and not isinstance(end, bool) for end in ends):
        yield f"{where}: it must be a number or a range [low, high], not {value!r}"
    elif not all(math.isfinite(end) for end in ends):
        yield f"{where}: {value!r} is not finite"
    elif min(ends) <= 0:
        yield f"{where}: a length must be more than 0, not {value!r}"
    elif ends[0] > ends[1]:
        yield f"{where}: the range {value!r} ends before it begins; write [{ends[1]}, {ends[0]}]"
