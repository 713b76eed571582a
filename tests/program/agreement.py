"""Compares the fast evaluator with the reference, row by row and bit by bit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.domains import CategoryDomain, ThingDomain, TypeDomain, ValueDomain
from espire_dsl.language.family import Family, Variable
from espire_dsl.language.trials import in_domain
from espire_dsl.language.typed import Constant
from espire_dsl.program.asking import Asked, ask
from espire_dsl.program.batched import Request, RowResults, SceneBatch, Step, evaluate_requests
from espire_dsl.program.batched.functions import REASONING
from espire_dsl.program.batched.labels import LABELS
from espire_dsl.program.batched.measuring import as_measured
from espire_dsl.program.reference import EvaluationError
from espire_dsl.program.trace import TraceStep
from espire_dsl.scene.graph import Scene

REMEMBERED = {*REASONING, *(name for name in LABELS if name.startswith(("direction", "map")))}


def assert_agree(
    family: Family, batch: SceneBatch, requests: Sequence[Request]
) -> list[tuple[RowResults, int]]:
    """Every request has the reference's outcome."""
    found = evaluate_requests(family, batch, requests)
    for request, (results, row) in zip(requests, found, strict=True):
        scene = batch.scenes[request.scene]
        try:
            asked = ask(family, scene, request.bindings)
        except EvaluationError as error:
            assert results.error(row) == str(error), (family.name, request.bindings)
            continue
        assert results.error(row) is None, (family.name, request.bindings, results.error(row))
        _assert_same(asked, results, row, f"{family.name} {dict(request.bindings)}")
    return found


def _assert_same(asked: Asked, results: RowResults, row: int, where: str) -> None:
    assert results.at(row) == asked.answer, where
    if results.candidates is not None:
        scene = results.batch.scenes[results.scenes[row]]
        places = np.flatnonzero(results.candidates[row])
        assert tuple(scene.nodes[i].id for i in places) == asked.candidates.ids, where
    assert results.required[row].tolist() == list(asked.required), where
    assert {name: results.at(row, tag) for name, tag in results.tags.items()} == asked.tags, where
    assert same(results.margin[row], asked.margin), (where, results.margin[row], asked.margin)
    if asked.asked is not None:
        assert same(results.required_margin[row], asked.asked.required_margin), where
    traced = [s for s in asked.evaluation.trace if s.function in REMEMBERED or s.unit is not None]
    steps = [s for s in results.steps if s.active is None or s.active[row]]
    assert [s.function for s in steps] == [s.function for s in traced], where
    for step, expected in zip(steps, traced, strict=True):
        _assert_same_step(results, step, row, expected, where)


def _assert_same_step(results: RowResults, step: Step, row: int, expected: TraceStep, where: str) -> None:
    assert same(step.margin[row], expected.margin), (where, step, step.margin[row], expected.margin)
    assert same(step.required_margin[row], expected.required_margin), where
    assert step.unit(row) == expected.unit, where
    nodes = results.batch.scenes[results.scenes[row]].nodes
    if step.measured is not None and step.asked is not None:
        constructor = step.made.constructor
        assert constructor is not None
        read = {
            nodes[i].id: step.measured[row, i].item()
            if step.function == "place_orientation"
            else as_measured(results.batch, constructor, step.measured[row, i].item())
            for i in np.flatnonzero(step.asked[row])
        }
        assert read.keys() == expected.measured.keys(), where
        assert all(same(read[id], value) for id, value in expected.measured.items()), (where, read, expected)
    angles = (
        {}
        if step.angles is None
        else {
            nodes[i].id: angle for i, angle in enumerate(step.angles[row].tolist()) if not math.isnan(angle)
        }
    )
    assert angles == expected.angles, where


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
