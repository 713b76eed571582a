"""Shapes as arrays: what kernels read is what shapes say of themselves."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scene.rotation import axis_angle, matrix
from espire_sim.appearance.shape import Form, Shape
from espire_sim.rendering.solids import solids_of
from espire_sim.rendering.tracing import BALL, BOX, FORMS

PLACES = st.tuples(*[st.floats(-2, 2)] * 3)
SIZES = st.tuples(*[st.floats(0.01, 2)] * 3)
SHAPES = st.builds(
    lambda form, center, size, degrees: Shape(
        form, np.array(center), matrix(axis_angle((1.0, 2.0, 3.0), degrees)) * np.array(size), 0.5, 0.25
    ),
    st.sampled_from([form for form in Form if form is not Form.MESH]),
    PLACES,
    SIZES,
    st.floats(0, 360),
)


@given(st.lists(SHAPES, min_size=1, max_size=5), st.data())
def test_solids_are_the_shapes_that_are_asked_for(shapes: list[Shape], data: st.DataObject) -> None:
    places = data.draw(st.lists(st.sampled_from(range(len(shapes))), min_size=1))
    some = solids_of(shapes).some(places)
    for at, place in enumerate(places):
        shape = shapes[place]
        assert some.forms[at] == FORMS[shape.form]
        assert (some.tops[at], some.holes[at]) == (shape.top, shape.hole)
        own = shape.inward @ (np.ones(3) - shape.center)
        assert some.placed[at] @ np.ones(4) == pytest.approx(own, abs=1e-6, rel=1e-6)
        assert np.linalg.norm(some.outward[at], axis=1) == pytest.approx(1, abs=1e-5)


def test_another_form_instead_of_one() -> None:
    shapes = [Shape(form, np.zeros(3), np.eye(3)) for form in (Form.BOX, Form.BALL, Form.BOX)]
    assert solids_of(shapes).instead(BOX, BALL).forms.tolist() == [BALL, BALL, BALL]
