"""Cameras with a lens and without one: projecting and back, and the scene for whoever looks through one."""

from __future__ import annotations

import json

import jsonschema
import numpy as np
import pytest
from attrs import evolve
from hypothesis import assume, example, given
from hypothesis import strategies as st

from espire_dsl.scene.camera import ORTHOGRAPHIC, Camera, look_at
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.frames import faces_within, floor_front
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import dumps, loads, schema
from espire_dsl.scene.projection import before_camera, eyes_of, project, projected, rays_of, unproject
from espire_dsl.scene.rotation import axis_angle, rotate_vector
from espire_dsl.scene.transform import mirror, rotate, translate
from tests.nodes import node as new_node

PLACES = st.tuples(*[st.floats(-3, 3)] * 3)
DEPTHS = st.floats(0.1, 9)


@st.composite
def cameras(draw: st.DrawFn, metres: st.SearchStrategy[float | None] | None = None) -> Camera:
    """Cameras of both kinds that look anywhere, also straight up and down, with an axis beside the middle."""
    position, aim = draw(PLACES), draw(st.sampled_from([None, (0, 0, -1), (0, 0, 1)]))
    target = draw(PLACES) if aim is None else tuple(np.add(position, aim))
    assume(np.linalg.norm(np.subtract(position, target)) > 0.1)
    high = draw(st.none() | st.floats(0.5, 20) if metres is None else metres)
    camera = look_at(position, target, metres=high, vertical_degrees=draw(st.floats(20, 100)))
    (fx, _, cx), (_, fy, cy), last = camera.K
    shift, skew = draw(st.floats(-50, 50)), draw(st.floats(-5, 5))
    return evolve(camera, K=((fx, skew, cx + shift), (0.0, fy * 1.1, cy - shift), last))


FLAT = cameras(st.floats(0.5, 20))


@given(cameras(), st.floats(-200, 900), st.floats(-200, 700), DEPTHS)
def test_projecting_what_a_pixel_shows_gives_the_pixel(
    camera: Camera, u: float, v: float, depth: float
) -> None:
    point = unproject(camera, u, v, depth)
    assert project(camera, point) == pytest.approx((u, v), abs=1e-6)
    assert before_camera(camera, np.array(point))[2] == pytest.approx(depth)


@given(cameras(), PLACES)
def test_unprojecting_the_pixel_of_a_point_gives_the_point(
    camera: Camera, point: tuple[float, float, float]
) -> None:
    depth = float(before_camera(camera, np.array(point))[2])
    pixel = project(camera, point)
    if depth < 0.01:
        assert pixel is None or depth > 0.001
    else:
        assert pixel is not None
        assert unproject(camera, *pixel, depth) == pytest.approx(point, abs=1e-6)


@given(cameras(), PLACES)
def test_the_ray_to_a_point_starts_where_the_point_is_seen_from(
    camera: Camera, point: tuple[float, float, float]
) -> None:
    u, v, ahead = projected(camera, np.array([point]), 0.01)
    assume(ahead.all())
    eye = eyes_of(camera, np.array([point]))
    np.testing.assert_allclose(rays_of(camera).origin(u, v), eye, atol=1e-6)
    along, way = np.array([point]) - eye, rays_of(camera).direction(u, v)
    np.testing.assert_allclose(np.cross(along, way), 0, atol=1e-6)


@given(FLAT, PLACES, PLACES, PLACES)
def test_parallel_lines_are_parallel_and_equally_long_in_an_orthographic_picture(
    camera: Camera, one: tuple[float, ...], other: tuple[float, ...], along: tuple[float, ...]
) -> None:
    ends = np.array([one, np.add(one, along), other, np.add(other, along)])
    u, v, _ = projected(camera, ends, -100.0)
    assert (u[1] - u[0], v[1] - v[0]) == pytest.approx((u[3] - u[2], v[3] - v[2]), abs=1e-6)


def test_an_orthographic_picture_has_a_height_in_metres() -> None:
    camera = look_at((1, 2, 5), (1, 2, 0), metres=4, width=200, height=100)
    assert camera.projection == ORTHOGRAPHIC
    assert project(camera, (1, 2, 0)) == (100, 50)
    assert project(camera, (1, 4, 3)) == pytest.approx((100, 0))  # +y is up, whatever the height
    assert project(camera, (5, 0, 0)) == pytest.approx((200, 100))
    assert project(camera, (1, 2, 6)) is None


def scene_from_above(camera: Camera, *things: tuple[float, float]) -> Scene:
    nodes = [new_node(f"t{n}", "object", (x, y, 0.1)) for n, (x, y) in enumerate(things)]
    return Scene.build(nodes, cameras={"world": look_at((0, -4, 2), (0, 0, 0)), "top": camera})


UPS = st.floats(0, 360).map(lambda degrees: rotate_vector(axis_angle((0, 0, 1), degrees), (0, 1, 0)))


@given(UPS, st.booleans(), st.tuples(st.floats(-1, 1), st.floats(-1, 1)), st.none() | st.floats(1, 9))
@example((0.0, 1.0, 0.0), False, (2.5e-9, 2.5e-9), None)
def test_from_above_left_and_right_are_those_of_the_picture(
    up: tuple[float, float, float], down: bool, place: tuple[float, float], metres: float | None
) -> None:
    """Looked at along the vertical, what is ahead of the viewer is up in the picture, and right is right."""
    camera = look_at((0, 0, 3 if down else -3), (0, 0, 0), up=up, metres=metres)
    scene = scene_from_above(camera, place).through("top")
    forward = np.array(floor_front(scene.viewer)[:2])
    assert forward == pytest.approx(np.array(up[:2]) * (1 if down else -1), abs=1e-9)
    pixel = project(camera, scene.node("t0").center)
    assert pixel is not None
    ahead, right = np.dot(place, forward), np.dot(place, (forward[1], -forward[0]))
    sees_top = 1 if down else -1
    for drawn, wanted in ((pixel[0] - 320, right), (240 - pixel[1], sees_top * ahead)):
        # Of what is nearer to the middle than a micrometre, rounding says on which side it is.
        assert np.sign(drawn) == np.sign(wanted) or (abs(wanted) < 1e-6 and abs(drawn) < 1e-3)


def test_a_scene_is_seen_through_its_cameras() -> None:
    scene = scene_from_above(look_at((0, 0, 3), (0, 0, 0), metres=4), (0.5, 0))
    top = scene.through("top")
    assert (scene.view, top.view) == ("world", "top")
    assert scene.through("world") is scene
    assert top.viewer.id == scene.viewer.id
    assert top.viewer.center == (0, 0, 3)
    assert top.camera is not None
    assert top.through("world").viewer == scene.viewer
    assert translate(top, 1, 0).view == mirror(top).view == rotate(top, 30).view == "top"
    with pytest.raises(SceneError, match=r'has no camera "tip"; it has top, world \(did you mean "top"\?\)'):
        scene.through("tip")
    by_hand = Scene.build([new_node("viewer", "viewer", (0, -1, 1), front=(1, 0, 0))])
    assert by_hand.through("top") is by_hand


@pytest.mark.parametrize(("camera", "faces"), [("world", False), ("top", True), ("aslant", True)])
def test_fronts_are_seen_from_where_rays_start(camera: str, faces: bool) -> None:
    """To a camera far aside the thing's back is turned; parallel rays come from before it all the same."""
    thing = new_node("t0", "object", (0, 3, 0.1), axis_angle((0, 0, 1), -90), front=(1, 0, 0))
    cameras = {
        "world": look_at((4, 4, 2), (0, 0, 0)),
        "top": look_at((0, 0, 3), (0, 0, 0)),
        "aslant": look_at((0, -4, 4), (0, 0, 0), metres=5),
    }
    scene = Scene.build([thing], cameras=cameras).through(camera)
    assert faces_within(scene.node("t0"), scene, 100) == faces


def test_scenes_say_the_projection_of_orthographic_cameras_alone() -> None:
    scene = scene_from_above(look_at((0, 0, 3), (0, 0, 0), metres=4))
    data = json.loads(dumps(scene))
    jsonschema.validate(data, schema())
    assert data["graph"]["cameras"]["top"]["projection"] == "orthographic"
    assert "projection" not in data["graph"]["cameras"]["world"]
    assert loads(dumps(scene)) == scene
    assert Scene.from_networkx(scene.graph) == scene


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"projection": "fisheye"},
            'field projection: "fisheye" is neither "perspective" nor "orthographic"',
        ),
        ({"projection": 3}, "field projection: it must be a text"),
        (
            {"K": [[0, 0, 1], [0, 1, 1], [0, 0, 1]]},
            "field K: an orthographic camera has pixels a metre above 0",
        ),
        ({"K": [[], [], []]}, "field K: it has 0 numbers instead of 3"),
    ],
)
def test_cameras_that_cannot_be_are_refused(change: dict[str, object], message: str) -> None:
    data = json.loads(dumps(scene_from_above(look_at((0, 0, 3), (0, 0, 0), metres=4))))
    data["graph"]["cameras"]["top"] |= change
    with pytest.raises(SceneError, match=message):
        loads(json.dumps(data))
