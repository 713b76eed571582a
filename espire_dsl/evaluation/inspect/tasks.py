"""The protocols as tasks of Inspect AI: `inspect eval espire_dsl/localization -T set=OUT --model NAME`.

A sample is a task of the set, its solver one of our loops. Lines go into the store of the sample, and into
the folder of a run where one is named (`-T run=RUN`); samples that it has already are not asked again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import asdict, define, evolve, field
from inspect_ai import Task as InspectTask
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig, Model, ModelOutput, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from espire_dsl.evaluation.asking import Query, Reply
from espire_dsl.evaluation.conventions import convention_of
from espire_dsl.evaluation.evaluating import Order, manifest_of
from espire_dsl.evaluation.execution import execute
from espire_dsl.evaluation.inspect.asking import asked
from espire_dsl.evaluation.localization import localize
from espire_dsl.evaluation.prompts.files import Prompts, prompts_in, shipped_prompts
from espire_dsl.evaluation.questions import question
from espire_dsl.evaluation.records import ExecutionLine, LocalizationLine, QuestionLine, TaskFacts
from espire_dsl.evaluation.run import Line, Protocol, Run
from espire_dsl.evaluation.running import calls_of, fitting
from espire_dsl.evaluation.setup import Setup, given_target
from espire_dsl.evaluation.sources import TaskSource, selected
from espire_dsl.scoring.frames import leaves_frame_open
from espire_dsl.tasks.task import Task

_LINE = "espire_line"


def task_of(order: Order, run: Path | None) -> InspectTask:
    """The task of Inspect AI for what is to be evaluated; who is asked is known when it is run."""
    source = TaskSource(order.task_set)
    chosen = selected(source, order.selection, order.choices.seed)
    tasks = [task for task in fitting(chosen, order.protocol) if not leaves_frame_open(task)]
    return InspectTask(
        dataset=MemoryDataset([_sample(task) for task in tasks], name=order.task_set.name),
        solver=_solving(order, source, {task.id: task for task in tasks}, run),
        scorer=_scoring(order.protocol),
        config=GenerateConfig(temperature=order.choices.temperature, max_tokens=order.choices.max_tokens),
        name=order.protocol,
        metadata={"task_set": source.digest, "choices": asdict(order.choices)},
    )


def _sample(task: Task) -> Sample:
    return Sample(input=task.instruction, id=task.id, metadata=asdict(TaskFacts.of(task)))


@define(eq=False)
class _Runs:
    """Sets loops up for whoever is asked; a run is begun once for each model."""

    order: Order
    source: TaskSource
    prompts: Prompts
    folder: Path | None
    _known: dict[str, tuple[Setup, Run | None, dict[str, Line]]] = field(factory=dict, init=False)

    def of(self, model: Model) -> tuple[Setup, Run | None, dict[str, Line]]:
        """The setup for a model, the run that its lines go into, and those that are there already."""
        name = str(model)
        if name not in self._known:
            self._known[name] = self._begin(model, name)
        return self._known[name]

    def _begin(self, model: Model, name: str) -> tuple[Setup, Run | None, dict[str, Line]]:
        order = self.order
        convention = None if order.protocol == "questions" else convention_of(name, order.convention)
        run, done, keep = None, {}, _named
        if self.folder is not None:
            told = evolve(
                order,
                model=name,
                model_args=plain_arguments(model),
                endpoint=model.api.base_url,
                folder=self.folder,
                choices=evolve(order.choices, temperature=model.config.temperature),
            )
            manifest = manifest_of(told, self.source, convention, self.prompts)
            run = Run.begin(self.folder, manifest, alone=False)  # Inspect AI does not say when all is done
            done, keep = {line.task: line for line in run.lines(order.protocol)}, run.keep

        async def ask(query: Query) -> Reply:
            return await asked(model, query)

        return Setup(self.source, ask, self.prompts, order.choices, keep, convention), run, done


def _solving(order: Order, source: TaskSource, tasks: Mapping[str, Task], folder: Path | None) -> Solver:
    prompts = shipped_prompts() if order.prompts is None else prompts_in(order.prompts)
    runs = _Runs(order, source, prompts, folder)

    @solver(name=f"espire_{order.protocol}")
    def loop() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 - loops ask
            model = get_model()
            setup, run, done = runs.of(model)
            task = tasks[str(state.sample_id)]
            line = done.get(task.id)
            if line is None:
                line = await _LOOPS[order.protocol](task, setup)
                if run is not None:
                    run.add(order.protocol, line)
            state.store.set(_LINE, asdict(line))
            said = [call.text for call in calls_of(line)]
            state.output = ModelOutput.from_content(str(model), said[-1])
            state.metadata["verdict"] = _verdict(line)
            return state

        return solve

    return loop()


async def _executed(task: Task, setup: Setup) -> Line:
    """In Inspect AI a task is executed on the target that is given; `espirec evaluate` localizes first."""
    target = given_target(task, setup.choices.seed)
    assert target is not None
    return await execute(task, target, True, setup)


_LOOPS: dict[Protocol, Callable[[Task, Setup], Awaitable[Line]]] = {
    "localization": localize,
    "execution": _executed,
    "questions": question,
}


def plain_arguments(model: Model) -> dict[str, Any]:
    """The arguments of a model that a manifest can hold."""
    return {
        name: value
        for name, value in model.model_args.items()
        if value is None or isinstance(value, str | int | float | bool)
    }


def _named(picture: bytes) -> str:
    """The log of Inspect AI has pictures, if it is told to."""
    return f"{sha256(picture).hexdigest()}.png"


def _verdict(line: Line) -> dict[str, float]:
    match line:
        case LocalizationLine():
            return {"first": float(line.right_at == 1), "within": float(line.right_at is not None)}
        case ExecutionLine():
            passed = line.status is not None and line.status.success
            return {"accepted": float(line.accepted_at is not None), "success": float(passed)}
        case QuestionLine():
            return {"right": float(line.right)}


_METRICS: dict[Protocol, tuple[str, ...]] = {
    "localization": ("first", "within"),
    "execution": ("accepted", "success"),
    "questions": ("right",),
}


def _scoring(protocol: Protocol) -> Scorer:
    @scorer(metrics={name: [mean(), stderr()] for name in _METRICS[protocol]}, name=f"espire_{protocol}")
    def verdict() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 - the line knows
            return Score(value=state.metadata["verdict"], answer=state.output.completion[:200])

        return score

    return verdict()
