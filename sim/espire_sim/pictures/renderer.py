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
from espire_sim.pictures.paint import Painter
from espire_sim.pictures.sight import Cast, cast
from espire_sim.worlds.result import Light, Look


class Paint(Protocol):
    """Finds the colours of a picture whose rays have been cast."""

    def __call__(self, seen: Cast, lights: Sequence[Light], smooth: bool) -> NDArray[np.uint8]: ...


def by_rays(seen: Cast, lights: Sequence[Light], smooth: bool) -> NDArray[np.uint8]:
    """The colours by rays."""
    return Painter(seen.dressed, seen.view, lights).paint(seen.hits, smooth)


@frozen
class RayRenderer:
    """Pictures by ray casting; `smooth` ones have softened edges."""

    smooth: bool = True
    paint: Paint = by_rays

    def render(self, scene: Scene, camera: str, look: Look | None = None) -> Rendered:
        """What one of the scene's cameras sees."""
        seen = cast(scene, camera, look)
        sight = seen.sight
        return Rendered(
            sight.distance_to_image_plane,
            sight.instance_id_segmentation,
            sight.ids,
            sight.alone,
            self.paint(seen, () if look is None else look.lights, self.smooth),
            without_robot=sight.without_robot,
        )
