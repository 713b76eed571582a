"""How bright lamps are: by adding up their light, and by what rays paint of a white table."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from pxr import UsdLux

from espire_dsl.catalogue.paints import PAINT
from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_sim.appearance.materials import TexturedScene, apply_materials
from espire_sim.appearance.shape import Form, Shape
from espire_sim.appearance.textures import texture_of
from espire_sim.rendering.renderer import RayRenderer
from espire_sim.rendering.tone import toned
from espire_sim.usd.appearance import Look
from espire_sim.usd.lamps import RADIUS, lighting_of
from espire_sim.usd.write import stage_of
from espire_sim.worlds.result import Appearance, Light
from tests.sim.handmade import FLOOR, TABLE, TOP, on_table
from tests.sim.strategies import drawn

MIDDLE = np.array([0.1, -0.2, 0.8])
ALONE = TexturedScene((Shape(Form.BOX, MIDDLE, np.eye(3)),), (texture_of("#ffffff"),), (1,), {1: "thing"})


def from_sphere(nits: float, way: np.ndarray) -> float:
    """What a white, dull, level sheet sends back: light of a sphere that is `way` from it, added up over the
    directions in which it is seen."""
    away = np.linalg.norm(way)
    edge = np.arcsin(RADIUS / away)
    rises, turns = (np.arange(200) + 0.5) / 200 * edge, (np.arange(200) + 0.5) / 200 * 2 * np.pi
    rise, turn = np.meshgrid(rises, turns)
    middle = way / away
    aside = np.cross(middle, [0.0, 1.0, 0.0])
    aside /= np.linalg.norm(aside)
    other = np.cross(middle, aside)
    up = (
        np.cos(rise) * middle[2]
        + np.sin(rise) * np.cos(turn) * aside[2]
        + np.sin(rise) * np.sin(turn) * other[2]
    )
    step = edge / 200 * 2 * np.pi / 200
    return float((nits * np.maximum(up, 0.0) * np.sin(rise) * step).sum() / np.pi)


LAMPS = st.lists(
    st.builds(
        Light,
        st.tuples(st.floats(-2, 2), st.floats(-2, 2), st.floats(2.0, 3.5)),
        st.floats(2700, 6500),
        st.floats(0.5, 1.5),
    ),
    min_size=1,
    max_size=3,
)


@given(lights=LAMPS)
def test_a_white_sheet_in_the_middle_is_bright_and_not_overexposed(lights: list[Light]) -> None:
    found = lighting_of(ALONE, lights)
    assert np.array_equal(found.middle, MIDDLE)
    level = found.sky + sum(
        from_sphere(nits, np.subtract(light.position, MIDDLE))
        for nits, light in zip(found.lamps, lights, strict=True)
    )
    assert 0.5 < level < 0.96


@given(lights=LAMPS, white=st.floats(1.0, 5000.0))
def test_all_is_as_many_times_brighter_as_white_is(lights: list[Light], white: float) -> None:
    one, other = lighting_of(ALONE, lights), lighting_of(ALONE, lights, white)
    assert other.sky == pytest.approx(white * one.sky)
    assert other.lamps == pytest.approx([white * nits for nits in one.lamps])


@pytest.mark.parametrize(
    "lights",
    [
        (),
        (Light((0.4, 0.5, 2.9), 6500.0, 1.0),),
        (Light((0.8, 1.5, 2.5), 6500.0, 0.9), Light((1.0, -1.2, 2.8), 6500.0, 1.2)),
    ],
)
def test_rays_paint_a_white_table_as_bright_as_the_lamps_make_it(lights: tuple[Light, ...]) -> None:
    above = look_at((0.02, 0.0, 2.0), (0.0, 0.0, TOP))
    white = evolve(TABLE, category="box", labels={PAINT: "#ffffff"})
    scene = Scene.build([FLOOR, white], [], {"world": above})
    look = Appearance(lights, {}, {})
    pixel = RayRenderer().render(scene, "world", look).rgb[240, 320]
    textured = apply_materials(scene, look)
    found = lighting_of(textured, lights)
    lamps = [lamp.position for lamp in lights] or [(2.0, 1.0, 2.8)]
    at = np.array([0.0, 0.0, TOP])
    level = found.sky + sum(
        from_sphere(nits, place - at) for nits, place in zip(found.lamps, lamps, strict=True)
    )
    shown = toned(np.full((3, 1), level, dtype=np.float32))
    assert float(shown.ravel()[1]) == pytest.approx(float(pixel[1]), rel=0.07)


def test_what_counts_as_white_is_up_to_who_shows_the_stage() -> None:
    found = drawn("tabletop", "easy", 3)
    stages = [stage_of(found.scene, found.appearance, look=Look(white=white)) for white in (1.0, 1000.0)]
    nits = [
        [
            UsdLux.LightAPI(prim).GetIntensityAttr().Get()
            for prim in stage.GetPrimAtPath("/World/Lights").GetChildren()
        ]
        for stage in stages
    ]
    assert nits[1] == pytest.approx([1000 * one for one in nits[0]], rel=1e-5)
    assert len(nits[0]) == 1 + len(found.appearance.lights)


def test_an_empty_room_has_a_middle() -> None:
    assert apply_materials(on_table([]), None).middle[2] < TOP
    assert TexturedScene((), (), (), {}).middle.tolist() == [0, 0, 0]
