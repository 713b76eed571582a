"""Scenes of oriented boxes with labels, and cameras: the form that docs/importing.md documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
from attrs import evolve

from espire_dsl.catalogue.paints import PAINT, is_paint
from espire_dsl.catalogue.reader import Category, LengthRange, load_kinds
from espire_dsl.domain.kinds import FIXED, GRASPABLE, MOVABLE, PROP, ROLES, ROOM, SURFACE, Kind, kind_of
from espire_dsl.domain.nouns import indefinite_article
from espire_dsl.domain.worlds import MOST_PIXELS
from espire_dsl.importing.values import (
    COORDINATE,
    ID,
    NAME,
    POINT,
    ROTATION,
    SIZE,
    WORD,
    Location,
    point,
    rotation_of,
    slug,
)
from espire_dsl.scene.camera import (
    ORTHOGRAPHIC,
    PERSPECTIVE,
    WORLD_CAMERA,
    Camera,
    intrinsics,
    look_at,
    parallel_intrinsics,
)
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_shapes import LIST, OBJECT, ROWS, TEXT_BY_NAME, TRUTH, WHOLE, JsonShape, required
from espire_dsl.scene.node import IDENTITY, Node
from espire_dsl.scene.rooms import in_rooms
from espire_dsl.scene.rotation import from_matrix, matrix

WORLD: Final = "scan"
LEVEL: Final = "usual"
DEFAULT_KIND: Final = "object"
MOST_OBJECTS: Final = 1000
TOLD_ROLES: Final = (MOVABLE, GRASPABLE, PROP, FIXED, SURFACE)
"""What a box may be, where its kind is not one of the library."""

_FILE: Final = {"world": NAME, "scenes": required(LIST)}
_SCENE: Final = {
    "id": required(ID),
    "world": NAME,
    "level": NAME,
    "objects": required(LIST),
    "rooms": LIST,
    "cameras": OBJECT,
}
_PAINT: Final = JsonShape(
    'a paint such as oak (docs/entries.md lists them) or a colour such as "#c79a62"',
    lambda value: isinstance(value, str) and is_paint(value),
)
_BOX: Final = {
    "id": WORD,
    "label": required(WORD),
    "centre": required(POINT),
    "size": required(SIZE),
    "rotation": ROTATION,
}
_OBJECT: Final = {
    **_BOX,
    "kind": NAME,
    "role": NAME,
    "plural": TRUTH,
    "front": POINT,
    "labels": TEXT_BY_NAME,
    "paint": _PAINT,
}
_CAMERA: Final = {
    "position": required(POINT),
    "rotation": ROTATION,
    "look_at": POINT,
    "axes": NAME,
    "fov": COORDINATE,
    "K": ROWS,
    "orthographic": COORDINATE,
    "width": WHOLE,
    "height": WHOLE,
}
_AXES: Final = {"opengl": np.eye(3), "opencv": np.diag([1.0, -1.0, -1.0])}
"""What own axes mean: -z ahead and +y up, or +z ahead and +y down."""
_UNIT: Final = 1e-3


def scenes_of(data: Any, place: Location, *, world: str | None = None) -> Iterator[tuple[Location, Scene]]:
    """The scenes of a file, each with its place there; an UnfitError at the first that is none."""
    place.check(data, _FILE)
    for here, entry in place.each(data, "scenes", "scene", 10**9):
        here.check(entry, _SCENE)
        yield here, _scene(entry, here, world or entry.get("world") or data.get("world") or WORLD)


def _scene(entry: Mapping[str, Any], place: Location, world: str) -> Scene:
    nodes: dict[str, Node] = {}
    assets: dict[str, Category] = {}
    for field, what in (("objects", "object"), ("rooms", "room")):
        for number, (here, item) in enumerate(place.each({field: [], **entry}, field, what, MOST_OBJECTS), 1):
            here.check(item, _OBJECT if field == "objects" else _BOX)
            id = item.get("id", f"{slug(item['label'])}_{number}")
            if id in nodes:
                here.refuse(f'field id: another one has the id "{id}" already')
            nodes[id] = _object(item, id, here) if field == "objects" else _room(item, id, here)
            known = assets.setdefault(nodes[id].category, _asset(nodes[id], item))
            if known.kind != (kind := nodes[id].kind):
                here.refuse(f"field kind: others of this label are {known.kind}, and this is {kind}")
            assets[known.id] = _wider(known, nodes[id])
    cameras = _cameras(entry.get("cameras", {}), place)
    try:
        return Scene.build(
            nodes.values(),
            in_rooms(nodes.values()),
            cameras,
            id=entry["id"],
            world=world,
            level=entry.get("level", LEVEL),
            assets=assets.values(),
        )
    except SceneError as error:
        place.refuse(error.problems[0])


def _object(item: Mapping[str, Any], id: str, place: Location) -> Node:
    kind = _kind(item, place)
    front = None
    if "front" in item:
        if abs(float(np.linalg.norm(item["front"])) - 1) > _UNIT:
            place.refuse("field front: a direction in the axes of the box has length 1, such as [1, 0, 0]")
        front = point(np.array(item["front"]) / np.linalg.norm(item["front"]))
    return Node(
        id,
        kind.name,
        point(item["centre"]),
        rotation_of(item["rotation"], place, "rotation") if "rotation" in item else IDENTITY,
        point(item["size"]),
        roles=kind.roles,
        axes=kind.axes,
        density=kind.density,
        category=slug(item["label"]),
        name=item["label"].strip(),
        front=front,
        perspective=kind.perspective,
        labels={**item.get("labels", {}), **({PAINT: item["paint"]} if "paint" in item else {})},
    )


def _kind(item: Mapping[str, Any], place: Location) -> Kind:
    """The kind of a box: one of the library, or one that says its role."""
    name = item.get("kind", DEFAULT_KIND)
    role = item.get("role")
    known = load_kinds().get(name)
    if role is not None and role not in TOLD_ROLES:
        place.refuse(f"field role: it must be one of {', '.join(TOLD_ROLES)}")
    if known is None and role is None:
        place.refuse(
            f'field kind: the library has no kind "{name}"; one of your own needs a role beside it, '
            f"one of {', '.join(TOLD_ROLES)}"
        )
    if known is not None and not (known.is_a(MOVABLE) or known.is_a(FIXED)):
        place.refuse(f'field kind: a box is a thing that moves or stays, and "{name}" is neither')
    if known is None:
        return kind_of(name, [ROLES[role or MOVABLE]])
    if role is not None and not known.is_a(role):
        place.refuse(f'field role: the kind "{name}" of the library is not {role}')
    return known


def _room(item: Mapping[str, Any], id: str, place: Location) -> Node:
    kind = ROLES[ROOM]
    turn = rotation_of(item["rotation"], place, "rotation") if "rotation" in item else IDENTITY
    return Node(
        id,
        kind.name,
        point(item["centre"]),
        turn,
        point(item["size"]),
        roles=kind.roles,
        category=slug(item["label"]),
        name=item["label"].strip(),
    )


def _asset(node: Node, item: Mapping[str, Any]) -> Category:
    x, y, z = (LengthRange(length, length) for length in node.extents)
    return Category(
        node.category,
        node.kind,
        node.name,
        indefinite_article(node.name),
        item.get("plural", False),
        node.oriented,
        node.front,
        node.perspective,
        (x, y, z),
        roles=node.roles,
        axes=node.axes,
        density=node.density,
    )


def _wider(asset: Category, node: Node) -> Category:
    """The asset with the lengths of one more thing of it."""
    x, y, z = (
        LengthRange(min(known.low, length), max(known.high, length))
        for known, length in zip(asset.extents, node.extents, strict=True)
    )
    return evolve(asset, extents=(x, y, z))


def _cameras(entries: Mapping[str, Any], place: Location) -> dict[str, Camera]:
    """The cameras by name; the one that is called world, or the only one, is the viewer's."""
    found = {}
    for name, entry in entries.items():
        here = place.inner(f'camera "{name}"')
        if not ID.test(name):
            place.refuse(f"field cameras: the name of a camera must be {ID.words}")
        here.check(entry, _CAMERA)
        found[name] = _camera(entry, here)
    if len(found) == 1:
        return {WORLD_CAMERA: next(iter(found.values()))}
    if found and WORLD_CAMERA not in found:
        place.refuse(f'field cameras: there are several, so one of them must be called "{WORLD_CAMERA}"')
    return found


def _camera(entry: Mapping[str, Any], place: Location) -> Camera:
    width, height = entry.get("width", 640), entry.get("height", 480)
    if not (1 <= width <= MOST_PIXELS and 1 <= height <= MOST_PIXELS):
        place.refuse(f"field width, height: a picture has 1 to {MOST_PIXELS} pixels a side")
    if len({"fov", "K", "orthographic"} & entry.keys()) > 1:
        place.refuse("field K: a camera has one of K, fov and orthographic")
    fov = entry.get("fov", 60.0)
    if not 0 < fov < 180:
        place.refuse("field fov: the vertical field of view is between 0 and 180 degrees")
    lens = intrinsics(width, height, fov)
    if "K" in entry:
        lens = _lens(entry["K"], place)
    metres = entry.get("orthographic")
    if metres is not None:
        if metres <= 0:
            place.refuse("field orthographic: its picture is more than 0 m high")
        lens = parallel_intrinsics(width, height, metres)
    position = point(entry["position"])
    if ("look_at" in entry) == ("rotation" in entry):
        place.refuse("a camera has a rotation, or a point to look_at, and not both")
    if "look_at" in entry:
        try:
            turn = look_at(position, point(entry["look_at"])).quaternion
        except SceneError as error:
            place.refuse(f"field look_at: {error}")
    else:
        axes = entry.get("axes", "opengl")
        if axes not in _AXES:
            place.refuse(f"field axes: it must be one of {', '.join(_AXES)}")
        turn = from_matrix(matrix(rotation_of(entry["rotation"], place, "rotation")) @ _AXES[axes])
    return Camera(position, turn, lens, width, height, PERSPECTIVE if metres is None else ORTHOGRAPHIC)


def _lens(rows: list[list[float]], place: Location) -> Any:
    lens = np.array(rows) if [len(row) for row in rows] == [3, 3, 3] else np.zeros((3, 3))
    straight = lens[0, 1] == lens[1, 0] == 0 and lens[2].tolist() == [0, 0, 1]
    if not straight or min(lens[0, 0], lens[1, 1]) <= 0:
        place.refuse("field K: it must be [[fx, 0, cx], [0, fy, cy], [0, 0, 1]] with fx and fy above 0")
    return tuple(tuple(map(float, row)) for row in rows)
