"""Shapes in the world: their own axes, the boxes around them, and how large these are."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_sim.appearance.shape import corners_of, volumes_of
from tests.sim.strategies import Part, parts, skewed_shapes


@given(parts(1.0), st.floats(-0.5, 0.5), st.booleans())
def test_own_axes_corners_and_volumes_are_those_of_a_library(
    some: list[Part], shear: float, mirrored: bool
) -> None:
    shapes = skewed_shapes(some, shear, mirrored)
    volumes = volumes_of(shapes)
    for shape, corners, volume in zip(shapes, corners_of(shapes), volumes, strict=True):
        assert shape.inward == pytest.approx(np.linalg.inv(shape.axes), rel=1e-9, abs=1e-9)
        ends = {tuple(np.rint(shape.inward @ (corner - shape.center)).tolist()) for corner in corners}
        assert ends == set(product((-1.0, 1.0), repeat=3))
        assert shape.corners == pytest.approx(shape.center + np.array(sorted(ends)) @ shape.axes.T)
        a, b, c = shape.axes.T
        assert volume == pytest.approx(abs(np.cross(a, b) @ c))
