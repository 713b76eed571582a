"""Strews things over a region of the ground."""

from __future__ import annotations

from collections.abc import Collection

from espire_dsl.catalogue.reader import Catalogue, Category
from espire_dsl.domain.worlds import Scatter
from espire_dsl.scene.node import Node
from espire_dsl.scene.random_stream import RandomStream
from espire_sim.worlds.drawing import draw_categories, draw_item, draw_labels, dressed
from espire_sim.worlds.error import Blocked
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
    labels: dict[str, dict[str, str]] = {}
    for items in scatter.items:
        low, high = items.count[level]
        categories: tuple[Category, ...] = draw_categories(
            items, dice.whole(low, high), catalogue, dice, taken
        )
        for number, category in enumerate(categories, start=1):
            group = draw_item(items, category, catalogue, dice)
            drawn.append((f"{items.id}_{number}", items, group))
            labels[f"{items.id}_{number}"] = draw_labels(items, category, dice)
    placed: list[GroupPose] = []
    parts: list[Parts] = []
    for id, items, group in sorted(drawn, key=lambda entry: (-entry[2].area, entry[0])):
        place = find_place(
            group, items.turn, patch, there, scatter.gap, dice, others=placed, spread=scatter.spread
        )
        if place is None:
            raise Blocked(f"no room for {items.id} on the {surface.kind}")
        there += footprints(group, place)
        placed.append(place)
        parts.append(dressed(put(group, place, patch.level, id, surface.id), items, labels[id]))
    return Parts().joined(*parts)
