"""Surfaces give numbers, whichever way they face, and so do pictures of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from attrs import evolve

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.textures import PRINT, Texture, load_textures
from espire_sim.photo import painter
from espire_sim.photo.engine import mitsuba
from espire_sim.photo.looks import Look
from espire_sim.photo.materials import relief_of, surface_of
from espire_sim.photo.painter import PhotoPaint, without_gaps
from espire_sim.rendering.observe import cast
from espire_sim.worlds.result import Light
from tests.sim.photo.small_views import NEEDS_MITSUBA, smaller, with_camera
from tests.sim.strategies import drawn

pytestmark = NEEDS_MITSUBA
RELIEFS = {
    name: texture
    for name, texture in load_textures().items()
    if texture.material in {"leather", "wood", "stone", "marble", "paper", "cloth"}
}


def unit(dice: np.random.Generator) -> Array:
    vector = dice.standard_normal(3)
    return np.array(vector / np.linalg.norm(vector))


def point(mi: Any, dice: np.random.Generator, size: tuple[float, float], upright: bool) -> Any:
    """A point of a surface that faces somewhere, seen from somewhere above it."""
    found = mi.SurfaceInteraction3f()
    normal, other = unit(dice), unit(dice)
    if upright:
        normal[2], other = 0.0, np.array([0.0, 0.0, 1.0])
        normal /= np.linalg.norm(normal)
    across = other - normal * (other @ normal)
    across /= np.linalg.norm(across)
    found.t, found.p, found.n, found.uv = 1.0, [0, 0, 0], normal, dice.uniform(0, 8, 2)
    found.sh_frame.n, found.sh_frame.s, found.sh_frame.t = normal, across, np.cross(normal, across)
    found.dp_du, found.dp_dv = across * size[0], np.cross(normal, across) * size[1]
    found.wi = np.abs(unit(dice))
    return found


@pytest.mark.parametrize("texture", RELIEFS.values(), ids=RELIEFS)
def test_surfaces_give_numbers_whichever_way_they_face(texture: Texture) -> None:
    """Flat places of a relief did not, for two upright ones in five."""
    mi, dice = mitsuba("photo"), np.random.default_rng(5)
    skin = Look(evolve(texture, title=1) if texture.pattern == PRINT else texture, np.zeros(2)).skin
    surface = mi.load_dict(surface_of(mi, texture.material, skin))
    for number in range(200):
        seen = point(mi, dice, skin.size, bool(number % 2))
        value, density = surface.eval_pdf(mi.BSDFContext(), seen, np.abs(unit(dice)))
        assert np.isfinite([*value, density]).all()


def test_no_two_neighbours_of_a_relief_are_the_same_height() -> None:
    for texture in RELIEFS.values():
        skin = Look(evolve(texture, title=1), np.zeros(2)).skin
        if skin.heights is not None:
            high = relief_of(skin.heights)[..., 0].astype(np.float64)
            flat = [high == np.roll(high, step, axis) for axis in (0, 1) for step in (1, -1)]
            assert np.all(flat, axis=0).mean() < 1e-4


def test_pictures_have_a_number_in_every_pixel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly: what is still lost, as the mean of what is around it."""
    found, lost = drawn("tabletop", "hard", 4), []

    def filled(channels: painter.Pixels) -> painter.Pixels:
        lost.append(int((~np.isfinite(channels).all(axis=-1)).sum()))
        return without_gaps(channels)

    monkeypatch.setattr(painter, "without_gaps", filled)
    scene = with_camera(found.scene, smaller(found.scene.cameras["world"], 4))
    PhotoPaint("photo", samples=16)(
        cast(scene, "small", found.appearance), (Light((2, 1, 3), 5000, 1.0),), True
    )
    assert lost[0] <= 2


def test_lost_pixels_are_the_mean_of_those_around_them() -> None:
    channels = np.ones((3, 4, 4), dtype=np.float32)
    channels[0, 0, 1], channels[:, 3] = np.nan, 3.0
    channels[1, 2, 0] = np.inf
    clean = without_gaps(channels)
    assert np.isfinite(clean).all()
    assert (clean[0, 0] == 1).all()
    assert clean[1, 2] == pytest.approx([(5 + 9) / 8] * 4)
    assert (without_gaps(np.full((2, 2, 4), np.nan, dtype=np.float32)) == 0).all()
