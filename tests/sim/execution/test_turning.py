"""Angles about the axes of a target: they say a turn and are said by it; what is not asked for is given."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scene.acting import AXES, Axis
from espire_dsl.scene.box import Box
from espire_dsl.scene.faces import Face
from espire_dsl.scene.rotation import Array, axis_angle, matrix, normalised
from espire_sim.execution.turning import angles_of, asked_turn, axes_of_face, axes_of_place, rotation_of
from tests.nodes import node as new_node

OUTWARD = np.array([1.0, 0.0, 0.0])
PARTS = st.floats(-1.0, 1.0)
TURNS = (
    st.tuples(PARTS, PARTS, PARTS, PARTS)
    .filter(lambda q: sum(x * x for x in q) > 0.1)
    .map(lambda q: matrix(normalised(q)))
)
SOME = st.dictionaries(st.sampled_from(AXES), st.floats(-80.0, 80.0))


def about(axis: Array, degrees: float) -> Array:
    return matrix(axis_angle(axis.tolist(), degrees))


@given(TURNS, TURNS)
def test_a_turn_has_the_angles_that_make_it(rotation: Array, axes: Array) -> None:
    np.testing.assert_allclose(rotation_of(angles_of(rotation, axes), axes), rotation, atol=1e-6)


@given(TURNS, TURNS, TURNS)
def test_offsets_of_nothing_about_all_axes_keep_the_hand_as_it_is(
    now: Array, given_turn: Array, axes: Array
) -> None:
    nothing: dict[Axis, float] = dict.fromkeys(AXES, 0.0)
    np.testing.assert_allclose(asked_turn(now, given_turn, nothing, axes), now, atol=1e-6)
    np.testing.assert_allclose(asked_turn(now, given_turn, {}, axes), given_turn, atol=1e-6)


@given(TURNS, TURNS, TURNS, SOME)
def test_asked_angles_are_offset_from_now_and_others_are_given(
    now: Array, given_turn: Array, axes: Array, asked: dict[Axis, float]
) -> None:
    present, meant = angles_of(now, axes), angles_of(given_turn, axes)
    wanted = meant | {axis: present[axis] + offset for axis, offset in asked.items()}
    if abs(wanted["pitch"]) >= 89.0:
        return  # beyond straight up, other angles say the same turn
    found = angles_of(asked_turn(now, given_turn, asked, axes), axes)
    for axis in AXES:
        apart = (found[axis] - wanted[axis] + 180.0) % 360.0 - 180.0
        assert abs(apart) < 1e-4, axis


@given(TURNS, st.floats(-80.0, 80.0))
def test_from_straight_ahead_each_axis_turns_the_hand_right_handed_about_that_axis(
    axes: Array, degrees: float
) -> None:
    forward, left, up = axes.T
    for axis, line in (("pitch", left), ("yaw", up), ("roll", forward)):
        asked: dict[Axis, float] = dict.fromkeys(AXES, 0.0)
        asked[axis] = degrees  # type: ignore[index]
        found = asked_turn(axes, axes, asked, axes)
        np.testing.assert_allclose(found, about(line, degrees) @ axes, atol=1e-9)


@given(TURNS, st.integers(0, 2), st.sampled_from((1, -1)))
def test_the_axes_of_a_face_are_the_things_own_and_lead_into_it(turn: Array, axis: int, side: int) -> None:
    box = Box((0.1, 0.2, 0.3), turn, (0.1, 0.02, 0.12))
    face = Face(axis, side)
    axes = axes_of_face(box, face, OUTWARD)
    np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-9)
    assert np.linalg.det(axes) > 0
    np.testing.assert_allclose(axes[:, 0], -face.normal(box), atol=1e-12)
    np.testing.assert_allclose(np.abs(axes.T @ box.axes).max(axis=0), 1.0, atol=1e-9)
    assert axes[2, 2] >= -1e-9 or abs(axes[2, 2]) < 0.1, "up is up, unless all that is left is level"


def test_over_the_top_up_is_away_from_the_robot() -> None:
    axes = axes_of_face(Box((0, 0, 0), np.eye(3), (0.1, 0.02, 0.12)), Face(2, 1), OUTWARD)
    np.testing.assert_allclose(axes.T, [[0, 0, -1], [0, -1, 0], [-1, 0, 0]], atol=1e-12)


def test_a_slot_is_entered_through_its_front() -> None:
    slot = new_node("slot", "slot", extents=(0.4, 0.9, 0.4), row=1, column=1)
    np.testing.assert_allclose(axes_of_place(slot).T, [[-1, 0, 0], [0, -1, 0], [0, 0, 1]], atol=1e-12)
