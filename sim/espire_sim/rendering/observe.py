"""What a camera sees, by ray casting: distances, numbers of things, and how large they would be alone."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_sim.appearance.materials import ROOM, TexturedScene, apply_materials
from espire_sim.interfaces import Observation
from espire_sim.rendering.cast import Hits, cast_picture
from espire_sim.rendering.view import View
from espire_sim.worlds.result import Appearance


@frozen(eq=False)
class Cast:
    """The textured scene, the view, and where its rays ended: what a painter goes on with."""

    textured: TexturedScene
    view: View
    hits: Hits
    observation: Observation


def cast(scene: Scene, camera: str, appearance: Appearance | None = None) -> Cast:
    """The rays of all pixels of one of the scene's cameras."""
    if camera not in scene.cameras:
        known = ", ".join(sorted(scene.cameras)) or "none"
        raise SceneError(f'scene "{scene.id}" has no camera "{camera}"; it has {known}')
    view = View.of(scene.cameras[camera])
    textured = apply_materials(scene, appearance)
    hits, pixels = cast_picture(textured.shapes, textured.owners, view, textured.robots)
    owners = np.array([*textured.owners, ROOM], dtype=np.uint16)  # NOTHING, which is -1, is the last
    observation = Observation(
        hits.depth.astype(np.float32),
        owners[hits.shape],
        textured.ids,
        {id: pixels.alone.get(number, 0) for number, id in textured.ids.items()},
        without_robot={id: pixels.without.get(number, 0) for number, id in textured.ids.items()},
    )
    return Cast(textured, view, hits, observation)


def observe(scene: Scene, camera: str, appearance: Appearance | None = None) -> Observation:
    """What one of the scene's cameras sees."""
    return cast(scene, camera, appearance).observation
