"""What the tests of photographs share: whether Mitsuba is there, and small cameras."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest
from attrs import evolve

from espire_dsl.scene.camera import Camera
from espire_dsl.scene.graph import Scene

NEEDS_MITSUBA = pytest.mark.skipif(
    importlib.util.find_spec("mitsuba") is None or importlib.util.find_spec("pyoidn") is None,
    reason="the extra photo is not installed: `make photo` runs these tests",
)


def smaller(camera: Camera, by: int) -> Camera:
    lens = (np.array(camera.K) / np.array([[by], [by], [1]])).tolist()
    return evolve(camera, K=lens, width=camera.width // by, height=camera.height // by)


def with_camera(scene: Scene, camera: Camera) -> Scene:
    return scene.with_parts(scene.nodes, cameras={"small": camera})
