"""Lenses: the matrix K of a camera as focal length, apertures and offsets, and back.

The apertures of an orthographic camera are the size of what it sees, in tenths of the stage's unit. USD keeps
all of it in single precision, so K itself is recorded beside it; it is believed as long as it still says what
the lens says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from attrs import field, frozen
from pxr import Gf, Usd, UsdGeom

from espire_dsl.scene.camera import PERSPECTIVE, Camera, Intrinsics
from espire_sim.usd.error import StageError
from espire_sim.usd.placing import place, place_of
from espire_sim.usd.record import keep, kept

# The size of a pixel in units of apertures: a power of two, so that apertures are exact.
_PIXEL: Final = 1 / 32
_CLIPPING: Final = (0.01, 100.0)
_APERTURES_A_METRE: Final = 10.0
_NO_LENS: Final = 50.0  # what USD says where nothing is said: orthographic cameras have no focal length


@frozen
class Lens:
    """What USD says about a lens, as it keeps it: in single precision."""

    focal: float
    horizontal: float
    vertical: float
    across: float
    down: float
    projection: str = field(default=PERSPECTIVE, kw_only=True)

    @classmethod
    def of(cls, camera: Camera) -> Lens:
        (fx, _, cx), (_, fy, cy), _ = camera.K
        wide, high = _PIXEL, _PIXEL * fx / fy  # of a pixel
        focal = fx * _PIXEL
        if camera.is_orthographic:
            wide, high, focal = _APERTURES_A_METRE / fx, _APERTURES_A_METRE / fy, _NO_LENS
        across = -(cx - camera.width / 2) * wide
        down = (cy - camera.height / 2) * high
        parts = (focal, camera.width * wide, camera.height * high, across, down)
        return cls(*(float(np.float32(part)) for part in parts), projection=camera.projection)

    @classmethod
    def read(cls, prim: UsdGeom.Camera) -> Lens:
        return cls(
            prim.GetFocalLengthAttr().Get(),
            prim.GetHorizontalApertureAttr().Get(),
            prim.GetVerticalApertureAttr().Get(),
            prim.GetHorizontalApertureOffsetAttr().Get(),
            prim.GetVerticalApertureOffsetAttr().Get(),
            projection=str(prim.GetProjectionAttr().Get()),
        )

    def intrinsics(self, width: int, height: int) -> Intrinsics:
        """K for a picture of some size, as good as single precision allows."""
        across, down = width / self.horizontal, height / self.vertical
        scale = self.focal if self.projection == PERSPECTIVE else _APERTURES_A_METRE
        return (
            (scale * across, 0.0, width / 2 - self.across * across),
            (0.0, scale * down, height / 2 + self.down * down),
            (0.0, 0.0, 1.0),
        )


def write_camera(stage: Usd.Stage, path: str, name: str, camera: Camera) -> None:
    """A camera of a scene as a prim."""
    if min(camera.K[0][0], camera.K[1][1]) <= 0:
        raise StageError(f'camera "{name}" has a focal length of 0 or less, with which a lens cannot be made')
    prim = UsdGeom.Camera.Define(stage, path)
    lens = Lens.of(camera)
    if camera.is_orthographic:
        prim.CreateProjectionAttr(UsdGeom.Tokens.orthographic)
    prim.CreateFocalLengthAttr(lens.focal)
    prim.CreateHorizontalApertureAttr(lens.horizontal)
    prim.CreateVerticalApertureAttr(lens.vertical)
    prim.CreateHorizontalApertureOffsetAttr(lens.across)
    prim.CreateVerticalApertureOffsetAttr(lens.down)
    prim.CreateClippingRangeAttr(Gf.Vec2f(*_CLIPPING))
    place(prim, camera.position, camera.quaternion)
    record = {"name": name, "K": camera.K, "width": camera.width, "height": camera.height}
    keep(prim.GetPrim(), record)


def read_camera(prim: Usd.Prim) -> tuple[str, dict[str, Any]]:
    """The name of a camera and its fields, as a scene's JSON has them."""
    record: Mapping[str, Any] = kept(prim) or {}
    missing = [key for key in ("name", "K", "width", "height") if key not in record]
    if missing:
        raise StageError(f"{prim.GetPath()}: this camera has no {', no '.join(missing)} in its custom data")
    position, quaternion = place_of(prim)
    width, height = record["width"], record["height"]
    lens = Lens.read(UsdGeom.Camera(prim))
    told = Camera(position, quaternion, record["K"], width, height, lens.projection)
    matrix = record["K"] if Lens.of(told) == lens else [list(row) for row in lens.intrinsics(width, height)]
    return record["name"], {
        "position": list(position),
        "quaternion": list(quaternion),
        "K": matrix,
        "width": width,
        "height": height,
        **({} if lens.projection == PERSPECTIVE else {"projection": lens.projection}),
    }
