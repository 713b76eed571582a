"""Generated programs on generated scenes: the fast evaluator and the reference give the same."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.kinds import Sort, sort_from_words
from espire_dsl.language.library import library_kinds
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    CLOCK,
    INT,
    LABEL,
    LENGTH,
    NUMBER,
    List,
    Set,
    Thing,
    Type,
)
from espire_dsl.program.batched import Request, SceneBatch, has_batched_form
from espire_dsl.scene.graph import Scene
from espire_dsl.testing.programs import expressions
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from tests.language.reading import typed
from tests.program.agreement import assert_program_agrees
from tests.program.odd_scenes import odd_scenes


def sort(words: str) -> Sort:
    found = sort_from_words(words.split(), library_kinds())
    assert found is not None
    return found


WANTED: list[Type] = [
    *(BOOL, LENGTH, ANGLE, INT, NUMBER, CLOCK, LABEL),
    Set(sort("book")),
    Set(sort("slot")),
    Set(sort("space")),
    Set(sort("item")),
    Thing(sort("book")),
    Thing(sort("oriented near")),
    List(sort("ornament")),
]
NAMES: dict[str, Type] = {"b": Thing(sort("item")), "d": LENGTH}


def rows_of(scenes: list[Scene]) -> list[Request]:
    """Things of every kind and two lengths: rows that share parts of a program and rows that do not."""
    rows = []
    for number, scene in enumerate(scenes):
        kinds = {node.kind: node for node in scene.nodes if node.is_a(*sort("item").names)}
        for node in kinds.values():
            rows += [Request(number, {"b": ThingRef(node.id, scene), "d": d}) for d in (0.3, 0.75)]
    return rows


def check(wanted: Type, scenes: st.SearchStrategy[Scene], data: st.DataObject, depth: int = 3) -> None:
    text = data.draw(expressions(wanted, depth, NAMES), label="program")
    program, _ = typed(text, NAMES)
    assume(has_batched_form(program))
    drawn = data.draw(st.lists(scenes, min_size=1, max_size=2), label="scenes")
    tolerance = data.draw(st.none() | st.just(0.05), label="tolerance")
    assert_program_agrees(program, SceneBatch.of_scenes(drawn), rows_of(drawn), tolerance)


@pytest.mark.parametrize("wanted", WANTED, ids=str)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(data=st.data())
def test_generated_programs_agree(wanted: Type, data: st.DataObject) -> None:
    check(wanted, st.one_of(tabletop_scenes(), shelf_scenes()), data)


@pytest.mark.parametrize("wanted", WANTED, ids=str)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(data=st.data())
def test_generated_programs_agree_where_things_are_not_as_they_should_be(
    wanted: Type, data: st.DataObject
) -> None:
    check(wanted, odd_scenes(), data)
