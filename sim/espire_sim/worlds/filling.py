"""Fills the slots of a shelf: which are in use, by which ornaments, and by how many books."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, field, frozen

from espire_dsl.catalogue.reader import Catalogue, Category
from espire_dsl.domain.recipes import ValueRange
from espire_dsl.domain.worlds import Filling, Items
from espire_dsl.scene.node import Node
from espire_dsl.scene.random_stream import RandomStream
from espire_sim.worlds.drawing import draw_categories, draw_item
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.groups import ThingGroup
from espire_sim.worlds.lining import find_place_in_line
from espire_sim.worlds.parts import Parts, put
from espire_sim.worlds.placing import Footprint, GroupPose, Patch, footprints

_HEADROOM: Final = 0.01
_DRAWS: Final = 6  # ways for a first book to stand in a slot
_MORE_DRAWS: Final = 2  # and for one beside others
_SHOWN: Final = 0.6  # of a thing's height, at least, shows above the edge of its board


@frozen
class Eye:
    """The lowest and nearest eye that may look: how far before the shelf's front, how high."""

    before: float
    level: float


@frozen
class Filled:
    """The contents of the slots; by slot, the footprints in it and the area that they cover."""

    parts: tuple[Parts, ...] = ()
    taken: Mapping[str, tuple[Footprint, ...]] = field(factory=dict, hash=False)
    covered: Mapping[str, float] = field(factory=dict, hash=False)

    def on(self, slot: Node) -> tuple[Footprint, ...]:
        return self.taken.get(slot.id, ())

    def joined(self, slot: Node, parts: Parts, group: ThingGroup, place: GroupPose) -> Filled:
        """With one group more, in a slot."""
        return Filled(
            (*self.parts, parts),
            {**self.taken, slot.id: self.on(slot) + footprints(group, place)},
            {**self.covered, slot.id: self.covered.get(slot.id, 0.0) + group.covered},
        )


@frozen
class Filler:
    """What filling one shelf needs to know."""

    filling: Filling
    slots: tuple[Node, ...]
    shelf: Node
    eye: Eye
    catalogue: Catalogue
    dice: RandomStream

    def fill(self, level: str) -> Filled:
        """Things in as many slots as the level asks for."""
        filling, dice = self.filling, self.dice
        used = max(1, int(len(self.slots) * filling.used[level] + 0.5))
        count = dice.whole(*filling.ornaments.count[level])
        ornaments = draw_categories(filling.ornaments, count, self.catalogue, dice)
        hosts = self._hosts(ornaments, used)
        filled = Filled()
        for number, (category, host) in enumerate(zip(ornaments, hosts, strict=True), start=1):
            id = f"{filling.ornaments.id}_{number}"
            filled = self._with_thing(filled, filling.ornaments, (category,) * _MORE_DRAWS, id, host)
        hosting = {host.id for host in hosts}
        others = dice.shuffled([slot for slot in self.slots if slot.id not in hosting])
        in_use = {slot.id for slot in others[: used - len(hosting)]}
        books = 0
        for slot in self.slots:
            for _ in range(self._book_count(slot, slot.id in hosting, slot.id in in_use)):
                draws = _MORE_DRAWS if slot.id in filled.taken else _DRAWS
                sizes = draw_categories(filling.books, draws, self.catalogue, dice)
                try:
                    filled = self._with_thing(
                        filled, filling.books, sizes, f"{filling.books.id}_{books + 1}", slot
                    )
                except Blocked:
                    if slot.id not in filled.taken:
                        raise
                    break
                books += 1
        return filled

    def _hosts(self, ornaments: Sequence[Category], used: int) -> tuple[Node, ...]:
        """A slot with room for each ornament: for the second often one in the row of the first."""
        hosts: list[Node] = []
        room = {slot.id: slot.extents[1] for slot in self.slots}
        for category in ornaments:
            width = math.hypot(category.extents[0].high, category.extents[1].high) + self.filling.gap
            open_to = self.slots if len({host.id for host in hosts}) < used else hosts
            roomy = [
                slot
                for slot in open_to
                if slot.extents[2] - _HEADROOM >= category.extents[2].high and room[slot.id] >= width
            ]
            if not roomy:
                raise Blocked(f"no slot has room for {category.id}")
            companions = self._companions(hosts[0], roomy) if len(hosts) == 1 else ()
            hosts.append(self.dice.one_of(companions or roomy))
            room[hosts[-1].id] -= width
        return tuple(hosts)

    def _companions(self, host: Node, roomy: Sequence[Node]) -> tuple[Node, ...]:
        """The slots for a second ornament that is to share the row of the first, if it is."""
        if host.row is None or host.column is None or not self.dice.chance(self.filling.same_row):
            return ()
        in_row = tuple(slot for slot in roomy if slot.row == host.row)
        beyond = tuple(slot for slot in in_row if abs((slot.column or 0) - host.column) > 1)
        return beyond if beyond and self.dice.chance(self.filling.beyond) else in_row

    def _book_count(self, slot: Node, hosting: bool, in_use: bool) -> int:
        most = max(1, int(slot.extents[1] / self.filling.pitch))
        if hosting:
            return self.dice.whole(1, max(1, most - 1)) if self.dice.chance(self.filling.share) else 0
        return self.dice.whole(1, most) if in_use else 0

    def _with_thing(
        self, filled: Filled, items: Items, categories: Sequence[Category], id: str, slot: Node
    ) -> Filled:
        """One thing more in a slot, of the first of the categories that finds room.

        It stands beside the others, never behind one, so that none hides another.
        """
        for group in self._groups(items, categories):
            patch = self._patch(slot, group)
            if patch is not None:
                place = find_place_in_line(
                    group, items.turn, patch, filled.on(slot), self.filling.gap, self.dice
                )
                if place is not None:
                    parts = put(group, place, patch.level, id, self.shelf.id, slot.id)
                    return filled.joined(slot, parts, group, place)
        raise Blocked(f"no room for {items.id} in a slot")

    def _groups(self, items: Items, categories: Sequence[Category]) -> Iterator[ThingGroup]:
        """One way for a thing of each category to stand."""
        for category in categories:
            yield draw_item(items, category, self.catalogue, self.dice)

    def _patch(self, slot: Node, group: ThingGroup) -> Patch | None:
        """The part of a slot's floor for a group: without a margin, and as deep as the group can be seen.

        Into a slot above the eye one looks from below, and the edge of its board hides what is far back.
        """
        patch = slot_patch(slot, self.filling.inset)
        steepness = (patch.level - self.eye.level) / self.eye.before
        if steepness <= 0:
            return patch
        back = slot.center[0] + slot.extents[0] / 2 - (1 - _SHOWN) * group.height / steepness
        x0, x1, y0, y1 = group.bounds
        back -= min(x1 - x0, y1 - y0)
        if back <= patch.x.low:
            return patch
        return evolve(patch, x=ValueRange(back, patch.x.high)) if back < patch.x.high else None


def slot_patch(slot: Node, inset: float) -> Patch:
    """The floor of a slot, without a margin along its edges."""
    (x, y, z), (depth, width, height) = slot.center, slot.extents
    half_depth, half_width = max(depth / 2 - inset, 0.0), max(width / 2 - inset, 0.0)
    return Patch(
        ValueRange(x - half_depth, x + half_depth),
        ValueRange(y - half_width, y + half_width),
        z - height / 2,
        height - _HEADROOM,
    )
