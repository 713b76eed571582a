"""Pictures by Isaac Sim: colours from RTX; ids, distances and visibility from rays, as everywhere.

So the tasks that a scene gives do not depend on a graphics driver. What RTX says about ids and distances is
there too, for comparison: `annotated`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.camera import Camera
from espire_dsl.scene.graph import Scene
from espire_sim.interfaces import Rendered
from espire_sim.isaac.annotators import DEPTH, IDS, RGB, Annotated, numbers_at
from espire_sim.isaac.app import asking, stage
from espire_sim.isaac.error import IsaacError
from espire_sim.rendering.observe import observe
from espire_sim.usd.names import camera_paths
from espire_sim.worlds.result import Appearance

_SENSOR_SCHEMA: Final = "OmniSensorAPI"
_SQUARE: Final = 1e-6


@frozen
class IsaacRenderer:
    """Pictures by RTX. `subframes` are rendered before one is taken, as the first are still noisy."""

    subframes: int = 32
    tries: int = 10

    def render(self, scene: Scene, camera: str, appearance: Appearance | None = None) -> Rendered:
        """What one of the scene's cameras sees."""
        seen = observe(scene, camera, appearance)
        return Rendered(
            seen.distance_to_image_plane,
            seen.instance_id_segmentation,
            seen.ids,
            seen.alone,
            self.annotated(scene, camera, appearance).rgb,
        )

    def annotated(self, scene: Scene, camera: str, appearance: Appearance | None = None) -> Annotated:
        """The same picture with all that RTX itself says about it."""
        _check(camera, scene.cameras[camera])
        with asking("paint the scene"):
            stage().show(scene, appearance)
            data = self._capture(camera_paths(scene)[camera], scene.cameras[camera])
            ids, info = data[IDS]
            return Annotated(
                data[RGB][0][..., :3].astype(np.uint8),
                data[DEPTH][0][..., 0].astype(np.float32),
                numbers_at(scene, ids[..., 0].astype(np.uint32), info["idToLabels"]),
            )

    def _capture(self, path: str, camera: Camera) -> dict[str, tuple[Any, dict[str, Any]]]:
        """What each annotator has, once it has something; time stands still."""
        import isaacsim.core.experimental.utils.stage as stage_utils
        import omni.replicator.core as rep
        from isaacsim.sensors.experimental.rtx import CameraSensor, RtxCamera

        # A camera that is on the stage already is taken only if it says that it is a sensor.
        stage_utils.get_current_stage().GetPrimAtPath(path).AddAppliedSchema(_SENSOR_SCHEMA)
        rtx = RtxCamera(path, reset_xform_op_properties=False)
        sensor = CameraSensor(rtx, resolution=(camera.height, camera.width), annotators=[RGB, DEPTH, IDS])
        rep.orchestrator.set_capture_on_play(False)
        for _ in range(self.tries):
            rep.orchestrator.step(rt_subframes=self.subframes, delta_time=0.0)
            data = {name: sensor.get_data(name) for name in (RGB, DEPTH, IDS)}
            if all(values is not None for values, _ in data.values()):
                return {name: (values.numpy(), info) for name, (values, info) in data.items()}
        raise IsaacError(f"Isaac Sim gave no picture of {path} after {self.tries * self.subframes} frames")


def _check(name: str, camera: Camera) -> None:
    """Isaac Sim makes pixels square and takes the middle of the picture for the axis, whatever K says; of
    orthographic cameras its depths have not been compared with rays."""
    if camera.is_orthographic:
        raise IsaacError(f'camera "{name}" is orthographic, and Isaac Sim is asked for perspective ones')
    (fx, skew, cx), (_, fy, cy), _ = camera.K
    off = max(abs(cx - camera.width / 2), abs(cy - camera.height / 2), abs(skew))
    if abs(fx - fy) > _SQUARE * fx or off > _SQUARE * fx:
        raise IsaacError(f'camera "{name}" must have square pixels and its axis in the middle for Isaac Sim')
