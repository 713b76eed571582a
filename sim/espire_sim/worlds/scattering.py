"""Strews things over a region of the ground."""

from __future__ import annotations

from collections.abc import Collection

from espire_dsl.catalogue.reader import Catalogue, Category
from espire_dsl.domain.worlds import Scatter
from espire_dsl.scene.node import Node
from espire_dsl.scene.random_stream import RandomStream
from espire_sim.worlds.drawing import draw_categories, draw_item
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.groups import ThingGroup
from espire_sim.worlds.parts import Parts, put
from espire_sim.worlds.placing import Footprint, GroupPose, Patch, find_place, footprints


def strew(
    scatter: Scatter,
    level: str,
    patch: Patch,
    surface: Node,
    catalogue: Catalogue,
    dice: RandomStream,
    taken: Collection[str] = (),
    there: tuple[Footprint, ...] = (),
) -> Parts:
    """All things of a scatter on a patch, away from each other and from what is there.

    The largest are placed first, as they find room least easily; ids are given before, so that they say
    nothing about size.
    """
    drawn = []
    for items in scatter.items:
        low, high = items.count[level]
        categories: tuple[Category, ...] = draw_categories(
            items, dice.whole(low, high), catalogue, dice, taken
        )
        for number, category in enumerate(categories, start=1):
            drawn.append((f"{items.id}_{number}", items, draw_item(items, category, catalogue, dice)))
    placed: list[tuple[str, ThingGroup, GroupPose]] = []
    for id, items, group in sorted(drawn, key=lambda entry: (-entry[2].area, entry[0])):
        others = [other for _, _, other in placed]
        place = find_place(
            group, items.turn, patch, there, scatter.gap, dice, others=others, spread=scatter.spread
        )
        if place is None:
            raise Blocked(f"no room for {items.id} on the {surface.kind}")
        there += footprints(group, place)
        placed.append((id, group, place))
    return Parts().joined(*(put(group, place, patch.level, id, surface.id) for id, group, place in placed))
