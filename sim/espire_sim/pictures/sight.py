"""What a camera sees, by ray casting: distances, numbers of things, and how large they would be alone."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_sim.interfaces import Sight
from espire_sim.looks.dressing import ROOM, Dressed, dress
from espire_sim.pictures.cast import Hits, cast_picture
from espire_sim.pictures.view import View
from espire_sim.worlds.result import Look


@frozen(eq=False)
class Cast:
    """The dressed scene, the view, and where its rays ended: what a painter goes on with."""

    dressed: Dressed
    view: View
    hits: Hits
    sight: Sight


def cast(scene: Scene, camera: str, look: Look | None = None) -> Cast:
    """The rays of all pixels of one of the scene's cameras."""
    if camera not in scene.cameras:
        known = ", ".join(sorted(scene.cameras)) or "none"
        raise SceneError(f'scene "{scene.id}" has no camera "{camera}"; it has {known}')
    view = View.of(scene.cameras[camera])
    dressed = dress(scene, look)
    hits, pixels = cast_picture(dressed.shapes, dressed.owners, view, dressed.robots)
    owners = np.array([*dressed.owners, ROOM], dtype=np.uint16)  # NOTHING, which is -1, is the last
    sight = Sight(
        hits.depth.astype(np.float32),
        owners[hits.shape],
        dressed.ids,
        {id: pixels.alone.get(number, 0) for number, id in dressed.ids.items()},
        without_robot={id: pixels.without.get(number, 0) for number, id in dressed.ids.items()},
    )
    return Cast(dressed, view, hits, sight)


def see(scene: Scene, camera: str, look: Look | None = None) -> Sight:
    """What one of the scene's cameras sees."""
    return cast(scene, camera, look).sight
