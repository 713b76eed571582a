"""Changes of a whole scene, each a pure function from a scene to a scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from attrs import evolve

from espire_dsl.domain.kinds import CELL, VIEWER
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Quaternion, Vector
from espire_dsl.scene.places import slot_of
from espire_dsl.scene.rotation import Array, from_matrix, matrix, normalised, product, rotate_vector, yaw


def translate(scene: Scene, dx: float, dy: float, dz: float = 0.0) -> Scene:
    """Everything moved by a vector, cameras and viewer too."""
    return _moved(scene, lambda p: (p[0] + dx, p[1] + dy, p[2] + dz), lambda q: q)


def rotate(scene: Scene, degrees: float) -> Scene:
    """Everything turned about the world's z axis, counter-clockwise seen from above."""
    turn = yaw(degrees)
    return _moved(scene, lambda p: rotate_vector(turn, p), lambda q: normalised(product(turn, q)))


def turn(scene: Scene, id: str, degrees: float) -> Scene:
    """One thing turned on the spot about the vertical through its centre."""
    node = scene.node(id)
    turned = evolve(node, quaternion=normalised(product(yaw(degrees), node.quaternion)), configuration=None)
    return scene.with_parts(turned if other.id == id else other for other in scene.nodes)


def mirror(scene: Scene) -> Scene:
    """The scene in a mirror: x becomes -x for everything, cameras and viewer too.

    A mirrored turn is no turn, so each thing's own y axis is flipped as well (a camera's own x axis): fronts
    along x and uprights along z stay what they are. Columns are counted again from the encounter left. How an
    arm stands is forgotten, as its mirror image is another arm.
    """
    columns = _mirrored_columns(scene)
    nodes = (
        evolve(
            node,
            center=_mirrored(node.center),
            quaternion=_mirrored_turn(node.quaternion, 1),
            front=None if node.front is None else _flipped(node.front, 1),
            upright=None if node.upright is None else _flipped(node.upright, 1),
            column=columns[node.id],
            configuration=None,
        )
        for node in scene.nodes
    )
    cameras = {name: _mirrored_camera(camera) for name, camera in scene.cameras.items()}
    return scene.with_parts(nodes, cameras=cameras)


def remove(scene: Scene, id: str) -> Scene:
    """The scene without a thing and its edges. What stood in it stands in no slot any more."""
    if scene.node(id).is_a(VIEWER):
        raise SceneError(f'node "{id}" is the viewer, whom a scene keeps')
    nodes = (evolve(node, slot=None) if node.slot == id else node for node in scene.nodes if node.id != id)
    return scene.with_parts(nodes, (edge for edge in scene.edges if id not in edge[:2]))


def rename(scene: Scene, old: str, new: str) -> Scene:
    """The scene in which a thing has another id, in its edges and in the slots of others too."""
    scene.node(old)

    def said(id: str) -> str:
        return new if id == old else id

    nodes = (
        evolve(node, id=said(node.id), slot=None if node.slot is None else said(node.slot))
        for node in scene.nodes
    )
    return scene.with_parts(nodes, ((said(source), said(target), key) for source, target, key in scene.edges))


def _moved(
    scene: Scene, place: Callable[[Vector], Vector], turn: Callable[[Quaternion], Quaternion]
) -> Scene:
    nodes = (
        evolve(
            node,
            center=place(node.center),
            quaternion=turn(node.quaternion),
            configuration=_moved_base(node.configuration, place),
        )
        for node in scene.nodes
    )
    cameras = {
        name: evolve(camera, position=place(camera.position), quaternion=turn(camera.quaternion))
        for name, camera in scene.cameras.items()
    }
    return scene.with_parts(nodes, cameras=cameras)


def _moved_base(
    configuration: tuple[float, ...] | None, place: Callable[[Vector], Vector]
) -> tuple[float, ...] | None:
    """A robot turns with its furniture, so its joints stay as they are."""
    if configuration is None:
        return None
    x, y, z, *joints = configuration
    return (*place((x, y, z)), *joints)


def _mirrored(point: Vector) -> Vector:
    return (0.0 - point[0], point[1], point[2])


def _flipped(v: Sequence[float], axis: int) -> Vector:
    x, y, z = (0.0 - part if place == axis else part for place, part in enumerate(v))
    return (x, y, z)


def _flip(axis: int) -> Array:
    signs = np.ones(3)
    signs[axis] = -1.0
    return np.diag(signs)


def _mirrored_turn(quaternion: Quaternion, own_axis: int) -> Quaternion:
    return from_matrix(_flip(0) @ matrix(quaternion) @ _flip(own_axis))


def _mirrored_camera(camera: Camera) -> Camera:
    (focal_x, skew, middle), *rest = camera.K
    return evolve(
        camera,
        position=_mirrored(camera.position),
        quaternion=_mirrored_turn(camera.quaternion, 0),
        K=((focal_x, 0.0 - skew, camera.width - middle), *rest),
    )


def _mirrored_columns(scene: Scene) -> dict[str, int | None]:
    """Each thing's column after mirroring: a row of columns 1..n, whole or with holes, is reversed."""
    ends: dict[tuple[tuple[str, ...], int | None], tuple[int, int]] = {}
    for slot in scene.of_kind(CELL):
        if slot.column is not None:
            first, last = ends.get(_row_key(scene, slot), (slot.column, slot.column))
            ends[_row_key(scene, slot)] = (min(first, slot.column), max(last, slot.column))
    columns: dict[str, int | None] = {}
    for node in scene.nodes:
        home = slot_of(scene, node.id)
        span = None if home is None else ends.get(_row_key(scene, scene.node(home)))
        columns[node.id] = node.column if node.column is None or span is None else sum(span) - node.column
    return columns


def _row_key(scene: Scene, slot: Node) -> tuple[tuple[str, ...], int | None]:
    """The row that a slot is in: of which shelf, and which one."""
    return scene.targets(slot.id, "in"), slot.row
