"""Quaternions against matrices built in another way."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scene.rotation import (
    axis_angle,
    from_matrix,
    inverse,
    matrix,
    normalised,
    product,
    rotate_vector,
    yaw,
)

parts = st.floats(-1, 1, allow_nan=False)
vectors = st.tuples(parts, parts, parts)
directions = vectors.filter(lambda v: math.hypot(*v) > 0.1)
rotations = st.tuples(parts, parts, parts, parts).filter(lambda q: math.hypot(*q) > 0.1).map(normalised)
angles = st.floats(-360, 360, allow_nan=False)


def rodrigues(axis: tuple[float, ...], degrees: float) -> np.ndarray:
    k = np.asarray(axis) / np.linalg.norm(axis)
    cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    angle = math.radians(degrees)
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


@given(directions, angles)
def test_axis_angle_is_the_rotation_of_rodrigues(axis: tuple[float, ...], degrees: float) -> None:
    np.testing.assert_allclose(matrix(axis_angle(axis, degrees)), rodrigues(axis, degrees), atol=1e-12)


@given(rotations)
def test_from_matrix_undoes_matrix(q: tuple[float, ...]) -> None:
    again = from_matrix(matrix(q))
    assert abs(np.dot(again, q)) == pytest.approx(1, abs=1e-12)
    np.testing.assert_allclose(matrix(again), matrix(q), atol=1e-12)


@given(rotations, rotations, vectors)
def test_a_product_turns_by_the_second_first(
    a: tuple[float, ...], b: tuple[float, ...], v: tuple[float, ...]
) -> None:
    np.testing.assert_allclose(rotate_vector(product(a, b), v), matrix(a) @ (matrix(b) @ v), atol=1e-12)


@given(rotations, vectors)
def test_the_inverse_brings_a_vector_back(q: tuple[float, ...], v: tuple[float, ...]) -> None:
    np.testing.assert_allclose(rotate_vector(inverse(q), rotate_vector(q, v)), v, atol=1e-12)


def test_yaw_turns_counter_clockwise_seen_from_above() -> None:
    np.testing.assert_allclose(rotate_vector(yaw(90), (1, 0, 0)), (0, 1, 0), atol=1e-12)
    third = (-math.sqrt(3) / 2, -0.5, 0)
    np.testing.assert_allclose(rotate_vector(yaw(-150), (1, 0, 0)), third, atol=1e-12)
