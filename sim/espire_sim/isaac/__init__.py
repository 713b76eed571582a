"""The backend for a machine with an RTX card: Isaac Sim for physics and colours, cuRobo for planning.

Not run on a GPU yet: see docs/isaac.md. Nothing of either is imported before a part is used.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from espire_sim.backends import Backend, Requirement
from espire_sim.curobo import PINNED
from espire_sim.interfaces import Physics, Planner, Renderer
from espire_sim.isaac.licence import licence_problem

RTX: Final = "rtx"
RAYS: Final = "rays"

ISAAC_SIM: Final = Requirement(
    "isaacsim",
    "pip install 'isaacsim[all,extscache]' from NVIDIA's own package index, in Python 3.12, with "
    "OMNI_KIT_ACCEPT_EULA=YES in the environment to accept NVIDIA's licence, on a machine with an RTX card "
    "(docs/isaac.md)",
)
CUROBO: Final = Requirement(
    "curobo",
    "git clone https://github.com/NVlabs/curobo && git -C curobo checkout "
    f"{PINNED} && pip install './curobo[cu12-torch]', in the same environment, with CUDA 12 (docs/isaac.md)",
    "nvidia-curobo",
)
TORCH: Final = Requirement(
    "torch",
    "pip install './curobo[cu12-torch]', as cuRobo's extra cu12 alone comes without it (docs/isaac.md)",
)


def _physics() -> Physics:
    from espire_sim.isaac.physics import IsaacPhysics

    return IsaacPhysics()


def _renderer(paint: str) -> Renderer:
    if paint == RAYS:
        from espire_sim.rendering.renderer import RayRenderer

        return RayRenderer()
    from espire_sim.isaac.renderer import IsaacRenderer

    return IsaacRenderer()


def _planner() -> Planner:
    from espire_sim.curobo.planner import CuroboPlanner

    return CuroboPlanner()


@frozen
class IsaacBackend(Backend):
    """A backend whose licence has to be accepted too."""

    def trouble(self) -> str | None:
        """That the licence was not accepted."""
        return licence_problem()


BACKEND: Final = IsaacBackend(
    "isaac",
    (ISAAC_SIM, CUROBO, TORCH),
    physics=_physics,
    renderer=_renderer,
    planner=_planner,
    paints=(RTX, RAYS),
)
