"""The catalogue: what all things of each category share. Its values; the shipped one is compiled from
families/library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from espire_dsl.catalogue.error import CatalogueError
from espire_dsl.catalogue.shape import AssetShape, Vector
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.domain.kinds import THING, KindTable

__all__ = ["Catalogue", "CatalogueError", "Category", "LengthRange", "load_catalogue", "load_kinds"]

Perspective = Literal["own", "encounter"]


@frozen
class LengthRange:
    """Lengths from `low` to `high`, in metres."""

    low: float
    high: float

    def __contains__(self, length: float) -> bool:
        return self.low <= length <= self.high

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


Extents = tuple[LengthRange, LengthRange, LengthRange]


@frozen
class Category:
    """What all things of one category share: an asset.

    `kind` is the kind of its nodes in a scene, `extents` the lengths along their own x, y and z axes,
    `front` a unit vector in those axes. `labels` are words about it that sentences may use, such as its
    colour. `roles` and `axes` are those of its kind; `density` is in kilograms per cubic metre. One without a
    `shape` looks like its box.
    """

    id: str
    kind: str
    name: str
    article: str
    plural: bool
    oriented: bool
    front: Vector | None
    perspective: Perspective
    extents: Extents
    size: str | None = None
    variants: int = 1
    labels: tuple[tuple[str, str], ...] = ()
    shape: AssetShape | None = None
    roles: tuple[str, ...] = ()
    axes: tuple[str, str, str] = ("depth", "width", "height")
    density: float = 300.0

    def is_a(self, *names: str) -> bool:
        """Whether its things are of one of these kinds, or play one of these roles."""
        return self.kind in names or THING in names or any(role in names for role in self.roles)


@frozen
class Catalogue:
    """The categories by id, in the order in which they are declared."""

    categories: Mapping[str, Category] = field(hash=False)
    _of_kinds: dict[tuple[str, ...], tuple[Category, ...]] = field(
        factory=dict, init=False, eq=False, repr=False
    )

    def of_kind(self, *kinds: str) -> tuple[Category, ...]:
        """The categories of these kinds, in the order in which they are declared."""
        if kinds not in self._of_kinds:
            found = tuple(category for category in self.categories.values() if category.is_a(*kinds))
            self._of_kinds[kinds] = found
        return self._of_kinds[kinds]

    def get(self, id: str) -> Category:
        """The category with this id."""
        if id not in self.categories:
            other = nearest(id, self.categories)
            hint = "" if other is None else f' (did you mean "{other}"?)'
            raise CatalogueError(f'the catalogue has no category "{id}"{hint}')
        return self.categories[id]

    def with_more(self, more: Iterable[Category]) -> Catalogue:
        """This catalogue and further categories; one of a known id stands in the place of that one."""
        added = {category.id: category for category in more}
        return Catalogue({**self.categories, **added}) if added else self

    def __contains__(self, id: object) -> bool:
        return id in self.categories

    def __iter__(self) -> Iterator[Category]:
        return iter(self.categories.values())


def load_kinds() -> KindTable:
    """The roles, and the kinds of the shipped library."""
    from espire_dsl.language.library import library_kinds

    return library_kinds()


def load_catalogue() -> Catalogue:
    """The assets of the shipped library, families/library."""
    from espire_dsl.language.library import load_library

    library = load_library()
    if library.problems:
        raise CatalogueError(*library.problems)
    return library.catalogue
