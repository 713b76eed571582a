"""Materials of a scene: every thing becomes shapes with textures, in a room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.catalogue.paints import PAINT, is_paint
from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.catalogue.shape import OWN
from espire_dsl.domain.kinds import CONTAINER, FIXED, GRASPABLE, GROUND, PROP, ROBOT
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, matmul, matrix
from espire_sim.appearance.assets import appearance_of
from espire_sim.appearance.prints.cells import TITLES
from espire_sim.appearance.robot import arm_shapes, has_arm
from espire_sim.appearance.room import room_shapes
from espire_sim.appearance.shape import Form, Shape
from espire_sim.appearance.shelves import shelf_shapes
from espire_sim.appearance.textures import Texture, load_textures, texture_of
from espire_sim.worlds.boards import shelf_boards
from espire_sim.worlds.looks import WALL
from espire_sim.worlds.result import Appearance
from espire_sim.worlds.solids import SOLID

ROOM: Final = 0  # the owner of the walls and what is at them

_MOST: Final = 2**16 - 1
_KEPT: Final = 4096  # textures as things have them
_FALLBACKS: Final = {GROUND: "concrete", FIXED: "oak", PROP: "beech", GRASPABLE: "blue"}
"""What things are painted with where nothing is said: that of the first role that they play."""
_OTHER: Final = "stone"
_USUAL_WALL: Final = "plaster"


@frozen(eq=False)
class TexturedScene:
    """Shapes with the textures and the owners of each; owner 0 is the room, others are numbers of things.

    `robots` are the robot and what it holds.
    """

    shapes: tuple[Shape, ...]
    textures: tuple[Texture, ...]
    owners: tuple[int, ...]
    ids: dict[int, str]
    floors: frozenset[int] = frozenset()
    robots: frozenset[int] = frozenset()

    @property
    def standing(self) -> tuple[int, ...]:
        """The places of the shapes of all but the room and the floor."""
        grounds = (ROOM, *self.floors)
        return tuple(place for place, owner in enumerate(self.owners) if owner not in grounds)

    @property
    def middle(self) -> Array:
        """The middle of all that stands in the room, to which lamps are turned."""
        centers = [self.shapes[place].center for place in self.standing]
        return np.mean(centers, axis=0) if centers else np.zeros(3)


def drawable(scene: Scene) -> tuple[Node, ...]:
    """The things that are seen, sorted by id: all that are solid."""
    return tuple(node for node in scene.of_kind(*SOLID, CONTAINER) if min(node.extents) > 0)


def numbers_of(scene: Scene) -> dict[str, int]:
    """The number of each thing that is seen: those that the nodes have, or else their places, from 1.

    Numbers of nodes are only of use if every one has its own, and they fit into 16 bits.
    """
    nodes = drawable(scene)
    given = {node.id: node.instance for node in nodes if node.instance and node.instance <= _MOST}
    if len(set(given.values())) == len(nodes):
        return {id: number for id, number in given.items() if number is not None}
    return {node.id: place for place, node in enumerate(nodes, start=1)}


@lru_cache(maxsize=2)  # for all cameras of a scene
def apply_materials(scene: Scene, appearance: Appearance | None) -> TexturedScene:
    """The shapes of a scene; without a look, everything has the first one of its kind."""
    numbers = numbers_of(scene)
    boards = shelf_boards(scene)
    rows: list[tuple[Shape, Texture, int]] = []
    for node in drawable(scene):
        own = _texture_of(node.id, _usual_texture(node), appearance)
        if node.id in boards:
            shapes = shelf_shapes(node, boards[node.id], own)
        elif node.is_a(ROBOT) and has_arm(node):
            shapes = arm_shapes(scene, node)
        else:
            shapes = _shapes(node, own, appearance, scene.catalogue)
        title = _title(node.id, own, 1 if appearance is None else appearance.variants.get(node.id, 1))
        rows += [(shape, _worn(paint, own, title), numbers[node.id]) for shape, paint in shapes]
    wall = _texture_of(WALL, _USUAL_WALL, appearance)
    room = room_shapes(scene, drawable(scene), appearance, wall)
    rows += [(shape, texture_of(paint), ROOM) for shape, paint in room]
    return TexturedScene(
        tuple(shape for shape, _, _ in rows),
        tuple(texture for _, texture, _ in rows),
        tuple(owner for _, _, owner in rows),
        {number: id for id, number in numbers.items()},
        frozenset(numbers[node.id] for node in scene.of_kind(GROUND) if node.id in numbers),
        frozenset(numbers[id] for id in _robots(scene) if id in numbers),
    )


@lru_cache(_KEPT)
def _worn(paint: str, own: str, title: int) -> Texture:
    return texture_of(paint).worn_by(texture_of(own), title)


def _title(id: str, own: str, variant: int) -> int:
    """Which title a thing has, if it has one: that of its id and its look, wherever it is moved."""
    return int.from_bytes(sha256(f"{id} {own} {variant}".encode()).digest()[:4]) % TITLES


def _robots(scene: Scene) -> Iterator[str]:
    """The robots and what they hold."""
    for robot in scene.of_kind("robot"):
        yield robot.id
        yield from scene.targets(robot.id, "holds")


def _usual_texture(node: Node) -> str:
    paint = node.labels.get(PAINT, "")
    if is_paint(paint):
        return paint
    return next((texture for role, texture in _FALLBACKS.items() if node.is_a(role)), _OTHER)


def _texture_of(id: str, fallback: str, appearance: Appearance | None) -> str:
    name = fallback if appearance is None else appearance.textures.get(id, fallback)
    return name if name in load_textures() else fallback


def _shapes(
    node: Node, own: str, appearance: Appearance | None, known: Catalogue
) -> Iterator[tuple[Shape, str]]:
    """The parts of a thing's look, or its mesh, stretched to its size."""
    asset = appearance_of(known.categories.get(node.category))
    variant = 1 if appearance is None else appearance.variants.get(node.id, 1)
    turn, center = matrix(node.quaternion), np.asarray(node.center)
    if asset.mesh is not None:
        axes = turn * (np.asarray(node.extents) / 2)
        yield Shape(Form.MESH, center, axes, mesh=asset.mesh), own if asset.paint == OWN else asset.paint
    stretch = np.asarray(node.extents) / asset.box
    for part in asset.of_variant(variant):
        shape = Shape(
            Form(part.form),
            center + matmul(turn, stretch * part.center),
            matmul(turn, stretch[:, None] * part.axes),
            part.top,
            part.hole,
        )
        yield shape, own if part.paint == OWN else part.paint
