"""What to place: categories and groups of a sort of items, drawn from the catalogue."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from attrs import evolve

from espire_dsl.catalogue.reader import Catalogue, Category
from espire_dsl.domain.patterns import filled
from espire_dsl.domain.worlds import Items, World
from espire_dsl.scene.node import Node
from espire_dsl.scene.random_stream import RandomStream
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.groups import ThingGroup, draw_extents, draw_group
from espire_sim.worlds.parts import Parts


def candidates(items: Items, catalogue: Catalogue) -> tuple[Category, ...]:
    """The categories that the items may have, in the order of the catalogue."""
    named = tuple(catalogue.get(id) for id in items.categories)
    return named + catalogue.of_kind(*items.kinds)


def draw_categories(
    items: Items, count: int, catalogue: Catalogue, dice: RandomStream, taken: Collection[str] = ()
) -> tuple[Category, ...]:
    """The categories of so many items; distinct ones differ from each other and from those taken."""
    if items.must:
        return _with_some(items, count, catalogue, dice, taken)
    known = candidates(items, catalogue)
    if items.distinct:
        known = tuple(category for category in known if category.id not in taken)
    needed = count if items.distinct else min(count, 1)
    if len(known) < needed:
        raise Blocked(f"the catalogue has {len(known)} categories for {items.id}, and {needed} are needed")
    return dice.shuffled(known)[:count] if items.distinct else tuple(dice.one_of(known) for _ in range(count))


def _with_some(
    items: Items, count: int, catalogue: Catalogue, dice: RandomStream, taken: Collection[str]
) -> tuple[Category, ...]:
    """The categories of items of which some are known, in any order."""
    must = tuple(catalogue.get(id) for id in items.must)
    if items.distinct and any(category.id in taken for category in must):
        raise Blocked(f"another thing is of the category that {items.id} must have")
    others = evolve(items, must=())
    rest = draw_categories(others, max(count - len(must), 0), catalogue, dice, {*taken, *items.must})
    return dice.shuffled(must + rest)


def draw_item(items: Items, category: Category, catalogue: Catalogue, dice: RandomStream) -> ThingGroup:
    """One item of a category in one of its poses."""
    weights = [weight for weight, _ in items.poses]
    pose = dice.weighted([pose for _, pose in items.poses], weights)
    return draw_group(category, draw_extents(category, dice, items.extents), pose, catalogue, dice)


def draw_labels(items: Items, category: Category, dice: RandomStream) -> dict[str, str]:
    """The labels of one item: those of its category, and one word for each that the items have."""
    return {**dict(category.labels), **{label: dice.one_of(words) for label, words in items.labels}}


def dressed(parts: Parts, items: Items, labels: Mapping[str, str]) -> Parts:
    """A placed item, the first of some parts, with its labels, and called by them where the items say how."""
    item, *supports = parts.nodes
    name = item.name if items.name is None else filled(items.name, labels)
    return evolve(parts, nodes=(evolve(item, name=name, labels=labels), *supports))


def paints(world: World, nodes: Iterable[Node]) -> dict[str, str]:
    """What items are painted with that are painted by their labels, by their ids."""
    patterns = {items.id: items.paint for scatter in world.scatters for items in scatter.items}
    asked = ((node, patterns.get(node.id.rpartition("_")[0])) for node in nodes)
    return {node.id: filled(pattern, node.labels) for node, pattern in asked if pattern is not None}
