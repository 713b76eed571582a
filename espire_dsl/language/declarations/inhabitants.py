"""What the scenes of a world may have, as its entries tell: kinds, assets, a robot, and what that holds.

It is an upper bound: whatever is named somewhere in an entry counts, whether it is drawn often or never.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field, frozen

from espire_dsl.catalogue.reader import Catalogue, Category, load_kinds
from espire_dsl.domain.kinds import ROBOT, THING, VIEWER
from espire_dsl.domain.worlds import WORLD_CAMERA, WRIST_CAMERA
from espire_dsl.language.declarations.formulas import WORD, words_of
from espire_dsl.language.declarations.slots import DrawnSort, KindOf, SortsOf, WordsOf
from espire_dsl.language.declarations.templates import LetEntry, SlotEntry, Template, parts_of
from espire_dsl.language.kinds import Sort

FLOOR = "floor"


@frozen
class Inhabitants:
    """What scenes may have: by kind all that things of it are, the names of assets, and the assets of what
    the robot may hold. A world without a robot has no kind `robot`."""

    kinds: tuple[tuple[str, tuple[str, ...]], ...]
    assets: frozenset[str]
    held: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.kinds)

    def may_have(self, sort: Sort, role: str = THING) -> bool:
        """Whether a thing of a sort that plays a role may be in a scene; fronts are not looked at."""
        return any(
            role in is_a and any(kind.asks <= is_a for kind in sort.kinds)
            for is_a in ({name, THING, *roles} for name, roles in self.kinds)
        )


@frozen
class Cameras:
    """The names of the cameras that all scenes have, and of those of them that are orthographic."""

    names: tuple[str, ...]
    orthographic: tuple[str, ...] = ()


def cameras_of(world: Template) -> Cameras:
    """The cameras of a world."""
    said = [entry for entry in world.entries if isinstance(entry, SlotEntry) and entry.entry == "camera"]
    wrist = any(isinstance(entry, SlotEntry) and entry.entry == "hand" for entry in world.entries)
    names = {WORLD_CAMERA, *(entry.name or "" for entry in said), *([WRIST_CAMERA] if wrist else ())}
    flat = {entry.name or "" for entry in said if "orthographic" in dict(entry.slots)}
    return Cameras(tuple(sorted(names)), tuple(sorted(flat)))


def inhabitants_of(world: Template) -> Inhabitants | None:
    """What a world may have; None where an asset is computed from words that are not known."""
    found = _Gathering(world.catalogue)
    words = {p.name: p.choices for p in world.parameters if p.choices and p.quantity == WORD}
    for entry in world.entries:
        if isinstance(entry, LetEntry):
            words[entry.name] = words_of(entry.formula, words)
        elif not found.take(entry, words):
            return None
    found.kind(VIEWER, ())
    held = tuple(category.id for group in found.holds for category in found.groups.get(group, ()))
    return Inhabitants(
        tuple(sorted(found.kinds.items())), frozenset(found.assets), tuple(dict.fromkeys(held))
    )


@define
class _Gathering:
    """What the entries that were taken so far tell."""

    catalogue: Catalogue
    kinds: dict[str, tuple[str, ...]] = field(factory=dict)
    assets: dict[str, None] = field(factory=dict)
    groups: dict[str, tuple[Category, ...]] = field(factory=dict)
    holds: tuple[str, ...] = ()

    def take(self, entry: SlotEntry, words: dict[str, Any]) -> bool:
        """One entry more; False where it may bring anything."""
        slots = dict(entry.slots)
        if entry.entry == FLOOR:
            kind = load_kinds().get(FLOOR)
            self.kind(FLOOR, () if kind is None else kind.roles)
        elif entry.entry == "hand":
            self.kind(ROBOT, ())
            holds = slots.get("holds")
            self.holds = holds.words if isinstance(holds, WordsOf) else ()
        elif entry.entry in ("furniture", "items", "put", "vacancies", "pose"):
            sort = slots.get("of")
            drawn = words_of(sort.formula, words) if isinstance(sort, DrawnSort) else ()
            if isinstance(sort, DrawnSort) and not drawn:
                return False
            categories = (*map(self.catalogue.get, drawn), *self._categories(tuple(slots.values())))
            for category in categories:
                self.assets[category.id] = None
                self.kind(category.kind, category.roles)
            for kind in (part.kind for part in parts_of(entry) if isinstance(part, KindOf)):
                self.kind(kind.name, kind.roles)
            if entry.entry == "items" and entry.name is not None:
                self.groups[entry.name] = categories
        return True

    def kind(self, name: str, roles: tuple[str, ...]) -> None:
        self.kinds[name] = roles

    def _categories(self, slots: tuple[Any, ...]) -> Iterator[Category]:
        """All assets that are named in arguments, and those of kinds that are."""
        for part in parts_of(slots):
            if isinstance(part, SortsOf):
                yield from map(self.catalogue.get, part.categories)
                yield from self.catalogue.of_kind(*part.kinds)
            elif isinstance(part, WordsOf):
                yield from (
                    self.catalogue.get(word) for word in part.words if word in self.catalogue.categories
                )
