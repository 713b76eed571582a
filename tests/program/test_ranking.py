"""Extremes, ranks and orders by any measure, against sorting in plain Python."""

from __future__ import annotations

import json
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.program.family_evaluation import evaluate_family
from espire_dsl.program.gloss import gloss
from espire_dsl.program.reference import evaluate
from espire_dsl.program.stored import StoredProgram, StoredProgramError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.hops import hops
from espire_dsl.tasks.program_text import program_text
from espire_dsl.tasks.steps import steps_of
from tests.language.reading import typed
from tests.nodes import node as new_node
from tests.program.test_margins import VIEWER, book, near
from tests.tasks.helpers import answering, family_from, pick

HEIGHTS = st.lists(st.integers(1, 40), max_size=6)


def books(heights: list[int]) -> Scene:
    nodes = [new_node(f"b{i}", "book", (i, 0, 0), extents=(0.1, 0.1, h / 100)) for i, h in enumerate(heights)]
    return Scene.build([VIEWER, *nodes])


@given(HEIGHTS, st.integers(1, 4))
def test_ranks_are_those_of_sorted_values(heights: list[int], place: int) -> None:
    scene = books(heights)
    rising = sorted(range(len(heights)), key=lambda i: heights[i])
    falling = sorted(range(len(heights)), key=lambda i: -heights[i])

    def ids(text: str) -> tuple[str, ...]:
        found: tuple[str, ...] = evaluate(typed(text)[0], scene).value.ids
        return found

    suffix = {1: "st", 2: "nd", 3: "rd"}.get(place, "th")
    assert ids("ordered(books, by: height)") == tuple(f"b{i}" for i in rising)
    assert ids("ordered(b in books, by: -height(b))") == tuple(f"b{i}" for i in falling)
    assert ids("least(books, by: height)") == tuple(f"b{i}" for i in rising[:1])
    assert ids("books |> greatest(by: height)") == tuple(f"b{i}" for i in falling[:1])
    rank = f"{place}{suffix}"
    assert ids(f"nth_least(books, {rank}, by: height)") == tuple(f"b{i}" for i in rising[place - 1 : place])
    assert ids(f"nth_greatest(b in books, {rank}, by: height(b))") == tuple(
        f"b{i}" for i in falling[place - 1 : place]
    )


POINTS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=6, unique=True)


@given(POINTS)
def test_the_closest_pair_is_one_of_all_pairs(points: list[tuple[int, int]]) -> None:
    scene = Scene.build([VIEWER, *(book(f"b{i}", x, y) for i, (x, y) in enumerate(points))])
    program, _ = typed("least(a in books, b in books, by: distance(a, to: b, by: centres))")
    step = evaluate(program, scene).trace[-1]
    apart = {(i, j): dist(points[i], points[j]) for i, j in combinations(range(len(points)), 2)}
    first, *others = sorted(apart.values())
    i, j = (int(id[1:]) for id in step.output)
    assert apart[i, j] == pytest.approx(first)
    assert len(step.measured) == len(apart)
    assert step.margin == (pytest.approx(others[0] - first) if others else None)


def test_a_pair_of_two_kinds() -> None:
    scene = Scene.build([VIEWER, book("a", 0, 0), book("b", 2, 0), near("o", 2.5, 0), near("p", 5, 0)])
    program, _ = typed("least(b in books, o in near_ornaments, by: distance(b, to: o))")
    assert str(program.type) == "Set[book|near]"
    assert evaluate(program, scene).value.ids == ("b", "o")


TALLEST = """let R in { Small, Large }
  program greatest(b in filter_attribute(candidates, R), by: height(b))
  say "{{ Pick }} {{ answers.article }} tallest of the {{ R }} books."
"""


def tall(id: str, x: float, height: float) -> Node:
    return new_node(id, "book", (x, 0, 0.1), extents=(0.1, 0.1, height), size="small")


@pytest.mark.parametrize(("third", "clear"), [(0.2, True), (0.27, False)])
def test_what_nearly_ties_is_not_clear(third: float, clear: bool, tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(TALLEST, "attribute coarse"))
    scene = Scene.build([VIEWER, tall("a", 0, 0.3), tall("b", 1, third), tall("c", 2, 0.1)])
    (outcome,) = BatchEvaluator.of([scene]).evaluate(family, [(0, {"R": TypeValue("Small")})])
    assert (outcome.answer, outcome.is_clear) == (("a",), clear)
    assert [type(hop).__name__ for hop in hops(family)] == ["Each", "Apply"]


CROWD = """program greatest(o in candidates, by: count({ b in books where distance(b, to: o) < 50 cm }))
  say "Point at the thing with the most books within 50 centimetres."
"""


def test_a_tie_of_counts_is_not_clear(tmp_path: Path) -> None:
    text = answering(CROWD, "distance coarse, reference near").replace(
        "action answer", "candidates near_ornaments"
    )
    text = text.replace("greatest(o in near_ornaments", "greatest(o in candidates")
    family = family_from(tmp_path, text)
    things = [near("o", 0, 0), near("p", 3, 0), book("a", 0.3, 0), book("b", 3.3, 0)]
    (tie,) = BatchEvaluator.of([Scene.build([VIEWER, *things])]).evaluate(family, [(0, {})])
    assert not tie.is_clear
    (most,) = BatchEvaluator.of([Scene.build([VIEWER, *things, book("c", 2.7, 0)])]).evaluate(
        family, [(0, {})]
    )
    assert (most.answer, most.is_clear) == (("p",), True)
    (unsure,) = BatchEvaluator.of([Scene.build([VIEWER, *things, book("c", 2.42, 0)])]).evaluate(
        family, [(0, {})]
    )
    assert not unsure.is_clear, "whether the third book counts is not clear"


@pytest.mark.parametrize(
    "program",
    [
        "least(a in candidates, b in candidates, by: distance(a, to: b))",
        "nth_greatest(candidates - least(candidates, by: height), 2nd, by: volume)",
        "{ b in candidates where exists(least(o in near_ornaments, by: distance(o, to: b)) & { O }) }",
    ],
)
def test_a_stored_program_gives_the_same(program: str, tmp_path: Path) -> None:
    aspect = "attribute fine" if "volume" in program else "distance coarse, reference book"
    used = "" if "O }" in program else "require visibility(O) > 0"
    clauses = f'let O in near\n program {program}\n {used}\n say "{{{{ Pick }}}} a book near {{{{ O }}}}."'
    family = family_from(tmp_path, pick(clauses, aspect))
    scene = Scene.build(
        [
            VIEWER,
            near("o", 0, 0),
            near("p", 1, 0),
            tall("a", 0.3, 0.2),
            tall("b", 0.5, 0.3),
            tall("c", 0.9, 0.1),
        ]
    )
    values = {"O": ThingRef("o", scene)}
    asked = evaluate_family(family, scene, values)
    steps = json.loads(json.dumps(steps_of(family, values)))
    run = StoredProgram.read(steps, scene).run(scene, None)
    assert run.answer() == asked.answer
    told = {repr({**s.to_json(), "step": None}) for s in run.trace}
    assert told == {repr(s.to_json()) for s in asked.evaluation.trace}


def test_a_stored_rank_needs_its_number() -> None:
    scene = books([1, 2])
    things = {"function": "of_kind", "arguments": BOOKS, "type": "Set[book]"}
    by = {"function": "height", "arguments": {"a": {"each": 1}}}
    rank = {"function": "nth_least", "arguments": {"xs": {"step": 0}, "by": by}, "type": "Set[book]"}
    with pytest.raises(StoredProgramError, match="its arguments are by and number and xs"):
        StoredProgram.read([things, rank], scene)


def test_orders_are_told_as_they_were_written() -> None:
    for text in (
        "nth_greatest(b in books, 2nd, by: height(b))",
        "least(a in books, b in books, by: distance(a, to: b))",
        "ordered(b in books, by: -elevation(b))",
    ):
        assert program_text(typed(text)[0]) == text
    told = gloss(typed("greatest(books, by: height)")[0])
    assert told == "the one of the books with the greatest value of the height of x"


BOOKS = {"kind": {"kind": "book", "is": ["graspable", "movable"], "front": "never"}}
