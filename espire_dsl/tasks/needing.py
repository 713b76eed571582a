"""A world with what a family needs: more items of a kind, or some of them of one category."""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.domain.worlds import Items, World
from espire_dsl.language.families.family import Need

T = TypeVar("T")


def needing(world: World, needs: tuple[Need, ...], catalogue: Catalogue) -> World:
    """The world in whose scenes these things are, as far as items of it can be such things.

    The first items that can be are made to: what else is drawn stays as likely as it was.
    """
    for need in needs:
        world = _with(world, need, catalogue)
    return world


def _with(world: World, need: Need, catalogue: Catalogue) -> World:
    for place, scatter in enumerate(world.scatters):
        for inner, items in enumerate(scatter.items):
            if _can_be(items, need, catalogue):
                every = _replaced(scatter.items, inner, _more(items, need))
                changed = evolve(scatter, items=every)
                return evolve(world, scatters=_replaced(world.scatters, place, changed))
    if world.filling is not None and _can_be(world.filling.ornaments, need, catalogue):
        ornaments = _more(world.filling.ornaments, need)
        return evolve(world, filling=evolve(world.filling, ornaments=ornaments))
    return world


def _can_be(items: Items, need: Need, catalogue: Catalogue) -> bool:
    sorts = (*catalogue.of_kind(*items.kinds), *map(catalogue.get, items.categories))
    return any(sort.id == need.category or sort.is_a(*need.kinds) for sort in sorts)


def _more(items: Items, need: Need) -> Items:
    must = items.must + (need.category,) * need.count if need.category is not None else items.must
    if need.category is not None and items.distinct:
        must = tuple(dict.fromkeys(must))
    least = max(need.count, len(must))
    count = {level: (max(low, least), max(high, least)) for level, (low, high) in items.count.items()}
    return evolve(items, count=count, must=must)


def _replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])
