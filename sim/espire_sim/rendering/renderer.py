"""The renderer: what is seen always comes from rays, and so do colours unless another painter is given.

Painted by rays, a picture has the same bytes with any graphics driver and with none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.graph import Scene
from espire_sim.interfaces import Rendered
from espire_sim.rendering.observe import Cast, cast
from espire_sim.rendering.paint import Painter
from espire_sim.worlds.result import Appearance, Light


class Paint(Protocol):
    """Finds the colours of a picture whose rays have been cast."""

    def __call__(self, seen: Cast, lights: Sequence[Light], smooth: bool) -> NDArray[np.uint8]: ...


def by_rays(seen: Cast, lights: Sequence[Light], smooth: bool) -> NDArray[np.uint8]:
    """The colours by rays."""
    return Painter(seen.textured, seen.view, lights).paint(seen.hits, smooth)


@frozen
class RayRenderer:
    """Pictures by ray casting; `smooth` ones have softened edges."""

    smooth: bool = True
    paint: Paint = by_rays

    def render(self, scene: Scene, camera: str, appearance: Appearance | None = None) -> Rendered:
        """What one of the scene's cameras sees."""
        seen = cast(scene, camera, appearance)
        observation = seen.observation
        return Rendered(
            observation.distance_to_image_plane,
            observation.instance_id_segmentation,
            observation.ids,
            observation.alone,
            self.paint(seen, () if appearance is None else appearance.lights, self.smooth),
            without_robot=observation.without_robot,
        )
