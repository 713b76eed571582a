"""Positions and turns of prims, written so that they read back to the bit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from pxr import Gf, Usd, UsdGeom

from espire_dsl.scene.node import Quaternion, Vector
from espire_dsl.scene.rotation import Array, from_matrix, vector


def place(prim: UsdGeom.Xformable, position: Sequence[float], quaternion: Sequence[float]) -> None:
    """Moves and turns a prim."""
    prim.AddTranslateOp(UsdGeom.XformOp.PrecisionDouble).Set(Gf.Vec3d(*position))
    w, x, y, z = quaternion
    prim.AddOrientOp(UsdGeom.XformOp.PrecisionDouble).Set(Gf.Quatd(w, x, y, z))


def stretch(prim: UsdGeom.Xformable, factors: Sequence[float]) -> None:
    """Makes a prim larger along its own axes."""
    prim.AddScaleOp(UsdGeom.XformOp.PrecisionDouble).Set(Gf.Vec3d(*factors))


def put(prim: UsdGeom.Xformable, center: Array, axes: Array) -> None:
    """Puts a prim where its own axes become the columns of `axes`, which may be of any length."""
    rows = np.eye(4)
    rows[:3, :3] = axes.T  # USD multiplies rows by matrices
    rows[3, :3] = center
    prim.AddTransformOp().Set(Gf.Matrix4d(rows.tolist()))


def place_of(prim: Usd.Prim) -> tuple[Vector, Quaternion]:
    """Where a prim is in the world: its own numbers if `place` put it there, else found from its matrix."""
    ops = UsdGeom.Xformable(prim).GetOrderedXformOps()
    kinds = [op.GetOpType() for op in ops]
    if kinds == [UsdGeom.XformOp.TypeTranslate, UsdGeom.XformOp.TypeOrient] and _stands_alone(prim):
        position, turn = (op.Get() for op in ops)
        return vector(tuple(position)), _quaternion(turn)
    matrix = UsdGeom.XformCache().GetLocalToWorldTransform(prim)
    rigid = matrix.RemoveScaleShear()
    rows = np.array([list(rigid.GetRow(row)) for row in range(3)])[:, :3]
    return vector(tuple(matrix.ExtractTranslation())), from_matrix(rows.T)


def _stands_alone(prim: Usd.Prim) -> bool:
    """Whether nothing above a prim moves it."""
    identity = Gf.Matrix4d(1.0)
    return bool(UsdGeom.XformCache().GetParentToWorldTransform(prim) == identity)


def _quaternion(turn: Any) -> Quaternion:
    x, y, z = turn.GetImaginary()
    return (float(turn.GetReal()), float(x), float(y), float(z))
