"""Interleaved sampling: every pixel gets the mean over all rays, of its own side alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_sim.rendering.soften import NONE, RAYS, asked_rays, softened


def asking(height: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """The places of pixels that ask, and which rays those are."""
    rays = asked_rays(height, width)
    places = np.flatnonzero(rays != NONE)
    return places, rays[places]


@given(
    st.lists(st.floats(0, 1, width=32), min_size=RAYS, max_size=RAYS),
    st.integers(24, 50),
    st.integers(24, 50),
)
def test_far_from_edges_a_pixel_has_the_mean_of_all_rays(found: list[float], height: int, width: int) -> None:
    places, rays = asking(height, width)
    sides = np.zeros((height, width), dtype=np.int32)
    (light,) = softened([np.array(found, dtype=np.float32)[rays]], places, sides)
    inner = light.pixels.reshape(height, width)[8:-8, 8:-8]
    assert inner == pytest.approx(np.mean(found), abs=1e-5)


def test_light_does_not_go_from_one_side_to_another() -> None:
    height, width = 40, 40
    places, _ = asking(height, width)
    sides = np.zeros((height, width), dtype=np.int32)
    sides[:, 20:] = 3
    sides[10, :] = NONE
    left = (sides.ravel()[places] == 0).astype(np.float32)
    (light,) = softened([left], places, sides)
    grid = light.pixels.reshape(height, width)
    assert np.all(grid[sides == 0] == 1)
    assert np.all(grid[sides == 3] == 0)
    assert light.sides.tolist() == [1.0, 1.0, 1.0, 0.0, 1.0]


def test_a_strip_of_one_pixel_is_even() -> None:
    height, width = 64, 64
    places, rays = asking(height, width)
    sides = np.zeros((height, width), dtype=np.int32)
    np.fill_diagonal(sides[:, 1:], 1)
    found = (np.arange(RAYS) % 2).astype(np.float32)[rays]
    (light,) = softened([found], places, sides)
    strip = light.pixels.reshape(height, width)[sides == 1]
    assert np.ptp(strip) < 0.5
    assert np.abs(strip - light.sides[1]).max() < 0.35


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 7), (3, 2), (5, 4)])
def test_pictures_of_a_few_pixels(height: int, width: int) -> None:
    places, _ = asking(height, width)
    sides = np.zeros((height, width), dtype=np.int32)
    (light,) = softened([np.full(len(places), 0.5, dtype=np.float32)], places, sides)
    assert light.pixels == pytest.approx(0.5, abs=1e-6)
