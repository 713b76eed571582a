"""A task as text for a terminal: the sentence, the program, what each step gave, the answers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from espire_dsl.gallery.shown_steps import ShownStep, shown_steps
from espire_dsl.reports.columns import aligned
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.syntax.units import UNITS
from espire_dsl.tasks.lettered import meant_by
from espire_dsl.tasks.task import Task

_WIDTH: Final = 100
_MOST_IDS: Final = 6
_MOST_ROWS: Final = 20
_SIGNS: Final = {unit.name: unit.sign for unit in UNITS.values()}


def text_of(task: Task) -> str:
    """All that one wants to know of a task without its pictures."""
    parts = [
        textwrap.wrap(task.instruction, _WIDTH),
        _about(task),
        ["program", *(f"  {line}" for line in task.program.split("\n"))],
        ["steps", *(f"  {line}" for line in steps_text(shown_steps(task)))],
        *measured_text(task.trace),
        ["options", *(f"  {line}" for line in _options(task))] if task.options else [],
        ["answers", *(f"  {line}" for line in _answers(task))],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _about(task: Task) -> list[str]:
    rows = [
        ("task", task.id),
        ("family", f"{task.family}, {task.type}"),
        (
            "kind",
            ", ".join(filter(None, [task.suite, task.action, task.aspect, task.granularity, task.level])),
        ),
        ("scene", task.scene),
        ("view", "" if task.view == WORLD_CAMERA else task.view),
        ("arguments", "; ".join(map(_argument, task.args))),
        ("frame", "" if task.frame is None else _frame(task.frame)),
        ("margin", ", ".join(said(margin, unit) for unit, margin in task.margin.items())),
        ("chance", "" if task.chance is None else f"{task.chance:.0%}"),
        ("undecided", set_text(task.undecided) if task.undecided else ""),
        ("held", task.held or ""),
        ("final pose", "" if task.constraint is None else _pairs(task.constraint)),
        ("readings", "; ".join(f"{kind} {set_text(answers)}" for kind, answers in task.readings.items())),
        ("meant", task.reading or ""),
        ("tags", ", ".join(f"{name} {said(value)}" for name, value in task.tags.items())),
        ("pair", task.pair or ""),
        ("group", task.group or ""),
    ]
    return aligned([row for row in rows if row[1]], left=2)


def _argument(argument: Mapping[str, Any]) -> str:
    return f'{argument["name"]} = {said(argument["value"], argument["unit"])} "{argument["said"]}"'


def _frame(frame: Mapping[str, Any]) -> str:
    return f"{frame['kind']} of {frame['of']}" if frame["of"] else str(frame["kind"])


def steps_text(steps: Sequence[ShownStep]) -> list[str]:
    """A line for each step: its function, what it takes, and what it gave."""
    rows = [
        (
            str(number),
            " ".join([step.function, *(said(v) for v in step.values), *(f"[{i}]" for i in step.inputs)]),
            "->",
            set_text(step.output),
        )
        for number, step in enumerate(steps)
    ]
    return aligned(rows, left=4) if rows else ["none"]


def set_text(value: Any) -> str:
    """A value as people read it; of many things their number and the first ones."""
    if not isinstance(value, list):
        return said(value)
    if not value:
        return "nothing"
    more = f" and {len(value) - _MOST_IDS} more" if len(value) > _MOST_IDS else ""
    return f"{len(value)}: {said(value[:_MOST_IDS])}{more}"


def measured_text(trace: Sequence[Mapping[str, Any]]) -> Iterator[list[str]]:
    """A table for each call that measured something; what stays is marked."""
    for call in trace:
        measured = call["measured"]
        if not measured:
            continue
        kept = call["output"] if isinstance(call["output"], list) else [call["output"]]
        order = sorted(measured, key=lambda id: (*_place(measured[id]), id))
        unit = call["unit"] if any(isinstance(value, float) for value in measured.values()) else None
        rows = [("*" if id in kept else "", id, said(measured[id], unit)) for id in order[:_MOST_ROWS]]
        lines = [f"  {line}" for line in aligned(rows, left=2)]
        if len(order) > _MOST_ROWS:
            lines.append(f"    and {len(order) - _MOST_ROWS} more")
        yield [f"measured by {call['function']} (* stays)", *lines]


def _place(value: Any) -> tuple[bool, float]:
    """Where a measured value stands in order; what is no number comes last."""
    return (False, value) if isinstance(value, int | float) else (True, 0.0)


def _options(task: Task) -> list[str]:
    """Each option with its letter; the right one of a choice is marked."""
    rows = [
        (option["letter"], option["text"], _mark(task, meant_by(option)), option["id"] or "")
        for option in task.options or ()
    ]
    return aligned(rows, left=4)


def _mark(task: Task, meant: Any) -> str:
    return "* right" if task.answer_kind == "choice" and meant in task.answers else ""


def _answers(task: Task) -> list[str]:
    rows = []
    for answer in task.answers:
        status = task.verification.get(answer, "not verified") if isinstance(answer, str) else ""
        angle = task.answer_angles.get(answer) if isinstance(answer, str) else None
        off = "" if angle is None else f"{said(angle, 'deg')} off the axis"
        rows.append((said(answer, task.answer_unit), said(status), off))
    return aligned(rows, left=3) if rows else ["none"]


def _pairs(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {said(value)}" for name, value in values.items() if value is not None)


def said(value: Any, unit: str | None = None) -> str:
    """A value as people read it."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case float():
            sign = _SIGNS.get(unit or "", "")
            if unit in ("deg", "px"):
                return f"{value:.1f}{sign}"
            digits = 0 if value.is_integer() else 3
            return f"{value:.{digits}f}{sign}" if sign else f"{value:g}"
        case list() | tuple():
            return ", ".join(said(part, unit) for part in value) or "none"
        case Mapping():
            return _pairs(value)
    return str(value)
