"""Does a book fit: against numbers worked out by hand and against placing its box."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.scene.box import box_of, shadow
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.fit import clearance, fits, free_intervals
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import axis_angle, product, yaw
from espire_dsl.testing.strategies import centimetres
from tests.nodes import node as new_node

BOOK = new_node("book", "book", (0, 9, 0), extents=(0.16, 0.02, 0.24))


def slot(depth: float = 0.4, width: float = 0.5, height: float = 0.3, turn: int = 0) -> Node:
    return new_node("s", "slot", (1, 2, 1), yaw(turn), (depth, width, height))


def room(place: Node, book: Node = BOOK, *others: Node) -> Scene:
    return Scene.build([place, book, *others])


def test_upright_and_flat_by_hand() -> None:
    scene = room(slot())
    assert clearance(scene, "s", "book", "upright") == 0.06
    assert clearance(scene, "s", "book", "flat") == 0.24
    low = room(slot(height=0.2))
    assert clearance(low, "s", "book", "upright") == -0.04
    assert not fits(low, "s", "book", "upright")
    assert fits(low, "s", "book", "flat")


def test_an_exact_fit_fits() -> None:
    assert fits(room(slot(0.16, 0.02, 0.24)), "s", "book", "upright")
    assert clearance(room(slot(0.02, 0.16, 0.24)), "s", "book", "upright") == 0


def test_a_tilt_of_nothing_is_upright_and_of_a_right_angle_flat() -> None:
    scene = room(slot(0.3, 0.25, 0.26))
    assert clearance(scene, "s", "book", 0) == clearance(scene, "s", "book", "upright")
    assert clearance(scene, "s", "book", 90) == clearance(scene, "s", "book", "flat")


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(0, 90), centimetres(5, 40), centimetres(5, 40), centimetres(5, 40))
def test_tilted_clearance_is_that_of_the_placed_box(
    degrees: int, depth: float, width: float, height: float
) -> None:
    lean = axis_angle((1, 0, 0), degrees)
    best = -np.inf
    for turn in (0, 90):
        placed = new_node("p", "book", (0, 0, 0), product(yaw(turn), lean), BOOK.extents)
        spans = [np.ptp(shadow(box_of(placed), axis)) for axis in np.eye(3)]
        best = max(best, min(depth - spans[0], width - spans[1], height - spans[2]))
    scene = room(slot(depth, width, height))
    assert clearance(scene, "s", "book", float(degrees)) == pytest.approx(best, abs=1e-9)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(
    centimetres(5, 40),
    centimetres(5, 40),
    centimetres(5, 40),
    st.tuples(centimetres(1, 30), centimetres(1, 30), centimetres(1, 30)),
)
def test_tilted_is_the_best_of_all_its_angles(
    depth: float, width: float, height: float, extents: tuple[float, float, float]
) -> None:
    scene = room(slot(depth, width, height), new_node("book", "book", (0, 9, 0), extents=extents))
    sampled = max(clearance(scene, "s", "book", float(degrees)) for degrees in np.linspace(15, 75, 241))
    found = clearance(scene, "s", "book", "tilted")
    assert sampled - 1e-9 <= found <= sampled + 2e-3


@pytest.mark.parametrize("turn", [0, 90, 225])
def test_what_stands_in_a_slot_shades_its_width(turn: int) -> None:
    def body(id: str, lateral: float, width: float) -> Node:
        angle = np.radians(turn)
        center = (1 - lateral * np.sin(angle), 2 + lateral * np.cos(angle), 1)
        return new_node(id, "near", center, yaw(turn), (0.1, width, 0.1), slot="s")

    scene = room(slot(turn=turn), BOOK, body("a", 0.0, 0.1), body("b", 0.03, 0.1), body("c", -0.25, 0.1))
    expected = [(-0.2, -0.05), (0.08, 0.25)]
    assert np.round(free_intervals(scene, "s"), 9).tolist() == [list(pair) for pair in expected]
    assert clearance(scene, "s", "book", "flat") == 0.01
    assert free_intervals(room(slot(), BOOK), "s") == ((-0.25, 0.25),)


def test_a_full_slot_has_no_room_and_the_book_itself_takes_none() -> None:
    full = new_node("a", "near", (1, 2, 1), extents=(0.4, 0.6, 0.3), slot="s")
    assert clearance(room(slot(), BOOK, full), "s", "book", "flat") == -0.16
    inside = new_node("book", "book", (1, 2, 1), extents=BOOK.extents, slot="s")
    assert clearance(room(slot(), inside), "s", "book", "flat") == 0.24


def test_bodies_beyond_the_ends_of_a_slot_shade_nothing() -> None:
    past = [
        new_node(id, "near", (1, 2 + y, 1), extents=(0.1, 0.1, 0.1), slot="s")
        for id, y in (("a", 0.4), ("b", -0.4))
    ]
    assert free_intervals(room(slot(), BOOK, *past), "s") == ((-0.25, 0.25),)


def test_a_space_offers_all_of_itself() -> None:
    space = new_node("p", "space", (1, 2, 1), extents=(0.2, 0.1, 0.3), slot="s")
    scene = room(slot(), BOOK, space)
    assert clearance(scene, "p", "book", "upright") == 0.04


def test_questions_that_make_no_sense() -> None:
    scene = room(slot())
    with pytest.raises(SceneError, match="is no pose"):
        clearance(scene, "s", "book", "standing")  # type: ignore[arg-type]
    with pytest.raises(SceneError, match="is no pose"):
        clearance(scene, "s", "book", 120)
    with pytest.raises(SceneError, match="cells and free spaces"):
        clearance(scene, "book", "book", "flat")
