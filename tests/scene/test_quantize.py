"""The grid on which measures are decided."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scene.quantize import quantize, quantize_array


def bits(x: float) -> bytes:
    return struct.pack("<d", x)


@given(
    st.floats(allow_nan=False)
    | st.floats(-1000, 1000)
    | st.integers(-(10**12), 10**12).map(lambda n: n / 2e9)
)
def test_the_numpy_twin_gives_the_same_bits(x: float) -> None:
    assert bits(quantize(x)) == bits(float(quantize_array(x)))


@given(st.floats(-1e5, 1e5))
def test_exact_is_idempotent_and_near(x: float) -> None:
    assert quantize(quantize(x)) == quantize(x)
    assert quantize(x) == pytest.approx(x, abs=5.1e-10)


def test_noise_does_not_decide() -> None:
    assert quantize(0.1 + 0.2) == 0.3
    assert quantize(0.7 - 0.4) <= 0.3
    assert math.copysign(1, quantize(-1e-12)) == 1
    assert math.copysign(1, float(quantize_array(-1e-12))) == 1


def test_what_cannot_be_rounded_stays() -> None:
    assert quantize(math.inf) == math.inf
    assert math.isnan(quantize(math.nan))
    assert quantize(1e305) == 1e305


def test_arrays_keep_their_shape() -> None:
    assert quantize_array(np.zeros((2, 3))).shape == (2, 3)
