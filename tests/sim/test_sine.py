"""The sine of patterns is the sine."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from espire_sim.appearance.sine import ERROR, sine

ANGLES = st.floats(-625, 625, width=32)


@given(hnp.arrays(np.float32, hnp.array_shapes(max_dims=2), elements=ANGLES))
def test_it_is_that_of_mathematics(angles: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> None:
    found = sine(angles)
    assert found.shape == angles.shape
    assert found.dtype == np.float32
    exact = np.array([math.sin(angle) for angle in angles.ravel().tolist()]).reshape(angles.shape)
    assert np.abs(found - exact).max() <= ERROR


def test_it_is_odd_and_has_its_noughts_and_ends() -> None:
    quarters = np.arange(-20, 21, dtype=np.float32) * np.float32(math.pi / 2)
    found = sine(quarters)
    assert (found == -sine(-quarters)).all()
    assert np.abs(found - np.array([0, 1, 0, -1])[np.arange(-20, 21) % 4]).max() <= ERROR
