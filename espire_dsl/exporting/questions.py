"""What another harness asks of a model about a task: its sentence, and the form that the answer must have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Final

from attrs import frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.scoring.conventions import SCALES, Convention
from espire_dsl.scoring.frames import leaves_frame_open
from espire_dsl.scoring.grading import can_be_scored
from espire_dsl.scoring.prediction import POINTED_AT
from espire_dsl.syntax.units import UNITS
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.task import Task

_RANGES: Final[Mapping[str, str]] = {
    "pixel": "in pixels from its upper left corner",
    "unit": "as shares of its width and height, from 0 to 1",
    "percent": "in percent of its width and height, from 0 to 100",
    "thousand": "in thousandths of its width and height, from 0 to 1000",
}
assert _RANGES.keys() == SCALES.keys()
_SAID: Final[Mapping[str, str]] = {
    "yes_no": "Answer with yes or no.",
    "choice": "Answer with the letter of one option.",
    "list": "Answer with the letters of the options in the order that is asked for, separated by commas.",
    "label": "Answer with a word, a few words or a number.",
}


@frozen
class Exported:
    """The tasks that another harness can score, and how many were left out for which reason."""

    tasks: tuple[Task, ...]
    left_out: Mapping[str, int]


def chosen(every: Iterable[Task], form: Form, suite: str | None = None, family: str = "*") -> Exported:
    """The tasks of a suite and of families that have a picture and can be right or wrong."""
    taken: list[Task] = []
    left_out: dict[str, int] = {}
    for task in every:
        if suite not in (None, task.suite) or not fnmatchcase(task.family, family):
            continue
        reason = _reason_against(task, form)
        if reason is None:
            taken.append(task)
        else:
            left_out[reason] = left_out.get(reason, 0) + 1
    if not taken:
        told = "; ".join(f"{count} {reason}" for reason, count in left_out.items())
        raise UsageError(f"there is no task to export: {told or 'none has that suite and family'}")
    return Exported(tuple(taken), left_out)


def _reason_against(task: Task, form: Form) -> str | None:
    if leaves_frame_open(task):
        return "leave the frame open and are neither right nor wrong"
    if not can_be_scored(task):
        return "have no masks to hold points against"
    return "have no picture" if f"{task.view}.png" not in form.picture_names(task.scene) else None


def picture_of(task: Task, form: Form) -> bytes:
    """The view of a task, which was found to be there."""
    content = form.picture(task.scene, f"{task.view}.png")
    if content is None:
        raise UsageError(f"{form.picture_place(task.scene, f'{task.view}.png')}: this picture is missing")
    return content


def question_of(task: Task, convention: Convention, *, with_options: bool = True) -> str:
    """The whole question; the options are written out in the order of the record, unless a harness does."""
    return "\n".join([task.instruction, *(_options(task) if with_options else ()), form_of(task, convention)])


def _options(task: Task) -> Iterator[str]:
    yield from (f"{option['letter']}. {option['text']}" for option in task.options or ())


def form_of(task: Task, convention: Convention) -> str:
    """One sentence about the form of the answer."""
    if task.answer_kind in POINTED_AT:
        what = "thing" if task.answer_kind == "objects" else "place"
        order = "[x, y]" if convention.order == "xy" else "[y, x]"
        return (
            f"Point at the {what} in the picture that is asked for. Answer with JSON alone: "
            f'{{"point_2d": {order}}}, with x to the right and y down, {_RANGES[convention.points]}.'
        )
    if task.answer_kind != "number":
        return _SAID[task.answer_kind]
    if task.answer_unit is None:
        return "Answer with a number."
    return f"Answer with a number, in {UNITS[task.answer_unit].many}."
