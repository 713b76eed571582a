"""Counting rows and columns of a shelf instead of its slots: `count: lines`."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.program.arrays.columns import FrameColumn, TypeColumn
from espire_dsl.program.arrays.lines import by_line
from espire_dsl.program.arrays.reasoning import decide
from espire_dsl.program.batched import Request, SceneBatch
from espire_dsl.program.reference import evaluate
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import FORWARD
from espire_dsl.scene.rotation import yaw
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from tests.language.reading import typed
from tests.nodes import node as new_node
from tests.program.agreement import assert_program_agrees
from tests.program.odd_scenes import odd_scenes

MOSTS = ("LeftMost", "RightMost", "FrontMost", "BackMost", "TopMost", "BottomMost")
RANKS = ("1st", "2nd", "3rd", "4th")
SETS = ("slots()", "spaces()", "things()", "filter_attribute(slots(), NonEmpty)")
OWN = "intrinsic(shelf())"


def lines(type_: str, xs: str = "slots()", frame: str = OWN, count: str = "lines") -> str:
    return f"filter_relation({xs}, {type_}, of: shelf(), in: {frame}, count: {count})"


def answer(text: str, scene: Scene) -> tuple[str, ...]:
    program, findings = typed(text, {})
    assert not findings.errors
    ids: tuple[str, ...] = evaluate(program, scene, {}).value.ids
    return ids


types = st.sampled_from(MOSTS) | st.builds(
    lambda most, rank: f"Rank{most}({rank})", st.sampled_from(MOSTS), st.sampled_from(RANKS)
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    types,
    st.sampled_from(SETS),
    st.sampled_from((OWN, "relative")),
    st.lists(st.one_of(shelf_scenes(), tabletop_scenes(), odd_scenes()), min_size=1, max_size=3),
)
def test_ranks_over_lines_agree_with_the_oracle(type_: str, xs: str, frame: str, scenes: list[Scene]) -> None:
    program, findings = typed(lines(type_, xs, frame), {})
    assert not findings.errors
    rows = [Request(number, {}) for number in range(len(scenes))]
    assert_program_agrees(program, SceneBatch.of_scenes(scenes), rows)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(shelf_scenes(grid=True))
def test_lines_of_a_grid_are_its_rows_and_columns(scene: Scene) -> None:
    for number, rank in enumerate(RANKS, 1):
        assert answer(lines(f"RankTopMost({rank})"), scene) == answer(by_number("Row", number), scene)
        assert answer(lines(f"RankLeftMost({rank})"), scene) == answer(by_number("Column", number), scene)


def by_number(type_: str, number: int) -> str:
    return f"filter_relation(slots(), {type_}({number}), of: shelf(), in: {OWN})"


@settings(max_examples=20, deadline=None, derandomize=True)
@given(shelf_scenes(), st.sampled_from(SETS), st.sampled_from(MOSTS))
def test_lines_part_the_candidates(scene: Scene, xs: str, most: str) -> None:
    """Counted to the end, each candidate is in exactly one line; from the other end they come in reverse."""
    found, number = [], 1
    while ids := answer(lines(f"Rank{most}({ordinal(number)})", xs), scene):
        found.append(ids)
        number += 1
    assert sorted(id for ids in found for id in ids) == sorted(answer(xs, scene))
    assert found[:1] == [ids for ids in (answer(lines(most, xs), scene),) if ids]


def ordinal(number: int) -> str:
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if 10 < number % 100 < 14 else ends.get(number % 10, 'th')}"


@settings(max_examples=20, deadline=None, derandomize=True)
@given(tabletop_scenes(), types)
def test_what_is_in_no_line_is_one_by_itself(scene: Scene, type_: str) -> None:
    """Books on a table are counted one by one, whatever is to be counted."""
    asked = "filter_relation(books(), {}, of: table(), in: relative, count: {})"
    found = [answer(asked.format(type_, count), scene) for count in ("lines", "things")]
    assert found[0] == found[1]


def grid(columns: tuple[float, ...], *shifted: tuple[str, float]) -> Scene:
    """Two rows of slots before someone who looks along +x: the first column is the one on the left."""
    moved = dict(shifted)
    slots = [
        new_node(
            f"s{row}{column}",
            "slot",
            (0, y + moved.get(f"s{row}{column}", 0.0), 2.0 - 0.5 * row),
            yaw(180),
            (0.4, 0.3, 0.4),
            row=row,
            column=column,
        )
        for row in (1, 2)
        for column, y in enumerate(columns, 1)
    ]
    front: dict[str, Any] = {"front": FORWARD, "perspective": "encounter"}
    shelf = new_node("shelf", "shelf", (0, 0, 1), yaw(180), (0.4, 3, 2), **front)
    return Scene.build([shelf, *slots, new_node("viewer", "viewer", (-3, 0, 1), front=FORWARD)])


def test_a_line_stands_where_its_slots_stand_on_average() -> None:
    """The second column is crooked, and by single slots it would reach beyond both of its neighbours."""
    scene = grid((1.0, 0.5, 0.0), ("s12", 0.6), ("s22", -0.8))
    assert answer(lines("LeftMost", count="things"), scene) == ("s12",)
    assert answer(lines("LeftMost"), scene) == ("s11", "s21")
    assert answer(lines("RankLeftMost(2nd)"), scene) == ("s12", "s22")
    program, _ = typed(lines("RankLeftMost(2nd)"), {})
    step = evaluate(program, scene, {}).trace[-1]
    assert step.margin == pytest.approx(0.4)  # means 1.0, 0.4, 0.0
    assert step.measured["s12"] == step.measured["s22"] == pytest.approx(0.4)


def test_only_candidates_make_a_line() -> None:
    scene = grid((1.0, 0.5, 0.0))
    without_first = f"slots() - {by_number('Column', 1)}"
    assert answer(lines("LeftMost", without_first), scene) == ("s12", "s22")
    assert answer(lines("RankLeftMost(3rd)", without_first), scene) == ()


def test_rows_of_a_batch_may_count_differently() -> None:
    scene = grid((1.0, 0.5, 0.0), ("s11", 0.1))
    batch = SceneBatch.of_scenes([scene])
    count = np.array([True, False, True])
    scenes = np.zeros(3, dtype=np.int64)
    slots = np.repeat(batch.of("slot"), 3, axis=0)
    place = np.full(3, [node.id for node in scene.nodes].index("shelf"))
    given_ = decide(
        batch,
        scenes,
        slots,
        TypeColumn("LeftMost", ()),
        (place,),
        FrameColumn("intrinsic", place),
        lines=count,
    )
    chosen = [{scene.nodes[i].id for i in np.flatnonzero(row)} for row in given_.column.mask]
    assert chosen == [{"s11", "s21"}, {"s11"}, {"s11", "s21"}]


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=40), st.randoms(use_true_random=False))
def test_means_have_the_same_bits_in_any_order(billionths: list[int], dice: random.Random) -> None:
    """Whatever else is in the batch: places that nobody asks about change nothing."""
    shuffled = [*billionths]
    dice.shuffle(shuffled)
    spread = [value for n in shuffled for value in (n / 1e9, math.nan)]
    found = []
    for values in ([n / 1e9 for n in billionths], spread):
        asked = ~np.isnan(np.array([values]))
        means, first = by_line(np.array([values]), asked, np.zeros(asked.shape, dtype=np.int64))
        assert first.sum() == 1
        found += [*set(means[asked].tolist())]
    assert len(set(found)) == 1
    assert found[0] == pytest.approx(math.fsum(billionths) / len(billionths) / 1e9, abs=1e-9)
