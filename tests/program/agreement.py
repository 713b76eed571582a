"""Compares the evaluators, of many rows and of one, with the oracle, row by row and bit by bit."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from espire_dsl.language.core.binders import BINDERS
from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.domains import CategoryDomain, ThingDomain, TypeDomain, ValueDomain
from espire_dsl.language.families.family import Family, Variable
from espire_dsl.language.trials.examples import in_domain
from espire_dsl.language.typed import Constant, Typed
from espire_dsl.program import family_evaluation, reference
from espire_dsl.program.arrays.functions import REASONING
from espire_dsl.program.arrays.measuring import as_measured
from espire_dsl.program.batched import (
    BatchedStep,
    Request,
    RowResults,
    SceneBatch,
    columns_of,
    evaluate_program,
    evaluate_requests,
    value_of,
)
from espire_dsl.program.batched.traces import traced_requests
from espire_dsl.program.family_evaluation import FamilyResult
from espire_dsl.program.reference import EvaluationError
from espire_dsl.program.trace import TraceStep
from espire_dsl.scene.graph import Scene
from tests.program.oracle.asking import ask
from tests.program.oracle.reference import evaluate

T = TypeVar("T")


def assert_agree(
    family: Family, batch: SceneBatch, requests: Sequence[Request]
) -> list[tuple[RowResults, int]]:
    """Every request has the oracle's outcome, among many rows and alone."""
    found = evaluate_requests(family, batch, requests)
    for request, (results, row) in zip(requests, found, strict=True):
        where = f"{family.name} {dict(request.bindings)}"
        scene = batch.scenes[request.scene]
        asked = outcome(lambda r=request, s=scene: ask(family, s, r.bindings))
        alone = outcome(lambda r=request, s=scene: family_evaluation.evaluate_family(family, s, r.bindings))
        if isinstance(asked, str):
            assert results.errors[row] == alone == asked, where
        else:
            assert results.errors[row] is None, where
            _assert_same(asked, results, row, where)
            assert not isinstance(alone, str), where
            assert (alone.answer, alone.candidates) == (asked.answer, asked.candidates), where
            assert (alone.required, alone.tags) == (asked.required, asked.tags), where
            assert alone.margins == asked.margins, where
            assert_same_trace(alone.evaluation.trace, asked.evaluation.trace, where)
    assert_traces_agree(
        family, batch, [r for r, (rows, row) in zip(requests, found, strict=True) if rows.ok[row]]
    )
    return found


def assert_traces_agree(family: Family, batch: SceneBatch, requests: Sequence[Request]) -> None:
    """What many rows tell of themselves is what each tells alone."""
    for request, told in zip(requests, traced_requests(family, batch, requests), strict=True):
        where = f"{family.name} {dict(request.bindings)}"
        alone = family_evaluation.evaluate_family(family, batch.scenes[request.scene], request.bindings)
        assert repr((told.answer, told.candidates)) == repr((alone.answer, alone.candidates)), where
        assert (told.required, repr(told.tags)) == (alone.required, repr(alone.tags)), where
        assert told.margins == alone.margins, where
        assert_same_trace(told.evaluation.trace, alone.evaluation.trace, where)
        places = [None if r.asked is None else r.evaluation.trace.index(r.asked) for r in (told, alone)]
        assert places[0] == places[1], where


def assert_same_trace(found: Sequence[TraceStep], expected: Sequence[TraceStep], where: str = "") -> None:
    """All that traces tell, NaN included."""
    assert [repr(s.to_json()) for s in found] == [repr(s.to_json()) for s in expected], where
    assert [s.constraint for s in found] == [s.constraint for s in expected], where
    assert [s.also for s in found] == [s.also for s in expected], where


def outcome(evaluate: Callable[[], T]) -> T | str:
    """What an evaluator gives, or why it gives nothing."""
    try:
        return evaluate()
    except EvaluationError as error:
        return str(error)


def assert_program_agrees(
    program: Typed, batch: SceneBatch, requests: Sequence[Request], tolerance: float | None = None
) -> None:
    """A program without a family has the oracle's outcome on every request."""
    scenes = np.array([r.scene for r in requests])
    found = evaluate_program(program, batch, scenes, columns_of(batch, requests), tolerance)
    for row, request in enumerate(requests):
        scene = batch.scenes[request.scene]
        expected = outcome(lambda r=request, s=scene: evaluate(program, s, r.bindings, tolerance))
        alone = outcome(lambda r=request, s=scene: reference.evaluate(program, s, r.bindings, tolerance))
        error = None if found.failed is None else batch.messages.texts[found.failed[row]]
        if isinstance(expected, str):
            assert error == alone == expected
            continue
        assert not isinstance(alone, str)
        assert repr(alone.value) == repr(expected.value)
        assert_same_trace(alone.trace, expected.trace)
        assert error is None
        assert same(value_of(found.column, row, scene), expected.value)
        _assert_same_steps(batch, scene, found.steps, row, expected.trace, "program")


def _assert_same(asked: FamilyResult, results: RowResults, row: int, where: str) -> None:
    assert results.at(row) == asked.answer, where
    if results.candidates is not None:
        scene = results.batch.scenes[results.scenes[row]]
        places = np.flatnonzero(results.candidates[row])
        assert tuple(scene.nodes[i].id for i in places) == asked.candidates.ids, where
    assert results.required[row].tolist() == list(asked.required), where
    assert {name: results.at(row, tag) for name, tag in results.tags.items()} == asked.tags, where
    margins = {unit: m[row].item() for unit, m in results.margins.items() if not math.isnan(m[row])}
    assert margins == asked.margins, where
    scene = results.batch.scenes[results.scenes[row]]
    _assert_same_steps(results.batch, scene, results.steps, row, asked.evaluation.trace, where)


def _assert_same_steps(
    batch: SceneBatch,
    scene: Scene,
    steps: Sequence[BatchedStep],
    row: int,
    trace: Sequence[TraceStep],
    where: str,
) -> None:
    traced = [s for s in trace if s.function in REASONING or s.function in BINDERS or s.unit is not None]
    active = [s for s in steps if s.active is None or s.active[row]]
    assert [s.function for s in active] == [s.function for s in traced], where
    for step, expected in zip(active, traced, strict=True):
        assert same(step.margin[row], expected.margin), (where, step, step.margin[row], expected.margin)
        assert step.unit(row) == expected.unit, where
        margins = {unit: m[row].item() for unit, m in step.margins.items() if not math.isnan(m[row])}
        assert margins == expected.margins, where
        measured = _measured(batch, scene, step, row)
        if measured is not None:
            assert measured.keys() == expected.measured.keys(), where
            assert all(same(measured[id], v) for id, v in expected.measured.items()), (where, measured)
        angles = step.angles[row].tolist() if step.angles is not None else []
        found = {scene.nodes[i].id: angle for i, angle in enumerate(angles) if not math.isnan(angle)}
        assert found == expected.angles, where


def _measured(batch: SceneBatch, scene: Scene, step: BatchedStep, row: int) -> dict[str, Any] | None:
    """What was measured of each thing; None of pairs."""
    if step.measured is None or step.asked is None:
        return {}
    numbers = {scene.nodes[i].id: step.measured[row, i].item() for i in np.flatnonzero(step.asked[row])}
    if step.function == "place_orientation":
        return numbers
    if step.made.looked is not None and len(step.made.looked.places) > 1:
        return None
    if step.made.looked is not None and step.made.looked.ranking is not None:
        return numbers
    if step.made.looked is not None:
        assert step.chosen is not None
        passes = {node.id: bool(step.chosen[row, i]) for i, node in enumerate(scene.nodes)}
        return {id: passes[id] if math.isnan(number) else number for id, number in numbers.items()}
    assert step.made.constructor is not None
    return {id: as_measured(batch, step.made.constructor, number) for id, number in numbers.items()}


def same(found: Any, expected: Any) -> bool:
    """Equal, where NaN stands for nothing and equals itself."""
    if isinstance(found, float) and math.isnan(found):
        return expected is None or (isinstance(expected, float) and math.isnan(expected))
    return bool(found == expected)


def bindings_on(
    family: Family, scene: Scene, rng: np.random.Generator, most: int = 4
) -> list[dict[str, Any]]:
    """Bindings of a family on a scene: every reasoning type, some things and arguments."""
    chosen: list[dict[str, Any]] = [{}]
    for variable in family.variables:
        longer = []
        for before in chosen:
            taken = {v.id for v in before.values() if isinstance(v, ThingRef)}
            values = _values(variable, scene, rng, most)
            longer += [{**before, variable.name: v} for v in values if getattr(v, "id", None) not in taken]
        chosen = longer
    return chosen


def _values(variable: Variable, scene: Scene, rng: np.random.Generator, most: int) -> list[Any]:
    match variable.domain:
        case ThingDomain() as domain:
            found = [ThingRef(n.id, scene) for n in scene.nodes if in_domain(n, domain)]
            return [found[i] for i in sorted(rng.permutation(len(found))[:most])]
        case TypeDomain(choices=choices, inner=inner):
            values = []
            for choice in choices:
                for _ in range(most if choice.arguments else 1):
                    drawn = {name: rng.choice(domain.values).item() for name, domain in inner.items()}
                    arguments = (
                        a.value if isinstance(a, Constant) else drawn[a.name] for a in choice.arguments
                    )
                    values.append(TypeValue(choice.constructor, tuple(arguments)))
            return values
        case ValueDomain(values=options):
            return [options[i] for i in sorted(rng.permutation(len(options))[:most])]
        case CategoryDomain(categories=options):
            return [options[i] for i in sorted(rng.permutation(len(options))[:most])]
