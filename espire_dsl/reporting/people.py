"""What people did on the page: a file of predictions each. A person is called as the file is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.sources import TaskSource
from espire_dsl.reporting.frames import Responses
from espire_dsl.reporting.results import RunResults
from espire_dsl.reporting.statistics import mean, sample_deviation
from espire_dsl.reporting.table import Cell, Row, Table, rate
from espire_dsl.scoring.frames import frame_used, leaves_frame_open, tells_frames_apart
from espire_dsl.scoring.grading import can_be_scored, grade
from espire_dsl.scoring.reading import Predictions, read_predictions
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.task import Task

_COLUMNS: Mapping[str, Callable[[Task], bool]] = {
    "all": lambda _: True,
    "pick": lambda task: task.action == "pick",
    "place": lambda task: task.action == "place" and task.constraint is None,
    "questions": lambda task: task.action == "answer",
}


@frozen
class Person:
    """Whether each task of the person's file was answered rightly, and the frames that were taken."""

    name: str
    right: Mapping[str, bool] = field(hash=False)
    frames: Responses


@frozen
class People:
    """The people, and the tasks of the set by id."""

    people: tuple[Person, ...]
    tasks: Mapping[str, Task] = field(hash=False)


def set_of(folder: Path, runs: Sequence[RunResults]) -> dict[str, Task]:
    """The tasks of a set, which must be that of the runs."""
    source = TaskSource(folder)
    for run in runs:
        if run.manifest.task_set != source.digest:
            raise UsageError(f"{run.folder}: this run is about another task set than {folder}")
    try:
        return {task.id: task for task in source.tasks}
    except TaskSetError as error:
        raise UsageError(str(error)) from None


def overlapping(tasks: Mapping[str, Task]) -> frozenset[str]:
    """Tasks with an open frame whose readings share an answer, or one of which has none."""
    return frozenset(
        id for id, task in tasks.items() if leaves_frame_open(task) and not tells_frames_apart(task)
    )


def read_people(files: Sequence[Path], tasks: Mapping[str, Task]) -> People:
    """The files of people; one about another set is refused."""
    left_out = overlapping(tasks)
    people = []
    for path in files:
        found = read_predictions(path, tasks)
        if not found.by_task:
            raise UsageError(f"{path}: it answers no task of this set; it must be a file that the page saved")
        people.append(_person(path, found, tasks, left_out))
    names = [person.name for person in people]
    if len(set(names)) < len(names):
        raise UsageError("two files of people have the same name; a person is called as the file is")
    return People(tuple(people), tasks)


def _person(path: Path, found: Predictions, tasks: Mapping[str, Task], left_out: frozenset[str]) -> Person:
    asked = [tasks[id] for id in found.by_task]
    scored = [task for task in asked if can_be_scored(task) and not leaves_frame_open(task)]
    frames = Responses.of(
        path.stem,
        (
            (task.id, task.family, frame_used(task, found.by_task[task.id]))
            for task in asked
            if leaves_frame_open(task) and task.id not in left_out
        ),
    )
    return Person(path.stem, {t.id: grade(t, found.by_task[t.id]).first for t in scored}, frames)


def people_table(found: People) -> Table:
    """A row for each person, and the mean of their shares with its sample deviation."""
    rows = [
        Row(
            person.name,
            tuple(
                rate(right for id, right in person.right.items() if belongs(found.tasks[id]))
                for belongs in _COLUMNS.values()
            ),
        )
        for person in found.people
    ]
    columns = zip(*(row.cells for row in rows), strict=True)
    means = Row("mean ± sample deviation", tuple(map(_mean, columns)))
    notes = ("The first answer counts; what was left open is wrong. Place tasks are those without a pose.",)
    return Table("people", "People", tuple(_COLUMNS), (*rows, means), notes, first="person")


def _mean(cells: Sequence[Cell]) -> Cell:
    shares = [cell.value for cell in cells if cell.value is not None]
    if not shares:
        return Cell()
    return Cell(mean(shares), tasks=len(shares), deviation=sample_deviation(shares))
