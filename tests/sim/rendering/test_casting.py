"""Rays against shapes: known cases, and an independent way of finding the first hit."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.scene.camera import Camera, intrinsics, look_at
from espire_dsl.scene.rotation import Array, axis_angle, matrix
from espire_sim.appearance.shape import Form, Shape
from espire_sim.rendering.bundles import Bundles
from espire_sim.rendering.cast import NOTHING, cast_picture, cast_points
from espire_sim.rendering.meet import first_hits
from espire_sim.rendering.shadows import shadowed
from espire_sim.rendering.surface import faced
from espire_sim.rendering.view import View

SMALL = intrinsics(64, 48)
GREEN = np.array([[0.0, 1.0, 0.0]], dtype=np.float32)


def shape(form: Form, top: float = 1.0, hole: float = 0.0) -> Shape:
    return Shape(form, np.zeros(3), np.eye(3), top, hole)


def inside(form: Form, points: Array, top: float, hole: float) -> Array:
    """Whether points are in a shape, by its definition."""
    x, y, z = points.T
    off = np.hypot(x, y)
    if form is Form.BOX:
        return np.abs(points).max(axis=1) <= 1
    if form is Form.BALL:
        return (points**2).sum(axis=1) <= 1
    radius = 1 + (top - 1) * (z + 1) / 2
    return (np.abs(z) <= 1) & (off <= radius) & (off >= hole)


FORMS = st.one_of(
    st.tuples(st.sampled_from([Form.BOX, Form.BALL]), st.just(1.0), st.just(0.0)),
    st.tuples(st.just(Form.CONE), st.floats(0.0, 1.0), st.just(0.0)),
    st.tuples(st.just(Form.TUBE), st.just(1.0), st.floats(0.3, 0.9)),
)
POINTS = st.tuples(*[st.floats(-1.0, 1.0)] * 3)


@settings(deadline=None, max_examples=200, derandomize=True)
@given(form=FORMS, away=POINTS, target=POINTS)
def test_the_first_hit_is_where_marching_along_the_ray_enters(
    form: tuple[Form, float, float], away: tuple[float, float, float], target: tuple[float, float, float]
) -> None:
    kind, top, hole = form
    start = np.array(away)
    if np.linalg.norm(start) < 0.1:
        return
    start = start / np.linalg.norm(start) * 4
    run = np.array(target) - start
    steps = np.linspace(0.0, 2.0, 20001)
    entered = np.flatnonzero(inside(kind, start + steps[:, None] * run, top, hole))
    x, y, z = (np.array([part]) for part in run)
    hit = float(first_hits(shape(kind, top, hole), tuple(start.tolist()), (x, y, z))[0])
    if len(entered) == 0:
        # A ray may graze what marching steps over: then it does not stay inside for long.
        assert math.isinf(hit) or not inside(kind, (start + (hit + 2e-4) * run)[None], top, hole)[0]
    else:
        assert hit <= steps[entered[0]] + 1e-9
        assert (
            hit >= steps[entered[0]] - 1e-4
            or not inside(kind, (start + (hit + 1e-4) * run)[None], top, hole)[0]
        )


@settings(deadline=None, max_examples=100, derandomize=True)
@given(form=FORMS, target=POINTS, stretch=st.tuples(*[st.floats(0.2, 2.0)] * 3))
def test_normals_are_across_the_surface_and_point_out(
    form: tuple[Form, float, float], target: tuple[float, float, float], stretch: tuple[float, float, float]
) -> None:
    kind, top, hole = form
    rotation = matrix(axis_angle((1.0, 2.0, 3.0), 40.0))
    one = Shape(kind, np.array([0.3, -0.2, 0.1]), rotation * np.array(stretch), top, hole)
    start = np.array([5.0, 4.0, 3.0])
    run = one.center + one.axes @ np.array(target) - start
    origin = one.inward @ (start - one.center)
    x, y, z = (np.array([part]) for part in one.inward @ run)
    hit = float(first_hits(one, tuple(origin.tolist()), (x, y, z))[0])
    if math.isinf(hit):
        return
    point = start + hit * run
    points, rays = (column.astype(np.float32)[:, None] for column in (point, run))
    own, faces, colours, _ = faced([one], np.zeros(1, dtype=np.int64), points, rays, GREEN)
    assert own[:, 0] == pytest.approx(one.inward @ (point - one.center), abs=1e-4)
    assert colours.T.tolist() == GREEN.tolist()
    normal = faces[:, 0].astype(np.float64)
    assert np.linalg.norm(normal) == pytest.approx(1, abs=1e-4)
    assert normal @ run <= 0
    step = 1e-3 * min(stretch)
    without, within = (one.inward @ (point + sign * step * normal - one.center) for sign in (1, -1))
    near_an_edge = np.sort(np.abs(own[:, 0]))[1] > 0.98 or min(top, 1 - abs(own[2, 0])) < 0.02
    if not near_an_edge:
        assert not inside(kind, without[None], top, hole)[0]
        assert inside(kind, within[None], top, hole)[0]


def test_a_box_seen_straight_on_has_the_depth_of_its_front() -> None:
    camera = Camera((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), SMALL, 64, 48)
    box = Shape(Form.BOX, np.array([0.0, 0.0, -3.0]), np.diag([0.5, 0.25, 1.0]))
    hits, pixels = cast_picture([box], [7], View.of(camera))
    focal = SMALL[0][0]
    u, v = np.meshgrid(np.arange(64) + 0.5 - 32, np.arange(48) + 0.5 - 24)
    expected = (np.abs(u) <= focal * 0.5 / 2) & (np.abs(v) <= focal * 0.25 / 2)
    assert np.array_equal(hits.shape == 0, expected)
    assert np.allclose(hits.depth[expected], 2.0, atol=1e-12)
    assert np.isinf(hits.depth[~expected]).all()
    assert (hits.shape[~expected] == NOTHING).all()
    assert pixels.alone == pixels.without == {7: int(expected.sum())}


def test_pixels_are_also_counted_without_those_apart() -> None:
    camera = Camera((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), SMALL, 64, 48)
    back = Shape(Form.BOX, np.array([0.0, 0.0, -3.0]), np.diag([0.5, 0.25, 0.1]))
    front = Shape(Form.BOX, np.array([0.2, 0.0, -2.0]), np.diag([0.2, 0.2, 0.1]))
    view = View.of(camera)
    both, pixels = cast_picture([front, back], [1, 2], view, [1])
    alone, own = cast_picture([back], [2], view)
    assert pixels.alone[2] == pixels.without[2] == own.alone[2] == (alone.shape == 0).sum()
    assert pixels.without[1] == 0
    assert (both.shape == 1).sum() < own.alone[2]
    assert np.array_equal(both.shape, cast_picture([front, back], [1, 2], view)[0].shape)


@settings(deadline=None, max_examples=10, derandomize=True)
@given(
    spots=st.lists(st.tuples(*[st.floats(-1.0, 1.0)] * 3), min_size=1, max_size=5),
    degrees=st.floats(0, 360),
    skew=st.floats(-5, 5),
)
def test_a_picture_is_what_each_ray_finds_alone(
    spots: list[tuple[float, float, float]], degrees: float, skew: float
) -> None:
    """Windows never cut anything off, and the depth of a hit is that along the optical axis."""
    (fx, _, cx), fy_row, last = SMALL
    seen = look_at((2.5, 0.4, 0.7), (0.0, 0.0, 0.0), width=64, height=48)
    camera = Camera(seen.position, seen.quaternion, ((fx, skew, cx), fy_row, last), 64, 48)
    rotation = matrix(axis_angle((1, 1, 0), degrees))
    kinds = [Form.BOX, Form.BALL, Form.CONE, Form.TUBE, Form.BOX]
    tops, holes = {Form.CONE: 0.5}, {Form.TUBE: 0.6}
    ground = Shape(Form.BOX, np.array([0.0, 0.0, -1.2]), np.diag([9.0, 8.0, 0.1]))  # also behind the camera
    shapes = [
        ground,
        *(
            Shape(form, np.array(spot), rotation * 0.2, tops.get(form, 1.0), holes.get(form, 0.0))
            for form, spot in zip(kinds, spots, strict=False)
        ),
    ]
    view = View.of(camera)
    hits, _ = cast_picture(shapes, [0] * len(shapes), view)
    back = matrix(camera.quaternion)[:, 2]
    for row in range(2, 48, 5):
        for column in range(2, 64, 5):
            x = (column + 0.5 - cx - skew * (row + 0.5 - fy_row[2]) / fy_row[1]) / fx
            y = (row + 0.5 - fy_row[2]) / fy_row[1]
            run = matrix(camera.quaternion) @ np.array([x, -y, -1.0])
            assert run @ -back == pytest.approx(1)
            found = [
                float(
                    first_hits(
                        one,
                        tuple((one.inward @ (view.eye - one.center)).tolist()),
                        tuple(np.array([part]) for part in one.inward @ run),  # type: ignore[arg-type]
                    )[0]
                )
                for one in shapes
            ]
            assert hits.depth[row, column] == pytest.approx(min(found), rel=1e-9)
    pixels = np.array([10 * 64 + 10, 24 * 64 + 32, 30 * 64 + 40])
    points = cast_points(shapes, view, hits.shape, pixels, np.array([[0.0, 0.0], [1.0, 0.0], [0.0, -1.0]]))
    for ray, beside in enumerate((0, 1, -64)):
        assert np.allclose(points.depth[:, ray], hits.depth.ravel()[pixels + beside])
        assert np.array_equal(points.shape[:, ray], hits.shape.ravel()[pixels + beside])


def test_a_shadow_falls_behind_what_is_before_the_lamp() -> None:
    lamp = np.array([0.0, 0.0, 2.0])
    box = Shape(Form.BOX, np.array([0.0, 0.0, 1.0]), np.eye(3) * 0.1)
    points = np.array([[0.0, 0.0, 0.0], [0.19, 0.0, 0.0], [0.25, 0.0, 0.0], [0.0, 0.0, 1.5]]).T
    bundles = Bundles(np.array([0, 2]), np.array([1, 1]))
    which = np.zeros(4, dtype=np.int8)
    dark = shadowed(lamp[None], which, points.astype(np.float32), bundles, [box], [0])
    # The upper face hides most: at 0.9 below the lamp it is 0.1 wide, so the shadow on the floor is 0.2222.
    assert dark.tolist() == [True, True, False, False]
