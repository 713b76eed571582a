"""Scenes are so alike that LLVM compiles once for them, and yet each has its own colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from espire_sim.appearance.textures import load_textures
from espire_sim.photo.engine import LLVM, check_llvm, mitsuba
from espire_sim.photo.error import PhotoError
from espire_sim.photo.looks import Look
from espire_sim.photo.painter import PhotoPaint
from espire_sim.rendering.observe import Cast, cast
from espire_sim.worlds.result import Light
from tests.sim.photo.small_views import NEEDS_MITSUBA, smaller, with_camera
from tests.sim.strategies import drawn

pytestmark = NEEDS_MITSUBA
LIGHTS = (Light((2.0, 1.0, 2.8), 5000.0, 1.0),)
PATH_TRACER = 5000  # operations of a kernel: others have some hundreds


@pytest.fixture
def drjit() -> Iterator[Any]:
    import drjit

    mitsuba("photo")
    try:
        check_llvm(drjit)
    except PhotoError as error:
        pytest.skip(str(error))
    mitsuba(LLVM)
    with drjit.scoped_set_flag(drjit.JitFlag.KernelHistory, True):
        yield drjit


def seen(world: str, level: str, seed: int) -> Cast:
    found = drawn(world, level, seed)
    scene = with_camera(found.scene, smaller(found.scene.cameras["world"], 5))
    return cast(scene, "small", found.appearance)


def test_code_that_was_compiled_for_a_scene_paints_another(drjit: Any) -> None:
    scenes = [seen("tabletop", "medium", 2), seen("shelf", "medium", 3), seen("tabletop", "hard", 4)]
    pictures, compiled = [], []
    for scene in scenes:
        drjit.kernel_history_clear()
        pictures.append(PhotoPaint(LLVM)(scene, LIGHTS, True))
        large = [
            kernel for kernel in drjit.kernel_history() if kernel.get("operation_count", 0) > PATH_TRACER
        ]
        assert len(large) == 1
        compiled.append(large[0]["hash"])
    assert compiled == compiled[:1] * 3
    again = [PhotoPaint(LLVM)(scene, LIGHTS, True) for scene in reversed(scenes)]
    assert all(np.array_equal(a, b) for a, b in zip(pictures, reversed(again), strict=True))


def test_every_way_of_painting_photographs_gives_the_same_but_for_noise(drjit: Any) -> None:  # noqa: ARG001
    scene = seen("shelf", "medium", 2)
    one, other = (PhotoPaint(way, samples=32)(scene, LIGHTS, True).astype(float) for way in (LLVM, "photo"))
    assert np.abs(one - other).mean() < 4
    assert np.abs(one.mean(axis=(0, 1)) - other.mean(axis=(0, 1))).max() < 2


def test_the_skins_of_all_textures_are_of_the_kinds_that_specks_have() -> None:
    """A plain colour, a picture, or a picture with a relief of the usual size."""
    for texture in load_textures().values():
        skin = Look(evolve(texture, title=1), np.zeros(2)).skin
        if skin.heights is not None:
            assert skin.heights.shape == (512, 512)
            assert skin.colours.size > 3
        assert skin.colours.ndim == 3


def test_surfaces_within_surfaces_are_counted_and_values_are_not() -> None:
    from espire_sim.photo.padding import _count_of

    paper = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [1, 1, 1]}}
    assert _count_of(paper) == 1
    cloth = {"type": "bumpmap", "arbitrary": {"type": "bitmap"}, "bsdf": {"type": "principled"}}
    assert _count_of({"type": "twosided", "side": cloth}) == 3
