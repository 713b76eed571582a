"""What is seen: the shapes of a textured scene as meshes that collide with nothing, painted and lit.

The shapes are those of the ray caster, and so are their colours: a pattern becomes a picture in a file beside
the stage.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray
from pxr import Sdf, Usd, UsdGeom, UsdShade, Vt

from espire_dsl.domain.kinds import ROBOT
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, matrix
from espire_sim.appearance.materials import ROOM as ROOM_OWNER
from espire_sim.appearance.materials import apply_materials
from espire_sim.appearance.shape import Shape
from espire_sim.appearance.textures import PLAIN, Texture
from espire_sim.usd.franka import show_franka
from espire_sim.usd.lamps import SHOWN, write_lamps
from espire_sim.usd.materials import COORDINATES, Paint, write_material
from espire_sim.usd.names import LOOK, ROOM
from espire_sim.usd.pictures import picture_of
from espire_sim.usd.placing import put
from espire_sim.usd.unwrap import unwrapped
from espire_sim.worlds.result import Appearance

_DIGITS: Final = 6
_NORMAL_DIGITS: Final = 3


@frozen
class Look:
    """How a stage is shown: with an asset of a Franka in place of the robot's own shapes, if there is an
    address and it can be read; and how many nits the brightest white has."""

    franka: str | None = None
    white: float = SHOWN


def write_appearance(
    stage: Usd.Stage,
    scene: Scene,
    appearance: Appearance | None,
    paths: dict[str, str],
    look: Look,
    pictures: dict[str, bytes] | None,
) -> None:
    """All that is seen of a scene; without a look, everything has the first one of its kind.

    Files of pictures are added to `pictures`; where that is None there are none, and a pattern is one colour.
    """
    textured = apply_materials(scene, appearance)
    paints = _Paints(stage, pictures)
    counts: dict[int, int] = defaultdict(int)
    for shape, texture, owner in zip(textured.shapes, textured.textures, textured.owners, strict=True):
        counts[owner] += 1
        node = None if owner == ROOM_OWNER else scene.node(textured.ids[owner])
        parent = ROOM if node is None else f"{paths[node.id]}/{LOOK}"
        if counts[owner] == 1:
            UsdGeom.Scope.Define(stage, parent)
        part = paints.painted(f"{parent}/part_{counts[owner]}", shape, texture)
        put(part, *_own(shape, node))
    for robot in scene.of_kind(ROBOT):
        show_franka(stage, scene, robot, f"{paths[robot.id]}/{LOOK}", look.franka)
    write_lamps(stage, textured, () if appearance is None else appearance.lights, look.white)


def _own(shape: Shape, node: Node | None) -> tuple[Array, Array]:
    """The centre and the axes of a shape, seen from the thing that it is part of."""
    if node is None:
        return shape.center, shape.axes
    turn = matrix(node.quaternion)
    return turn.T @ (shape.center - np.asarray(node.center)), turn.T @ shape.axes


@frozen(eq=False)
class _Paints:
    """The materials of a stage, each written when it is first needed, and the files of their pictures."""

    stage: Usd.Stage
    pictures: dict[str, bytes] | None
    _written: dict[Paint, UsdShade.Material] = field(init=False, factory=dict)

    def painted(self, path: str, shape: Shape, texture: Texture) -> UsdGeom.Mesh:
        """A shape as a mesh in its own axes, with its material."""
        laid = unwrapped(shape)
        mesh = UsdGeom.Mesh.Define(self.stage, path)
        mesh.CreatePointsAttr(_vectors(laid.points))
        mesh.CreateFaceVertexCountsAttr([len(face) for face in laid.faces])
        mesh.CreateFaceVertexIndicesAttr([place for face in laid.faces for place in face])
        mesh.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
        mesh.CreateExtentAttr(_vectors(np.stack([laid.points.min(axis=0), laid.points.max(axis=0)])))
        mesh.CreateNormalsAttr(_vectors(np.round(laid.normals, _NORMAL_DIGITS)))
        mesh.SetNormalsInterpolation(UsdGeom.Tokens.faceVarying)
        paint = Paint(texture)
        if self.pictures is not None and texture.pattern != PLAIN:
            picture = picture_of(shape, texture)
            self.pictures[picture.name] = picture.png
            paint = Paint(texture, picture.name)
            where = UsdGeom.PrimvarsAPI(mesh).CreatePrimvar(
                COORDINATES, Sdf.ValueTypeNames.TexCoord2fArray, UsdGeom.Tokens.faceVarying
            )
            where.Set(Vt.Vec2fArray.FromNumpy(_rounded(picture.coordinates(laid))))
        UsdShade.MaterialBindingAPI.Apply(mesh.GetPrim()).Bind(self._material(paint))
        return mesh

    def _material(self, paint: Paint) -> UsdShade.Material:
        if paint not in self._written:
            self._written[paint] = write_material(self.stage, paint)
        return self._written[paint]


def _vectors(rows: Array) -> Vt.Vec3fArray:
    return Vt.Vec3fArray.FromNumpy(_rounded(rows))


def _rounded(rows: Array) -> NDArray[np.float32]:
    """Rounded, so that the text is short and the same everywhere."""
    return np.ascontiguousarray(np.round(rows, _DIGITS) + 0.0, dtype=np.float32)
