"""Comprehensions and quantifiers against what one gets by trying everything."""

from __future__ import annotations

import json
from itertools import chain, combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.binders import BINDERS, WHERE
from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.kinds import ANYTHING, sort_from_words
from espire_dsl.language.library import library_kinds
from espire_dsl.language.types import BOOL, LENGTH, Thing, Type
from espire_dsl.program.arrays.quantifiers import Bounds, settled, verdict
from espire_dsl.program.batched import SceneBatch, has_batched_form
from espire_dsl.program.family_evaluation import evaluate_family
from espire_dsl.program.gloss import described, gloss
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.program.stored import StoredProgram, StoredProgramError
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.steps import steps_of
from espire_dsl.testing.programs import expressions
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from tests.language.reading import typed
from tests.program.agreement import assert_program_agrees
from tests.program.oracle import quantifiers as oracle
from tests.program.test_generated_agree import NAMES, rows_of
from tests.program.test_margins import VIEWER, book, near
from tests.tasks.helpers import family_from, pick

MARGINS = st.none() | st.sampled_from((0.0, 0.01, 0.02, 0.02, 0.3))
TESTS = sorted(name for name, binder in BINDERS.items() if binder.order is None)
THINGS = st.lists(st.tuples(st.booleans(), MARGINS, MARGINS), max_size=6)


@given(THINGS, st.sampled_from(TESTS), st.integers(0, 4))
def test_a_verdict_is_what_the_oracle_finds(
    things: list[tuple[bool, float | None, float | None]], function: str, number: int
) -> None:
    """Several rows at once, the first of which has no thing at all."""
    stated = number if BINDERS[function].states_number else None
    looked = {
        f"t{i}": (passes, {u: m for u, m in (("m", m), ("deg", d)) if m is not None})
        for i, (passes, m, d) in enumerate(things)
    }
    expected = oracle.looked_at(function, looked, stated, Scene.build([]))
    mask = np.zeros((2, 7), dtype=bool)
    mask[1, : len(things)] = True
    passes = np.zeros_like(mask)
    passes[1, : len(things)] = [holds for holds, _ in looked.values()]
    margins = {unit: np.full(mask.shape, np.nan) for unit in ("m", "deg")}
    for place, (_, own) in enumerate(looked.values()):
        for unit, margin in own.items():
            margins[unit][1, place] = margin
    found = verdict(function, mask, passes, margins, None if stated is None else np.array([stated] * 2))
    if function != WHERE:
        assert isinstance(found.column, np.ndarray)
        assert found.column[1] == expected.value
        assert found.column[0] == oracle.holds(function, 0, 0, stated)
    assert found.unit[1] == expected.unit
    assert np.isnan(found.margin[0])
    assert found.margin[1] == expected.margin or (np.isnan(found.margin[1]) and expected.margin is None)
    assert {u: m[1] for u, m in found.also.items() if not np.isnan(m[1])} == expected.also


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=5), st.integers(0, 5), st.integers(0, 5))
def test_settled_is_the_same_for_all_subsets_of_the_doubtful(
    things: list[tuple[bool, bool]], low: int, high: int
) -> None:
    assume(low <= high or low > len(things))
    doubtful = [i for i, (_, doubt) in enumerate(things) if doubt]
    subsets = chain.from_iterable(combinations(doubtful, n) for n in range(len(doubtful) + 1))
    counts = [sum(passes != (i in flipped) for i, (passes, _) in enumerate(things)) for flipped in subsets]
    outcomes = {low <= count <= high for count in counts}
    row = np.array([things], dtype=bool).reshape(1, -1, 2)
    bounds = Bounds(np.array([low]), np.array([high]))
    found = settled(bounds, np.ones(row.shape[:2], dtype=bool), row[..., 0], row[..., 1])
    assert found[0] == (len(outcomes) == 1)


def form_of(quantifier: str) -> str:
    number = "2, " if BINDERS[quantifier].states_number else ""
    return f"{quantifier}({number}x in {{things}}, {{test}})"


FORMS = (
    "{{ x in {things} where {test} }}",
    *(form_of(name) for name in TESTS if name != WHERE),
    "count({{ x in {things} where some(y in {things}, distance(x, to: y) > d and {test}) }})",
)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.partition("(")[0])
@settings(max_examples=15, deadline=None, derandomize=True)
@given(data=st.data())
def test_evaluators_agree_with_the_oracle(form: str, data: st.DataObject) -> None:
    words = data.draw(st.sampled_from(("book", "item", "slot", "ornament")), label="kind")
    kinds = {"item": "things"}.get(words, f"{words}s")
    names: dict[str, Type] = {**NAMES, "x": Thing(sort_from_words([words], library_kinds()) or ANYTHING)}
    test = data.draw(expressions(BOOL, 2, names), label="test")
    near_by = f"distance(x, to: b) < d or {test}"
    program, findings = typed(form.format(things=kinds, test=near_by), NAMES)
    assert not findings.errors
    assume(has_batched_form(program))
    drawn = data.draw(st.lists(st.one_of(tabletop_scenes(), shelf_scenes()), min_size=1, max_size=2))
    assert_program_agrees(program, SceneBatch.of_scenes(drawn), rows_of(drawn))


LONELY = """let d in 30 cm .. 30 cm step 5 cm
  program { b in candidates where none(o in near_ornaments, distance(b, to: o) < d) }
  say "{{ Pick }} a book that has nothing within {{ d }}."
"""
NESTED = """let O in near
  program
    let far = { b in candidates where distance(b, to: O) > 40 cm } in
    { b in far where let own = height(b) in
      all(c in far - { b }, height(c) <= own and some(o in near_ornaments, distance(c, to: o) > 10 cm)) }
  say "{{ Pick }} the tallest book far from {{ O }}."
"""
TABLE = Scene.build(
    [
        VIEWER,
        *(near("o", 0, 0), near("p", 1, 0)),
        *(book("a", 0.3, 0), book("b", 0.52, 0), book("c", 0.41, 0), book("d", 5, 0)),
    ]
)


def test_margins_are_those_of_each_candidate(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(LONELY, "distance coarse, reference near"))
    asked = evaluate_family(family, TABLE, {"d": 0.3})
    assert asked.answer.ids == ("b", "c", "d")
    step = asked.evaluation.trace[-1]
    assert step.function == "where"
    assert step.measured == pytest.approx({"a": -0.1, "b": 0.08, "c": 0.01, "d": 3.6})
    assert asked.margins == {"m": pytest.approx(0.01)}


@pytest.mark.parametrize("clauses", [LONELY, NESTED], ids=["lonely", "nested"])
def test_a_stored_program_gives_the_same(clauses: str, tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(clauses, "distance coarse, reference near"))
    values = {"d": 0.3} if clauses == LONELY else {"O": ThingRef("o", TABLE)}
    asked = evaluate_family(family, TABLE, values)
    steps = json.loads(json.dumps(steps_of(family, values)))
    program = StoredProgram.read(steps, TABLE)
    run = program.run(TABLE, None)
    assert run.answer() == asked.answer
    told = {repr({**s.to_json(), "step": None}) for s in run.trace}
    assert told == {repr(s.to_json()) for s in asked.evaluation.trace}
    whole = evaluate(program.tree(), TABLE)
    assert (whole.value, {repr(s.to_json()) for s in whole.trace}) == (asked.answer, told)


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ({"each": 2}, "it reads the thing of test 2, and is not inside of it"),
        ({"function": "height", "arguments": {"a": {"each": 1}}}, "it does not fit: the test of each thing"),
        ({"bool": True, "each": 1}, "an argument is of one type"),
    ],
)
def test_a_spoilt_test_is_told(test: dict[str, object], message: str) -> None:
    things = {"function": "of_kind", "arguments": BOOKS, "type": "Set[book]"}
    where = {"function": "where", "arguments": {"xs": {"step": 0}, "test": test}, "type": "Set[book]"}
    with pytest.raises(StoredProgramError, match=message):
        StoredProgram.read([things, where], TABLE)


def test_calls_stand_whole_in_tests_only() -> None:
    whole = {"operand": {"function": "of_kind", "arguments": BOOKS}}
    with pytest.raises(StoredProgramError):
        StoredProgram.read([{"function": "value", "arguments": whole, "type": "Set[book]"}], TABLE)


def test_a_test_without_a_value_leaves_the_program_without_one() -> None:
    program, _ = typed("{ b in books where distance(unique(books), to: viewer) < 1 m or height(b) < 1 m }")
    with pytest.raises(EvaluationError, match="`unique` was given 4 things"):
        evaluate(program, TABLE)
    nobody = Scene.build([VIEWER])
    assert evaluate(program, nobody).value.ids == ()


def test_programs_are_told_in_words() -> None:
    names: dict[str, Type] = {"d": LENGTH}
    program, _ = typed("{ b in books where exactly(2, o in near_ornaments, distance(b, to: o) < d) }", names)
    assert gloss(program) == (
        "those b of the books for which whether for exactly 2 o of the near ornaments "
        "(how far b is from o < d)"
    )
    assert next(iter(described(program))) == "where : Set[book]"


def test_equal_programs_are_equal_wherever_they_stand() -> None:
    text = "{ b in books where some(o in near_ornaments, distance(b, to: o) < 1 m) }"
    twice, _ = typed(f"{text} & {text}")
    assert twice.operands[0] == twice.operands[1]  # type: ignore[union-attr]


BOOKS = {"kind": {"kind": "book", "is": ["graspable", "movable"], "front": "never"}}
