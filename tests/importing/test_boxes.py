"""Oriented boxes with labels, and cameras, become scenes; what is wrong with them is told in one sentence."""

from __future__ import annotations

import math
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.importing.boxes import scenes_of
from espire_dsl.importing.error import UnfitError
from espire_dsl.importing.values import Location
from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import dumps, loads
from espire_dsl.scene.projection import project
from espire_dsl.scene.rotation import axis_angle, matrix

LAMP = {"label": "lamp", "kind": "lamp", "role": "fixed"}
SAMPLE: dict[str, Any] = {
    "world": "room",
    "scenes": [
        {
            "id": "attic",
            "objects": [
                {"id": "sofa", "label": "Green sofa", "centre": [1, 2, 0.4], "size": [0.9, 2, 0.8]},
                {
                    "label": "lamp",
                    "centre": [3, 2, 0.8],
                    "size": [0.3, 0.3, 1.6],
                    "kind": "lamp",
                    "role": "fixed",
                },
                {
                    "label": "lamp",
                    "centre": [4, 2, 0.9],
                    "size": [0.4, 0.3, 1.8],
                    "kind": "lamp",
                    "role": "fixed",
                },
            ],
            "rooms": [{"id": "left", "label": "left room", "centre": [1, 2, 1.2], "size": [3, 4, 2.4]}],
            "cameras": {"door": {"position": [1, -3, 1.6], "look_at": [1, 2, 1], "fov": 50}},
        }
    ],
}


def imported(data: Any, **told: Any) -> list[Scene]:
    return [scene for _, scene in scenes_of(data, Location(("a.json",)), **told)]


def test_what_a_file_says() -> None:
    (scene,) = imported(SAMPLE)
    assert (scene.id, scene.world, scene.level) == ("attic", "room", "usual")
    assert [node.id for node in scene.nodes] == ["lamp_2", "lamp_3", "left", "sofa", "viewer"]
    sofa, lamp = scene.node("sofa"), scene.node("lamp_2")
    assert (sofa.kind, sofa.name, sofa.category) == ("object", "Green sofa", "green_sofa")
    assert (lamp.kind, lamp.roles) == ("lamp", ("fixed",))
    assert scene.edges == (("sofa", "left", "in"),)
    assert scene.cameras == {"world": look_at((1, -3, 1.6), (1, 2, 1), vertical_degrees=50)}
    asset = scene.catalogue.get("lamp")
    assert (asset.extents[0].low, asset.extents[0].high, asset.article) == (0.3, 0.4, "a")
    assert loads(dumps(scene)) == scene
    assert imported(SAMPLE, world="flat")[0].world == "flat"


AXES = st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda axis: math.hypot(*axis) > 0.1)


@given(AXES, st.floats(-180, 180))
def test_a_matrix_and_its_quaternion_are_one_rotation(
    axis: tuple[float, float, float], degrees: float
) -> None:
    turn = axis_angle(axis, degrees)
    both = []
    for rotation in (list(turn), matrix(turn).tolist()):
        data = deepcopy(SAMPLE)
        data["scenes"][0]["objects"][0]["rotation"] = rotation
        both.append(matrix(imported(data)[0].node("sofa").quaternion))
    assert np.allclose(both[0], both[1], atol=1e-6)
    assert np.allclose(both[0], matrix(turn), atol=1e-6)


def test_cameras_of_both_conventions_look_the_same_way() -> None:
    camera = look_at((1, -3, 1.6), (1, 2, 1))
    axes = matrix(camera.quaternion)
    data = deepcopy(SAMPLE)
    data["scenes"][0]["cameras"] = {
        "world": {"position": [1, -3, 1.6], "rotation": axes.tolist()},
        "scanner": {
            "position": [1, -3, 1.6],
            "rotation": (axes @ np.diag([1, -1, -1])).tolist(),
            "axes": "opencv",
            "K": [[500, 0, 320], [0, 500, 240], [0, 0, 1]],
        },
    }
    found = imported(data)[0].cameras
    assert np.allclose(matrix(found["world"].quaternion), axes)
    assert np.allclose(matrix(found["scanner"].quaternion), axes)
    assert found["scanner"].K[0] == (500, 0, 320)


def _with(path: str, value: Any) -> Any:
    data = deepcopy(SAMPLE)
    *inner, last = path.split("/")
    place: Any = data["scenes"][0] if path[0] != "/" else data
    for step in filter(None, inner):
        place = place[int(step)] if isinstance(place, list) else place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return data


SOFA, DOOR = 'scene "attic": object "sofa": field ', 'scene "attic": camera "door": '
MIRROR, SHEAR = [[1, 0, 0], [0, 1, 0], [0, 0, -1]], [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("objects/0/centre", [0, math.nan, 0], SOFA + "centre: it must be a list of three numbers"),
        ("objects/0/centre", [0, math.inf, 0], SOFA + "centre"),
        ("objects/0/centre", [0, 10**400, 0], SOFA + "centre"),
        ("objects/0/centre", None, SOFA + "centre: it is missing"),
        ("objects/0/center", [0, 0, 0], SOFA + 'center: there is no such field (did you mean "centre"?)'),
        ("objects/0/size", [1, -1, 1], SOFA + "size: it must be a list of three lengths above 0"),
        ("objects/0/size", [1, 0, 1], SOFA + "size"),
        ("objects/0/rotation", MIRROR, SOFA + "rotation: it is left-handed"),
        ("objects/0/rotation", SHEAR, SOFA + "rotation: its columns are not at right angles"),
        ("objects/0/rotation", [1, 1, 0, 0], SOFA + "rotation: a quaternion has length 1"),
        ("objects/0/rotation", [0, 0, 0, 0], SOFA + "rotation: a quaternion has length 1"),
        ("objects/0/rotation", [1, 0, 0], SOFA + "rotation: it must be three rows"),
        ("objects/0/front", [2, 0, 0], SOFA + "front"),
        ("objects/0/paint", "greenish", SOFA + "paint: it must be a paint such as oak"),
        ("objects/0/label", "", SOFA + "label"),
        ("objects/0/kind", "couch", SOFA + 'kind: the library has no kind "couch"'),
        ("objects/0/kind", "viewer", SOFA + "kind: a box is a thing that moves or stays"),
        ("objects/0/role", "fixed", SOFA + 'role: the kind "object" of the library is not fixed'),
        ("objects/0/role", "holy", SOFA + "role: it must be one of movable"),
        ("objects/1/kind", None, "object 2: field role"),
        ("objects/1/kind", "light", "object 3: field kind: others of this label are light, and this is lamp"),
        ("objects/1/id", "sofa", 'object "sofa": field id: another one has the id "sofa" already'),
        ("rooms/0/id", "sofa", 'room "sofa": field id: another one'),
        ("objects/0/id", "viewer", 'node "viewer": field id: it is kept for the viewer'),
        ("objects", [7], "object 1: it must be an object"),
        ("cameras/door/look_at", [1, -3, 1.6], DOOR + "field look_at: a camera cannot look at the place"),
        ("cameras/door/orthographic", 3, DOOR + "field K: a camera has one of K, fov and orthographic"),
        ("cameras/door/orthographic", "3 m", DOOR + "field orthographic"),
        ("cameras/door/look_at", None, DOOR + "a camera has a rotation, or a point to look_at"),
        ("cameras/door/fov", 180, DOOR + "field fov"),
        ("cameras/door/K", [[1, 0, 0], [0, 1, 0], [0, 0, 1]], DOOR + "field K: a camera has one of K"),
        ("cameras/door/width", 0, DOOR + "field width, height"),
        ("cameras/a", {"position": [0, 0, 0], "look_at": [1, 0, 0]}, "one of them must be called"),
        ("cameras/..", {"position": [0, 0, 0], "look_at": [1, 0, 0]}, "the name of a camera must be"),
        ("id", "../up", 'scene "../up": field id: it must be 1 to 80 letters'),
        ("id", None, "scene 1: field id: it is missing"),
        ("/scenes", {}, "a.json: field scenes: it must be a list"),
        ("/world", "My room", "a.json: field world: it must be a name of the language"),
    ],
)
def test_what_is_wrong_is_told(path: str, value: Any, said: str) -> None:
    with pytest.raises(UnfitError) as told:
        imported(_with(path, value))
    assert str(told.value).startswith("a.json: ")
    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_a_camera_from_above_may_be_orthographic() -> None:
    data = _with("cameras/door/fov", None)
    door = data["scenes"][0]["cameras"]["door"]
    door |= {"position": [1, 2, 5], "look_at": [1, 2, 0], "orthographic": 4, "width": 200, "height": 100}
    (scene,) = imported(data)
    assert project(scene.cameras["world"], (1, 4, 0)) == pytest.approx((100, 0))
    assert scene.cameras["world"].is_orthographic
    door["orthographic"] = 0
    with pytest.raises(UnfitError, match="field orthographic: its picture is more than 0 m high"):
        imported(data)


def test_a_bad_lens_is_told() -> None:
    data = _with("cameras/door/fov", None)
    for rows in ([[1, 0, 0]], [[0, 0, 1], [0, 1, 1], [0, 0, 1]], [[1, 2, 1], [0, 1, 1], [0, 0, 1]]):
        data["scenes"][0]["cameras"]["door"]["K"] = rows
        with pytest.raises(UnfitError, match="field K: it must be"):
            imported(data)


def test_another_form_is_told() -> None:
    for data in ([], {}, {"scenes": [{"image_filename": "a.png", "objects": []}]}, None, 3):
        with pytest.raises(UnfitError, match=r"a\.json"):
            imported(data)
