"""The pieces of the sampler, each against another way of computing."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from espire_dsl.domain.recipes import ANY_TURN, Leaning, Lying, Pose, Propped, Standing, ValueRange
from espire_dsl.scene.box import Box, box_distance, box_of
from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rotation import rotate_vector, yaw
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.rendering.observe import observe
from espire_sim.worlds.boards import boards_of
from espire_sim.worlds.cameras import cameras, pixels_of, shown_share
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.groups import Piece, ThingGroup, draw_extents, draw_group
from espire_sim.worlds.layouts import draw_slots
from espire_sim.worlds.lining import find_place_in_line
from espire_sim.worlds.parts import put
from espire_sim.worlds.placing import Footprint, GroupPose, Patch, find_place, footprints
from espire_sim.worlds.regions import Ground
from espire_sim.worlds.seeing import Boxes, covered_share, hidden_behind, seen_points
from espire_sim.worlds.solids import overlaps
from tests.nodes import node as new_node
from tests.sim.strategies import catalogue

POSES: tuple[Pose, ...] = (
    Standing(),
    Propped(("bookend",)),
    Leaning(("bookend", "riser"), ValueRange(18, 70)),
    Lying(),
    Lying(("riser",), ValueRange(0.03, 0.1)),
)
GOLDEN = [0.8056179717889381, 0.21566522214129002, 0.7466342026165594]


def test_dice_are_the_same_everywhere() -> None:
    stream = RandomStream.of(7, "tabletop", "things", 17)
    assert [stream.unit() for _ in range(3)] == GOLDEN
    assert RandomStream.of(7, "tabletop", "things", 17).units(3).tolist() == GOLDEN
    others = [RandomStream.of(8, "tabletop", "things", 17), RandomStream.of(7, "shelf", "things", 17)]
    others += [RandomStream.of(7, "tabletop", "view", 17), RandomStream.of(7, "tabletop", "things", 18)]
    assert len({GOLDEN[0], *(other.unit() for other in others)}) == 5


TABLETOP, SHELF = shipped_world("tabletop"), shipped_world("shelf")


@given(st.integers(0, 1000))
def test_dice_keep_their_ranges(seed: int) -> None:
    stream = RandomStream.of(seed, "", "", 0)
    assert sorted(stream.shuffled(range(6))) == list(range(6))
    assert stream.whole(2, 4) in (2, 3, 4)
    assert stream.one_of("abc") in "abc"
    assert stream.weighted("ab", (0.0, 1.0)) == "b"
    assert 0.25 <= stream.within(ValueRange(0.25, 0.5)) <= 0.5


def groups(seed: int, pose: Pose) -> ThingGroup:
    stream = RandomStream.of(seed, "test", "groups", 0)
    category = stream.one_of(catalogue().of_kind("book"))
    try:
        return draw_group(category, draw_extents(category, stream), pose, catalogue(), stream)
    except Blocked:
        assume(False)
        raise


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(POSES), st.floats(-180, 180))
def test_groups_touch_and_do_not_overlap(seed: int, pose: Pose, degrees: float) -> None:
    group = groups(seed, pose)
    parts = put(group, GroupPose(0.3, -0.2, degrees), 0.5, "book", "ground")
    ground = new_node("ground", "floor", (0.0, 0.0, 0.45), extents=(5.0, 5.0, 0.1))
    scene = Scene.build([*parts.nodes, ground], parts.edges)
    assert overlaps(scene) == ()
    for source, target, _ in parts.edges:
        assert box_distance(box_of(scene.node(source)), box_of(scene.node(target))) <= 1e-5
    corners = np.concatenate([box_of(node).corners for node in parts.nodes])
    assert corners[:, 2].max() - 0.5 == pytest.approx(group.height, abs=1e-5)
    for node, (x, y, ux, uy, hx, hy) in zip(
        parts.nodes, footprints(group, GroupPose(0.3, -0.2, degrees)), strict=True
    ):
        plan = (box_of(node).corners[:, :2] - (x, y)) @ np.array([[ux, -uy], [uy, ux]])
        assert plan.max(axis=0) == pytest.approx((hx, hy), abs=1e-5)
        assert plan.min(axis=0) == pytest.approx((-hx, -hy), abs=1e-5)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
def test_leaning_books_do_not_tip_over_their_support(seed: int) -> None:
    book, support = groups(seed, POSES[2]).pieces
    near_edge = support.footprint[1] - support.footprint[3]
    assert book.center[1] < near_edge
    # The edge touches the cover below the book's upper end.
    w, x, _, _ = book.quaternion
    degrees = -2 * math.degrees(math.atan2(x, w))
    assert 18 <= degrees <= 70
    assert support.extents[2] / math.cos(math.radians(degrees)) < book.extents[2]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.booleans())
def test_places_keep_the_gap_and_the_patch(seed: int, in_line: bool) -> None:
    stream = RandomStream.of(seed, "test", "placing", 0)
    find = find_place_in_line if in_line else find_place
    patch = Patch(ValueRange(-0.2, 0.2), ValueRange(-0.6, 0.6), 0.0, 0.5)
    taken: tuple[Footprint, ...] = ()
    solids: list[list[Box]] = []
    for number in range(5):
        group = groups(seed + number, stream.one_of(POSES))
        place = find(group, ANY_TURN, patch, taken, 0.05, stream)
        if place is None:
            continue
        taken += footprints(group, place)
        solids.append([box_of(node) for node in put(group, place, 0.0, "book", "ground").nodes])
    assert solids
    for number, one in enumerate(solids):
        for box in one:
            low, high = box.corners.min(axis=0), box.corners.max(axis=0)
            assert low[0] >= -0.2 - 1e-5
            assert high[0] <= 0.2 + 1e-5
            assert np.abs([low[1], high[1]]).max() <= 0.6 + 1e-5
            assert high[2] <= 0.5 + 1e-5
            for other in (box for group_boxes in solids[:number] for box in group_boxes):
                assert box_distance(box, other) >= 0.05 - 1e-5


def test_a_place_in_line_is_found_whenever_there_is_one() -> None:
    cube = catalogue().get("rubiks_cube")
    piece = Piece(cube, (0.06,) * 3, (0, 0, 0.03), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.03, 0.03))
    patch = Patch(ValueRange(0.0, 0.1), ValueRange(0.0, 0.4), 0.0, 0.1)
    taken = ((0.05, 0.05, 1.0, 0.0, 0.05, 0.05), (0.05, 0.32, 0.0, 1.0, 0.08, 0.05))
    place = find_place_in_line(
        ThingGroup((piece,), ()), ValueRange(0, 0), patch, taken, 0.039, RandomStream.of(0, "", "", 0)
    )
    assert place is not None
    assert 0.169 <= place.y <= 0.171
    wider = find_place_in_line(
        ThingGroup((piece,), ()), ValueRange(0, 0), patch, taken, 0.041, RandomStream.of(0, "", "", 0)
    )
    assert wider is None


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.floats(-180, 180))
def test_boards_and_slots_make_up_the_shelf(seed: int, degrees: float) -> None:
    assert SHELF.furniture is not None
    extents = (0.45, 1.6, 1.9)
    shelf = new_node("shelf", "shelf", (0.0, 0.0, 0.95), extents=extents)
    slots = draw_slots(SHELF.furniture, shelf, RandomStream.of(seed, "test", "layout", 0))
    boards = boards_of(shelf, slots)
    parts = [box_of(slot) for slot in slots] + list(boards)
    assert sum(8 * np.prod(box.half) for box in parts) == pytest.approx(math.prod(extents), rel=1e-4)
    corners = np.concatenate([box.corners for box in parts])
    assert corners.min(axis=0) == pytest.approx((-0.225, -0.8, 0.0), abs=1e-5)
    assert corners.max(axis=0) == pytest.approx((0.225, 0.8, 1.9), abs=1e-5)
    assert min(min(slot.extents) for slot in slots) >= 0.19
    # Turned with the shelf, the boards turn with it.
    rotation = yaw(degrees)
    whole = new_node("shelf", "shelf", (0.0, 0.0, 0.95), rotation, extents)
    for box, before in zip(boards_of(whole, [_turned(s, rotation) for s in slots]), boards, strict=True):
        assert box.half == pytest.approx(before.half, abs=1e-5)
        assert box.center == pytest.approx(rotate_vector(rotation, before.center), abs=1e-5)


def _turned(slot: Node, rotation: tuple[float, float, float, float]) -> Node:
    return new_node(slot.id, "slot", rotate_vector(rotation, slot.center), rotation, slot.extents)


def test_a_shelf_without_slots_is_solid() -> None:
    shelf = new_node("shelf", "shelf", (0.0, 0.0, 1.0), extents=(0.4, 1.0, 2.0))
    assert boards_of(shelf, []) == (box_of(shelf),)


def test_seeing() -> None:
    camera = look_at((2.0, 0.0, 0.5), (0.0, 0.0, 0.5))
    cube = Box((0.0, 0.0, 0.5), np.eye(3), (0.1, 0.1, 0.1))
    wall = Box((1.0, 0.0, 0.5), np.eye(3), (0.01, 1.0, 1.0))
    half_wall = Box((1.0, 1.0, 0.5), np.eye(3), (0.01, 0.995, 1.0))
    behind = Box((-1.0, 0.0, 0.5), np.eye(3), (0.01, 1.0, 1.0))
    aside = Box((0.0, 9.0, 0.5), np.eye(3), (0.1, 0.1, 0.1))
    assert seen_points(Boxes.of([cube]), 1, camera).mean(axis=1).tolist() == [1.0]
    assert seen_points(Boxes.of([cube, wall]), 1, camera).mean(axis=1).tolist() == [0.0]
    assert seen_points(Boxes.of([cube, behind]), 1, camera).mean(axis=1).tolist() == [1.0]
    assert seen_points(Boxes.of([cube, half_wall]), 1, camera).mean(axis=1)[0] == pytest.approx(5 / 9)
    assert seen_points(Boxes.of([aside]), 1, camera).mean(axis=1).tolist() == [0.0]
    points = np.array([[0.0, 0.0, 0.5], [1.5, 0.0, 0.5], [0.0, 2.5, 0.5]])
    assert hidden_behind(Boxes.of([wall]), np.array(camera.position), points).tolist() == [True, False, False]
    assert hidden_behind(Boxes.of([]), np.array(camera.position), points).tolist() == [False] * 3


@pytest.mark.parametrize("half", [0.05, 0.2, 0.5])
def test_the_covered_part_of_a_picture_is_that_of_its_pixels(half: float) -> None:
    camera = look_at((2.0, 0.0, 0.5), (0.0, 0.1, 0.4))
    thing = new_node("thing", "object", (0.9, 0.1, 0.4), extents=(0.1, 2 * half, half))
    picture = observe(Scene.build([thing], cameras={"world": camera}), "world")
    covered = covered_share(Boxes.of([box_of(thing)]), camera)
    assert covered == pytest.approx(picture.mask("thing").mean(), abs=0.02)


def test_cameras_are_in_the_order_of_how_large_the_furniture_is() -> None:
    table = new_node("table", "table", (0.0, 0.0, 0.35), extents=(0.6, 1.4, 0.7), front=(1.0, 0.0, 0.0))
    floor = new_node("floor", "floor", (0.0, 0.0, -0.05), extents=(8.0, 8.0, 0.1))
    ground = Ground(floor, table)
    assert sorted(ground.outline[:, 2].tolist()) == [0.7] * 4
    assert ground.focus.tolist() == [0.0, 0.0, 0.7]
    assert Ground(floor, table, hollow=True).focus.tolist() == [0.3, 0.0, 0.35]
    for index in range(8):
        found = cameras(
            TABLETOP.camera, ground, ground.focus[None], RandomStream.of(1, "frame", "view", index)
        )
        assert 2 <= len(found) <= 6
        shares = [shown_share(ground.outline, camera) for camera in found]
        assert shares == sorted(shares, reverse=True)
        for camera in found:
            u, v = pixels_of(ground.outline, camera)
            assert 0 <= u.min() <= u.max() <= 640
            assert 0 <= v.min() <= v.max() <= 480


def test_overlapping_solids_are_named() -> None:
    one = new_node("one", "object", (0.0, 0.0, 0.5), extents=(1.0, 1.0, 1.0))
    other = new_node("two", "object", (0.998, 0.0, 0.5), extents=(1.0, 1.0, 1.0))
    touching = new_node("six", "object", (0.0, 0.9995, 0.5), extents=(1.0, 1.0, 1.0))
    air = new_node("air", "space", (0.0, 0.0, 0.5), extents=(1.0, 1.0, 1.0))
    assert overlaps(Scene.build([one, other, touching, air])) == (("one", "two"),)
