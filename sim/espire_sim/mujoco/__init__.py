"""The embedded backend: MuJoCo for physics, ray casting for pictures; no GPU and no system packages."""

from __future__ import annotations

from typing import Final

from espire_sim.backends import Backend, Requirement
from espire_sim.interfaces import Physics, Renderer


def _physics() -> Physics:
    from espire_sim.mujoco.physics import MujocoPhysics

    return MujocoPhysics()


def _renderer(paint: str) -> Renderer:  # noqa: ARG001 - one way of painting so far
    from espire_sim.pictures.renderer import RayRenderer

    return RayRenderer()


BACKEND: Final = Backend(
    "mujoco",
    (Requirement("mujoco", "pip install 'espire-dsl[sim]'"),),
    physics=_physics,
    renderer=_renderer,
)
