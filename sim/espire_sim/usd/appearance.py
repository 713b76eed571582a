"""What is seen: the shapes of a textured scene as prims that collide with nothing, materials, and lamps.

The shapes are those of the ray caster. A pattern becomes the colour between its two colours, as a preview
surface has no patterns, and a print its ground.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, UsdLux, UsdShade, Vt

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, matrix
from espire_sim.appearance.materials import ROOM as ROOM_OWNER
from espire_sim.appearance.materials import apply_materials
from espire_sim.appearance.shape import Form, Shape
from espire_sim.appearance.textures import PRINT, Texture, load_textures
from espire_sim.rendering.shade import DEFAULT_LIGHTS
from espire_sim.rendering.surface import linear
from espire_sim.usd.meshes import mesh_of
from espire_sim.usd.names import LIGHTS, LOOK, MATERIALS, ROOM
from espire_sim.usd.placing import put
from espire_sim.worlds.result import Appearance, Light

_ROUGHNESS: Final = 0.6
_LAMP_RADIUS: Final = 0.25
_LAMP: Final = 50_000.0  # of a lamp of the strength 1
_SKY: Final = 500.0


def write_appearance(
    stage: Usd.Stage, scene: Scene, appearance: Appearance | None, paths: dict[str, str]
) -> None:
    """All that is seen of a scene; without a look, everything has the first one of its kind."""
    textured = apply_materials(scene, appearance)
    names = {texture: name for name, texture in reversed(list(load_textures().items()))}
    materials = {
        texture: _material(stage, names.get(texture, f"worn_{number}"), texture)
        for number, texture in enumerate(dict.fromkeys(textured.textures), start=1)
    }
    counts: dict[int, int] = defaultdict(int)
    for shape, texture, owner in zip(textured.shapes, textured.textures, textured.owners, strict=True):
        counts[owner] += 1
        node = None if owner == ROOM_OWNER else scene.node(textured.ids[owner])
        parent = ROOM if node is None else f"{paths[node.id]}/{LOOK}"
        if counts[owner] == 1:
            UsdGeom.Scope.Define(stage, parent)
        gprim = _gprim(stage, f"{parent}/part_{counts[owner]}", shape)
        put(gprim, *_own(shape, node))
        UsdShade.MaterialBindingAPI.Apply(gprim.GetPrim()).Bind(materials[texture])
    _write_lights(stage, () if appearance is None else appearance.lights)


def _own(shape: Shape, node: Node | None) -> tuple[Array, Array]:
    """The centre and the axes of a shape, seen from the thing that it is part of."""
    if node is None:
        return shape.center, shape.axes
    turn = matrix(node.quaternion)
    return turn.T @ (shape.center - np.asarray(node.center)), turn.T @ shape.axes


def _gprim(stage: Usd.Stage, path: str, shape: Shape) -> UsdGeom.Gprim:
    """The prim of a shape. The ones that USD knows are of the size 2 x 2 x 2 when nothing is said."""
    if shape.form is Form.BOX:
        return UsdGeom.Cube.Define(stage, path)
    if shape.form is Form.BALL:
        return UsdGeom.Sphere.Define(stage, path)
    if shape.form is Form.CONE and shape.top == 1:
        return UsdGeom.Cylinder.Define(stage, path)
    if shape.form is Form.CONE and shape.top == 0:
        return UsdGeom.Cone.Define(stage, path)
    mesh = mesh_of(shape)
    gprim = UsdGeom.Mesh.Define(stage, path)
    gprim.CreatePointsAttr(Vt.Vec3fArray([Gf.Vec3f(*point) for point in mesh.points]))
    gprim.CreateFaceVertexCountsAttr([len(face) for face in mesh.faces])
    gprim.CreateFaceVertexIndicesAttr([place for face in mesh.faces for place in face])
    gprim.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    gprim.CreateExtentAttr([Gf.Vec3f(-1), Gf.Vec3f(1)])
    return gprim


def _material(stage: Usd.Stage, name: str, texture: Texture) -> UsdShade.Material:
    material = UsdShade.Material.Define(stage, f"{MATERIALS}/{name}")
    shader = UsdShade.Shader.Define(stage, f"{MATERIALS}/{name}/surface")
    shader.CreateIdAttr("UsdPreviewSurface")
    other = texture.ground if texture.pattern == PRINT else texture.other
    colour = linear((np.array(texture.ground) + np.array(other)) / 2)
    shader.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f).Set(Gf.Vec3f(*colour.tolist()))
    shader.CreateInput("roughness", Sdf.ValueTypeNames.Float).Set(_ROUGHNESS)
    material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
    return material


def _write_lights(stage: Usd.Stage, lights: tuple[Light, ...]) -> None:
    UsdGeom.Scope.Define(stage, LIGHTS)
    UsdLux.DomeLight.Define(stage, f"{LIGHTS}/sky").CreateIntensityAttr(_SKY)
    for number, light in enumerate(lights or DEFAULT_LIGHTS, start=1):
        lamp = UsdLux.SphereLight.Define(stage, f"{LIGHTS}/lamp_{number}")
        lamp.CreateRadiusAttr(_LAMP_RADIUS)
        lamp.CreateIntensityAttr(_LAMP * light.strength)
        lamp.CreateEnableColorTemperatureAttr(True)
        lamp.CreateColorTemperatureAttr(light.kelvin)
        lamp.AddTranslateOp(UsdGeom.XformOp.PrecisionDouble).Set(Gf.Vec3d(*light.position))
