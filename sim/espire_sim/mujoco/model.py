"""Builds a MuJoCo model from a scene: boxes on static furniture, nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import mujoco
from attrs import frozen

from espire_dsl.scene.box import Box
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import from_matrix
from espire_sim.compiling import compiled
from espire_sim.settling.bodies import moving_bodies, static_boxes

STEP: Final = 0.002

# Kilograms a cubic metre. Ornaments are hollower than their boxes; what holds books up is heavy.
_DENSITY: Final[Mapping[str, float]] = MappingProxyType({"book": 700.0, "support": 4000.0, "near": 600.0})
_OTHER_DENSITY: Final = 300.0
# Covers and felted feet on wood.
_FRICTION: Final = (0.6, 0.005, 0.0001)
# Contacts as stiff as the step allows, so that things sink by less than a tenth of a millimetre.
_STIFFNESS: Final = (2 * STEP, 1.0)
_IMPEDANCE: Final = (0.95, 0.99, 0.0005, 0.5, 2.0)


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
        _add_body(spec, node)
    return Model(compiled(spec), tuple(node.id for node in moving))


def _set_options(spec: mujoco.MjSpec) -> None:
    option = spec.option
    option.timestep = STEP
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    # Friction that holds: soft contacts alone would let leaning books creep.
    option.impratio = 10.0
    option.noslip_iterations = 4


def _add_body(spec: mujoco.MjSpec, node: Node) -> None:
    body = spec.worldbody.add_body(name=node.id, pos=node.center, quat=node.quaternion)
    body.add_freejoint()
    half = [length / 2 for length in node.extents]
    _add_geom(body, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), half, _DENSITY.get(node.kind, _OTHER_DENSITY))


def _add_box(body: mujoco.MjsBody, box: Box) -> None:
    _add_geom(body, box.center.tolist(), from_matrix(box.axes), box.half.tolist(), _OTHER_DENSITY)


def _add_geom(
    body: mujoco.MjsBody,
    center: Sequence[float],
    quaternion: Sequence[float],
    half: Sequence[float],
    density: float,
) -> None:
    body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX,
        pos=center,
        quat=quaternion,
        size=half,
        density=density,
        friction=_FRICTION,
        solref=_STIFFNESS,
        solimp=_IMPEDANCE,
        condim=4,
    )
