"""A catalogue as JSON, and back: for the store of the compiled library."""

from __future__ import annotations

from typing import Any

from attrs import asdict

from espire_dsl.catalogue.reader import Catalogue, Category, Range
from espire_dsl.catalogue.shape import AssetShape, MeshFile, ShapePart

Json = Any


def catalogue_to_json(catalogue: Catalogue) -> Json:
    """Plain lists and tables."""
    return [asdict(category) for category in catalogue]


def catalogue_from_json(data: Json) -> Catalogue | None:
    """The catalogue, or None for data that are no such catalogue."""
    try:
        categories = [_category(entry) for entry in data]
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    return Catalogue({category.id: category for category in categories}) if categories else None


def _category(entry: Json) -> Category:
    x, y, z = (Range(**length) for length in entry["extents"])
    front, shape = entry["front"], entry["shape"]
    return Category(
        **{
            **entry,
            "front": None if front is None else tuple(front),
            "extents": (x, y, z),
            "labels": tuple((name, word) for name, word in entry["labels"]),
            "roles": tuple(entry["roles"]),
            "axes": tuple(entry["axes"]),
            "shape": None if shape is None else _shape(shape),
        }
    )


def _shape(entry: Json) -> AssetShape:
    mesh = entry["mesh"]
    return AssetShape(
        tuple(entry["box"]),
        tuple(map(_part, entry["parts"])),
        tuple(tuple(map(_part, parts)) for parts in entry["variants"]),
        None if mesh is None else MeshFile(**mesh),
        entry["reaches_out"],
    )


def _part(entry: Json) -> ShapePart:
    rows = {name: tuple(entry[name]) for name in ("lengths", "at", "turn")}
    return ShapePart(**{**entry, **rows})
