"""Drawn scenes for the tests of worlds: any level, any seed."""

from __future__ import annotations

from functools import cache

import numpy as np
from hypothesis import strategies as st

from espire_dsl.catalogue.reader import Catalogue, load_catalogue
from espire_dsl.scene.rotation import axis_angle, matrix
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.appearance.shape import Form, Shape
from espire_sim.worlds import Drawn, draw

LEVELS = ("easy", "medium", "hard")
FORMS = [form for form in Form if form is not Form.MESH]
Part = tuple[Form, tuple[float, float, float], float, float, float]
"""A form, where it is, how far it is turned, the top of a cone, and the hole of a tube."""


@cache
def catalogue() -> Catalogue:
    return load_catalogue()


@cache
def drawn(world: str, level: str, seed: int) -> Drawn:
    """A scene; a refusal fails the test, as both worlds are roomy."""
    result = draw(shipped_world(world), level, seed, catalogue())
    assert isinstance(result, Drawn), result
    return result


def scenes(world: str) -> st.SearchStrategy[Drawn]:
    return st.builds(drawn, st.just(world), st.sampled_from(LEVELS), st.integers(0, 10**6))


def parts(widest_top: float) -> st.SearchStrategy[list[Part]]:
    """A few forms near the origin."""
    spots = st.tuples(*[st.floats(-0.6, 0.6)] * 3)
    tops, holes = st.floats(0.0, widest_top), st.floats(0.2, 0.9)
    return st.lists(
        st.tuples(st.sampled_from(FORMS), spots, st.floats(0, 360), tops, holes), min_size=1, max_size=4
    )


def skewed_shapes(some: list[Part], shear: float, mirrored: bool = False) -> tuple[Shape, ...]:
    """The shapes of parts, stretched, turned and sheared."""
    skewed = np.array([[-1.0 if mirrored else 1.0, shear, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    return tuple(
        Shape(
            form,
            np.array(spot),
            skewed @ (matrix(axis_angle((1, 2, 3), degrees)) * [0.3, 0.2, 0.25]),
            top if form is Form.CONE else 1.0,
            hole if form is Form.TUBE else 0.0,
        )
        for form, spot, degrees, top, hole in some
    )


SPOTTED = tuple[tuple[float, float, float], Form, float]
"""Where a shape is, its form, and how far it is turned."""


def flat_shapes(spots: list[SPOTTED], half: tuple[float, float, float]) -> list[Shape]:
    """A shape of these half lengths at each spot; cones are narrow above, and tubes half open."""
    return [
        Shape(
            form,
            np.array(spot),
            matrix(axis_angle((1, 2, 1), degrees)) * half,
            0.6 if form is Form.CONE else 1.0,
            0.5 if form is Form.TUBE else 0.0,
        )
        for spot, form, degrees in spots
    ]
