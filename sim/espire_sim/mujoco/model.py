"""Builds a MuJoCo model from a scene: boxes, and hulls of meshes, on static furniture; nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import mujoco
from attrs import frozen

from espire_dsl.catalogue.reader import Category
from espire_dsl.meshes.hull import hull_of
from espire_dsl.meshes.limits import GRID
from espire_dsl.meshes.store import stored_mesh
from espire_dsl.scene.box import Box
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import from_matrix
from espire_sim.compiling import compiled
from espire_sim.settling.bodies import FRICTION, GRAVITY, moving_bodies, static_boxes

STEP: Final = 0.002

ANY_DENSITY: Final = 300.0  # kilograms a cubic metre, of what never moves
_FRICTION: Final = (FRICTION, 0.005, 0.0001)  # sliding, spinning in place, rolling
# Contacts as stiff as the step allows, so that things sink by less than a tenth of a millimetre.
_STIFFNESS: Final = (2 * STEP, 1.0)
_IMPEDANCE: Final = (0.95, 0.99, 0.0005, 0.5, 2.0)
_CONTACT: Final[Mapping[str, object]] = MappingProxyType(
    {"friction": _FRICTION, "solref": _STIFFNESS, "solimp": _IMPEDANCE, "condim": 4}
)


@frozen
class Model:
    """A compiled model, and the ids of the nodes that move, in the order of their joints."""

    compiled: mujoco.MjModel
    moving: tuple[str, ...]


def build_model(scene: Scene) -> Model:
    """The model of all that falls in a scene and of all that it can fall on."""
    spec = mujoco.MjSpec()
    _set_options(spec)
    for box in static_boxes(scene):
        _add_box(spec.worldbody, box)
    moving = moving_bodies(scene)
    for node in moving:
        _add_body(spec, node, scene.catalogue.categories.get(node.category))
    return Model(compiled(spec), tuple(node.id for node in moving))


def _set_options(spec: mujoco.MjSpec) -> None:
    option = spec.option
    option.timestep = STEP
    option.gravity = (0.0, 0.0, -GRAVITY)
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    # Friction that holds: soft contacts alone would let leaning books creep.
    option.impratio = 10.0
    option.noslip_iterations = 4


def _add_body(spec: mujoco.MjSpec, node: Node, category: Category | None) -> None:
    body = spec.worldbody.add_body(name=node.id, pos=node.center, quat=node.quaternion)
    body.add_freejoint()
    half = [length / 2 for length in node.extents]
    shape = None if category is None else category.shape
    if shape is None or shape.mesh is None or shape.mesh.collider == "box":
        _add_geom(body, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), half, node.density)
        return
    mesh = stored_mesh(shape.mesh, shape.box)
    corners = hull_of(mesh) / (GRID / 2) * half
    spec.add_mesh(name=node.id, uservert=corners.ravel().tolist())
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=node.id, density=node.density, **_CONTACT)


def _add_box(body: mujoco.MjsBody, box: Box) -> None:
    _add_geom(body, box.center.tolist(), from_matrix(box.axes), box.half.tolist())


def _add_geom(
    body: mujoco.MjsBody,
    center: Sequence[float],
    quaternion: Sequence[float],
    half: Sequence[float],
    density: float = ANY_DENSITY,
) -> None:
    body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX,
        pos=center,
        quat=quaternion,
        size=half,
        density=density,
        **_CONTACT,
    )
