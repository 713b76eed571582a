"""The one rule by which light becomes bytes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from espire_sim.rendering.tone import toned


def srgb(light: float) -> float:
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


@given(st.floats(0, 0.7))
def test_below_the_shoulder_light_is_written_as_it_is(light: float) -> None:
    assert abs(int(toned(np.array([light], dtype=np.float32))[0]) - 255 * srgb(light)) <= 1


@given(st.floats(0, 100), st.floats(0, 100))
def test_more_light_is_never_darker_and_white_comes_late(one: float, other: float) -> None:
    less, more = sorted((one, other))
    low, high = toned(np.array([less, more], dtype=np.float32)).tolist()
    assert low <= high
    assert toned(np.array([1.0], dtype=np.float32))[0] < 250
