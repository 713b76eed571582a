"""Projection against scalar products with the axes, outlines against points of boxes and rays of pixels."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from espire_dsl.scene.box import Box
from espire_dsl.scene.camera import Camera, look_at
from espire_dsl.scene.polygons import area, convex_hull
from espire_dsl.scene.projection import NEAREST, outline, project
from espire_dsl.scene.rotation import product, rotate_vector, yaw
from espire_dsl.testing.strategies import boxes

CAMERAS = st.builds(
    lambda angle, distance, height: look_at(
        (distance * math.cos(angle), distance * math.sin(angle), height), (0, 0, 0.2)
    ),
    st.floats(0, 6.28),
    st.floats(0.3, 3),
    st.floats(0.3, 2),
)
COORDINATES = st.tuples(*[st.floats(-2, 2)] * 3)


def pixel(camera: Camera, point: tuple[float, ...]) -> tuple[float, float, float]:
    """The pixel and the depth, by scalar products with the camera's axes."""
    away = [p - c for p, c in zip(point, camera.position, strict=True)]
    right, up, back = (rotate_vector(camera.quaternion, axis) for axis in np.eye(3))
    x, y, depth = (
        sign * sum(a * b for a, b in zip(away, axis, strict=True))
        for sign, axis in ((1, right), (1, up), (-1, back))
    )
    scale = camera.K[0][0] / depth if depth else math.inf
    return camera.width / 2 + scale * x, camera.height / 2 - scale * y, depth


@given(CAMERAS, COORDINATES)
def test_points_fall_where_the_axes_say(camera: Camera, point: tuple[float, float, float]) -> None:
    u, v, depth = pixel(camera, point)
    assume(abs(depth - NEAREST) > 1e-9)
    found = project(camera, point)
    if depth > NEAREST:
        assert found == pytest.approx((u, v), rel=1e-6, abs=1e-6)
    else:
        assert found is None


def test_left_is_left_and_up_is_up() -> None:
    camera = look_at((0, -2, 1), (0, 0, 1))
    assert project(camera, (0, 0, 1)) == pytest.approx((320, 240))
    u, v = project(camera, (-0.5, 0, 1.5)) or (0, 0)
    assert u < 320
    assert v < 240
    assert project(camera, (0, -3, 1)) is None


def test_full_intrinsic_matrix_is_used() -> None:
    camera = Camera((0, 0, 0), K=((500, 2, 300), (0, 400, 200), (0, 0, 1)))
    assert project(camera, (1, 2, -4)) == pytest.approx((500 / 4 - 2 * 2 / 4 + 300, -400 * 2 / 4 + 200))


def test_a_square_face_has_the_area_of_its_pixels() -> None:
    camera = look_at((0, -2, 1), (0, 0, 1))
    box = Box([0, 0, 1], np.eye(3), [0.1, 0.0, 0.2])
    focal = camera.K[0][0]
    assert area(outline(camera, box)) == pytest.approx(0.2 * 0.4 * (focal / 2) ** 2)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(CAMERAS, boxes(), st.integers(0, 2**32 - 1))
def test_outline_holds_every_point_in_view_and_nothing_looser(camera: Camera, box: Box, seed: int) -> None:
    """Points of the box in view lie within the outline, and the outline's corners are all needed."""
    polygon = outline(camera, box)
    shares = np.random.default_rng(seed).uniform(-1, 1, (60, 3))
    for offset in shares * box.half:
        u, v, depth = pixel(camera, tuple(box.center + box.axes @ offset))
        if depth > 0.05 and 0 <= u <= camera.width and 0 <= v <= camera.height:
            grown = convex_hull([*polygon, (u, v)])
            assert area(grown) == pytest.approx(area(polygon), rel=1e-6, abs=1e-3)
    assert all(-1e-6 <= u <= camera.width + 1e-6 and -1e-6 <= v <= camera.height + 1e-6 for u, v in polygon)


@settings(deadline=None, derandomize=True, max_examples=30)
@given(CAMERAS, boxes())
def test_area_counts_the_pixels_whose_rays_meet_the_box(camera: Camera, box: Box) -> None:
    """Rays through a grid of pixels against the box's slabs: another way to the same area."""
    step = 8
    us, vs = np.meshgrid(
        np.arange(step / 2, camera.width, step), np.arange(step / 2, camera.height, step), indexing="ij"
    )
    focal = camera.K[0][0]
    own = np.stack([(us - camera.width / 2) / focal, (camera.height / 2 - vs) / focal, -np.ones_like(us)], -1)
    axes = np.array([rotate_vector(camera.quaternion, axis) for axis in np.eye(3)])
    rays = own @ axes @ box.axes
    start = (np.asarray(camera.position) - box.center) @ box.axes
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = (-box.half - start) / rays, (box.half - start) / rays
        enter = np.fmax.reduce(np.fmin(first, second), axis=-1)
        leave = np.fmin.reduce(np.fmax(first, second), axis=-1)
    met = int(np.sum((enter <= leave) & (leave > NEAREST)))
    polygon = outline(camera, box)
    edge = sum(math.dist(a, b) for a, b in zip(polygon, (*polygon[1:], *polygon[:1]), strict=True))
    assert area(polygon) == pytest.approx(met * step * step, abs=1.5 * step * edge + 2 * step * step)


def test_a_box_behind_the_camera_is_out_of_view_and_one_around_it_fills_the_picture() -> None:
    camera = look_at((0, -2, 1), (0, 0, 1))
    assert outline(camera, Box([0, -4, 1], np.eye(3), [0.5, 0.5, 0.5])) == ()
    around = outline(camera, Box([0, -2, 1], np.eye(3), [0.5, 0.5, 0.5]))
    assert area(around) == pytest.approx(640 * 480)


def test_a_box_over_the_edge_counts_as_far_as_it_is_in_the_picture() -> None:
    camera = look_at((0, -2, 1), (0, 0, 1))
    focal = camera.K[0][0]
    edge = 320 / focal * 2
    whole = Box([edge, 0, 1], np.eye(3), [0.1, 0.0, 0.1])
    assert area(outline(camera, whole)) == pytest.approx(0.1 * 0.2 * (focal / 2) ** 2)


def test_turning_everything_changes_nothing() -> None:
    camera, turn = look_at((0, -2, 1), (0.2, 0, 0.5)), yaw(70)
    box = Box([0.1, 0.2, 0.4], np.eye(3), [0.1, 0.2, 0.3])
    turned = Camera(rotate_vector(turn, camera.position), product(turn, camera.quaternion))
    axes = np.column_stack([rotate_vector(turn, axis) for axis in np.eye(3)])
    moved = Box(rotate_vector(turn, box.center), axes, box.half)
    assert area(outline(turned, moved)) == pytest.approx(area(outline(camera, box)))
