"""Every scene of the tabletop keeps to the ranges of the suite."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from espire_dsl.scene.box import box_distance, box_of, shadow
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.measures import tilt
from espire_dsl.scene.node import UP, Node
from espire_dsl.scene.rotation import matrix
from espire_sim.worlds import Drawn
from espire_sim.worlds.solids import overlaps
from tests.sim.strategies import LEVELS, drawn, scenes

pytestmark = pytest.mark.xdist_group("drawn")  # so that scenes are drawn once

BOOKS = {"easy": {2}, "medium": {3, 4, 5}, "hard": {6, 7, 8}}
FRONT, TOP = 0.3, 0.7


def bodies(scene: Scene) -> tuple[Node, ...]:
    return scene.of_kind("book", "near", "support")


def group_of(scene: Scene, node: Node) -> str:
    """The book that a support belongs to, or the thing itself."""
    held_up = scene.targets(node.id, "supports")
    return held_up[0] if held_up else node.id


@settings(max_examples=40, deadline=None, derandomize=True)
@given(scenes("tabletop"))
def test_counts_categories_and_furniture(result: Drawn) -> None:
    scene = result.scene
    (table,) = scene.of_kind("table")
    assert table.extents == (0.6, 1.4, 0.7)
    assert table.center == (0.0, 0.0, 0.35)
    assert len(scene.of_kind("book")) in BOOKS[str(scene.level)]
    ornaments = scene.of_kind("near", "distant")
    assert [node.kind for node in ornaments] == ["distant", "near", "near"]
    assert len({node.category for node in ornaments}) == 3
    assert len({node.name for node in ornaments}) == 3


@settings(max_examples=40, deadline=None, derandomize=True)
@given(scenes("tabletop"))
def test_everything_is_on_the_table_and_apart(result: Drawn) -> None:
    scene = result.scene
    assert overlaps(scene) == ()
    for node in bodies(scene):
        corners = box_of(node).corners
        assert np.abs(corners[:, 0]).max() <= 0.3
        assert np.abs(corners[:, 1]).max() <= 0.7
        assert corners[:, 2].min() >= TOP - 2e-6
        if "table" in scene.targets(node.id, "on"):
            assert corners[:, 2].min() == pytest.approx(TOP, abs=2e-6)
    for one, other in combinations(bodies(scene), 2):
        if group_of(scene, one) != group_of(scene, other):
            assert box_distance(box_of(one), box_of(other)) >= 0.05 - 1e-5


@settings(max_examples=40, deadline=None, derandomize=True)
@given(scenes("tabletop"))
def test_books_rest_on_their_supports(result: Drawn) -> None:
    scene = result.scene
    for book in scene.of_kind("book"):
        supports = scene.sources(book.id, "supports")
        degrees = tilt(book)
        assert degrees <= 10 or 15 <= degrees <= 75 or degrees >= 80
        assert supports or degrees == 0
        for id in supports:
            assert box_distance(box_of(book), box_of(scene.node(id))) <= 1e-5
        if degrees >= 80:
            assert scene.targets(book.id, "on") == supports
            riser = scene.node(supports[0])
            assert shadow(box_of(riser), UP)[1] == pytest.approx(shadow(box_of(book), UP)[0], abs=2e-6)
            assert book.extents[1] <= 0.08
            assert overhang(book, riser) >= 0.03 - 1e-5
        else:
            assert scene.targets(book.id, "on") == ("table",)


def overhang(book: Node, riser: Node) -> float:
    """How far the farthest edge of a lying book is beyond the riser, along the book's height."""
    along = matrix(book.quaternion)[:, 2]
    (low, high), (start, end) = shadow(box_of(book), along), shadow(box_of(riser), along)
    return max(high - end, start - low)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(scenes("tabletop"))
def test_distant_ornament_is_behind_the_table(result: Drawn) -> None:
    scene = result.scene
    (distant,) = scene.of_kind("distant")
    corners = box_of(distant).corners
    assert corners[:, 0].min() >= -0.3 - 1.8 - 1e-5
    assert corners[:, 0].max() <= -0.3 - 0.8 + 1e-5
    assert corners[:, 2].min() == pytest.approx(0.0, abs=2e-6)
    assert scene.targets(distant.id, "on") == ("floor",)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(scenes("tabletop"))
def test_camera_and_hand(result: Drawn) -> None:
    scene = result.scene
    camera = scene.cameras["world"]
    x, y, z = camera.position
    assert 0.3 <= x - FRONT <= 0.8
    assert 0.5 <= z - TOP <= 1.0
    assert (camera.width, camera.height) == (640, 480)
    assert 2 * math.degrees(math.atan(240 / camera.K[1][1])) == pytest.approx(60)
    # The optical axis meets the line of the front edge.
    ahead = -matrix(camera.quaternion)[:, 2]
    way = (FRONT - x) / ahead[0]
    assert z + way * ahead[2] == pytest.approx(TOP, abs=1e-5)
    assert abs(y + way * ahead[1]) <= 0.7 + 1e-5
    assert result.robot_pose is not None
    assert 0.3 - 1e-6 <= z - result.robot_pose.position[2] <= 0.5 + 1e-6
    pitch, yaw, roll = angles(result.robot_pose.quaternion)
    assert abs(pitch) <= 22.5 + 1e-6
    assert abs(yaw) <= 22.5 + 1e-6
    assert abs(roll) <= 45 + 1e-6


def angles(quaternion: tuple[float, ...]) -> tuple[float, float, float]:
    """Pitch, yaw and roll of a hand from facing -x, read off its rotation matrix."""
    m = matrix(quaternion)
    pitch = math.asin(m[2, 0])
    yaw = math.atan2(-m[1, 0], -m[0, 0])
    roll = math.atan2(m[2, 1], m[2, 2])
    return math.degrees(pitch), math.degrees(yaw), math.degrees(roll)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(scenes("tabletop"))
def test_everything_is_in_the_picture(result: Drawn) -> None:
    scene = result.scene
    camera = scene.cameras["world"]
    intrinsic = np.array(camera.K)
    for node in scene.of_kind("book", "near", "distant", "support"):
        points = [node.center] if node.kind in ("distant", "support") else box_of(node).corners
        for point in points:
            own = matrix(camera.quaternion).T @ (np.array(point) - camera.position)
            u, v, w = intrinsic @ (own[0], -own[1], -own[2])
            assert w > 0
            assert 0 <= u / w <= 640
            assert 0 <= v / w <= 480


def test_there_is_something_for_every_family() -> None:
    """Over ninety scenes: all sizes and poses, oriented and plain ornaments, many different ones."""
    every = [drawn("tabletop", level, seed).scene for level in LEVELS for seed in range(30)]
    books = [book for scene in every for book in scene.of_kind("book")]
    poses = ["flat" if tilt(book) >= 80 else "upright" if tilt(book) <= 10 else "tilted" for book in books]
    for pose in ("flat", "upright", "tilted"):
        assert poses.count(pose) >= len(books) / 5
    for size in ("small", "medium", "large"):
        assert sum(book.size == size for book in books) >= len(books) / 5
    tilts = [tilt(book) for book in books if 15 <= tilt(book) <= 75]
    assert min(tilts) < 30
    assert max(tilts) > 60
    for kind in ("near", "distant"):
        ornaments = [node for scene in every for node in scene.of_kind(kind)]
        assert 0.25 <= sum(node.oriented for node in ornaments) / len(ornaments) <= 0.75
        assert len({node.category for node in ornaments}) == 12
    # Books are spread over the whole table.
    places = np.array([book.center[:2] for book in books])
    for side in (0.1, -0.1):
        assert (np.sign(side) * places[:, 0] > abs(side)).mean() > 0.1
        assert (np.sign(side) * places[:, 1] > 3 * abs(side)).mean() > 0.1
