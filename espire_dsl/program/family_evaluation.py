"""A family asked of a scene: candidates, answers, margin, requirements, tags, for one binding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen

from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.family import Family
from espire_dsl.language.inference.margins import UNIT_OF_MARGIN, margin_name
from espire_dsl.language.typed import Typed
from espire_dsl.program.reference import Evaluation, evaluate
from espire_dsl.program.trace import TraceStep, least_margins
from espire_dsl.scene.graph import Scene


@frozen
class FamilyResult:
    """The outcome: the answer, what it was chosen from, and whether all requirements hold."""

    answer: Any
    candidates: Any
    evaluation: Evaluation = field(repr=False)
    asked: TraceStep | None
    required: tuple[bool, ...]
    tags: Mapping[str, Any]

    @property
    def margins(self) -> dict[str, float]:
        """By unit, the least margin over all steps."""
        return least_margins(self.evaluation.trace)


def computed(givens: Mapping[str, Typed], scene: Scene) -> dict[str, Any]:
    """Given values as programs take them; names in them are things of the scene."""
    ids = {node.id: ThingRef(node.id, scene) for node in scene.nodes}
    return {name: evaluate(value, scene, ids).value for name, value in givens.items()}


def evaluate_family(family: Family, scene: Scene, bindings: Mapping[str, Any]) -> FamilyResult:
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
    later = {**names, "answers": result.value, **_named_margins(least_margins(result.trace))}
    required = tuple(bool(evaluate(r, scene, later, family.tolerance).value) for r in family.requirements)
    tags = {name: evaluate(t, scene, later, family.tolerance).value for name, t in family.tags.items()}
    return FamilyResult(result.value, names.get("candidates"), result, asked, required, tags)


def _named_margins(margins: Mapping[str, float]) -> dict[str, float]:
    """What `require margin >= ...` compares: boundless where no step has a margin in that unit."""
    return {margin_name(unit): margins.get(unit, float("inf")) for unit in UNIT_OF_MARGIN}


def candidates_clause(family: Family, names: Mapping[str, Any]) -> Typed | None:
    """The candidates of the family, or those of the reasoning type that is asked."""
    if not family.candidates_by_type:
        return family.candidates
    for value in names.values():
        if isinstance(value, TypeValue) and value.constructor in family.candidates_by_type:
            return family.candidates_by_type[value.constructor]
    return None
