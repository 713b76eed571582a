"""A task's stored program as a family that asks this one question, and what it gives on its scene.

The stored program needs no other file, so that neither do answers that are computed from it.
"""

from __future__ import annotations

from attrs import field, frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.language.families.answers import natural_kind
from espire_dsl.language.families.family import Answer, Family, Sentence, Spec
from espire_dsl.language.families.spec import outermost_steps
from espire_dsl.language.library import library_kinds
from espire_dsl.language.typed import Apply, Construct, Typed
from espire_dsl.language.types import UNIT_FACTORS, solved
from espire_dsl.program.family_evaluation import FamilyResult
from espire_dsl.program.reference import Evaluation
from espire_dsl.program.stored import StoredProgram, StoredProgramError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.quantize import quantize
from espire_dsl.syntax import tree
from espire_dsl.tasks.plan import FamilyPlan
from espire_dsl.tasks.record import stated_tolerance
from espire_dsl.tasks.task import Task
from espire_dsl.validating.candidates import reading_candidates, step_of_candidates
from espire_dsl.validating.finding import SchemaProblem

_NOWHERE = Span("program", 0, 0)


@frozen
class Recomputed:
    """The question of a task, and its answer, computed once more."""

    plan: FamilyPlan
    asked: FamilyResult = field(repr=False)


def recomputed(task: Task, scene: Scene) -> Recomputed | tuple[SchemaProblem, ...]:
    """What the task asks and what that gives, or what is wrong with its program."""
    try:
        program = StoredProgram.read(task.program_steps, scene)
        run = program.run(scene, stated_tolerance(task))
        answer = run.answer()
    except StoredProgramError as error:
        return (SchemaProblem("program_steps", str(error)),)
    whole = program.tree()
    call = _asked_call(task, whole)
    if isinstance(call, tuple):
        return call
    candidates = None if task.candidates is None else step_of_candidates(task.candidates, run, task.program)
    if candidates is None and task.candidates is not None:
        return (SchemaProblem("candidates", "no step of the program gives exactly these"),)
    if candidates is None:
        family = _family(task, whole, call, None)
    else:
        reading, own = (reading_candidates(program, candidates, part) for part in (whole, call))
        assert isinstance(own, Apply)
        family = _family(task, reading, own, program.tree(candidates))
    number = next((i for i in range(len(program.steps)) if program.tree(i) == call), None)
    asked = FamilyResult(
        answer,
        None if candidates is None else run.value(candidates),
        Evaluation(answer, tuple(run.trace)),
        None if number is None else run.traced(number),
        (),
        {},
    )
    return Recomputed(FamilyPlan(family, task.type, None, False, frozenset()), asked)


def _asked_call(task: Task, program: Typed) -> Apply | tuple[SchemaProblem, ...]:
    """What is asked, if aspect, granularity and type are what the program asks."""
    steps = outermost_steps(program)
    matching = [step for step in steps if step.aspect == task.aspect]
    if not matching:
        found = ", ".join(step.aspect for step in steps) or "nothing spatial"
        return (SchemaProblem("aspect", f"it is {task.aspect}, and the program asks about {found}"),)
    asked = matching[0]
    problems = []
    if asked.granularities != {task.granularity}:
        problems.append(
            SchemaProblem("granularity", f"it must be {' or '.join(sorted(asked.granularities))}")
        )
    type_ = _type_name(asked.call)
    if type_ != task.type:
        problems.append(SchemaProblem("type", f"it is {task.type}, and the program asks for {type_}"))
    natural = natural_kind(solved(program.type))
    kind = natural if task.options is None or natural == "list" else "choice"
    if kind != task.answer_kind:
        problems.append(
            SchemaProblem("answer_kind", f"it is {task.answer_kind}, and the program gives {kind}")
        )
    return tuple(problems) or asked.call


def _type_name(asked: Apply) -> str:
    type_ = asked.argument("type")
    return type_.constructor if isinstance(type_, Construct) else asked.function


def _step(task: Task) -> float | None:
    """The stated precision in metres, degrees or as it is."""
    factor = 1.0 if task.answer_unit is None else UNIT_FACTORS[task.answer_unit]
    return None if task.answer_step is None else quantize(task.answer_step * factor)


def _family(task: Task, program: Typed, asked: Apply, candidates: Typed | None) -> Family:
    return Family(
        name=task.family,
        doc=None,
        spec=Spec(task.aspect, task.granularity, None, None, 0),
        world=task.world,
        world_arguments={},
        action=task.action,
        candidates=candidates,
        candidates_by_type={},
        variables=(),
        program=program,
        asked=asked,
        tolerance=stated_tolerance(task),
        requirements=(),
        rules={},
        sentences=(Sentence(tree.Text(task.instruction), task.names_frame, task.names_measure),),
        answer=Answer(task.answer_kind, solved(program.type), task.answer_unit, _step(task)),
        distract=(),
        contrast=None,
        kinds=library_kinds(),
        sweep=(),
        tags={},
        span=_NOWHERE,
    )
