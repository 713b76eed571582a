"""The transcript of a task in runs: what was shown, asked, said and done, step by step, as one page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from espire_dsl.diagnostics.error import UnknownNameError, UsageError
from espire_dsl.evaluation.episode import Move
from espire_dsl.evaluation.records import (
    Attempt,
    Box,
    Call,
    ExecutionLine,
    LocalizationLine,
    QuestionLine,
    Turn,
)
from espire_dsl.evaluation.run import PROTOCOLS, Line, Run
from espire_dsl.evaluation.step_class import MEANINGS
from espire_dsl.markup import Markup, element, folded, image, joined
from espire_dsl.png import PngError, rgb_size
from espire_dsl.reporting.page import whole_page
from espire_dsl.tasks.lazy_records import find_id

_RADIUS: Final = 10
_DOT: Final = 4
_RIGHT, _WRONG = "#00c271", "#ff0000"


@frozen
class TaskLines:
    """What a run has of one task."""

    run: Run
    lines: tuple[Line, ...]


def transcript_html(folders: Sequence[Path], id: str) -> str:
    """The page of a task, by its id or the beginning of it, in one or more runs."""
    runs = [Run.open(folder) for folder in folders]
    known = dict.fromkeys(line.task for run in runs for protocol in PROTOCOLS for line in run.lines(protocol))
    try:
        task = find_id(tuple(known), id, "task")
    except UnknownNameError as error:
        raise UsageError(str(error)) from None
    found = [_lines(run, task) for run in runs]
    return whole_page(f"Task {task}", *(part for one in found for part in _run(one)))


def _lines(run: Run, task: str) -> TaskLines:
    return TaskLines(
        run, tuple(line for protocol in PROTOCOLS for line in run.lines(protocol) if line.task == task)
    )


def _run(found: TaskLines) -> Iterator[Markup]:
    yield element("h2", f"{found.run.manifest.model} ({found.run.folder.name})")
    if not found.lines:
        yield element("p", "This run has nothing about the task.", class_="note")
    for line in found.lines:
        facts = line.facts
        told = f"{facts.suite}, {facts.family}, {facts.type}, {facts.level or 'no level'}, {facts.scene}"
        yield element("p", told, class_="note")
        match line:
            case LocalizationLine():
                yield from _localization(line, found.run)
            case ExecutionLine():
                yield from _execution(line, found.run)
            case QuestionLine():
                yield from _question(line, found.run)


def _localization(line: LocalizationLine, run: Run) -> Iterator[Markup]:
    yield element("h3", "Localization")
    for number, attempt in enumerate(line.attempts, 1):
        yield element("section", *_attempt(number, attempt, run), class_="step")
    handed = f"Handed on: {line.target}" + (", drawn at random" if line.given else "")
    yield element("p", handed if line.target is not None else "Nothing is handed on.")
    if line.reading is not None:
        yield element("p", f"The frame was taken as: {line.reading}")


def _attempt(number: int, attempt: Attempt, run: Run) -> Iterator[Markup]:
    right = attempt.hit is not None
    told = f"on {attempt.hit}" if right else attempt.fault or "wrong"
    if not right and attempt.hit_any is not None:
        told += f": on {attempt.hit_any}, which is an answer that the robot cannot reach"
    yield element("p", f"Attempt {number}: ", _verdict(told, right))
    sent = [name for message in attempt.call.messages for name in message.pictures]
    circle = _circle(attempt.pixel, right)
    yield element("div", *(_view(run, name, "sent", circle) for name in sent[:1]), class_="views")
    yield from _call("Answer", attempt.call, run)
    yield from _call("Reflection", attempt.reflection, run, with_pictures=True)


def _execution(line: ExecutionLine, run: Run) -> Iterator[Markup]:
    given = ", given as nothing was localized" if line.given else ""
    yield element("h3", f"Execution: {line.target}{given}")
    for turn in line.turns:
        yield element("section", *_turn(turn, run), class_="step")
    for name, judged in (("feasible answers", line.status), ("all answers", line.status_any)):
        if judged is not None:
            yield element("p", f"Check of the state in the end, on {name}: ", _passed(judged.success))
            yield element(
                "ul",
                *(
                    element("li", f"{check.name}: ", _passed(check.passed), f", {check.detail}")
                    for check in judged.checks
                ),
            )


def _turn(turn: Turn, run: Run) -> Iterator[Markup]:
    move = turn.move
    told = "accepted" if move.accepted else f"{move.kind}, {turn.fault or move.status}"
    yield element("p", f"Move {move.number}: ", _verdict(told, move.accepted), f". {move.detail}")
    yield element("p", f"{move.step_class} in the end: {MEANINGS[move.step_class]}")
    views = (
        _view(run, name, camera, joined(_box(turn.boxes.get(camera)), _dot(move, camera)))
        for camera, name in turn.pictures.items()
    )
    yield element("div", *views, class_="views")
    yield element("pre", "\n".join(_plan(turn)))
    yield from _call("Answer", turn.call, run)
    yield from _call("Rotation", turn.rotation_call, run, with_pictures=True)
    yield from _call("Reflection", turn.reflection, run)


def _plan(turn: Turn) -> Iterator[str]:
    """What the environment made of an answer."""
    move = turn.move
    yield f"point    {_numbers(move.point)} m, on the target: {'yes' if move.on_target else 'no'}"
    if turn.rotation is not None or turn.rotation_fault is not None:
        yield f"asked    {turn.rotation_fault or _numbers(turn.rotation)} degrees (pitch, yaw, roll)"
    if move.goal is not None:
        turns = "".join(f", {axis} {angle:.1f} degrees" for axis, angle in move.rotation.items())
        yield f"goal     {_numbers(move.goal.position)} m{turns}"
    yield f"plan     {move.status}, {move.checks} checks, moved: {'yes' if move.moved else 'no'}"
    before, after = move.distances_before, move.distances_after
    yield f"tool     {before.centre:.3f} m from the target's centre before, {after.centre:.3f} m after"
    yield f"seconds  {move.seconds_planning:.2f} planning, {move.seconds_rendering:.2f} rendering"


def _numbers(values: Iterable[float | None] | None) -> str:
    if values is None:
        return "none"
    return f"({', '.join('-' if value is None else f'{value:.3f}' for value in values)})"


def _question(line: QuestionLine, run: Run) -> Iterator[Markup]:
    yield element("h3", "Question")
    told = line.unreadable or f"read as {line.answer!r}"
    sent = [name for message in line.call.messages for name in message.pictures]
    yield element(
        "section",
        element("p", _verdict("right" if line.right else "wrong", line.right), f", {told}"),
        element("div", *(_view(run, name, "sent") for name in sent), class_="views"),
        *_call("Answer", line.call, run),
        class_="step",
    )


def _call(name: str, call: Call | None, run: Run, *, with_pictures: bool = False) -> Iterator[Markup]:
    """What was asked and said; the system's text is folded away."""
    if call is None:
        return
    system = [message.text for message in call.messages if message.role == "system"]
    asked = [message.text for message in call.messages if message.role == "user"]
    yield element("p", f"Asked ({call.prompt})", class_="role")
    yield joined(*(element("pre", part) for part in asked))
    yield folded("System", *(element("pre", part) for part in system)) if system else Markup()
    yield element("p", f"{name} ({call.seconds:.1f} s)", class_="role")
    yield element("pre", call.text)
    if with_pictures:
        sent = [picture for message in call.messages for picture in message.pictures]
        yield element("div", *(_view(run, picture, "sent") for picture in sent), class_="views")


def _verdict(text: str, good: bool) -> Markup:
    return element("span", text, class_=f"verdict {'good' if good else 'bad'}")


def _passed(good: bool) -> Markup:
    return _verdict("passed" if good else "failed", good)


def _view(run: Run, name: str, label: str, marks: Markup | None = None) -> Markup:
    """A picture of the run with marks over it; one that is lost is told of."""
    try:
        content = run.picture(name)
        height, width = rgb_size(content)
    except (OSError, ValueError, PngError):
        return element("p", f"The picture {name} of this run cannot be read.", class_="note")
    over = element("svg", marks, viewBox=f"0 0 {width} {height}") if marks else None
    return element("div", image(content, label), over, element("span", label), class_="view")


def _circle(pixel: tuple[float, float] | None, right: bool) -> Markup | None:
    if pixel is None:
        return None
    colour = _RIGHT if right else _WRONG
    return element("circle", cx=pixel[0], cy=pixel[1], r=_RADIUS, fill="none", stroke=colour, stroke_width=3)


def _box(box: Box | None) -> Markup | None:
    if box is None:
        return None
    width, height = box.right - box.left + 1, box.bottom - box.top + 1
    colour = {"fill": "none", "stroke": _WRONG}
    return element("rect", x=box.left, y=box.top, width=width, height=height, stroke_width=2, **colour)


def _dot(move: Move, camera: str) -> Markup | None:
    if move.pixel is None or move.camera != camera:
        return None
    x, y = move.pixel
    return element("circle", cx=x, cy=y, r=_DOT, fill=_WRONG, stroke="#ffffff", stroke_width=1)
