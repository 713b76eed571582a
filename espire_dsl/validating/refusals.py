"""Tasks that should have been refused: every rule of a fair task that a record and its scene can be held
against, by the very predicates that refuse bindings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.rules import Rules
from espire_dsl.language.typed import Constant, Construct
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import Told, naming_of
from espire_dsl.tasks.hops import idle
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.plan import FamilyPlan
from espire_dsl.tasks.readings import MEASURE
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.references import demands_of, has_lines, unsayable
from espire_dsl.tasks.rules import refusal
from espire_dsl.tasks.stated import unspoken
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import SchemaProblem

ROW: Final[tuple[int, dict[str, Any]]] = (0, {})
"""The only row: the task's scene, and no variables, as a stored program has none left."""


def refusal_problems(
    task: Task,
    scene: Scene,
    plan: FamilyPlan,
    values: Mapping[str, Any],
    things: Sequence[Node],
    outcome: Outcome,
    told: Sequence[Told],
    evaluator: BatchEvaluator,
) -> Iterator[SchemaProblem]:
    """The rules that a task does not meet; `values` are those of its variables, `things` the things among
    them."""
    rules = evaluator.rules(plan.family, ROW[0])
    for field, reason in (
        ("answers", refusal(plan, outcome, rules)),
        ("args", _of_lengths(task, plan, values, outcome, rules)),
        ("references", _of_references(scene, plan, things, rules)),
        ("scene", None if has_lines(plan, scene, rules) else Reason.NO_GRID),
        ("program_steps", _of_hops(plan, outcome, evaluator)),
    ):
        if reason is not None:
            yield _refused(field, reason)
    naming = naming_of(plan, outcome, told, rules)
    if isinstance(naming, Reason):
        yield _refused(_unnamed(task, outcome, told), naming)


def _refused(field: str, reason: Reason) -> SchemaProblem:
    return SchemaProblem(field, f"this task should have been refused: {reason.value}")


def _of_lengths(
    task: Task, plan: FamilyPlan, values: Mapping[str, Any], outcome: Outcome, rules: Rules
) -> Reason | None:
    """What is swept is asked as it is, and so is what no variable holds."""
    asked = plan.family.asked.argument("type")
    if task.group is not None or not isinstance(asked, Construct):
        return None
    arguments = tuple(a.value for a in asked.arguments if isinstance(a, Constant))
    written = TypeValue(asked.constructor, arguments)
    return unspoken(written, outcome, rules) if written in values.values() else None


def _of_references(scene: Scene, plan: FamilyPlan, things: Sequence[Node], rules: Rules) -> Reason | None:
    reasons = (unsayable(node, scene, rules) for node in things)
    return next(filter(None, reasons), None) or demands_of(plan).refusal({}, scene, rules)


def _of_hops(plan: FamilyPlan, outcome: Outcome, evaluator: BatchEvaluator) -> Reason | None:
    if outcome.problem is not None:
        return None
    (is_idle,) = idle(plan.family, [ROW], [outcome.answer], evaluator)
    return Reason.IDLE_HOP if is_idle else None


def _unnamed(task: Task, outcome: Outcome, told: Sequence[Told]) -> str:
    """The field that should say that the sentence names what another reading takes otherwise."""
    others = [points for points, other in told if not outcome.agrees_with(other)]
    left_open = [p for p in others if not any(q.is_named(task.names_frame, task.names_measure) for q in p)]
    kinds = {point.kind for points in left_open for point in points}
    return "names_measure" if kinds == {MEASURE} else "names_frame"
