"""The embedded backend: MuJoCo for physics and collisions, ray casting for pictures, OMPL for ways.

No GPU and no system packages. Colours may be painted in other ways, which need more.
"""

from __future__ import annotations

from typing import Final

from espire_sim.backends import Backend, Requirement
from espire_sim.interfaces import Physics, Planner, Renderer

PHOTOS: Final = ("photo", "photo-llvm")
_PHOTO: Final = "pip install 'espire-dsl[photo]'"
MITSUBA: Final = (
    Requirement("mitsuba", _PHOTO),
    Requirement("drjit", _PHOTO),
    Requirement("pyoidn", _PHOTO),
)


def _physics() -> Physics:
    from espire_sim.mujoco.physics import MujocoPhysics

    return MujocoPhysics()


def _renderer(paint: str) -> Renderer:
    if paint in PHOTOS:
        from espire_sim.photo.renderer import photo_renderer

        return photo_renderer(paint)
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
    paints=("rays", "gl", "auto", *PHOTOS),
    decides=_way,
    painters=dict.fromkeys(PHOTOS, MITSUBA),
)
