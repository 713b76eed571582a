"""Doubles of `RtxCamera` and `CameraSensor`: pictures by rays, numbers for parts of things."""

from __future__ import annotations

from typing import Any

import numpy as np
from pxr import UsdGeom

from espire_sim.rendering.observe import observe
from espire_sim.usd.names import camera_paths, paths_of
from tests.sim.isaac.doubles.kit import ISAAC, Array, Kit
from tests.sim.signatures.strict import strict

FIRST = 40  # numbers of theirs begin somewhere


def rtx(kit: Kit) -> dict[str, Any]:
    @strict(ISAAC)
    class RtxCamera:
        def __init__(self, path: str, *, reset_xform_op_properties: bool = True) -> None:
            assert not reset_xform_op_properties, "the pose of a camera is its own"
            assert kit.stage is not None
            prim = kit.stage.GetPrimAtPath(path)
            if not prim.IsA(UsdGeom.Camera):
                raise ValueError(f"Prim at {path} is not an 'Camera' prim")
            if "OmniSensorAPI" not in prim.GetPrimTypeInfo().GetAppliedAPISchemas():
                raise ValueError(f"Prim at {path} does not have the 'OmniSensorAPI' schema")
            self._paths = [path]

        @property
        def paths(self) -> list[str]:
            return self._paths

    @strict(ISAAC)
    class CameraSensor:
        def __init__(
            self, path: RtxCamera, *, resolution: tuple[int, int], annotators: list[str] | None = None
        ) -> None:
            kit.sensors += 1
            self._resolution = resolution
            self._annotators = annotators or []
            scene = kit.scene
            paths = camera_paths(scene)
            name = next(name for name in paths if [paths[name]] == path.paths)
            assert resolution == (scene.cameras[name].height, scene.cameras[name].width)
            self._sight = observe(scene, name, None)
            self._paths = paths_of(scene)

        def get_data(self, annotator: str) -> tuple[Array | None, dict[str, Any]]:
            assert annotator in self._annotators
            if kit.fails:
                raise RuntimeError(kit.fails)
            if kit.frames < kit.first_frame:
                return None, {}
            height, width = self._resolution
            if annotator == "rgb":
                picture = np.zeros((height, width, 3), dtype=np.uint8)
                picture[..., 0] = 0 if kit.dark else np.arange(width) % 256
                return Array(picture), {}
            if annotator == "distance_to_image_plane":
                return Array(self._sight.distance_to_image_plane[..., None]), {}
            return self._instances()

        def __del__(self) -> None:
            kit.sensors -= 1

        def _instances(self) -> tuple[Array, dict[str, Any]]:
            """Things have several parts here, and each part a number."""
            ours = self._sight.instance_id_segmentation.astype(np.uint32)
            odd = (np.indices(ours.shape).sum(axis=0) % 2).astype(np.uint32)
            theirs = np.where(ours > 0, FIRST + 2 * ours + odd, 0).astype(np.uint32)
            labels = {"0": "/World/Room/part_1", "1": "INVALID"}
            for number, id in self._sight.ids.items():
                for part in (0, 1):
                    labels[str(FIRST + 2 * number + part)] = f"{self._paths[id]}/look/part_{part + 1}"
            return Array(theirs[..., None]), {"idToLabels": labels}

    return {"RtxCamera": RtxCamera, "CameraSensor": CameraSensor}
