"""A family asked of a scene: candidates, answers, margin, requirements, tags, for one binding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.family import Family
from espire_dsl.language.typed import Typed
from espire_dsl.program.reference import Evaluation, evaluate
from espire_dsl.program.trace import TraceStep
from espire_dsl.scene.graph import Scene


@frozen
class Asked:
    """The outcome: the answer, what it was chosen from, and whether all requirements hold."""

    answer: Any
    candidates: Any
    evaluation: Evaluation = field(repr=False)
    asked: TraceStep | None
    required: tuple[bool, ...]
    tags: Mapping[str, Any]

    @property
    def margin(self) -> float | None:
        return self.asked.margin if self.asked else None


def ask(family: Family, scene: Scene, bindings: Mapping[str, Any]) -> Asked:
    """Evaluate a family on a scene with its variables bound; EvaluationError where it has no answer."""
    names = dict(bindings)
    clause = candidates_clause(family, names)
    if clause is not None:
        names["candidates"] = evaluate(clause, scene, names, family.tolerance).value
    result = evaluate(family.program, scene, names, family.tolerance)
    asked = result.step_of(family.asked)
    later = {**names, "answers": result.value, "margin": _margin(asked)}
    required = tuple(bool(evaluate(r, scene, later, family.tolerance).value) for r in family.requirements)
    tags = {name: evaluate(t, scene, later, family.tolerance).value for name, t in family.tags.items()}
    return Asked(result.value, names.get("candidates"), result, asked, required, tags)


def _margin(asked: TraceStep | None) -> float:
    """What `require margin >= ...` compares: boundless where no candidate could fall the other way."""
    return asked.margin if asked is not None and asked.margin is not None else float("inf")


def candidates_clause(family: Family, names: Mapping[str, Any]) -> Typed | None:
    """The candidates of the family, or those of the reasoning type that is asked."""
    if not family.candidates_by_type:
        return family.candidates
    for value in names.values():
        if isinstance(value, TypeValue) and value.constructor in family.candidates_by_type:
            return family.candidates_by_type[value.constructor]
    return None
