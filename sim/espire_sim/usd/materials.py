"""Materials of a stage: preview surfaces, with one colour or a picture, that shine as their material does."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final

import numpy as np
from attrs import frozen
from pxr import Gf, Sdf, Usd, UsdShade

from espire_sim.appearance.textures import Texture, load_textures
from espire_sim.rendering.surface import linear
from espire_sim.usd.names import MATERIALS, TEXTURES

COORDINATES: Final = "st"
"""The name of what says where on a picture a corner is."""


@frozen
class Finish:
    """What light does at a surface, in the words of UsdPreviewSurface. With an index of 1 nothing shines."""

    roughness: float
    ior: float = 1.5
    metallic: float = 0.0
    opacity: float = 1.0


_DULL: Final = Finish(1.0, ior=1.0)

FINISHES: Final[Mapping[str, Finish]] = MappingProxyType(
    {
        "wood": Finish(0.529),
        "stone": Finish(0.671),
        "marble": Finish(0.346),
        "brushed": Finish(0.474, metallic=1.0),
        "polished": Finish(0.361, metallic=1.0),
        "glazed": Finish(0.245),
        "glass": Finish(0.283, ior=1.49, opacity=0.4),
        "paper": _DULL,
        "cloth": _DULL,
        "leather": Finish(0.566),
        "fur": _DULL,
        "leaf": Finish(0.45, ior=1.4),
        "coat": Finish(0.447),
        "rubber": Finish(0.707),
        "matte": _DULL,
    }
)
"""By the names of materials. The squares of roughnesses are those of the microfacets in photographs."""


@frozen
class Paint:
    """What a part is painted with: a texture, and the name of its picture, if any."""

    texture: Texture
    picture: str | None = None

    @property
    def name(self) -> str:
        """Of the prim: that of the texture if it has one, and which picture."""
        known = {texture: name for name, texture in reversed(list(load_textures().items()))}
        stem = known.get(self.texture) or f"paint_{sha256(repr(self.texture).encode()).hexdigest()[:8]}"
        return f"{stem}_{self.picture[:8]}" if self.picture else stem


def write_material(stage: Usd.Stage, paint: Paint) -> UsdShade.Material:
    """A material; without a picture, a pattern becomes the colour between its two."""
    path = f"{MATERIALS}/{paint.name}"
    material = UsdShade.Material.Define(stage, path)
    surface = _shader(stage, f"{path}/surface", "UsdPreviewSurface")
    finish = FINISHES[paint.texture.material]
    for name in ("roughness", "ior", "metallic", "opacity"):
        surface.CreateInput(name, Sdf.ValueTypeNames.Float).Set(getattr(finish, name))
    colour = surface.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f)
    if paint.picture is None:
        mixed = linear((np.array(paint.texture.ground) + np.array(paint.texture.other)) / 2)
        colour.Set(Gf.Vec3f(*mixed.tolist()))
    else:
        colour.ConnectToSource(_picture(stage, path, paint.picture))
    material.CreateSurfaceOutput().ConnectToSource(surface.ConnectableAPI(), "surface")
    return material


def _picture(stage: Usd.Stage, path: str, name: str) -> UsdShade.Output:
    reader = _shader(stage, f"{path}/{COORDINATES}", "UsdPrimvarReader_float2")
    reader.CreateInput("varname", Sdf.ValueTypeNames.String).Set(COORDINATES)
    where = reader.CreateOutput("result", Sdf.ValueTypeNames.Float2)
    image = _shader(stage, f"{path}/picture", "UsdUVTexture")
    image.CreateInput("file", Sdf.ValueTypeNames.Asset).Set(Sdf.AssetPath(f"./{TEXTURES}/{name}"))
    image.CreateInput("sourceColorSpace", Sdf.ValueTypeNames.Token).Set("sRGB")
    for side in ("wrapS", "wrapT"):
        image.CreateInput(side, Sdf.ValueTypeNames.Token).Set("clamp")
    image.CreateInput(COORDINATES, Sdf.ValueTypeNames.Float2).ConnectToSource(where)
    return image.CreateOutput("rgb", Sdf.ValueTypeNames.Float3)


def _shader(stage: Usd.Stage, path: str, id: str) -> UsdShade.Shader:
    shader = UsdShade.Shader.Define(stage, path)
    shader.CreateIdAttr(id)
    return shader
