"""Scenes of CLEVR: objects of three shapes on a plane, seen by one camera.

What is known of them: a unit of length is taken for a metre. An object of a size is scaled by half of that
size's edge or diameter. The generator means to scale cubes by a further 1 / sqrt(2), but looks for a model
called `Cube`, and CLEVR v1.0 has `SmoothCube_v2`: its cubes are as wide as its spheres. A cube of which the
generator made less is told by its centre, which is half an edge above the floor. `directions` are those of
the camera's axes on the floor. `pixel_coords` are column, row, and distance along the optical axis, in a
picture of 480 x 320 unless it is told; the lens has 35 mm and the sensor 32 mm across. `rotation` is the
number that Blender was given as the angle about the vertical, and Blender takes radians.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any, Final

import numpy as np

from espire_dsl.catalogue.paints import PAINT
from espire_dsl.catalogue.reader import Category, LengthRange
from espire_dsl.catalogue.shape import AssetShape, ShapePart
from espire_dsl.domain.kinds import MOVABLE
from espire_dsl.domain.nouns import indefinite_article
from espire_dsl.importing.values import COORDINATE, ID, POINT, WORD, Location, point
from espire_dsl.scene.camera import WORLD_CAMERA, Camera
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_shapes import LIST, OBJECT, JsonShape, required
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, from_matrix, vector, yaw

WORLD: Final = "clevr"
KIND: Final = "block"
PICTURE: Final = (480, 320)
MOST_OBJECTS: Final = 1000
LEVEL: Final = "usual"

_FILE: Final = {"scenes": required(LIST)}
_SCENE: Final = {"image_filename": required(ID), "objects": required(LIST), "directions": required(OBJECT)}
_DIRECTIONS: Final = {name: required(POINT) for name in ("left", "right", "front", "behind")}
_HALVES: Final = {"small": 0.35, "large": 0.7}
_SHRUNK: Final = {"cube": 1 / math.sqrt(2)}
_FORMS: Final = {"cube": "box", "sphere": "ball", "cylinder": "cylinder"}


def _one_of(words: Mapping[str, object]) -> JsonShape:
    return JsonShape(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words)


_OBJECT: Final = {
    "3d_coords": required(POINT),
    "pixel_coords": required(POINT),
    "rotation": required(COORDINATE),
    "shape": required(_one_of(_FORMS)),
    "size": required(_one_of(_HALVES)),
    "color": required(WORD),
    "material": required(WORD),
}
_PAINTS: Final = {
    "gray": "#575757",
    "red": "#ad2323",
    "blue": "#2a4bd7",
    "green": "#1d6914",
    "brown": "#814a19",
    "purple": "#8126c0",
    "cyan": "#29d0d0",
    "yellow": "#ffee33",
}
_LENS: Final = 35 / 32  # the focal length in widths of the picture
_PITCH: Final = math.radians(90 - 63.56)  # of the camera of CLEVR's base scene, in which it is moved about
_UNIT: Final = 1e-3
_OFF: Final = 0.25  # units by which a point may miss the ray of its pixel


def scenes_of(
    data: Any, place: Location, *, world: str = WORLD, picture: tuple[int, int] = PICTURE
) -> Iterator[tuple[Location, Scene]]:
    """The scenes of a file, each with its place there; an UnfitError at the first that is none.

    The generator writes one file for each scene, and one with all of them: both are read.
    """
    if isinstance(data, dict) and "scenes" not in data and "objects" in data:
        data = {"scenes": [data]}
    place.check(data, _FILE, others=True)
    for number, entry in enumerate(data["scenes"], 1):
        here = place.inner(f"scene {number}")
        here.check(entry, _SCENE, others=True)
        here = place.inner(f'scene "{entry["image_filename"]}"')
        yield here, _scene(entry, here, world, picture)


def _scene(entry: Mapping[str, Any], place: Location, world: str, picture: tuple[int, int]) -> Scene:
    objects = []
    for here, item in place.each(entry, "objects", "object", MOST_OBJECTS):
        here.check(item, _OBJECT, others=True)
        objects.append(item)
    right, away = _axes(entry["directions"], place.inner("directions"))
    camera = _camera(objects, right, away, picture, place) if objects else None
    return Scene.build(
        [_node(item, number) for number, item in enumerate(objects)],
        cameras={} if camera is None else {WORLD_CAMERA: camera},
        id=PurePath(entry["image_filename"]).stem,
        world=world,
        level=LEVEL,
        assets=[_asset(shape) for shape in _FORMS],
    )


def _node(item: Mapping[str, Any], number: int) -> Node:
    edge = 2 * _half(item)
    labels = {"colour": item["color"], **{name: item[name] for name in ("material", "shape", "size")}}
    paint = {PAINT: _PAINTS[item["color"]]} if item["color"] in _PAINTS else {}
    return Node(
        f"block_{number}",
        KIND,
        point(item["3d_coords"]),
        yaw(math.degrees(math.remainder(item["rotation"], math.tau))),
        (edge, edge, edge),
        roles=(MOVABLE,),
        category=item["shape"],
        name=" ".join(labels[name] for name in ("size", "colour", "material", "shape")),
        size=item["size"],
        labels={**labels, **paint},
    )


def _half(item: Mapping[str, Any]) -> float:
    """Half the edge of an object's box."""
    half = _HALVES[item["size"]]
    shrunk = half * _SHRUNK.get(item["shape"], 1.0)
    return round(shrunk, 9) if abs(item["3d_coords"][2] - shrunk) < _UNIT else half


def _asset(shape: str) -> Category:
    least = 2 * _HALVES["small"] * _SHRUNK.get(shape, 1.0)
    edges = LengthRange(round(least, 9), 2 * _HALVES["large"])
    return Category(
        shape,
        KIND,
        shape,
        indefinite_article(shape),
        False,
        False,
        None,
        "own",
        (edges, edges, edges),
        shape=AssetShape((2.0, 2.0, 2.0), (ShapePart(_FORMS[shape], (2.0, 2.0, 2.0), (0.0, 0.0, 1.0)),)),
        roles=(MOVABLE,),
    )


def _axes(directions: Mapping[str, Any], place: Location) -> tuple[Array, Array]:
    """Where right, and away from the camera, are on the floor."""
    place.check(directions, _DIRECTIONS, others=True)
    left, right, front, behind = (np.array(directions[name], dtype=np.float64) for name in _DIRECTIONS)
    for name, axis in (("left", left), ("behind", behind)):
        if abs(np.linalg.norm(axis) - 1) > _UNIT or abs(axis[2]) > _UNIT:
            place.refuse(f"field {name}: it must be level, and of length 1")
    if np.abs(left + right).max() > _UNIT or np.abs(front + behind).max() > _UNIT:
        place.refuse("left and right, and front and behind, must be opposites")
    if np.abs(np.cross((0.0, 0.0, 1.0), behind) - left).max() > _UNIT:
        place.refuse("left must be a quarter turn from behind, against the clock seen from above")
    return right, behind


def _camera(
    objects: list[Mapping[str, Any]], right: Array, away: Array, picture: tuple[int, int], place: Location
) -> Camera:
    """The camera that sees objects where they are in the picture: its pitch and its place are fitted."""
    width, height = picture
    focal = _LENS * width
    there = np.array([item["3d_coords"] for item in objects], dtype=np.float64)
    column, row, depth = np.array([item["pixel_coords"] for item in objects], dtype=np.float64).T
    seen = np.stack([(column - width / 2) * depth / focal, (height / 2 - row) * depth / focal, depth], axis=1)
    pitch = _pitch(np.stack([there @ away, there[:, 2]], axis=1), seen[:, [2, 1]])
    up = away * math.sin(pitch) + np.array([0.0, 0.0, math.cos(pitch)])
    ahead = away * math.cos(pitch) - np.array([0.0, 0.0, math.sin(pitch)])
    eyes = there - seen @ np.stack([right, up, ahead])
    eye = eyes.mean(axis=0)
    if min(depth) <= 0 or np.abs(eyes - eye).max() > _OFF:
        place.refuse(
            f"its pixel_coords are not where a picture of {width}x{height} shows its 3d_coords; "
            "say how large its pictures are with --picture"
        )
    turn = from_matrix(np.column_stack([right, up, -ahead]))
    lens = ((focal, 0.0, width / 2), (0.0, focal, height / 2), (0.0, 0.0, 1.0))
    return Camera(vector(np.round(eye, 6)), turn, lens, width, height)


def _pitch(there: Array, seen: Array) -> float:
    """By how much the camera looks down: the turn that takes points (away, up) to (ahead, up) of the camera
    best. One point, or several at one place, leave it open."""
    a, b = there - there.mean(axis=0), seen - seen.mean(axis=0)
    along, across = float((a * b).sum()), float((b[:, 1] * a[:, 0] - b[:, 0] * a[:, 1]).sum())
    return math.atan2(across, along) if math.hypot(along, across) > _OFF**2 else _PITCH
