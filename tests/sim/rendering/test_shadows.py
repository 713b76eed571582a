"""Shadows found by bundles are those that the ray between each point and its spot of the lamp says."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_sim.appearance.shape import Form, Shape
from espire_sim.rendering.bundles import Bundles
from espire_sim.rendering.meet import first_hits
from espire_sim.rendering.shadows import shadowed
from tests.sim.strategies import FORMS, SPOTTED, flat_shapes

SPOTS = st.tuples(*[st.floats(-1.0, 1.0)] * 3)
OTHERS = 99  # the place of a shape that is not among those that hide


@settings(max_examples=60)
@given(
    spots=st.lists(st.tuples(SPOTS, st.sampled_from(FORMS), st.floats(0, 360)), min_size=1, max_size=6),
    lamp=st.tuples(st.floats(-2, 2), st.floats(-2, 2), st.floats(2.5, 4.0)),
    seed=st.integers(0, 1000),
    cuts=st.lists(st.integers(1, 199), max_size=12),
    width=st.sampled_from([0.0, 0.5]),
)
def test_no_shadow_is_lost_by_bundles(
    spots: list[SPOTTED],
    lamp: tuple[float, float, float],
    seed: int,
    cuts: list[int],
    width: float,
) -> None:
    shapes = flat_shapes(spots, (0.4, 0.05, 0.3))
    random = np.random.default_rng(seed)
    points = np.stack([*random.uniform(-2, 2, (2, 200)), np.full(200, -1.5)]).astype(np.float32)
    starts = np.unique([0, *cuts])
    # Points that are near each other, as those of a picture are.
    points = points[:, np.lexsort((points[1], np.round(points[0])))]
    spots = np.array(lamp) + random.uniform(-width, width, (8, 3)) / 2
    which = random.integers(0, 8, 200).astype(np.int8)
    bundles = Bundles(starts, np.full(len(starts), OTHERS))
    dark = shadowed(spots, which, points, bundles, shapes, range(len(shapes)))
    expected = np.zeros(200, dtype=np.bool_)
    for shape in shapes:
        for number, spot in enumerate(spots):
            eye = tuple((shape.inward @ (spot - shape.center)).tolist())
            mine = which == number
            x, y, z = shape.inward @ (points[:, mine] - spot[:, None])
            expected[mine] |= first_hits(shape, eye, (x, y, z)) < 0.999
    assert (dark != expected).sum() <= 2  # rays that graze


def test_a_tube_throws_a_shadow_into_itself_and_a_ball_does_not() -> None:
    lamp, first = np.array([[2.5, 0.0, 3.0]]), np.zeros(1, dtype=np.int8)
    point = np.array([[-0.5], [0.0], [-0.5]], dtype=np.float32)  # on the far wall inside, that faces the lamp
    bundle = Bundles(np.array([0]), np.array([0]))
    tube = Shape(Form.TUBE, np.zeros(3), np.eye(3), hole=0.5)
    ball = Shape(Form.BALL, np.zeros(3), np.eye(3))
    assert shadowed(lamp, first, point, bundle, [tube], [0]).tolist() == [True]
    assert shadowed(lamp, first, point, bundle, [ball], [0]).tolist() == [False]
