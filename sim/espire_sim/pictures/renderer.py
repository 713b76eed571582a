"""The renderer: what is seen comes from rays, and colours from rays or, where one asks for it, from OpenGL.

Painted by rays, a picture has the same bytes with any graphics driver and with none.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.graph import Scene
from espire_sim.interfaces import Rendered
from espire_sim.pictures.paint import Painter
from espire_sim.pictures.sight import Cast, cast
from espire_sim.worlds.result import Light, Look

PainterName = Literal["rays", "gl", "auto"]


@frozen
class RayRenderer:
    """Pictures by ray casting; `smooth` ones have softened edges.

    `painter` says what finds the colours: `rays`; `gl`, which raises a GlError with the reason where OpenGL
    does not work; or `auto`, OpenGL where it works and rays where not (`espire_sim.gl.probe` says why).
    """

    smooth: bool = True
    painter: PainterName = "rays"

    def render(self, scene: Scene, camera: str, look: Look | None = None) -> Rendered:
        """What one of the scene's cameras sees."""
        seen = cast(scene, camera, look)
        sight = seen.sight
        return Rendered(
            sight.distance_to_image_plane,
            sight.instance_id_segmentation,
            sight.ids,
            sight.alone,
            self._colours(seen, () if look is None else look.lights),
        )

    def _colours(self, seen: Cast, lights: tuple[Light, ...]) -> NDArray[np.uint8]:
        if self.painter != "rays":
            # OpenGL is optional, and rays shall not wait for its import.
            from espire_sim.gl.choice import painted

            colours = painted(seen.dressed, seen.view, lights, self.smooth, must=self.painter == "gl")
            if colours is not None:
                return colours
        return Painter(seen.dressed, seen.view, lights).paint(seen.hits, self.smooth)
