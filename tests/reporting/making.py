"""Runs made by hand: lines with chosen outcomes, written as `espirec evaluate` writes them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve

from espire_dsl.evaluation.episode import UPDATES, Distances, Move
from espire_dsl.evaluation.evaluating import ALL_TASKS, USUAL
from espire_dsl.evaluation.records import (
    Attempt,
    Box,
    Call,
    ExecutionLine,
    LocalizationLine,
    QuestionLine,
    RunManifest,
    SentMessage,
    TaskFacts,
    Turn,
)
from espire_dsl.evaluation.run import FORMAT, SCHEMA, Run
from espire_dsl.png import encode_png
from espire_dsl.scene.acting import ToolPose
from espire_dsl.success.result import Check, Judgement

ATTEMPTS, MOVES = USUAL.attempts, USUAL.moves
POSE = ToolPose((0.0, 0.0, 0.5), (1.0, 0.0, 0.0, 0.0))
PICTURE = encode_png(np.full((30, 40, 3), 120, dtype=np.uint8))
FACTS = TaskFacts(
    suite="espire",
    family="pick.mine",
    type="Closest",
    aspect="distance",
    granularity="coarse",
    action="pick",
    level="easy",
    scene="row",
    answer_kind="objects",
    constrained=False,
    open_frame=False,
    chance=None,
)


def facts(**changes: Any) -> TaskFacts:
    return evolve(FACTS, **changes)


def call(text: str = "said", seconds: float = 1.0, pictures: tuple[str, ...] = ()) -> Call:
    messages = (SentMessage("system", "Point.", ()), SentMessage("user", "Which one?", pictures))
    return Call("pick.localize", messages, text, "stop", seconds, 0, 0.0, None, None)


def located(
    task: str, about: TaskFacts = FACTS, at: int | None = None, any_at: int | None = None, **more: Any
) -> LocalizationLine:
    """Right at an attempt on answers that can be reached, and on any answer no later than that."""
    any_at = at if any_at is None else any_at
    pictures = more.pop("pictures", ())
    seconds = more.pop("seconds", 1.0)
    attempts = tuple(
        Attempt(
            call(seconds=seconds, pictures=pictures),
            (500.0, 500.0),
            (20.0, 15.0),
            None,
            "a" if number == at else None,
            "a" if any_at is not None and number >= any_at else None,
            None,
        )
        for number in range(1, (at or ATTEMPTS) + 1)
    )
    line = LocalizationLine(task, about, (40, 30), attempts, at, any_at, "a", at is None, None)
    return evolve(line, **more)


def judged(passed: bool | None) -> Judgement | None:
    return None if passed is None else Judgement.of(Check("held", passed, "it is <b>held</b>"))


def executed(
    task: str,
    about: TaskFacts = FACTS,
    at: int | None = None,
    status: bool | None = None,
    status_any: bool | None = None,
    **more: Any,
) -> ExecutionLine:
    """Accepted at a move, or not at all after five."""
    moves = at or MOVES
    pictures, seconds = more.pop("pictures", {}), more.pop("seconds", 1.0)
    turns = tuple(turn(number, number == at, pictures, seconds) for number in range(1, moves + 1))
    line = ExecutionLine(
        task, about, "a", False, turns, at, UPDATES * moves, judged(status), judged(status_any)
    )
    return evolve(line, **more)


def turn(number: int, accepted: bool, pictures: dict[str, str], seconds: float = 1.0) -> Turn:
    move = Move(
        number=number,
        camera="world",
        pixel=(12.0, 9.0),
        point=(0.1, 0.2, 0.3),
        on_target=accepted,
        kind="attempt" if accepted else "reposition",
        asked={},
        rotation={"pitch": 5.0},
        goal=POSE,
        status="reached" if accepted else "no_path",
        detail="",
        checks=3,
        moved=True,
        accepted=accepted,
        tool_before=POSE,
        tool_after=POSE,
        distances_before=Distances(0.3, 0.4 + 0.1 * number, None),
        distances_after=Distances(0.0, 0.05 * number, 0.0),
        updates=UPDATES,
        seconds_planning=0.25,
        seconds_rendering=0.5,
        step_class="T6" if accepted else "T4",
    )
    boxes: dict[str, Box | None] = {camera: Box(5, 6, 20, 22) for camera in pictures}
    said = call(seconds=seconds)
    return Turn(said, (300.0, 300.0), None, None, None, None, pictures, boxes, move, None)


def answered(task: str, right: bool, about: TaskFacts | None = None, **more: Any) -> QuestionLine:
    about = about or facts(suite="asked", action="answer", answer_kind="number")
    return evolve(QuestionLine(task, about, call(), 3, None, None, right, None, None), **more)


def manifest(model: str = "espire/scripted", task_set: str = "d" * 64, **choices: Any) -> RunManifest:
    return RunManifest(
        format=FORMAT,
        schema=SCHEMA,
        package="0",
        task_set=task_set,
        model=model,
        model_args={},
        endpoint=None,
        convention=None,
        prompt_version="1",
        prompts={},
        selection=ALL_TASKS,
        choices=evolve(USUAL, **choices),
        replay_of=None,
    )


def write_run(
    folder: Path,
    localizations: Iterable[LocalizationLine] = (),
    executions: Iterable[ExecutionLine] = (),
    questions: Iterable[QuestionLine] = (),
    about: RunManifest | None = None,
) -> Path:
    run = Run.begin(folder, about or manifest(), alone=False)
    for found in localizations:
        run.add("localization", found)
    for done in executions:
        run.add("execution", done)
    for said in questions:
        run.add("questions", said)
    return folder
