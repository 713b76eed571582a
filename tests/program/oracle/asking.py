"""A family asked of a scene by the oracle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from espire_dsl.language.families.family import Family
from espire_dsl.program.family_evaluation import FamilyResult, candidates_clause
from espire_dsl.program.trace import TraceStep
from espire_dsl.scene.graph import Scene
from tests.program.oracle.reference import evaluate, margins_of


def ask(family: Family, scene: Scene, bindings: Mapping[str, Any]) -> FamilyResult:
    """Evaluate a family on a scene with its variables bound; EvaluationError where it has no answer."""
    names = dict(bindings)
    clause = candidates_clause(family, names)
    before: tuple[TraceStep, ...] = ()
    if clause is not None:
        found = evaluate(clause, scene, names, family.tolerance)
        names["candidates"], before = found.value, found.trace
    result = evaluate(family.program, scene, names, family.tolerance)
    result = evolve(result, trace=(*before, *result.trace))
    asked = result.step_of(family.asked)
    later = {**names, "answers": result.value, **_margins(result.trace)}
    required = tuple(bool(evaluate(r, scene, later, family.tolerance).value) for r in family.requirements)
    tags = {name: evaluate(t, scene, later, family.tolerance).value for name, t in family.tags.items()}
    return FamilyResult(result.value, names.get("candidates"), result, asked, required, tags)


def _margins(trace: Sequence[TraceStep]) -> dict[str, float]:
    """What `require margin >= ...` compares, by unit: the least of all steps."""
    found = margins_of(trace)
    return {f"margin'{unit}": found.get(unit, float("inf")) for unit in ("m", "deg", "px", "fraction")}
