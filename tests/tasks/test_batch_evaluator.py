"""Many rows at once give what the reference evaluator gives row by row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.families.family import Family
from espire_dsl.language.rules import USUAL
from espire_dsl.program.family_evaluation import evaluate_family
from espire_dsl.program.reference import EvaluationError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.batch_evaluator import BatchEvaluator, Measured
from espire_dsl.tasks.files import load
from espire_dsl.tasks.outcome import Outcome, answer_of, problem_of
from espire_dsl.tasks.partial_bindings import in_scene, partial_bindings_of
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.readings import readings_of
from espire_dsl.tasks.suites import Suite
from tests.tasks.helpers import family_from, pick, plan_of, scene_from

ROWS = 3
CLOCK = """let O in viewer
  let R in { ClockPosition(h) } where h in 1 o'clock .. 12 o'clock
  program filter_orientation(candidates, R, of: O, in: intrinsic(O))
  say "{{ Pick }} the book {{ R.of(O) }}."
"""


def test_agrees_with_the_reference_on_all_families(packaged: tuple[Suite, ...], emitted: Path) -> None:
    """What is right by the reference is an answer, undecided, or hidden; and nothing else is."""
    scenes = load(emitted).scenes[:2] + load(emitted).scenes[-2:]
    compared = 0
    for suite in packaged:
        evaluator = BatchEvaluator.of(scenes, suite.rules)
        for family in suite.families:
            for plan in plans_of(family):
                rows = [
                    (index, partial.values)
                    for index, scene in enumerate(scenes)
                    if scene.world == family.world
                    for partial in partial_bindings_of(
                        plan, scene, evaluator.rules(family, index), lambda: RandomStream.of(0)
                    ).found[:ROWS]
                ]
                for reading in readings_of(plan).all:
                    outcomes = evaluator.evaluate(reading.family, rows)
                    brief = evaluator.answered(reading.family, rows)
                    for row, found, answered in zip(rows, outcomes, brief, strict=True):
                        assert_agrees(reading.family, scenes[row[0]], row[1], found)
                        assert told_by(answered) == told_by(found)
                        compared += 1
    assert compared > 500


def told_by(outcome: Outcome) -> tuple[Any, ...]:
    return (outcome.problem, outcome.answer, outcome.undecided)


def test_who_asks_for_answers_alone_gets_those_of_the_outcomes(tmp_path: Path) -> None:
    """In scenes without spaces nothing is held against the rules for them."""
    scenes = [
        scene_from(f"viewer at (0, -1, 1)\n table at (0, 0)\n book a at (0, 0)\n book b at (0, {y})")
        for y in (0.1, 0.3)
    ]
    family = family_from(tmp_path, pick(CLOCK, "orientation fine, frame intrinsic, reference viewer"))
    rows = [(n, {"O": "viewer", "R": TypeValue("ClockPosition", (h,))}) for n in (0, 1) for h in range(1, 13)]
    evaluator = BatchEvaluator.of(scenes)
    outcomes, answered = evaluator.evaluate(family, rows), evaluator.answered(family, rows)
    assert any(outcome.answer for outcome in outcomes)
    assert [*map(told_by, answered)] == [*map(told_by, outcomes)]
    assert evaluator.answers(family, rows) == [outcome.answer for outcome in outcomes]


def assert_agrees(family: Family, scene: Scene, values: dict[str, Any], found: Outcome) -> None:
    problem = None
    try:
        asked = evaluate_family(family, scene, in_scene(family, values, scene))
    except EvaluationError as error:
        problem = problem_of(str(error))
    assert found.problem == problem, family.name
    if problem is not None:
        return
    right = answer_of(asked.answer)
    if not isinstance(right, tuple):
        assert found.answer == right
        return
    assert set(found.answer) == set(right) - set(found.undecided), family.name
    assert {scene.node(id).kind for id in found.undecided} <= {"space"}


def test_measures_with_how_far_for_hours(tmp_path: Path) -> None:
    scene = scene_from("viewer at (0, -1, 1)\n table at (0, 0)\n book a at (0, 0)\n book b at (0.5, 0)")
    family = family_from(tmp_path, pick(CLOCK, "orientation fine, frame intrinsic, reference viewer"))
    (partial,) = partial_bindings_of(plan_of(family), scene, USUAL, lambda: RandomStream.of(0)).found
    (found,) = BatchEvaluator.of([scene]).measure(family, [(0, partial.values)])
    assert isinstance(found, Measured)
    assert found.reaches is not None
    np.testing.assert_allclose(found.values, [0.0, np.degrees(np.arctan2(0.5, 1.0))], atol=1e-6)
    np.testing.assert_allclose(found.reaches, [1.0, np.hypot(0.5, 1.0)], atol=1e-9)
