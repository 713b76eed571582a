"""Where words of direction point to."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import axis_angle, product, yaw
from espire_dsl.testing.strategies import tabletop_scenes
from tests.nodes import node as new_node
from tests.program.oracle.frames import DIRECTIONS, Frame, absolute, intrinsic, relative
from tests.program.oracle.measures import coordinate

VIEWER = new_node(
    "viewer", "viewer", (0, -2, 1.5), product(yaw(90), axis_angle((0, 1, 0), 30)), front=(1, 0, 0)
)
AWAY = new_node("away", "near", (0, 0, 0.8), yaw(90), front=(1, 0, 0))
TOWARDS = new_node("towards", "near", (0, 0.5, 0.8), yaw(-90), front=(1, 0, 0))
TABLE = new_node(
    "table", "table", (0, 0, 0.35), yaw(-90), (0.6, 1.4, 0.7), front=(1, 0, 0), perspective="encounter"
)
JAR = new_node("jar", "near", (0.2, 0.1, 0.8), name="ceramic jar")
SCENE = Scene.build([VIEWER, AWAY, TOWARDS, TABLE, JAR])
WEST, EAST, NEAR, FAR = (-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0)


def assert_axes(frame: Frame, **axes: tuple[int, int, int]) -> None:
    for direction, expected in axes.items():
        np.testing.assert_allclose(frame.axis(direction), expected, atol=1e-12, err_msg=direction)


def test_relative_axes_are_the_viewers_and_front_is_nearer() -> None:
    frame = relative(SCENE, "jar")
    assert_axes(frame, left=WEST, right=EAST, front=NEAR, behind=FAR, up=(0, 0, 1), down=(0, 0, -1))
    assert frame.origin == JAR.center
    assert (frame.kind, frame.of) == ("relative", "jar")


def test_one_who_faces_as_the_viewer_agrees_on_sides_and_is_opposite_on_front() -> None:
    assert_axes(intrinsic(SCENE, "away"), left=WEST, right=EAST, front=FAR, behind=NEAR)
    assert_axes(intrinsic(SCENE, "viewer"), left=WEST, right=EAST, front=FAR, behind=NEAR)


def test_one_who_faces_the_viewer_is_opposite_on_sides_and_agrees_on_front() -> None:
    assert_axes(intrinsic(SCENE, "towards"), left=EAST, right=WEST, front=NEAR, behind=FAR)


def test_furniture_has_the_left_of_a_person_before_it() -> None:
    assert_axes(intrinsic(SCENE, "table"), left=WEST, right=EAST, front=NEAR, behind=FAR)
    own = SCENE.with_parts(evolve(n, perspective="own") for n in SCENE.nodes)
    assert_axes(intrinsic(own, "table"), left=EAST, right=WEST)


def test_absolute_frames_know_up_and_down_only() -> None:
    assert_axes(absolute(SCENE), up=(0, 0, 1), down=(0, 0, -1))
    assert absolute(SCENE, "jar").origin == JAR.center
    with pytest.raises(SceneError, match='no "left"'):
        absolute(SCENE).axis("left")


def test_a_thing_without_a_front_has_no_frame() -> None:
    with pytest.raises(SceneError, match=r'"jar" \(ceramic jar\) has no front'):
        intrinsic(SCENE, "jar")


def test_a_front_that_points_up_gives_no_frame() -> None:
    fallen = evolve(AWAY, id="fallen", quaternion=axis_angle((0, 1, 0), -90))
    with pytest.raises(SceneError, match="straight up or down"):
        intrinsic(Scene.build([fallen]), "fallen")


def test_a_word_that_is_no_direction_is_refused() -> None:
    with pytest.raises(SceneError, match="is no direction"):
        relative(SCENE, "jar").axis("north")  # type: ignore[arg-type]


@settings(deadline=None, max_examples=40, derandomize=True)
@given(tabletop_scenes())
def test_axes_are_unit_and_opposites_are_opposite(scene: Scene) -> None:
    frames = [relative(scene, "a"), intrinsic(scene, "table"), intrinsic(scene, "viewer")]
    frames += [intrinsic(scene, node.id) for node in scene.of_kind("near", "distant") if node.oriented]
    for frame in frames:
        axes = np.array([frame.axis(direction) for direction in DIRECTIONS])
        np.testing.assert_allclose(axes[::2], -axes[1::2], atol=0)
        np.testing.assert_allclose(axes[::2] @ axes[::2].T, np.eye(3), atol=1e-12)


@settings(deadline=None, max_examples=40, derandomize=True)
@given(tabletop_scenes())
def test_being_left_of_each_other_is_opposite_in_a_relative_frame(scene: Scene) -> None:
    books = scene.of_kind("book")
    a, b = books[0], books[-1]
    for direction in DIRECTIONS:
        there = coordinate(relative(scene, a.id), b, direction)
        assert coordinate(relative(scene, b.id), a, direction) == pytest.approx(-there, abs=1e-9)
