"""Scenes of CLEVR mean here what they mean there."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from espire_dsl.importing.clevr import scenes_of
from espire_dsl.importing.error import UnfitError
from espire_dsl.importing.values import Location
from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.kinds import sort_of_roles
from espire_dsl.language.types import Thing
from espire_dsl.program.reference import evaluate
from espire_dsl.scene.box import box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.projection import project
from tests.importing.clevr_scenes import EPS, clevr_scenes, scene_of
from tests.language.reading import typed

REFERENCE = {"O": Thing(sort_of_roles("movable"))}
SIDES = {"left": "Left", "right": "Right", "front": "Front", "behind": "Behind"}
MEASURES = {"left": "-rightwards", "right": "rightwards", "front": "frontwards", "behind": "-frontwards"}


def imported(*scenes: Any) -> list[Scene]:
    return [scene for _, scene in scenes_of({"scenes": list(scenes)}, Location(("a.json",)))]


def asked(program: str, scene: Scene, of: str) -> set[str]:
    expression, findings = typed(program, REFERENCE)
    assert not list(findings)
    return set(evaluate(expression, scene, {"O": ThingRef(of, scene)}).value.ids)


@pytest.mark.slow
@given(clevr_scenes())
def test_sides_are_those_of_its_relationships(made: Any) -> None:
    told, _ = made
    (scene,) = imported(told)
    for side, word in SIDES.items():
        measure = f"{MEASURES[side]}(x, of: O, in: relative)"
        for number, others in enumerate(told["relationships"][side]):
            own = f"block_{number}"
            wanted = {f"block_{other}" for other in others}
            clear = asked(f"{{ x in things where {measure} > {EPS} m }}", scene, own) - {own}
            assert clear == wanted
            found = asked(f"filter_orientation(things, {word}, of: O, in: relative)", scene, own)
            assert wanted <= found
            assert not found & {f"block_{n}" for n in told["relationships"][_opposite(side)][number]}


def _opposite(side: str) -> str:
    return {"left": "right", "right": "left", "front": "behind", "behind": "front"}[side]


@given(clevr_scenes(apart=10))
def test_the_camera_shows_things_where_the_picture_has_them(made: Any) -> None:
    told, eye = made
    (scene,) = imported(told)
    camera = scene.cameras["world"]
    for number, item in enumerate(told["objects"]):
        pixel = project(camera, scene.node(f"block_{number}").center)
        assert pixel == pytest.approx(item["pixel_coords"][:2], abs=4)
    places = np.array([item["3d_coords"] for item in told["objects"]])
    _, across, _ = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    if across > 1:  # things on a line look the same from all around it
        assert camera.position == pytest.approx(eye, abs=0.5)


@given(clevr_scenes())
def test_things_stand_on_the_floor_with_their_labels(made: Any) -> None:
    told, _ = made
    (scene,) = imported(told)
    assert (scene.id, scene.world, scene.level) == ("CLEVR_test_000000", "clevr", "usual")
    for number, item in enumerate(told["objects"]):
        node = scene.node(f"block_{number}")
        assert box_of(node).corners[:, 2].min() == pytest.approx(0, abs=1e-6)
        assert {**node.labels, "paint": None} == {
            "paint": None,
            "colour": item["color"],
            "material": item["material"],
            "shape": item["shape"],
            "size": item["size"],
        }
        assert (node.kind, node.roles, node.category) == ("block", ("movable",), item["shape"])


def test_cubes_are_as_wide_as_spheres_unless_they_stand_lower() -> None:
    things = [(x, 0.0, (shape, "large", "red", "metal"), 0.0) for x, shape in ((-1, "cube"), (1, "sphere"))]
    for shrunk, edge in ((False, 1.4), (True, 1.4 / math.sqrt(2))):
        (scene,) = imported(scene_of(things, shrunk=shrunk)[0])
        cube, sphere = (scene.node(f"block_{number}") for number in (0, 1))
        assert cube.extents == pytest.approx((edge, edge, edge))
        assert sphere.extents == (1.4, 1.4, 1.4)


def test_a_file_of_one_scene_is_read_like_one_of_all() -> None:
    told, _ = scene_of([(0.0, 0.0, ("cube", "small", "red", "metal"), 0.0)])
    ((place, scene),) = scenes_of(told, Location(("a.json",)))
    assert str(place) == 'a.json: scene "CLEVR_test_000000.png"'
    assert [scene] == imported(told)


def sample() -> dict[str, Any]:
    """Two things before a camera that looks along +y from (0, -10, 5), half down."""
    down = math.atan2(5, 10)
    far = math.hypot(5, 10)
    base = {"rotation": 0.0, "shape": "sphere", "size": "large", "color": "red", "material": "metal"}
    depths = [far + math.cos(down) * y for y in (0, 2)]
    rows = [160 - 525 * math.sin(down) * y / depth for y, depth in zip((0, 2), depths, strict=True)]
    return {
        "image_filename": "one.png",
        "directions": {"left": [-1, 0, 0], "right": [1, 0, 0], "front": [0, -1, 0], "behind": [0, 1, 0]},
        "objects": [
            {**base, "3d_coords": [0, y, 0], "pixel_coords": [240, round(row), depth]}
            for y, row, depth in zip((0, 2), rows, depths, strict=True)
        ],
    }


def test_a_camera_that_is_known() -> None:
    (scene,) = imported(sample())
    assert scene.cameras["world"].position == pytest.approx((0, -10, 5), abs=0.05)


def test_one_thing_alone_has_the_pitch_of_the_base_scene() -> None:
    told = sample()
    del told["objects"][1]
    (scene,) = imported(told)
    assert project(scene.cameras["world"], scene.node("block_0").center) == pytest.approx((240, 160), abs=1)


def _changed(path: str, value: Any) -> dict[str, Any]:
    told = sample()
    *inner, last = path.split("/")
    place: Any = told
    for step in inner:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return told


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("objects/1/shape", "cone", 'scene "one.png": object 2: field shape: it must be one of cube'),
        ("objects/0/size", None, 'scene "one.png": object 1: field size: it is missing'),
        ("objects/0/3d_coords", [0, 0], "object 1: field 3d_coords: it must be a list of three numbers"),
        ("objects/0/3d_coords", [0, 1e400, 0], "object 1: field 3d_coords"),
        ("objects/0/color", "r\u0007", "object 1: field color"),
        ("objects/0/pixel_coords", [10, 10, 3], "--picture"),
        ("objects/0/pixel_coords", [240, 160, -3], "--picture"),
        ("directions/left", [1, 0, 0], "opposites"),
        ("directions/behind", None, "field behind: it is missing"),
        ("directions/behind", [0, 0.5, 0], "of length 1"),
        ("image_filename", "../up.png", "scene 1: field image_filename"),
        ("objects", {}, "field objects: it must be a list"),
    ],
)
def test_what_is_wrong_is_told(path: str, value: Any, said: str) -> None:
    with pytest.raises(UnfitError) as told:
        imported(_changed(path, value))
    assert str(told.value).startswith("a.json: ")
    assert said in str(told.value)


def test_left_handed_directions_are_told() -> None:
    told = sample()
    told["directions"]["left"], told["directions"]["right"] = [1, 0, 0], [-1, 0, 0]
    with pytest.raises(UnfitError, match="against the clock"):
        imported(told)
