"""The recount's own geometry and rules, on scenes made by hand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.recounting import clearness, fairness
from benchmarks.recounting.deciding import Terms
from benchmarks.recounting.geometry import box_to_box, pixel, point_to_box, rotation
from benchmarks.recounting.look import Look
from benchmarks.recounting.numbers import is_spoken
from benchmarks.recounting.program import run, steps_of
from benchmarks.recounting.rules import Recount, Rule
from espire_dsl.scene.box import Box
from tests.benchmarks.making import ask, camera, look, node, row_of_books, scene, turned, viewer
from tests.scene.test_box import by_coal

ROOT = Path(__file__).resolve().parents[2]
RULES = (*clearness.RULES, *fairness.RULES)

unit = st.floats(-1, 1)
sizes = st.tuples(*[st.floats(0.01, 0.6)] * 3)
turns = st.tuples(unit, unit, unit, unit).filter(lambda q: np.linalg.norm(q) > 0.1)
boxes = st.tuples(st.tuples(unit, unit, unit), turns, sizes)


def rule(words: str) -> Rule:
    [found] = [r for r in RULES if words in r.words]
    return found


def verdict(words: str, *tasks: Look, manifest: dict[str, Any] | None = None) -> list[bool]:
    return [bad for _, bad in rule(words).verdicts(Recount(tasks, (), manifest or {}))]


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


def test_a_program_that_cannot_be_run_is_told() -> None:
    steps = ask("filter_distance", "Closest", to="viewer")
    strange = [*steps, {"function": "shuffled", "arguments": {"xs": {"step": 1}}, "type": "Set[book]"}]
    where = scene(row_of_books(1, 2))
    assert verdict("run again", look(where, steps, ["a"]), look(where, strange, ["a"])) == [False, True]


@pytest.mark.parametrize(("answers", "bad"), [(["b"], False), (["c"], True), (["b", "c"], True)])
def test_ranks_are_counted_one_by_one(answers: list[str], bad: bool) -> None:
    where = scene(row_of_books(1.0, 1.5, 2.0, 2.5))
    steps = ask("filter_distance", "RankClosest", {"ordinal": 2}, to="viewer")
    assert verdict("ranks are those of ordinary counting", look(where, steps, answers)) == [bad]


@pytest.mark.parametrize(("third", "bad"), [(2.0, False), (1.6, True)])
def test_neighbours_of_a_rank_stand_a_tenth_away(third: float, bad: bool) -> None:
    where = scene(row_of_books(1.0, 1.5, third, 2.6))
    steps = ask("filter_distance", "RankClosest", {"ordinal": 2}, to="viewer")
    assert verdict("neighbours", look(where, steps, ["b"])) == [bad]


def test_slots_seen_from_the_camera_need_five_centimetres() -> None:
    def where(step: float) -> Any:
        return scene([node(n, "slot", (-i * step, 0, 1), (0.2, 0.2, 0.2)) for i, n in enumerate("abcd")])

    steps = ask("filter_distance", "RankClosest", {"ordinal": 2}, to="viewer")
    steps[0]["function"] = "slots"
    looks = [look(where(step), steps, ["b"], candidates=list("abcd")) for step in (0.06, 0.04)]
    assert verdict("neighbours", *looks) == [False, True]


def test_a_way_of_measuring_that_matters_must_be_named() -> None:
    long = node("long", "book", (1.0, 0, 1), (1.0, 0.1, 0.1))
    where = scene([long, node("short", "book", (1.3, 0, 1))])
    steps = ask("filter_distance", "Closest", to="viewer")
    said = look(where, steps, ["long"], names_measure=True)
    assert verdict("way of measuring", look(where, steps, ["long"]), said) == [True]
    apart = scene([long, node("short", "book", (0.1, 0, 1))])
    assert verdict("way of measuring", look(apart, steps, ["long"])) == [False]


def test_whoever_measures_in_another_way_does_so_throughout() -> None:
    """Less than 50 cm from one jar and not from the other. A book amid the two is 45 cm from both by edges
    and 55 cm by centres: an answer only to who takes edges here and centres there."""
    jars = [node("one", "near", (0, 0, 1)), node("two", "near", (0, 1.1, 1))]
    where = scene([*jars, node("a", "book", (0, 0.15, 1)), node("amid", "book", (0, 0.55, 1))])
    first = ask("filter_distance", "LessThan", {"length": 0.5}, to="one")
    second = ask("filter_distance", "LessThan", {"length": 0.5}, to="two")[1]
    minus = {"left": {"step": 1}, "right": {"step": 2}}
    steps = [*first, second, {"function": "-", "arguments": minus, "type": "Set[book]"}]
    task = look(where, steps, ["a"])
    assert run(task.steps, where, task.terms, ("edges", "centres"))[0] == ("a", "amid")
    assert [found for found, _ in task.by_ways()] == [{"a"}, {"a"}]
    assert verdict("way of measuring", task) == [False]


@pytest.mark.parametrize(
    ("second", "answers", "bad"),
    [
        (0.40, "ab", False),  # less by both
        (0.50, "ab", False),  # by centres 60 cm: too close to 55 cm to be decided
        (0.52, "ab", True),  # by centres 62 cm: more
        (0.50, "b", True),  # no answer is shared
    ],
)
def test_a_space_may_be_undecided_by_the_other_way(second: float, answers: str, bad: bool) -> None:
    jar = node("jar", "near", (0.05, 0, 1), (0.1, 0.2, 0.1))
    spots = {"a": 0.3, "b": second + 0.1, "c": 2.0}
    spaces = [node(id, "space", (0, y, 1), (0.1, 0.1, 0.1)) for id, y in spots.items()]
    steps = ask("filter_distance", "LessThan", {"length": 0.55}, to="jar")
    steps[0]["function"] = "spaces"
    where = scene([jar, *spaces])
    task = look(
        where, steps, list(answers), candidates=list("abc"), undecided=["a"] if answers == "b" else []
    )
    assert verdict("way of measuring", task) == [bad]


def left_of_a_jar(width: float) -> Look:
    """A space above a jar, 10 cm to the left: 51 cm away by edges, 67 cm by centres; and one far left."""
    jar = node("jar", "near", (0.05, 0, 1), (0.1, 0.1, 0.3))
    above = node("above", "space", (0, -0.1, 1.66), (0.1, width, 0.1))
    steps = ask("filter_distance", "MoreThan", {"length": 0.6}, to="jar")
    steps[0]["function"] = "spaces"
    side = ask("filter_orientation", "Left", frame="relative", of="jar")[1]
    side["arguments"]["xs"] = {"step": 1}
    where = scene([jar, above, node("far", "space", (0, -1.0, 1))])
    return look(where, [*steps, side], ["far"], candidates=["above", "far"])


@pytest.mark.parametrize(("width", "bad"), [(0.08, True), (0.16, False)])
def test_a_space_across_the_boundary_of_a_side_is_undecided_by_the_other_way(width: float, bad: bool) -> None:
    assert verdict("way of measuring", left_of_a_jar(width)) == [bad]


@pytest.mark.parametrize(("width", "bad"), [(0.08, False), (0.16, True)])
def test_all_of_a_space_is_on_a_side(width: float, bad: bool) -> None:
    task = left_of_a_jar(width)
    both = [task.task["program_steps"][0], ask("filter_orientation", "Left", frame="relative", of="jar")[1]]
    assert verdict("5 cm or 5 degrees", look(task.scene, both, ["above", "far"])) == [bad]


@pytest.mark.parametrize(
    ("places", "bad"),
    [((1.0, 1.5), False), ((1.0, 1.3), True), ((1.22, 1.5), True)],
)
def test_stated_lengths_are_kept_clear_of(places: tuple[float, ...], bad: bool) -> None:
    """Books of 10 cm, so that their edges are 5 cm nearer; less than 1.2 m."""
    where = scene(row_of_books(*places))
    steps = ask("filter_distance", "LessThan", {"length": 1.2}, to="viewer")
    assert verdict("stated lengths: 10 %", look(where, steps, ["a"])) == [bad]


def test_undecided_things_are_close_to_nothing() -> None:
    where = scene(row_of_books(1.0, 1.3, 1.8))
    steps = ask("filter_distance", "LessThan", {"length": 1.2}, to="viewer")
    assert verdict("stated lengths: 10 %", look(where, steps, ["a"], undecided=["b"])) == [False]


def test_a_stated_value_is_an_answers_own() -> None:
    where = scene(row_of_books(1.0, 1.5))
    about = [ask("filter_distance", "EqualTo", {"length": x}, to="viewer") for x in (0.95, 0.93, 1.0)]
    tasks = [look(where, steps, ["a"]) for steps in about]
    assert verdict("rounded", *tasks) == [False, False, True]
    assert verdict("steps that people say", *tasks) == [False, True, False]


def test_an_hour_is_clear_by_degrees_or_by_centimetres() -> None:
    def at(degrees: float, far: float) -> Look:
        x, y = 3 - far * np.cos(np.radians(degrees)), far * np.sin(np.radians(degrees))
        steps = ask("filter_orientation", "ClockPosition", {"clock": 12}, frame="intrinsic", of="viewer")
        return look(scene([node("a", "book", (x, y, 1))]), steps, ["a"])

    tasks = [at(0, 1), at(12, 0.5), at(12, 2.0), at(13.5, 1.0)]
    assert verdict("sides, hours", *tasks) == [False, True, False, True]


def test_candidates_and_chance() -> None:
    where = scene(row_of_books(1, 2, 3, 4))
    steps = ask("filter_distance", "LessThan", {"length": 2.5}, to="viewer")
    tasks = [
        look(where, steps, ["a", "b"]),
        look(where, steps, ["a", "b"], candidates=["a", "b", "c"]),
        look(where, steps, ["a", "b"], candidates=["a", "b"]),
        look(where, steps, ["a"], candidates=["a", "c"], level="easy"),
        look(where, steps, ["a"], candidates=["a", "c"], level="hard"),
        look(where, steps, ["a"], chance=0.9),
    ]
    assert verdict("not every candidate", *tasks) == [False, False, True, False, False, False]
    assert verdict("3 candidates", *tasks) == [False, False, True, False, True, False]
    assert verdict("at most half", *tasks) == [False, True, True, False, False, False]
    assert verdict("chance at most 0.5", *tasks) == [False, True, True, False, False, True]
    assert verdict("stored chance", *tasks) == [True]
    assert verdict("mean chance", *tasks[:1]) == [True]


def test_pose_constrained_tasks_stand_apart() -> None:
    where = scene(row_of_books(1, 2))
    posed = look(where, ask("filter_pose", "Flat"), ["a", "b"], constraint={"pose": "Flat"})
    assert verdict("not every candidate", posed) == verdict("chance at most 0.5", posed) == []
    assert verdict("pose-constrained: every", posed) == [True]


def test_what_is_asked_about_is_seen() -> None:
    dim = node("dim", "near", (0, 1, 1), visible={"world": 0.4}, pixels={"world": 100})
    where = scene([dim, *row_of_books(1, 2)])
    steps = ask("filter_distance", "Closest", to="dim")
    task = look(where, steps, ["a"], references=["dim"])
    assert verdict("references half visible", task) == verdict("references of 150", task) == [True]
    assert verdict("answers half visible", task) == verdict("answers of 150", task) == [False]


@pytest.mark.parametrize(("turn", "bad"), [(0, False), (110, False), (130, True), (180, True)])
def test_an_asked_front_can_be_seen(turn: float, bad: bool) -> None:
    bear = node("bear", "near", (0, 0, 1), front=[1.0, 0.0, 0.0], quaternion=turned(turn))
    where = scene([bear, *row_of_books(1, 2)])
    steps = ask("filter_orientation", "Left", frame="intrinsic", of="bear")
    assert verdict("an asked front", look(where, steps, [])) == [bad]


def test_left_in_the_picture() -> None:
    """The far book is farther left in metres, the near one in the picture."""
    where = scene([node("near", "book", (2, -0.5, 1)), node("far", "book", (-3, -0.8, 1))])
    table = scene(
        [*(t.record for t in where.things.values() if t.kind == "book"), node("table", "table", (0, 0, 0))]
    )
    steps = ask("filter_relation", "LeftMost", frame="relative", of="table")
    assert look(table, steps, ["far"]).again == {"far"}
    assert verdict("those of the picture", look(table, steps, ["far"])) == [True]
    sides = ask("filter_relation", "Left", frame="relative", of="table")
    assert verdict("those of the picture", look(table, sides, ["near", "far"])) == [False]


@pytest.mark.parametrize(("nearer", "bad"), [(-0.36, False), (-0.388, True)])
def test_columns_of_what_is_counted_can_be_told_apart(nearer: float, bad: bool) -> None:
    """In columns 120 and 140, or 126."""
    books = [node("a", "book", (2, -0.5, 1)), node("b", "book", (2.2, nearer, 1))]
    where = scene([*books, node("table", "table", (0, 0, 0))])
    steps = ask("filter_relation", "LeftMost", frame="relative", of="table")
    assert verdict("those of the picture", look(where, steps, ["a"])) == [bad]


def shelf(rows: int, columns: int) -> list[dict[str, Any]]:
    slots = [
        node(f"s{r}{c}", "slot", (0, 0.5 * c, 2 - 0.4 * r), (0.4, 0.4, 0.3), row=r + 1, column=c + 1)
        for r in range(rows)
        for c in range(columns)
    ]
    front = {"front": [1.0, 0.0, 0.0], "perspective": "encounter"}
    return [*slots, node("shelf", "shelf", (0, 0, 1), (0.4, 2, 2), **front)]


@pytest.mark.parametrize(
    ("rows", "columns", "sentence", "bad"),
    [
        (2, 3, "Use a slot in the leftmost column.", False),
        (3, 2, "Use a slot in the leftmost column.", True),
        (2, 3, "Use the leftmost slot.", True),
    ],
)
def test_columns_are_counted_on_grids_where_that_is_said(
    rows: int, columns: int, sentence: str, bad: bool
) -> None:
    where = scene(shelf(rows, columns))
    steps = ask("filter_relation", "LeftMost", frame="intrinsic", of="shelf")
    steps[0]["function"] = "slots"
    whole = [f"s{r}0" for r in range(rows)]
    task = look(where, steps, whole, instruction=sentence, candidates=where.of_kind("slot"), action="place")
    assert verdict("full grids", task) == [bad]
    assert verdict("extremes are those", task) == ["column" not in sentence]
    assert verdict("`the` only", task) == ["column" not in sentence]


def test_families_whose_frame_does_not_matter_are_listed() -> None:
    where = scene(row_of_books(1, 2))
    steps = ask("filter_distance", "Closest", to="viewer")
    same = look(where, steps, ["a"], readings={"relative": ["a"], "intrinsic": ["a"]})
    assert verdict("differ by frame", same) == [True]
    for wanted, bad in ((None, False), (0.5, True), (0.0, False)):
        assert verdict("differ by frame", same, manifest=frames(0.0, wanted)) == [bad]
    elsewhere = {"rules": {"espire_plus": frames(0.0, None)["rules"]["espire"]}}
    assert verdict("differ by frame", same, manifest=elsewhere) == [True]
    other = look(where, steps, ["a"], readings={"relative+edges": ["a"], "intrinsic+edges": ["b"]})
    assert verdict("differ by frame", same, other) == [False]


@pytest.mark.parametrize(
    ("kind", "differ", "tag", "bad"),
    [
        ("book", True, True, False),
        ("book", False, False, False),
        ("book", True, False, True),
        ("space", True, False, False),
        ("book", False, True, True),
        ("space", False, True, True),
    ],
)
def test_tags_about_frames(kind: str, differ: bool, tag: bool, bad: bool) -> None:
    readings = {"relative": ["a"], "intrinsic": ["b" if differ else "a"]}
    more = {"readings": readings, "candidate_kind": kind, "tags": {"frame_sensitive": tag}}
    task = look(scene(row_of_books(1, 2)), RANK, ["a"], **more)
    assert verdict("tagged as", task) == [bad]
    for share in (0.0, 1.0):
        assert verdict("those of the tags", task, manifest=frames(share, 0.5)) == [share != tag]
    assert verdict("those of the tags", task) == []


@pytest.mark.parametrize(
    ("supply", "wanted", "bad"), [(0.09, None, [False]), (0.2, None, [True]), (0.2, 0.5, [])]
)
def test_a_frame_may_be_idle_only_where_few_bindings_depend_on_it(
    supply: float, wanted: float | None, bad: list[bool]
) -> None:
    assert verdict("few bindings differ", manifest=frames(0.0, wanted, supply)) == bad


def frames(share: float, wanted: float | None, supply: float = 0.01) -> dict[str, Any]:
    listed = {"supply": supply, "share": share, "wanted": wanted}
    return {"rules": {"espire": {"frames": {"pick.x": listed}}}}


RANK = ask("filter_distance", "RankClosest", {"ordinal": 2}, to="viewer")
LESS = ask("filter_distance", "LessThan", {"length": 1.2}, to="viewer")
LEFT = ask("filter_orientation", "Left", frame="relative", of="jar")
HOUR = ask("filter_orientation", "ClockPosition", {"clock": 12}, frame="intrinsic", of="viewer")
JAR = node("jar", "near", (0, 0, 1))


@pytest.mark.parametrize(
    ("words", "nodes", "steps", "answers", "listed", "more"),
    [
        # 1.45 and 1.55 m: 10 cm are less than a tenth
        ("neighbours", row_of_books(1, 1.5, 1.6, 2.6), RANK, "b", {"margin_share": 0.05}, {}),
        ("neighbours", row_of_books(1, 1.5, 1.54, 2.6), RANK, "b", {"margin_share": 0, "margin": 0.03}, {}),
        ("stated lengths: 10 %", row_of_books(1, 1.3), LESS, "a", {"margin_share": 0.02, "margin": 0.04}, {}),
        ("stated lengths: 10 %", row_of_books(1.22, 1.5), LESS, "a", {"inside_share": 0, "inside": 0.02}, {}),
        ("sides, hours", [JAR, node("a", "book", (0, -0.04, 1))], LEFT, "a", {"margin": 0.03}, {}),
        ("sides, hours", [node("a", "book", (2.5, 0.107, 1))], HOUR, "a", {"margin_angle": 2}, {}),
        ("at most a third", row_of_books(1, 2), LESS, "a", {"undecided_share": 0.5}, {"undecided": ["b"]}),
        ("3 candidates", row_of_books(1, 2), LESS, "a", {"candidate_count": 2}, {}),
        ("3 candidates", row_of_books(1, 2, 3), RANK, "b", {"ranked_count": 3}, {}),
        ("at most half", row_of_books(1, 1.1, 2), LESS, "ab", {"chance": 0.7}, {}),
        ("chance at most 0.5", row_of_books(1, 1.1, 2), LESS, "ab", {"chance": 0.7}, {}),
        (
            "answers half",
            [node("a", "book", (2, 0, 1), visible={"world": 0.4})],
            LESS,
            "a",
            {"visible": 0.3},
            {},
        ),
        ("answers of", [node("a", "book", (2, 0, 1), pixels={"world": 99})], LESS, "a", {"pixels": 90}, {}),
    ],
)
def test_listed_numbers_hold_instead_of_the_usual_ones(
    words: str,
    nodes: list[dict[str, Any]],
    steps: list[dict[str, Any]],
    answers: str,
    listed: dict[str, float],
    more: dict[str, Any],
) -> None:
    """What violates the usual number keeps the listed one; a number of another rule changes nothing."""
    where = scene(nodes)
    numbers: list[dict[str, float]] = [{}, {"salience": 1.0}, listed]
    looks = [look(where, steps, list(answers), own, **more) for own in numbers]
    assert verdict(words, *looks) == [True, True, False]
    shown = list(rule("numbers of their own").verdicts(Recount(looks[2:], (), {})))
    assert shown == [(f"espire pick.x {' '.join(f'{k}={v:g}' for k, v in listed.items())}", True)]


def test_a_listed_number_may_be_stricter() -> None:
    tasks = [look(scene(row_of_books(1, 1.5, 2.0, 2.6)), RANK, ["b"], own) for own in ({}, {"margin": 0.6})]
    assert verdict("neighbours", *tasks) == [False, True]


@pytest.mark.parametrize(
    ("readings", "bad"),
    [((["a"], ["b"]), False), ((["a"], []), True), ((["a"], ["a", "b"]), True)],
)
def test_open_readings_are_apart(readings: tuple[list[str], list[str]], bad: bool) -> None:
    where = scene(row_of_books(1, 2))
    named = dict(zip(("relative", "intrinsic"), readings, strict=True))
    task = look(where, ask("filter_distance", "Closest", to="viewer"), ["a"], readings=named)
    found = rule("disjoint").verdicts(Recount((), (task,), {}))
    assert [violated for _, violated in found] == [bad]


def recounted(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "recount.py"), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_script_says_what_is_violated(tmp_path: Path) -> None:
    nodes = [viewer(), *row_of_books(1.0, 1.5, 2.0, 2.5)]
    graph = {"id": "s", "cameras": {"world": camera()}}
    (tmp_path / "scenes.jsonl").write_text(json.dumps({"graph": graph, "nodes": nodes, "edges": []}) + "\n")
    (tmp_path / "manifest.json").write_text('{"schema": 2}')
    steps = ask("filter_distance", "RankClosest", {"ordinal": 2}, to="viewer")
    record = look(scene(nodes[1:]), steps, ["c"]).task
    (tmp_path / "tasks.jsonl").write_text(json.dumps(record) + "\n")
    done = recounted(tmp_path)
    assert done.returncode == 1, done.stderr
    [line] = [line for line in done.stdout.splitlines() if "ranks are those" in line]
    assert line.split()[0] == "!"
    assert line.split()[-3:] == ["1", "1", "t"]


@pytest.mark.parametrize(("suite", "code"), [("espire", 0), ("espire_plus", 1)])
def test_the_script_reads_listed_numbers_by_suite_and_family(suite: str, code: int, tmp_path: Path) -> None:
    nodes = [viewer(), *row_of_books(1.0, 1.5, 1.6, 2.6)]
    graph = {"id": "s", "cameras": {"world": camera()}}
    (tmp_path / "scenes.jsonl").write_text(json.dumps({"graph": graph, "nodes": nodes, "edges": []}) + "\n")
    rules = {suite: {"families": {"pick.x": {"margin_share": 0.05}}}}
    (tmp_path / "manifest.json").write_text(json.dumps({"schema": 2, "rules": rules}))
    records = [{**look(scene(nodes[1:]), RANK, ["b"]).task, "id": f"t{n}"} for n in range(2)]
    (tmp_path / "tasks.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    done = recounted(tmp_path)
    [line] = [line for line in done.stdout.splitlines() if "neighbours" in line]
    assert line.startswith("!") == bool(code), done.stdout


def test_without_a_set_nothing_is_recounted(tmp_path: Path) -> None:
    done = recounted(tmp_path)
    assert (done.returncode, done.stdout.count("not recounted")) == (0, 1)
