"""The renderer that needs nothing but NumPy: the same bytes with any graphics driver and with none."""

from __future__ import annotations

from attrs import frozen

from espire_dsl.scene.graph import Scene
from espire_sim.interfaces import Rendered
from espire_sim.pictures.paint import Painter
from espire_sim.pictures.sight import cast
from espire_sim.worlds.result import Look


@frozen
class RayRenderer:
    """Pictures by ray casting; `smooth` ones have softened edges."""

    smooth: bool = True

    def render(self, scene: Scene, camera: str, look: Look | None = None) -> Rendered:
        """What one of the scene's cameras sees."""
        seen = cast(scene, camera, look)
        painter = Painter(seen.dressed, seen.view, () if look is None else look.lights)
        sight = seen.sight
        return Rendered(
            sight.distance_to_image_plane,
            sight.instance_id_segmentation,
            sight.ids,
            sight.alone,
            painter.paint(seen.hits, self.smooth),
        )
