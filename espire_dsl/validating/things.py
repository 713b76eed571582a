"""What a task says about its scene: ids of things, world, level, the book in hand, the kind of candidates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from espire_dsl.domain.answers import POINTED_AT
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import SchemaProblem


def thing_problems(task: Task, scene: Scene) -> Iterator[SchemaProblem]:
    """Where the record does not fit its scene."""
    if task.level != scene.level:
        yield SchemaProblem("level", f"it is {task.level}, and the scene's is {scene.level}")
    if task.world != scene.world:
        yield SchemaProblem("world", f"it is {task.world}, and the scene's is {scene.world}")
    for field, ids in _named(task).items():
        unknown = [id for id in ids if id not in scene]
        if unknown:
            yield SchemaProblem(field, f"scene {scene.id} has no {', '.join(map(str, unknown))}")
    held = next((t for r in scene.of_kind("robot") for t in scene.targets(r.id, "holds")), None)
    if task.held != held:
        yield SchemaProblem(
            "held", f"it is {task.held}, and the robot of the scene holds {held or 'nothing'}"
        )
    kinds = {scene.node(id).kind for id in task.candidates or () if id in scene}
    kind = None if not kinds else kinds.pop() if len(kinds) == 1 else "thing"
    if task.candidate_kind != kind:
        yield SchemaProblem("candidate_kind", f"it is {task.candidate_kind}, and the candidates are {kind}")
    if task.candidates is not None and task.answer_kind in POINTED_AT:
        others = [id for id in task.answers if id not in task.candidates]
        if others:
            yield SchemaProblem("answers", f"{', '.join(map(str, others))} are not among the candidates")


def _named(task: Task) -> dict[str, list[Any]]:
    answers = task.answers if task.answer_kind in POINTED_AT else []
    return {
        "candidates": task.candidates or [],
        "references": task.references,
        "answers": answers,
        "undecided": task.undecided,
    }


def verdict_problems(task: Task) -> Iterator[SchemaProblem]:
    """Where verdicts and feasible answers do not fit the answers."""
    for field, ids in (("feasible", task.feasible or []), ("verification", list(task.verification))):
        others = [id for id in ids if id not in task.answers]
        if others:
            yield SchemaProblem(field, f"{', '.join(others)} are not among the answers")
    if task.verification and not task.feasible:
        yield SchemaProblem("feasible", "the answers were verified, and none of them is feasible")
    if task.feasible is not None and not task.verification:
        yield SchemaProblem("verification", "there are feasible answers, and no verdict on any")
    if task.verification and any(id not in task.verification for id in task.answers):
        missing = [str(id) for id in task.answers if id not in task.verification]
        yield SchemaProblem("verification", f"there is no verdict on {', '.join(missing)}")
