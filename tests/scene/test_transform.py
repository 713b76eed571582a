"""What changing a whole scene keeps, and what it turns round."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.scene.box import box_of
from espire_dsl.scene.camera import Camera, viewer_of
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.places import lines_of_grid
from espire_dsl.scene.rotation import matrix
from espire_dsl.scene.transform import mirror, remove, rename, rotate, translate
from espire_dsl.testing.strategies import centimetres, shelf_scenes, tabletop_scenes
from tests.nodes import node as new_node
from tests.program.oracle.frames import Frame, intrinsic, relative
from tests.program.oracle.measures import clock_angle, coordinate, depth, distance, occupancy, tilt

slow = settings(deadline=None, max_examples=25, derandomize=True)
scenes = st.one_of(tabletop_scenes(), shelf_scenes())
SAME = {"left": "left", "right": "right", "front": "front", "behind": "behind", "up": "up"}
SWAPPED = {**SAME, "left": "right", "right": "left"}


def frames(scene: Scene) -> list[Frame]:
    oriented = [node.id for node in scene.nodes if node.front is not None]
    return [intrinsic(scene, id) for id in oriented] + [relative(scene, id) for id in oriented[:2]]


def assert_same_geometry(before: Scene, after: Scene, words: dict[str, str]) -> None:
    things = before.of_kind("book", "near", "slot", "space")[:6]
    for one, other in zip(frames(before), frames(after), strict=True):
        for node in things:
            for direction, said in words.items():
                moved = coordinate(other, after.node(node.id), said)
                assert moved == pytest.approx(coordinate(one, node, direction), abs=2e-9)
    for node in things:
        assert distance(after, node.id, things[0].id) == pytest.approx(
            distance(before, node.id, things[0].id), abs=2e-9
        )
        assert tilt(after.node(node.id)) == pytest.approx(tilt(node), abs=1e-6)
        assert depth(after, after.node(node.id)) == pytest.approx(depth(before, node), abs=2e-9)
    for slot in before.of_kind("slot")[:3]:
        assert occupancy(after, slot.id) == pytest.approx(occupancy(before, slot.id), abs=1e-8)


def assert_viewer_is_the_camera(scene: Scene) -> None:
    expected = viewer_of(scene.cameras["world"])
    np.testing.assert_allclose(scene.viewer.center, expected.center, atol=1e-9)
    np.testing.assert_allclose(box_of(scene.viewer).axes, box_of(expected).axes, atol=1e-9)


@slow
@given(scenes, centimetres(-200, 200), centimetres(-200, 200), centimetres(-50, 50))
def test_translation_changes_no_measure(scene: Scene, dx: float, dy: float, dz: float) -> None:
    moved = translate(scene, dx, dy, dz)
    assert_same_geometry(scene, moved, SAME)
    assert_viewer_is_the_camera(moved)
    assert moved.node("viewer").center[0] == scene.node("viewer").center[0] + dx


@slow
@given(scenes, st.integers(-12, 12).map(lambda n: 15 * n))
def test_rotation_changes_no_measure(scene: Scene, degrees: int) -> None:
    turned = rotate(scene, degrees)
    assert_same_geometry(scene, turned, SAME)
    assert_viewer_is_the_camera(turned)


@slow
@given(scenes)
def test_the_mirror_swaps_left_and_right_and_nothing_else(scene: Scene) -> None:
    mirrored = mirror(scene)
    assert_same_geometry(scene, mirrored, SWAPPED)
    assert_viewer_is_the_camera(mirrored)
    for node in scene.nodes:
        expected = box_of(node).corners * (-1, 1, 1)
        found = box_of(mirrored.node(node.id)).corners
        np.testing.assert_allclose(
            sorted(np.round(found, 6).tolist()), sorted(np.round(expected, 6).tolist()), atol=1e-5
        )


def pixel(camera: Camera, point: tuple[float, ...]) -> np.ndarray:
    x, y, z = matrix(camera.quaternion).T @ np.subtract(point, camera.position)
    u, v, w = np.asarray(camera.K) @ (x, -y, -z)
    return np.array([u / w, v / w])


@slow
@given(scenes)
def test_the_mirror_turns_the_picture_over(scene: Scene) -> None:
    tilted = evolve(scene.cameras["world"], K=((400, 3, 310), (0, 400, 250), (0, 0, 1)))
    scene = scene.with_parts(scene.nodes, cameras={"world": tilted})
    mirrored = mirror(scene)
    for node in scene.of_kind("book"):
        u, v = pixel(tilted, node.center)
        found = pixel(mirrored.cameras["world"], mirrored.node(node.id).center)
        np.testing.assert_allclose(found, (tilted.width - u, v), atol=1e-6)


@slow
@given(tabletop_scenes())
def test_the_mirror_turns_the_clock(scene: Scene) -> None:
    for book in scene.of_kind("book"):
        here = clock_angle(intrinsic(scene, "viewer"), book)
        there = clock_angle(intrinsic(mirror(scene), "viewer"), mirror(scene).node(book.id))
        assert (here + there) % 360 == pytest.approx(0, abs=1e-6) or (here + there) % 360 > 359.999


@slow
@given(shelf_scenes())
def test_the_mirror_counts_columns_from_the_other_end(scene: Scene) -> None:
    mirrored = mirror(scene)
    frame = intrinsic(mirrored, "shelf")
    assert lines_of_grid(mirrored) == lines_of_grid(scene)
    for row in {slot.row for slot in scene.of_kind("slot")}:
        slots = [slot for slot in mirrored.of_kind("slot") if slot.row == row]
        by_place = sorted(slots, key=lambda slot: -coordinate(frame, slot, "left"))
        assert [slot.column for slot in by_place] == list(range(1, len(slots) + 1))
    for space in mirrored.of_kind("space"):
        assert space.column == mirrored.node(str(space.slot)).column


@slow
@given(scenes)
def test_the_mirror_of_the_mirror_is_the_scene(scene: Scene) -> None:
    again = mirror(mirror(scene))
    assert again.edges == scene.edges
    for node in scene.nodes:
        other = again.node(node.id)
        assert (other.center, other.front, other.upright, other.column) == (
            node.center,
            node.front,
            node.upright,
            node.column,
        )
        assert abs(np.dot(other.quaternion, node.quaternion)) == pytest.approx(1)


def test_removing_leaves_nothing_dangling() -> None:
    nodes = [
        new_node("s", "slot"),
        new_node("a", "book", slot="s"),
        new_node("b", "book"),
        new_node("r", "robot"),
    ]
    scene = Scene.build(nodes, [("a", "s", "in"), ("r", "b", "holds"), ("b", "a", "supports")])
    without = remove(scene, "s")
    assert "s" not in without
    assert without.node("a").slot is None
    assert without.edges == (("b", "a", "supports"), ("r", "b", "holds"))
    with pytest.raises(SceneError, match='no node "x"'):
        remove(scene, "x")


@slow
@given(scenes)
def test_the_viewer_is_kept(scene: Scene) -> None:
    with pytest.raises(SceneError, match="is the viewer"):
        remove(scene, "viewer")


@slow
@given(scenes)
def test_renaming_and_back_is_the_scene(scene: Scene) -> None:
    for node in scene.nodes[::5]:
        renamed = rename(scene, node.id, "new_id")
        assert node.id not in renamed
        assert len(renamed.edges) == len(scene.edges)
        assert rename(renamed, "new_id", node.id) == scene


def test_renaming_to_an_id_in_use_is_refused() -> None:
    with pytest.raises(SceneError, match="2 nodes have this id"):
        rename(Scene.build([new_node("a", "book"), new_node("b", "book")]), "a", "b")
