"""Every scene of the shelf keeps to the ranges of the suite."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from espire_dsl.scene.box import box_distance, box_of
from espire_dsl.scene.footprint import covered_fraction
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.measures import tilt
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import contents, lines_of_grid, spaces_of
from espire_dsl.scene.rotation import matrix
from espire_dsl.scene.spaces import with_spaces
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.interfaces import Settled
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.worlds import Drawn
from espire_sim.worlds.solids import overlaps
from tests.sim.strategies import LEVELS, drawn, scenes
from tests.sim.test_tabletop import angles, group_of

pytestmark = pytest.mark.xdist_group("drawn")  # so that scenes are drawn once

USED = {"easy": 1 / 3, "medium": 2 / 3, "hard": 1.0}


@settings(max_examples=25, deadline=None, derandomize=True)
@given(scenes("shelf"))
def test_slots_in_use_and_ornaments(result: Drawn) -> None:
    scene = result.scene
    slots = scene.of_kind("slot")
    used = [slot for slot in slots if contents(scene, slot.id)]
    assert abs(len(used) - USED[str(scene.level)] * len(slots)) <= 0.5 + 1e-9
    near = scene.of_kind("near")
    assert 2 <= len(near) <= 4
    assert all(node.slot in scene for node in near)
    assert len({node.name for node in scene.of_kind("near", "distant")}) == len(near) + 1
    assert scene.targets("robot", "holds") == ("held",)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(scenes("shelf"))
def test_things_stand_in_their_slots_and_apart(result: Drawn) -> None:
    scene = result.scene
    assert overlaps(scene) == ()
    for slot in scene.of_kind("slot"):
        hollow = box_of(slot)
        inside = contents(scene, slot.id)
        for node in inside:
            corners = box_of(node).corners - hollow.center
            assert (np.abs(corners) <= hollow.half + 2e-6).all()
            assert scene.targets(node.id, "in") == (slot.id,)
            if "shelf" in scene.targets(node.id, "on"):
                assert corners[:, 2].min() == pytest.approx(-hollow.half[2], abs=3e-6)
        for one, other in combinations(inside, 2):
            if group_of(scene, one) != group_of(scene, other):
                assert box_distance(box_of(one), box_of(other)) >= 0.05 - 1e-5
    for book in scene.of_kind("book"):
        for id in scene.sources(book.id, "supports"):
            assert box_distance(box_of(book), box_of(scene.node(id))) <= 1e-5


@settings(max_examples=25, deadline=None, derandomize=True)
@given(scenes("shelf"))
def test_slots_fill_the_shelf_and_are_numbered_by_place(result: Drawn) -> None:
    scene = result.scene
    (shelf,) = scene.of_kind("shelf")
    slots = scene.of_kind("slot")
    assert all(scene.targets(slot.id, "in") == ("shelf",) for slot in slots)
    front = sum(slot.extents[1] * slot.extents[2] for slot in slots)
    assert 0.88 <= front / (shelf.extents[1] * shelf.extents[2]) <= 0.97
    by_row: dict[int | None, list[Node]] = {}
    for slot in slots:
        by_row.setdefault(slot.row, []).append(slot)
    heights = []
    for row in range(1, len(by_row) + 1):
        line = sorted(by_row[row], key=lambda slot: slot.center[1])
        assert [slot.column for slot in line] == list(range(1, len(line) + 1))
        assert len({(round(slot.center[2], 3), round(slot.extents[2], 3)) for slot in line}) == 1
        heights.append(line[0].center[2])
    assert heights == sorted(heights, reverse=True)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(scenes("shelf"))
def test_occupancy_is_the_covered_part_of_the_floor(result: Drawn) -> None:
    scene = result.scene
    for slot in scene.of_kind("slot"):
        covered = covered_fraction(box_of(slot), [box_of(node) for node in contents(scene, slot.id)])
        assert slot.occupancy == pytest.approx(covered, abs=1e-5)
        assert (slot.occupancy == 0) == (not contents(scene, slot.id))


@settings(max_examples=15, deadline=None, derandomize=True)
@given(scenes("shelf"))
def test_spaces_are_the_cells_of_free_stretches_that_the_book_fits_into(result: Drawn) -> None:
    """Compared with stretches found on a fine grid of the slot's width, and with books put into them."""
    scene = result.scene
    for slot in scene.of_kind("slot"):
        bodies = [box_of(node).corners[:, 1] for node in contents(scene, slot.id)]
        found = {space.center[1]: space for space in spaces_of(scene, slot.id)}
        for low, high in free_stretches(slot, [(ys.min(), ys.max()) for ys in bodies]):
            count = max(1, math.floor((high - low) / 0.10 + 0.5 + 1e-6))
            width = (high - low) / count
            for place in range(count):
                start = low + place * width
                near = [y for y in found if abs(y - start - width / 2) < 1e-5]
                if near:
                    space = found.pop(near[0])
                    assert space.extents == pytest.approx((slot.extents[0], width, slot.extents[2]), abs=3e-6)
                    assert (space.row, space.column) == (slot.row, slot.column)
                    assert scene.targets(space.id, "in") == (slot.id,)
                centred = any(
                    low + across / 2 <= start + width + 1e-9 and high - across / 2 >= start - 1e-9
                    for across in widths_in(slot, scene.node("held"))
                    if across <= high - low
                )
                assert centred == bool(near)
        assert not found


def free_stretches(slot: Node, taken: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The parts of the slot's width that nothing shades: between every two ends, if their middle is free."""
    left, right = slot.center[1] - slot.extents[1] / 2, slot.center[1] + slot.extents[1] / 2
    ends = sorted({left, right, *(end for pair in taken for end in pair)})
    return [
        (low, high)
        for low, high in pairwise(ends)
        if high - low > 1e-6 and not any(a < (low + high) / 2 < b for a, b in taken)
    ]


def widths_in(slot: Node, held: Node) -> list[float]:
    """How wide the held book is in poses in which it has the depth and the height of the slot, by trying: at
    many tilts, and at those where it just has the height, which are the narrowest."""
    width, thickness, height = held.extents
    depth, _, high = slot.extents

    def leaning(degrees: float) -> tuple[float, float]:
        sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
        return height * sine + thickness * cosine, height * cosine + thickness * sine

    tilts = np.linspace(15, 75, 601).tolist()
    for less, more in pairwise(tuple(tilts)):
        if leaning(less)[1] > high >= leaning(more)[1]:
            for _ in range(60):
                middle = (less + more) / 2
                less, more = (middle, more) if leaning(middle)[1] > high else (less, middle)
            tilts.append(more)
    found = []
    for degrees in (0.0, 90.0, *tilts):
        lean, rise = leaning(degrees)
        for across, along in ((lean, width), (width, lean)):
            if along <= depth + 1e-9 and rise <= high + 1e-9:
                found.append(across - 1e-9)
    return found


@settings(max_examples=15, deadline=None, derandomize=True)
@given(scenes("shelf"))
def test_spaces_are_counted_from_the_encounter_left_and_begin_where_things_end(result: Drawn) -> None:
    scene = result.scene
    for slot in scene.of_kind("slot"):
        spaces = spaces_of(scene, slot.id)
        numbers = {int(space.id.split("_")[-1]): space for space in spaces}
        assert {space.id for space in spaces} == {
            f"space_{slot.row}_{slot.column}_{number}" for number in numbers
        }
        line = [numbers[number].center[1] for number in sorted(numbers)]
        assert line == sorted(line)
        for body in contents(scene, slot.id):
            low, high = box_of(body).corners[:, 1].min(), box_of(body).corners[:, 1].max()
            for space in spaces:
                start, end = (space.center[1] + side * space.extents[1] / 2 for side in (-1, 1))
                assert end <= low + 2e-6 or start >= high - 2e-6


@pytest.mark.parametrize("index", range(6))
def test_spaces_are_still_right_once_the_scene_is_at_rest(index: int) -> None:
    before = drawn("shelf", LEVELS[index % 3], index).scene
    settled = MujocoPhysics().settle(before)
    if isinstance(settled, Settled):
        assert settled.scene.of_kind("space") == with_spaces(settled.scene).of_kind("space")
        for space in settled.scene.of_kind("space"):
            for body in contents(settled.scene, str(space.slot)):
                assert box_distance(box_of(space), box_of(body)) > 0 or shares_no_width(space, body)


def shares_no_width(space: Node, body: Node) -> bool:
    ys = box_of(body).corners[:, 1]
    half = space.extents[1] / 2
    return bool(ys.max() <= space.center[1] - half + 3e-6 or ys.min() >= space.center[1] + half - 3e-6)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(scenes("shelf"))
def test_camera_hand_and_distant_ornament(result: Drawn) -> None:
    scene = result.scene
    (shelf,) = scene.of_kind("shelf")
    camera = scene.cameras["world"]
    x, _, z = camera.position
    assert 1.2 <= z <= 1.5
    assert 1.8 <= x - shelf.extents[0] / 2 <= 2.6
    away = np.array(shelf.center) - camera.position
    ahead = -matrix(camera.quaternion)[:, 2]
    assert ahead @ away / np.linalg.norm(away) == pytest.approx(1, abs=1e-9)
    assert result.robot_pose is not None
    assert 0.3 - 1e-6 <= z - result.robot_pose.position[2] <= 0.5 + 1e-6
    pitch, yaw, roll = angles(result.robot_pose.quaternion)
    assert abs(pitch) <= 22.5 + 1e-6
    assert abs(yaw) <= 22.5 + 1e-6
    assert 60 - 1e-6 <= abs(roll) <= 120 + 1e-6
    robot, held = scene.node("robot"), scene.node("held")
    assert box_distance(box_of(robot), box_of(held)) <= 1e-5
    assert held.extents[1] <= 0.08
    (distant,) = scene.of_kind("distant")
    corners = box_of(distant).corners
    assert corners[:, 2].min() == pytest.approx(0.0, abs=2e-6)
    beside = np.abs(corners[:, 1]).min()
    assert len(set(np.sign(corners[:, 1]))) == 1
    assert beside >= shelf.extents[1] / 2 + 0.1 - 1e-5


@pytest.mark.slow
def test_there_is_something_for_every_family() -> None:
    """Over sixty scenes: full grids, empty and crowded slots, rows with two ornaments, all poses."""
    every = [drawn("shelf", level, seed).scene for level in LEVELS for seed in range(20)]
    assert len(shipped_world("shelf").furniture.layouts) >= 6
    grids = [lines_of_grid(scene) is not None for scene in every]
    assert len(every) / 3 <= sum(grids) < len(every)
    assert len({frozenset(slot.id for slot in scene.of_kind("slot")) for scene in every}) >= 6
    shared = sum(
        any(a.slot != b.slot and row(scene, a) == row(scene, b) for a, b in pairs(scene)) for scene in every
    )
    assert shared >= len(every) / 8
    assert sum(any(a.slot == b.slot for a, b in pairs(scene)) for scene in every) >= 3
    books = [book for scene in every for book in scene.of_kind("book") if book.id != "held"]
    for low, high in ((0, 10), (15, 75), (80, 90)):
        assert sum(low <= tilt(book) <= high for book in books) >= len(books) / 8
    slots = [slot for scene in every for slot in scene.of_kind("slot")]
    assert {slot.size for slot in slots} == {"small", "medium", "large"}
    assert max(slot.occupancy or 0 for slot in slots) > 0.4
    assert {scene.node("held").size for scene in every} == {"small", "medium", "large"}
    assert all(len(scene.of_kind("space")) >= 4 for scene in every)


def pairs(scene: Scene) -> list[tuple[Node, Node]]:
    return list(combinations(scene.of_kind("near"), 2))


def row(scene: Scene, node: Node) -> int | None:
    return scene.node(str(node.slot)).row
