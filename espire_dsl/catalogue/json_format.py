"""A catalogue as JSON, and back: for the store of the compiled library."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Any

from attrs import asdict, evolve

from espire_dsl.catalogue.reader import Catalogue, Category, LengthRange
from espire_dsl.catalogue.shape import AssetShape, MeshFile, ShapePart

Json = Any


def catalogue_to_json(catalogue: Catalogue) -> Json:
    """Plain lists and tables."""
    return [asdict(category) for category in catalogue]


def catalogue_from_json(data: Json) -> Catalogue | None:
    """The catalogue, or None for data that are no such catalogue."""
    if not isinstance(data, list):
        return None
    categories = [category_from_json(entry) for entry in data]
    if not categories or None in categories:
        return None
    return Catalogue({category.id: category for category in categories if category is not None})


def category_to_json(category: Category) -> Json:
    """An asset as task sets hold it: the file of its mesh is named by what is in it."""
    shape = category.shape
    if shape is None or shape.mesh is None:
        return asdict(category)
    named = evolve(shape.mesh, path=mesh_name(shape.mesh))
    return asdict(evolve(category, shape=evolve(shape, mesh=named)))


def mesh_name(mesh: MeshFile) -> str:
    """The name of a mesh's file in a task set, which is the same wherever the mesh came from."""
    return f"{mesh.digest[:16]}{PurePath(mesh.path).suffix.lower()}"


def with_mesh_in(category: Category, folder: Path) -> Category:
    """An asset of a task set whose mesh, if it has one, is read from a folder of that set."""
    shape = category.shape
    if shape is None or shape.mesh is None:
        return category
    here = evolve(shape.mesh, path=str(folder / mesh_name(shape.mesh)))
    return evolve(category, shape=evolve(shape, mesh=here))


def category_from_json(entry: Json) -> Category | None:
    """The asset, or None for what is none."""
    try:
        return _category(entry)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _category(entry: Json) -> Category:
    x, y, z = (LengthRange(**length) for length in entry["extents"])
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
        None if mesh is None else _mesh(mesh),
        entry["reaches_out"],
    )


def _mesh(entry: Json) -> MeshFile:
    mesh = MeshFile(**entry)
    int(mesh.digest, 16)  # it names files, so it must be no path
    return mesh


def _part(entry: Json) -> ShapePart:
    rows = {name: tuple(entry[name]) for name in ("lengths", "at", "turn")}
    return ShapePart(**{**entry, **rows})
