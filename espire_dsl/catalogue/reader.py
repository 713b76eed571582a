"""Reads and checks the catalogue. All problems of a file are reported together, as things to act on."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal

from attrs import field, frozen

from espire_dsl.catalogue.check import AXES, FRONTS, problems_of_category, problems_of_names
from espire_dsl.catalogue.error import CatalogueError
from espire_dsl.diagnostics.suggest import nearest

__all__ = ["Catalogue", "CatalogueError", "Category", "Range", "load_catalogue"]

Vector = tuple[float, float, float]

_PACKAGED: Final = "assets.toml"


@frozen
class Range:
    """Lengths from `low` to `high`, in metres."""

    low: float
    high: float

    def __contains__(self, length: float) -> bool:
        return self.low <= length <= self.high

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


@frozen
class Category:
    """What all things of one category share.

    `kind` is the kind of its nodes in a scene, `extents` the lengths along their own x, y and z axes,
    `front` a unit vector in those axes.
    """

    id: str
    kind: str
    name: str
    article: str
    plural: bool
    oriented: bool
    front: Vector | None
    perspective: Literal["own", "encounter"]
    extents: tuple[Range, Range, Range]
    size: str | None = None
    variants: int = 1


@frozen
class Catalogue:
    """The categories by id, in the order of the file."""

    categories: Mapping[str, Category] = field(hash=False)

    def of_kind(self, *kinds: str) -> tuple[Category, ...]:
        """The categories of these kinds, in the order of the file."""
        return tuple(category for category in self.categories.values() if category.kind in kinds)

    def get(self, id: str) -> Category:
        """The category with this id."""
        if id not in self.categories:
            other = nearest(id, self.categories)
            hint = "" if other is None else f' (did you mean "{other}"?)'
            raise CatalogueError(f'the catalogue has no category "{id}"{hint}')
        return self.categories[id]

    def __contains__(self, id: object) -> bool:
        return id in self.categories

    def __iter__(self) -> Iterator[Category]:
        return iter(self.categories.values())


def load_catalogue(path: Path | None = None) -> Catalogue:
    """The catalogue of a file, or the packaged one."""
    where = _PACKAGED if path is None else str(path)
    table = _parse(_text(path, where), where)
    problems = [
        f"{where}: category {id}: {problem}"
        for id in table
        for problem in problems_of_category(id, table[id])
    ]
    if not table:
        problems.append(f"{where}: there are no categories; write one as a table, such as [teddy_bear]")
    problems += [f"{where}: {problem}" for problem in problems_of_names(table)]
    if problems:
        raise CatalogueError(*problems)
    return Catalogue({id: _category(id, entry) for id, entry in table.items()})


def _text(path: Path | None, where: str) -> str:
    source = files("espire_dsl.catalogue").joinpath(_PACKAGED) if path is None else path
    try:
        return source.read_bytes().decode("utf-8")
    except OSError as error:
        raise CatalogueError(f"{where}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise CatalogueError(f"{where}: it is not UTF-8 text (byte {error.start})") from None


def _parse(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(f"{where}: it is not TOML: {error}") from None


def _category(id: str, entry: Mapping[str, Any]) -> Category:
    kind, name = entry["class"], entry["name"]
    plural = entry.get("plural", False)
    x, y, z = (_range(entry["cm"][axis]) if "cm" in entry else Range(0.0, 0.0) for axis in AXES[kind])
    return Category(
        id=id,
        kind=kind,
        name=name,
        article=entry.get("article", _article(name, plural)),
        plural=plural,
        oriented=entry["oriented"],
        front=FRONTS[entry["front"]] if "front" in entry else None,
        perspective=entry.get("perspective", "own"),
        extents=(x, y, z),
        size=entry.get("size"),
        variants=entry.get("variants", 1),
    )


def _article(name: str, plural: bool) -> str:
    if plural:
        return "some"
    return "an" if name[0].lower() in "aeiou" else "a"


def _range(length: float | list[float]) -> Range:
    low, high = length if isinstance(length, list) else (length, length)
    return Range(round(low / 100, 9), round(high / 100, 9))
