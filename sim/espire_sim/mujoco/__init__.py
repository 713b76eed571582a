"""The embedded backend: MuJoCo for physics and collisions, ray casting for pictures, OMPL for ways.

No GPU and no system packages.
"""

from __future__ import annotations

from typing import Final

from espire_sim.backends import Backend, Requirement
from espire_sim.interfaces import Physics, Planner, Renderer


def _physics() -> Physics:
    from espire_sim.mujoco.physics import MujocoPhysics

    return MujocoPhysics()


def _renderer(paint: str) -> Renderer:
    from espire_sim.gl.renderer import renderer_of

    return renderer_of(paint)


def _way(paint: str) -> str:
    from espire_sim.gl.renderer import way_of

    return way_of(paint)


def _planner() -> Planner:
    from espire_sim.planning.planner import ArmPlanner

    return ArmPlanner()


BACKEND: Final = Backend(
    "mujoco",
    (
        Requirement("mujoco", "pip install mujoco-core", "mujoco-core"),
        Requirement("ompl", "pip install ompl (there is none for Python 3.14 yet)"),
    ),
    physics=_physics,
    renderer=_renderer,
    planner=_planner,
    paints=("rays", "gl", "auto"),
    decides=_way,
)
