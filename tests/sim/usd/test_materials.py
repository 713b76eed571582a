"""Materials of a stage shine as those of photographs do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from attrs import evolve
from pxr import Usd, UsdShade

from espire_sim.appearance.textures import MATERIALS, Texture, load_textures, texture_of
from espire_sim.photo.materials import surface_of
from espire_sim.photo.skins import Skin
from espire_sim.usd.materials import FINISHES, Paint, write_material

GREY = Skin(np.full((1, 1, 3), 0.5, dtype=np.float32), None, (1.0, 1.0))


def told(material: str) -> dict[str, Any]:
    """What Mitsuba would be told of a material, without the sides that it has."""
    found = surface_of(None, material, GREY)
    return found["side"] if found["type"] == "twosided" else found


def test_every_material_has_a_finish() -> None:
    assert set(FINISHES) == set(MATERIALS)


@pytest.mark.parametrize("material", sorted(FINISHES))
def test_finishes_are_those_of_photographs(material: str) -> None:
    finish, photo = FINISHES[material], told(material)
    match photo["type"]:
        case "diffuse":
            assert (finish.roughness, finish.ior, finish.metallic) == (1.0, 1.0, 0.0)
        case "roughplastic":
            assert finish.roughness**2 == pytest.approx(photo["alpha"], abs=1e-3)
            assert (finish.ior, finish.metallic) == (photo["int_ior"], 0.0)
        case "roughconductor":
            assert finish.roughness**4 == pytest.approx(photo["alpha_u"] * photo["alpha_v"], abs=1e-3)
            assert finish.metallic == 1.0
        case "blendbsdf":
            assert finish.opacity == photo["weight"]
            assert finish.ior == photo["pane"]["int_ior"]
            assert finish.roughness**2 == pytest.approx(photo["tint"]["side"]["alpha"], abs=1e-3)
        case "principledthin":
            assert (finish.roughness, finish.ior) == (photo["roughness"], photo["eta"])
        case other:
            pytest.fail(f"{other} is not compared")
    assert finish.opacity == 1.0 or material == "glass"


def test_paints_that_differ_have_names_that_differ() -> None:
    oak = load_textures()["oak"]
    loose = Texture("grain", (0.1, 0.2, 0.3), (0.4, 0.5, 0.6), 0.07)
    paints = [
        Paint(oak),
        Paint(evolve(oak, material="coat")),
        Paint(oak, "0123456789abcdef.png"),
        Paint(oak, "1123456789abcdef.png"),
        Paint(loose),
        Paint(texture_of("#c79a62")),
        Paint(texture_of("#c79a63")),
    ]
    assert len({paint.name for paint in paints}) == len(paints)
    stage = Usd.Stage.CreateInMemory()
    for paint in paints:
        surface = write_material(stage, paint).ComputeSurfaceSource()[0]
        assert surface.GetInput("roughness").Get() == pytest.approx(
            FINISHES[paint.texture.material].roughness
        )
        pictured = UsdShade.Shader(stage.GetPrimAtPath(f"/World/Materials/{paint.name}/picture"))
        assert bool(pictured) == (paint.picture is not None)
