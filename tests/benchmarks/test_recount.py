"""The recount's rules, on scenes made by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.recounting.look import Look
from benchmarks.recounting.program import run
from benchmarks.recounting.rules import Recount
from tests.benchmarks.making import (
    RANK,
    ask,
    camera,
    look,
    node,
    recounted,
    row_of_books,
    rule,
    scene,
    turned,
    verdict,
    viewer,
)


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
