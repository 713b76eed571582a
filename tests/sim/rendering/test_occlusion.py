"""Ambient occlusion found by bundles is what each point's own ray says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_sim.appearance.shape import Form, Shape
from espire_sim.rendering.bundles import Bundles
from espire_sim.rendering.meet import first_hits
from espire_sim.rendering.occlusion import REACH, directions, openness
from tests.sim.strategies import FORMS, SPOTTED, flat_shapes

SPOTS = st.tuples(*[st.floats(-0.4, 0.4)] * 3)
OTHERS = 99  # the place of a shape that keeps nothing away
UP = np.array([[0.0], [0.0], [1.0]], dtype=np.float32)


@settings(max_examples=60)
@given(
    spots=st.lists(st.tuples(SPOTS, st.sampled_from(FORMS), st.floats(0, 360)), min_size=1, max_size=6),
    flat=st.booleans(),
    seed=st.integers(0, 1000),
    cuts=st.lists(st.integers(1, 199), max_size=12),
)
def test_no_ray_is_lost_by_bundles(spots: list[SPOTTED], flat: bool, seed: int, cuts: list[int]) -> None:
    shapes = flat_shapes(spots, (0.2, 0.05, 0.15))
    random = np.random.default_rng(seed)
    points = np.stack([*random.uniform(-0.6, 0.6, (2, 200)), np.full(200, -0.75)]).astype(np.float32)
    points = points[:, np.lexsort((points[1], np.round(points[0], 1)))]
    normals = np.repeat(UP, 200, axis=1)
    if not flat:
        normals = normals + random.uniform(-0.6, 0.6, (3, 200)).astype(np.float32)
        normals /= np.linalg.norm(normals, axis=0)
    which = random.integers(0, 8, 200).astype(np.int8)
    starts = np.unique([0, *cuts])
    bundles = Bundles(starts, np.full(len(starts), OTHERS))
    found = openness(points, normals, directions(8), which, bundles, shapes, range(len(shapes)))
    expected = np.ones(200)
    for place in range(200):
        start = points[:, place] + 5e-4 * normals[:, place]
        way = REACH * turned_to(normals[:, place].astype(np.float64)) @ directions(8)[:, which[place]]
        for shape in shapes:
            x, y, z = (shape.inward @ (start - shape.center)).tolist()
            a, b, c = (np.array([part]) for part in shape.inward @ way)
            expected[place] = min(expected[place], float(first_hits(shape, (x, y, z), (a, b, c))[0]))
    off = np.abs(found - expected)
    assert (off > 1e-3).sum() <= 2  # rays that graze


def turned_to(normal: np.ndarray) -> np.ndarray:
    """Columns are axes that are at right angles, the third of which is the normal, without a jump but one."""
    x, y, z = normal
    sign = -1.0 if z < 0 else 1.0
    a = -1 / (sign + z)
    first = [1 + sign * x * x * a, sign * x * y * a, -sign * x]
    second = [x * y * a, sign + y * y * a, -y]
    found = np.array([first, second, normal]).T
    assert found.T @ found == pytest.approx(np.eye(3), abs=1e-5)
    assert np.linalg.det(found) == pytest.approx(1, abs=1e-5)
    return found


def test_directions_are_those_of_light_on_a_matt_surface() -> None:
    """The mean height of light that falls on a matt surface from everywhere is two thirds."""
    ways = directions(8)
    assert np.linalg.norm(ways, axis=0) == pytest.approx(1, abs=1e-6)
    assert ways[2].mean() == pytest.approx(2 / 3, abs=0.01)
    assert np.abs(ways[:2].mean(axis=1)).max() < 0.1


def test_a_wall_keeps_a_quarter_of_the_light_from_its_foot_and_nothing_from_afar() -> None:
    """At its foot half of all directions meet it; that nearer hits count more is half of that again."""
    wall = Shape(Form.BOX, np.array([-5.0, 0.0, 0.0]), np.eye(3) * 5.0)
    points = np.zeros((3, 16), dtype=np.float32)
    points[0] = np.repeat([0.001, 2 * REACH], 8)
    which = np.tile(np.arange(8), 2).astype(np.int8)
    bundles = Bundles(np.array([0, 8]), np.array([OTHERS, OTHERS]))
    found = openness(points, np.repeat(UP, 16, axis=1), directions(8), which, bundles, [wall], [0])
    assert found[:8].mean() == pytest.approx(0.5, abs=0.02)
    assert found[8:].tolist() == [1.0] * 8


def test_a_shape_keeps_no_light_from_itself() -> None:
    ball = Shape(Form.BALL, np.zeros(3), np.eye(3))
    bundles = Bundles(np.array([0]), np.array([0]))
    point, first = UP.copy(), np.zeros(1, dtype=np.int8)
    assert openness(point, UP, directions(8), first, bundles, [ball], [0]).tolist() == [1.0]
