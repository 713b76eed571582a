"""What a run came to, task by task: the few numbers that tables are made of, without texts and pictures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import evolve, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.records import (
    Call,
    ExecutionLine,
    LocalizationLine,
    QuestionLine,
    RunManifest,
    TaskFacts,
)
from espire_dsl.evaluation.run import Run
from espire_dsl.scene.acting import AXES


@frozen
class Located:
    """A localization: `at` is the number of the first attempt that is right on answers that the robot can
    reach, `at_any` on all answers; `seconds` are those of all calls of the model."""

    task: str
    facts: TaskFacts
    at: int | None
    at_any: int | None
    attempts: int
    seconds: float
    reading: str | None
    faults: int


@frozen
class Executed:
    """An execution: the number of the accepted move, distances from the tool to the target's centre when it
    was accepted and before that move, and the checks in the end (None where none was made)."""

    task: str
    facts: TaskFacts
    at: int | None
    status: bool | None
    status_any: bool | None
    moves: int
    updates: int
    seconds: float
    environment: float
    distance_at: float | None
    distance_before: float | None
    steps: tuple[str, ...]
    faults: int


@frozen
class Answered:
    """The answer to a question."""

    task: str
    facts: TaskFacts
    right: bool
    overlap: float | None
    accuracy: float | None


@frozen
class RunResults:
    """A run by its label, which no other run of a report has."""

    label: str
    folder: Path
    manifest: RunManifest
    located: tuple[Located, ...]
    executed: tuple[Executed, ...]
    answered: tuple[Answered, ...]

    @property
    def is_ablation(self) -> bool:
        """Whether executions began with a given target and tell about turns of the hand alone."""
        return self.manifest.choices.targets == "given"

    @property
    def axes(self) -> str:
        """The axes that the model was asked for, as the rows of Table 7 are called."""
        return _axes(self.manifest)

    def of(self, suite: str | None) -> RunResults:
        """The results on the tasks of a suite; of all where None."""

        def belongs(one: Located | Executed | Answered) -> bool:
            return suite in (None, one.facts.suite)

        return evolve(
            self,
            located=tuple(filter(belongs, self.located)),
            executed=tuple(filter(belongs, self.executed)),
            answered=tuple(filter(belongs, self.answered)),
        )


def read_runs(folders: Sequence[Path]) -> tuple[RunResults, ...]:
    """The runs in their order. They must be about one task set."""
    runs = [read_run(folder) for folder in folders]
    first = runs[0]
    for run in runs[1:]:
        if run.manifest.task_set != first.manifest.task_set:
            raise UsageError(
                f"{run.folder}: this run is about another task set than {first.folder}, and cannot stand"
                " beside it"
            )
    return tuple(_labelled(runs))


def read_run(folder: Path) -> RunResults:
    """A run; a run without any line is refused."""
    run = Run.open(folder)
    results = RunResults(
        _usual_label(run.manifest),
        folder,
        run.manifest,
        tuple(map(_located, run.localizations())),
        tuple(map(_executed, run.executions())),
        tuple(map(_answered, run.questions())),
    )
    if not (results.located or results.executed or results.answered):
        raise UsageError(f"{folder}: this run has no finished task; run the same `espirec evaluate` again")
    return results


def _axes(manifest: RunManifest) -> str:
    return ", ".join(axis for axis in AXES if axis in manifest.choices.ask) or "none"


def _usual_label(manifest: RunManifest) -> str:
    choices = manifest.choices
    name = manifest.model
    if manifest.model_args:
        told = ", ".join(f"{key}={value}" for key, value in sorted(manifest.model_args.items()))
        name += f" ({told})"
    parts = [name]
    if choices.reflect:
        parts.append("with reflection")
    if choices.targets == "given":
        parts.append(f"asked for {_axes(manifest)}")
    return ", ".join(parts)


def _labelled(runs: Iterable[RunResults]) -> Iterable[RunResults]:
    """Labels that would be shared get the names of their folders, and if need be a number."""
    every = list(runs)
    usual = Counter(run.label for run in every)
    taken: Counter[str] = Counter()
    for run in every:
        label = run.label if usual[run.label] == 1 else f"{run.label} [{run.folder.resolve().name}]"
        taken[label] += 1
        yield evolve(run, label=label if taken[label] == 1 else f"{label} ({taken[label]})")


def _seconds(calls: Iterable[Call | None]) -> float:
    return math.fsum(call.seconds for call in calls if call is not None)


def _located(line: LocalizationLine) -> Located:
    calls = [call for attempt in line.attempts for call in (attempt.call, attempt.reflection)]
    return Located(
        line.task,
        line.facts,
        line.right_at,
        line.right_at_any,
        len(line.attempts),
        _seconds(calls),
        line.reading,
        sum(attempt.fault is not None for attempt in line.attempts),
    )


def _executed(line: ExecutionLine) -> Executed:
    calls = [call for turn in line.turns for call in (turn.call, turn.rotation_call, turn.reflection)]
    last = line.turns[-1].move if line.turns and line.accepted_at is not None else None
    return Executed(
        line.task,
        line.facts,
        line.accepted_at,
        None if line.status is None else line.status.success,
        None if line.status_any is None else line.status_any.success,
        len(line.turns),
        line.updates,
        _seconds(calls),
        math.fsum(turn.move.seconds_planning + turn.move.seconds_rendering for turn in line.turns),
        None if last is None else last.distances_after.centre,
        None if last is None else last.distances_before.centre,
        tuple(turn.move.step_class for turn in line.turns),
        sum(turn.fault is not None for turn in line.turns),
    )


def _answered(line: QuestionLine) -> Answered:
    return Answered(line.task, line.facts, line.right, line.overlap, line.accuracy)
