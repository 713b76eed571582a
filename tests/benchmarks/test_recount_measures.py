"""The recount's own geometry, and its own way of running programs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.recounting.deciding import Terms
from benchmarks.recounting.geometry import box_to_box, pixel, point_to_box, rotation
from benchmarks.recounting.numbers import is_spoken
from benchmarks.recounting.program import run, steps_of
from espire_dsl.scene.box import Box
from tests.benchmarks.making import ask, camera, look, node, row_of_books, scene, turned
from tests.scene.test_box import by_coal

unit = st.floats(-1, 1)
sizes = st.tuples(*[st.floats(0.01, 0.6)] * 3)
turns = st.tuples(unit, unit, unit, unit).filter(lambda q: np.linalg.norm(q) > 0.1)
boxes = st.tuples(st.tuples(unit, unit, unit), turns, sizes)


def box(center: Any, turn: Any, half: Any) -> tuple[Any, Any, Any]:
    q = np.array(turn) / np.linalg.norm(turn)
    return np.array(center), rotation(q), np.array(half)


@given(boxes, boxes)
@settings(max_examples=150, deadline=None)
def test_distances_of_boxes_are_those_of_another_library(a: Any, b: Any) -> None:
    one, other = box(*a), box(*b)
    assert box_to_box(*one, *other) == pytest.approx(by_coal(Box(*one), Box(*other)), abs=2e-5)


@given(boxes, st.tuples(unit, unit, unit))
@example(((0.5, 0.0, 0.5), (6e-8, 0.0, 1.0, 0.0), (0.5, 0.5, 0.5)), (0.0, 0.0, 0.0))
@settings(deadline=None)
def test_a_point_is_a_box_without_size(a: Any, point: Any) -> None:
    one = box(*a)
    nothing = (np.array(point), np.eye(3), np.zeros(3))
    assert point_to_box(np.array(point), *one) == pytest.approx(box_to_box(*nothing, *one), abs=1e-6)


def test_turns_and_pictures() -> None:
    assert rotation(turned(90)) @ [1, 0, 0] == pytest.approx([0, 1, 0])
    assert pixel(np.array([0.0, 0.0, 1.0]), camera()) == pytest.approx((320, 240))
    column, row = pixel(np.array([1.0, 0.5, 1.5]), camera()) or (0, 0)
    assert (column, row) == pytest.approx((320 + 100, 240 - 100))
    assert pixel(np.array([4.0, 0.0, 1.0]), camera()) is None


def test_lengths_as_people_say_them() -> None:
    assert [is_spoken(x) for x in (0.37, 0.5, 0.55, 1.95, 2.0, 2.1)] == [True] * 6
    assert [is_spoken(x) for x in (0.375, 0.56, 1.61, 2.05)] == [False] * 4


def test_distance_to_a_slot_ends_at_the_middle_of_its_opening() -> None:
    slot = node("slot_1", "slot", (0, 0, 1), (0.4, 0.6, 0.6))
    jar = node("jar", "near", (0, 1.0, 1), (0.2, 0.2, 0.2))
    now, before = scene([slot, jar]), scene([slot, jar], present=False)
    assert now.distance("slot_1", "viewer", "edges") == pytest.approx(2.8)
    assert now.distance("slot_1", "viewer", "centres") == pytest.approx(2.8)
    assert now.distance("slot_1", "jar", "edges") == pytest.approx(np.hypot(0.1, 0.9))
    assert now.distance("slot_1", "jar", "centres") == pytest.approx(np.hypot(0.2, 1.0))
    assert before.distance("slot_1", "jar", "edges") == pytest.approx(0.6)
    assert before.distance("slot_1", "jar", "centres") == pytest.approx(1.0)


def test_left_is_the_viewers_the_things_own_or_that_of_a_person_before_it() -> None:
    bear = node("bear", "near", (0, 0, 1), front=[1.0, 0.0, 0.0])
    table = node("table", "table", (0, 0, 0.5), front=[1.0, 0.0, 0.0], perspective="encounter")
    where = scene([bear, table, node("book", "book", (0, 0.3, 1))])
    lefts = {
        ("relative", "bear"): (),
        ("intrinsic", "bear"): ("book",),
        ("intrinsic", "table"): (),
    }
    for (frame, of), expected in lefts.items():
        found, _ = run(
            steps_of({"program_steps": ask("filter_orientation", "Left", frame=frame, of=of)}), where, Terms()
        )
        assert found == expected


def test_both_forms_of_a_program_give_the_same() -> None:
    where = scene(row_of_books(1.0, 1.5, 2.0))
    before = [
        {"function": "books", "inputs": [], "value_inputs": []},
        {"function": "thing", "inputs": [], "value_inputs": ["viewer"]},
        {"function": "filter_distance", "inputs": [0, 1], "value_inputs": ["RankClosest", 2]},
    ]
    now = ask("filter_distance", "RankClosest", {"ordinal": 2}, to="viewer")
    for steps in (before, now):
        assert run(steps_of({"program_steps": steps}), where, Terms())[0] == ("b",)


def test_hops_follow_one_another() -> None:
    where = scene(row_of_books(1.0, 1.2, 2.0))
    steps = [
        *ask("filter_distance", "Farthest", to="viewer"),
        {"function": "unique", "arguments": {"xs": {"step": 1}}, "type": "book"},
        {"function": "set", "arguments": {"x": {"step": 2}}, "type": "Set[book]"},
        {"function": "-", "arguments": {"left": {"step": 0}, "right": {"step": 3}}, "type": "Set[book]"},
        {
            "function": "filter_distance",
            "arguments": {
                "xs": {"step": 4},
                "type": {"reasoning": "Closest", "arguments": []},
                "to": {"step": 2},
            },
            "type": "Set[book]",
        },
    ]
    assert look(where, steps, ["b"]).again == {"b"}
    first = [*steps, {"function": "value", "arguments": {"operand": {"step": 1}}, "type": "Set[book]"}]
    assert look(where, first, ["c"]).again == {"c"}
