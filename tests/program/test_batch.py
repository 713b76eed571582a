"""Scenes as arrays: padding, order, what is shared, and rows that fail."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.family import Family
from espire_dsl.language.kinds import sort_of
from espire_dsl.language.types import LENGTH
from espire_dsl.language.types import Thing as ThingType
from espire_dsl.program.arrays import distances as batched_distances
from espire_dsl.program.arrays.call import BatchedCall, BatchedResult
from espire_dsl.program.arrays.columns import ThingColumn, TypeColumn
from espire_dsl.program.arrays.functions import BATCHED
from espire_dsl.program.batched import (
    Request,
    RowResults,
    SceneBatch,
    columns_of,
    evaluate_program,
    evaluate_requests,
    evaluate_rows,
)
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.places import slot_of
from espire_dsl.scene.rotation import matrix
from tests.language.reading import typed
from tests.nodes import kinds
from tests.nodes import node as new_node
from tests.program.agreement import assert_agree, assert_program_agrees
from tests.program.suites import families, scenes


def family(name: str) -> Family:
    return next(f for f in families("espire") if f.name == name)


def near(scene: Scene) -> ThingRef:
    return ThingRef(scene.of_kind("near")[0].id, scene)


def test_arrays_hold_what_nodes_say_and_padding_is_nothing() -> None:
    batch = SceneBatch.of_scenes([*scenes("tabletop", 2), *scenes("shelf", 2), Scene.build([])])
    assert batch.size == max(len(scene.nodes) for scene in batch.scenes)
    for number, scene in enumerate(batch.scenes):
        assert not batch.of("thing")[number, len(scene.nodes) :].any()
        for place, node in enumerate(scene.nodes):
            assert batch.place(number, node.id) == place
            assert tuple(batch.centers[number, place]) == node.center
            assert (batch.axes[number, place] == matrix(node.quaternion)).all()
            slot = slot_of(scene, node.id)
            assert batch.slots[number, place] == (-1 if slot is None else batch.place(number, slot))


def test_a_row_does_not_depend_on_its_neighbours() -> None:
    asked = family("pick.distance.near.precise")
    drawn = scenes("tabletop", 4)
    value = TypeValue("EqualTo", (0.3,))
    together = SceneBatch.of_scenes(drawn)
    rows = [Request(i, {"O": near(s), "R": value}) for i, s in enumerate(drawn)]
    for number, (results, row) in enumerate(evaluate_requests(asked, together, rows[::-1])):
        scene = drawn[::-1][number]
        alone, _ = evaluate_requests(
            asked, SceneBatch.of_scenes([scene]), [Request(0, {"O": near(scene), "R": value})]
        )[0]
        assert alone.at(0) == results.at(row)
        assert alone.margins["m"].tolist() == results.margins["m"][[row]].tolist()


def test_rows_without_scenes_are_nothing() -> None:
    batch = SceneBatch.of_scenes(scenes("tabletop", 1))
    nobody = np.zeros(0, dtype=np.int64)
    results = evaluate_rows(
        family("pick.distance.near.rank"),
        batch,
        nobody,
        {"O": ThingColumn(nobody), "R": TypeColumn("RankClosest", (nobody,))},
    )
    assert len(results) == 0
    assert results.answers.shape == (0, batch.size)


def test_failed_rows_say_why_and_leave_the_others_alone() -> None:
    bare = Scene.build([new_node("a", "book", (0, 0, 0), extents=(0.1, 0.1, 0.1))])
    drawn = scenes("tabletop", 1)[0]
    batch = SceneBatch.of_scenes([bare, drawn, Scene.build([])])
    asked = family("pick.relationship.table.region")
    rows = [Request(i, _with_tables(asked, s)) for i, s in enumerate((bare, drawn)) if s.of_kind("table")]
    assert_agree(asked, batch, rows)
    for text in (
        "filter_relation(books(), Left, of: table(), in: intrinsic(table()))",
        "unique(books())",
        "filter_orientation(books(), Left, of: unique(books()), in: relative)",
        "held()",
        "exists(books()) and tilt(unique(books())) < 10 deg",
        "1 / count(near_ornaments())",
        "tilt(unique(books()))",
        "size_of(unique(books()))",
        "filter_orientation(slots(), DirectAbove, of: unique(books()))",
        "filter_distance(books(), Closest, to: unique(books()))",
    ):
        program, findings = typed(text)
        assert not findings.errors
        assert_program_agrees(program, batch, [Request(number, {}) for number in range(3)])


def _with_tables(asked: Family, scene: Scene) -> dict[str, Any]:
    names = {v.name for v in asked.variables} - {"R"}
    tables = {name: ThingRef(scene.of_kind("table")[0].id, scene) for name in names}
    return {**tables, "R": TypeValue("Left")}


@pytest.fixture
def measured_pairs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many box distances each call computes."""
    counts: list[int] = []
    original: Callable[..., np.ndarray] = batched_distances.box_distances

    def counting(*arguments: np.ndarray) -> np.ndarray:
        counts.append(len(arguments[0]))
        return original(*arguments)

    monkeypatch.setattr(batched_distances, "box_distances", counting)
    return counts


def test_each_distance_is_computed_once_for_all_families(measured_pairs: list[int]) -> None:
    drawn = scenes("tabletop", 3)
    batch = SceneBatch.of_scenes(drawn)

    def ask_both(lengths: list[float]) -> list[tuple[RowResults, int]]:
        found = []
        for name, constructor in (("precise", "EqualTo"), ("threshold", "LessThan")):
            rows = [
                Request(i, {"O": near(s), "R": TypeValue(constructor, (d,))})
                for i, s in enumerate(drawn)
                for d in lengths
            ]
            found += evaluate_requests(family(f"pick.distance.near.{name}"), batch, rows)
        return found

    ask_both([0.2, 0.3, 0.4])
    books = sum(len(scene.of_kind("book")) for scene in drawn)
    assert sum(measured_pairs) == books
    ask_both([0.6])
    assert sum(measured_pairs) == books


def test_parts_of_a_program_are_computed_once_for_rows_that_share_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rows differ in the length alone, which the inner question does not read."""
    counts: dict[str, list[int]] = {}
    original = dict(BATCHED)

    def counting(name: str, call: BatchedCall) -> BatchedResult:
        counts.setdefault(name, []).append(len(call.scenes))
        return original[name](call)

    for name in original:
        monkeypatch.setitem(BATCHED, name, partial(counting, name))
    text = "filter_distance(books(), LessThan(d), to: unique(filter_distance(books(), Closest, to: o)))"
    program, findings = typed(text, {"d": LENGTH, "o": ThingType(sort_of(kinds("near")))})
    assert not findings.errors
    drawn = scenes("tabletop", 2)
    rows = [Request(i, {"o": near(s), "d": d}) for i, s in enumerate(drawn) for d in (0.1, 0.2, 0.4)]
    batch = SceneBatch.of_scenes(drawn)
    evaluate_program(program, batch, np.array([r.scene for r in rows]), columns_of(batch, rows))
    assert counts == {"of_kind": [2], "filter_distance": [2, 6], "unique": [2]}
