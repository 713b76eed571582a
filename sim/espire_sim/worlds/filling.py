"""Fills the slots of a shelf: which are in use, by which ornaments, and by how many books."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from attrs import frozen

from espire_dsl.catalogue.reader import Catalogue, Category
from espire_dsl.scene.node import Node
from espire_sim.worlds.description import Filling, Items
from espire_sim.worlds.dice import Dice
from espire_sim.worlds.drawing import draw_categories, draw_item
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.parts import Parts, put
from espire_sim.worlds.placing import Footprints, Patch, find_place, footprints
from espire_sim.worlds.recipes import Span

_HEADROOM: Final = 0.01
_DRAWS: Final = 6


@frozen
class Filled:
    """The contents of the slots, and the ground that they take by slot."""

    parts: Parts
    taken: Mapping[str, Footprints]


def fill(
    filling: Filling,
    level: str,
    slots: Sequence[Node],
    surface: Node,
    catalogue: Catalogue,
    dice: Dice,
    taken: Collection[str] = (),
) -> Filled:
    """Things in as many slots as the level asks for."""
    used = max(1, int(len(slots) * filling.used[level] + 0.5))
    count = dice.whole(*filling.ornaments.count[level])
    ornaments = draw_categories(filling.ornaments, count, catalogue, dice, taken)
    hosts = _hosts(ornaments, slots, used, filling.same_row, dice)
    ground = {slot.id: Footprints.none() for slot in slots}
    all_parts = []
    for number, (category, host) in enumerate(zip(ornaments, hosts, strict=True), start=1):
        id = f"{filling.ornaments.id}_{number}"
        parts, ground[host.id] = _stand(
            filling, filling.ornaments, category, id, host, surface, ground[host.id], catalogue, dice
        )
        all_parts.append(parts)
    empty = [slot for slot in slots if slot not in hosts]
    rest = dice.shuffled(empty)[: used - (len(slots) - len(empty))]
    number = 0
    for slot in slots:
        for _ in range(_book_count(filling, slot, slot in hosts, slot in rest, dice)):
            (category,) = draw_categories(filling.books, 1, catalogue, dice)
            id = f"{filling.books.id}_{number + 1}"
            try:
                parts, ground[slot.id] = _stand(
                    filling, filling.books, category, id, slot, surface, ground[slot.id], catalogue, dice
                )
            except Blocked:
                if len(ground[slot.id].rows) == 0:
                    raise
                break
            number += 1
            all_parts.append(parts)
    return Filled(Parts().joined(*all_parts), ground)


def slot_patch(slot: Node, inset: float) -> Patch:
    """The floor of a slot, without a margin along its edges."""
    (x, y, z), (depth, width, height) = slot.center, slot.extents
    return Patch(
        Span(x - depth / 2 + inset, x + depth / 2 - inset),
        Span(y - width / 2 + inset, y + width / 2 - inset),
        z - height / 2,
        height - _HEADROOM,
    )


def _hosts(
    ornaments: Sequence[Category], slots: Sequence[Node], used: int, same_row: float, dice: Dice
) -> tuple[Node, ...]:
    """A slot for each ornament, high enough for it: the second often in the row of the first."""
    hosts: list[Node] = []
    for category in ornaments:
        open_to = slots if len({host.id for host in hosts}) < used else hosts
        high = [slot for slot in open_to if slot.extents[2] - _HEADROOM >= category.extents[2].high]
        in_row = [slot for slot in high if hosts and slot.row == hosts[0].row]
        together = len(hosts) == 1 and dice.chance(same_row)
        choices = in_row if together and in_row else high
        if not choices:
            raise Blocked(f"no slot is high enough for {category.id}")
        hosts.append(dice.one_of(choices))
    return tuple(hosts)


def _book_count(filling: Filling, slot: Node, hosting: bool, in_use: bool, dice: Dice) -> int:
    most = max(1, int(slot.extents[1] / filling.pitch))
    if hosting:
        return dice.whole(1, max(1, most - 1)) if dice.chance(filling.share) else 0
    return dice.whole(1, most) if in_use else 0


def _stand(
    filling: Filling,
    items: Items,
    category: Category,
    id: str,
    slot: Node,
    surface: Node,
    taken: Footprints,
    catalogue: Catalogue,
    dice: Dice,
) -> tuple[Parts, Footprints]:
    """One thing in a slot, in one of a few poses that are tried."""
    patch = slot_patch(slot, filling.inset)
    for _ in range(_DRAWS):
        group = draw_item(items, category, catalogue, dice)
        place = find_place(group, items.turn, patch, taken, filling.gap, dice)
        if place is not None:
            parts = put(group, place, patch.level, id, surface.id, slot.id)
            return parts, taken.joined(footprints(group, place))
    raise Blocked(f"no room for {items.id} in a slot")
