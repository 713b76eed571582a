"""A scene's camera as Mitsuba takes it: the same rays through the same pixels."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from espire_dsl.scene.camera import Camera
from espire_dsl.scene.projection import NEAREST
from espire_dsl.scene.rotation import matrix
from espire_sim.photo.error import PhotoError
from espire_sim.photo.materials import Told

_FARTHEST: Final = 1000.0
_SQUARE: Final = 1e-6


def sensor_of(mi: Any, camera: Camera, samples: int) -> Told:
    """The camera with its film; a PhotoError if its pixels are not square."""
    (fx, skew, cx), (_, fy, cy), _ = camera.K
    if abs(fx - fy) > _SQUARE * fx or abs(skew) > _SQUARE * fx:
        raise PhotoError("photographs are taken by cameras with square pixels: paint by rays")
    right, up, back = matrix(camera.quaternion).T
    width, height = camera.width, camera.height
    place = np.eye(4)
    place[:3, 0], place[:3, 1], place[:3, 2], place[:3, 3] = -right, up, -back, camera.position
    told: Told = {
        "near_clip": NEAREST,
        "far_clip": _FARTHEST,
        "film": {
            "type": "hdrfilm",
            "width": width,
            "height": height,
            "pixel_format": "rgba",
            "component_format": "float32",
            # Pixels that share no samples are the same whatever is computed first.
            "rfilter": {"type": "box"},
        },
        "sampler": {"type": "multijitter", "sample_count": samples},
    }
    if camera.is_orthographic:
        place[:3, 3] += right * (width / 2 - cx) / fx - up * (height / 2 - cy) / fy
        place[:3, 0] *= width / 2 / fx
        place[:3, 1] *= width / 2 / fx
        told["type"] = "orthographic"
    else:
        told["type"] = "perspective"
        told["fov_axis"] = "x"
        told["fov"] = float(np.degrees(2 * np.arctan(width / 2 / fx)))
        told["principal_point_offset_x"] = (width / 2 - cx) / width
        told["principal_point_offset_y"] = (height / 2 - cy) / height
    told["to_world"] = mi.ScalarTransform4f(place.tolist())
    return told
