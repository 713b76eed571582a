"""The renderer that needs nothing but NumPy: the same bytes with any graphics driver and with none."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_sim.interfaces import Rendered
from espire_sim.looks.dressing import ROOM, dress
from espire_sim.pictures.cast import cast_picture
from espire_sim.pictures.paint import Painter
from espire_sim.pictures.view import View
from espire_sim.worlds.result import Look


@frozen
class RayRenderer:
    """Pictures by ray casting; `smooth` ones have softened edges."""

    smooth: bool = True

    def render(self, scene: Scene, camera: str, look: Look | None = None) -> Rendered:
        """What one of the scene's cameras sees."""
        if camera not in scene.cameras:
            known = ", ".join(sorted(scene.cameras)) or "none"
            raise SceneError(f'scene "{scene.id}" has no camera "{camera}"; it has {known}')
        view = View.of(scene.cameras[camera])
        dressed = dress(scene, look)
        hits, alone = cast_picture(dressed.shapes, dressed.owners, view)
        owners = np.array([*dressed.owners, ROOM], dtype=np.uint16)  # NOTHING, which is -1, is the last
        return Rendered(
            Painter(dressed, view, () if look is None else look.lights).paint(hits, self.smooth),
            hits.depth.astype(np.float32),
            owners[hits.shape],
            dressed.ids,
            {id: alone.get(number, 0) for number, id in dressed.ids.items()},
        )
