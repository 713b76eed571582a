"""Views are lifted to where their rays ended, and points lie on the faces that are nearest to them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scene.acting import CameraView, Sight
from espire_dsl.scene.box import Box
from espire_dsl.scene.camera import Camera, intrinsics
from espire_dsl.scene.faces import Face, face_of, faces_of
from espire_dsl.scene.projection import project
from espire_dsl.scene.rotation import matrix, normalised, vector

WIDTH, HEIGHT = 64, 48
NUMBERS = st.floats(-2.0, 2.0)
TURNS = st.tuples(*(st.floats(-1.0, 1.0) for _ in range(4))).filter(lambda q: sum(x * x for x in q) > 0.1)
LENGTHS = st.floats(0.01, 0.5)


def view_of(camera: Camera, depth: float) -> CameraView:
    """A camera that sees a wall across its axis, with nothing in the upper left pixel."""
    depths = np.full((HEIGHT, WIDTH), depth, dtype=np.float32)
    depths[0, 0] = np.inf
    nothing = np.zeros((HEIGHT, WIDTH), dtype=np.uint16)
    return CameraView("world", camera, np.zeros((HEIGHT, WIDTH, 3), dtype=np.uint8), depths, nothing, {})


@st.composite
def views(draw: st.DrawFn) -> CameraView:
    position, turn = draw(st.tuples(NUMBERS, NUMBERS, NUMBERS)), normalised(draw(TURNS))
    lens = intrinsics(WIDTH, HEIGHT, draw(st.floats(20.0, 100.0)))
    return view_of(Camera(position, turn, lens, WIDTH, HEIGHT), draw(st.floats(0.1, 10.0)))


@given(views(), st.floats(0, WIDTH, exclude_max=True), st.floats(0, HEIGHT, exclude_max=True))
def test_a_lifted_point_is_seen_in_the_middle_of_its_pixel(view: CameraView, x: float, y: float) -> None:
    point = view.lift(x, y)
    if int(x) == int(y) == 0:
        assert point is None, "nothing is seen there"
        return
    assert point is not None
    seen = project(view.optics, point)
    assert seen is not None
    np.testing.assert_allclose(seen, (int(x) + 0.5, int(y) + 0.5), atol=1e-5)
    ahead = -matrix(view.optics.quaternion)[:, 2]
    away = float((np.asarray(point) - view.optics.position) @ ahead)
    np.testing.assert_allclose(away, view.depth[int(y), int(x)], rtol=1e-6)


@given(views(), st.one_of(st.floats(max_value=-1e-9), st.floats(min_value=WIDTH), st.just(float("nan"))))
def test_nothing_is_lifted_beside_the_picture(view: CameraView, x: float) -> None:
    assert view.lift(x, 10.0) is None
    assert view.lift(10.0, x) is None


@given(views())
def test_many_pixels_are_lifted_as_each_of_them(view: CameraView) -> None:
    columns, rows = np.array([3, 40, 63]), np.array([47, 0, 20])
    alone = [view.lift(float(x), float(y)) for x, y in zip(columns, rows, strict=True)]
    np.testing.assert_array_equal(view.lifted(columns, rows), alone)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    turn = matrix(normalised(draw(TURNS)))
    half = [draw(LENGTHS), draw(LENGTHS), draw(LENGTHS)]
    return Box(draw(st.tuples(NUMBERS, NUMBERS, NUMBERS)), turn, half)


def distance_to_face(box: Box, face: Face, point: np.ndarray) -> float:
    """By the nearest point of the rectangle, found by clamping: another way than the planes of a box."""
    own = (point - box.center) @ box.axes
    nearest = np.clip(own, -box.half, box.half)
    nearest[face.axis] = face.side * box.half[face.axis]
    return float(np.linalg.norm(own - nearest))


@given(boxes(), st.integers(0, 2), st.sampled_from((1, -1)), st.floats(-0.98, 0.98), st.floats(-0.98, 0.98))
def test_a_point_of_a_face_lies_on_it(box: Box, axis: int, side: int, a: float, b: float) -> None:
    own = np.insert([a, b], axis, float(side)) * box.half
    point = box.center + box.axes @ own
    assert face_of(box, vector(point)) == Face(axis, side)
    np.testing.assert_allclose(Face(axis, side).normal(box), box.axes @ (np.eye(3)[axis] * side))


@given(boxes(), st.lists(st.tuples(*(st.floats(-0.9, 0.9) for _ in range(3))), min_size=1, max_size=8))
def test_a_point_inside_lies_on_the_nearest_face(box: Box, shares: list[tuple[float, float, float]]) -> None:
    points = box.center + (np.array(shares) * box.half) @ box.axes.T
    axes, sides = faces_of(box, points)
    every = [Face(axis, side) for axis in range(3) for side in (1, -1)]
    for point, axis, side in zip(points, axes, sides, strict=True):
        least = min(distance_to_face(box, face, point) for face in every)
        found = distance_to_face(box, Face(int(axis), int(side)), point)
        assert found <= least + 1e-9


def test_what_nobody_else_hides_is_hidden_by_the_robot() -> None:
    assert Sight(pixels=40, alone=100, behind_robot=50).behind_others == 10
    assert Sight(pixels=40, alone=60, behind_robot=30).behind_others == 0
