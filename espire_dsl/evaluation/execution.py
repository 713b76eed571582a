"""Execution: a model moves the arm by pointing, in a closed loop of a few moves.

Without reflection the model sees the world view before its first move, and the view of the wrist camera
before all others. With it both are shown before every move, and after a move that was not accepted the model
says what went wrong; its point is meant in the view that it would see without. An answer that cannot be read
costs a move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from espire_dsl.domain.worlds import WRIST_CAMERA
from espire_dsl.evaluation.asking import Situation
from espire_dsl.evaluation.environment import OpenEpisode, Opening
from espire_dsl.evaluation.episode import Episode, Move
from espire_dsl.evaluation.marks import box_of_mask, with_box
from espire_dsl.evaluation.points import pointed
from espire_dsl.evaluation.records import Box, Call, ExecutionLine, Fault, Point, TaskFacts, Turn
from espire_dsl.evaluation.rotations import Rotation, rotation_in
from espire_dsl.evaluation.setup import Setup
from espire_dsl.png import encode_png
from espire_dsl.scene.acting import AXES, Axis
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.scoring.frames import leaves_frame_open
from espire_dsl.success.result import Judgement
from espire_dsl.tasks.task import Task

ACTIONS: Final = ("pick", "place")
_ORDINALS: Final = ("first", "second")


def can_be_executed(task: Task) -> bool:
    """Whether a task asks the robot for something that has a right end."""
    return task.action in ACTIONS and bool(task.feasible) and not leaves_frame_open(task)


@frozen(eq=False)
class _Seen:
    """What a camera sees before a move: the picture, and where the target is in it."""

    png: bytes
    box: Box | None
    size: tuple[int, int]

    def shown(self, dot: Point | None = None) -> bytes:
        return with_box(self.png, self.box, dot)


@frozen(eq=False)
class _Asked:
    """What a model was asked for a move, and what it said."""

    call: Call
    point: Point | None
    pixel: Point | None
    fault: Fault | None
    rotation_call: Call | None = None
    rotation: Rotation | None = None
    rotation_fault: Fault | None = None


Views = Mapping[str, _Seen]


async def execute(task: Task, target: str, given: bool, setup: Setup) -> ExecutionLine:
    """Asks for moves until one is accepted, or all are spent; then the state in the end is judged."""
    choices = setup.choices
    axes: tuple[Axis, ...] = tuple(axis for axis in AXES if axis in choices.ask)
    opening = Opening(task, target, choices.seed, choices.moves, axes)
    async with setup.environment.opened(setup.source, opening) as episode:
        turns = await _turns(task, episode, setup)
        accepted = turns[-1].move.accepted
        status, status_any = None, None
        if choices.status_check and accepted:
            status, status_any = await episode.do(_judged)
    return ExecutionLine(
        task.id,
        TaskFacts.of(task),
        target,
        given,
        tuple(turns),
        len(turns) if accepted else None,
        sum(turn.move.updates for turn in turns),
        status,
        status_any,
    )


async def _turns(task: Task, episode: OpenEpisode, setup: Setup) -> list[Turn]:
    turns: list[Turn] = []
    seen = await episode.do(_look, _cameras(task, episode, setup, 0))
    done = False
    while not done:
        asked = await _ask(task, episode, setup, seen, turns)
        move = await episode.do(_step, _chosen(task, episode, len(turns)), asked)
        turn = Turn(
            asked.call,
            asked.point,
            asked.fault,
            asked.rotation_call,
            asked.rotation,
            asked.rotation_fault,
            {name: setup.keep(view.png) for name, view in seen.items()},
            {name: view.box for name, view in seen.items()},
            move,
            None,
        )
        turns.append(turn)
        done = move.accepted or len(turns) >= setup.choices.moves
        before = seen
        if not done:
            seen = await episode.do(_look, _cameras(task, episode, setup, len(turns)))
        if setup.choices.reflect and not done:
            reflection = await _reflect(task, episode, setup, turn, before, seen)
            turns[-1] = evolve(turn, reflection=reflection)
    return turns


def _chosen(task: Task, episode: OpenEpisode, moves: int) -> str:
    """The camera in whose view the next point is meant: the task's at first, then that of the hand."""
    return WRIST_CAMERA if moves and WRIST_CAMERA in episode.cameras else task.view


def _cameras(task: Task, episode: OpenEpisode, setup: Setup, moves: int) -> tuple[str, ...]:
    if setup.choices.reflect:
        both = dict.fromkeys((task.view, WRIST_CAMERA))
        return tuple(camera for camera in both if camera in episode.cameras)
    return (_chosen(task, episode, moves),)


def _look(episode: Episode, cameras: tuple[str, ...]) -> Views:
    views = episode.observe(cameras)
    return {name: _seen(view.rgb, episode.arena.mask(view, episode.target)) for name, view in views.items()}


def _seen(rgb: NDArray[np.uint8], mask: NDArray[np.bool_]) -> _Seen:
    height, width = mask.shape
    return _Seen(encode_png(rgb), box_of_mask(mask), (width, height))


async def _ask(task: Task, episode: OpenEpisode, setup: Setup, seen: Views, turns: list[Turn]) -> _Asked:
    camera = _chosen(task, episode, len(turns))
    view = seen[camera]
    last = turns[-1] if turns else None
    reflection = None if last is None or last.reflection is None else last.reflection.text.strip()
    values: dict[str, Any] = {
        "form": setup.points.form(view.size),
        "both": len(seen) > 1,
        "chosen": _ORDINALS[list(seen).index(camera)],
        "camera": camera,
        "seen": view.box is not None,
        "moves": setup.choices.moves,
        "left": setup.choices.moves - len(turns),
        "reflection": reflection,
        "previous": None if last is None else last.call.text.strip(),
        "outcome": None if last is None else outcome_of(last.move),
    }
    situation = Situation(
        task,
        setup.source,
        setup.points,
        view.size,
        setup.choices.seed,
        turn=len(turns),
        previous=None if last is None else last.move.pixel,
        reflected=reflection is not None,
        episode=episode,
        camera=camera,
        axes=setup.choices.ask,
    )
    pictures = tuple(one.shown() for one in seen.values())
    call = await setup.call(f"{task.action}.point", values, pictures, situation)
    found = pointed(call.text, call.stop, setup.points, view.size)
    asked = _Asked(call, found.point, found.pixel, found.fault)
    if not setup.choices.ask or found.fault is not None:
        return asked
    values = {
        "instruction": task.instruction,
        "axes": [axis for axis in AXES if axis in setup.choices.ask],
        "point": call.text.strip(),
    }
    situation = evolve(situation, previous=found.pixel)
    turned = await setup.call(f"{task.action}.rotation", values, (view.shown(found.pixel),), situation)
    rotation, fault = rotation_in(turned.text, turned.stop, setup.choices.ask)
    return evolve(asked, rotation_call=turned, rotation=rotation, rotation_fault=fault)


def _step(episode: Episode, camera: str, asked: _Asked) -> Move:
    """The move of an answer; one that was not understood in all its parts is a spent move."""
    understood = asked.fault in (None, "outside") and asked.rotation_fault is None
    if asked.rotation is None:
        return episode.step(camera, asked.pixel if understood else None)
    rotation: dict[Axis, float | None] = dict(zip(AXES, asked.rotation, strict=True))
    return episode.step(camera, asked.pixel if understood else None, rotation)


async def _reflect(
    task: Task, episode: OpenEpisode, setup: Setup, turn: Turn, before: Views, after: Views
) -> Call:
    values = {
        "before": _told(before),
        "after": _told(after),
        "previous": turn.call.text.strip(),
        "outcome": outcome_of(turn.move),
    }
    pictures = tuple(view.shown() for views in (before, after) for view in views.values())
    size = after[next(iter(after))].size
    situation = Situation(
        task, setup.source, setup.points, size, setup.choices.seed, turn=turn.move.number, episode=episode
    )
    return await setup.call(f"{task.action}.act.reflect", values, pictures, situation)


def _told(views: Views) -> str:
    names = {WORLD_CAMERA: "the camera of the room", WRIST_CAMERA: "the camera on the wrist"}
    return " and ".join(names.get(name, name) for name in views)


def outcome_of(move: Move) -> str:
    """What a model is told of its move."""
    if move.kind == "none":
        return "your answer named no point of the scene, so nothing moved"
    moved = "the hand moved" if move.moved else "the hand did not move"
    wanted = "an attempt on the target" if move.kind == "attempt" else "a move to another place"
    return f"it was {wanted}; {moved}; the goal is not reached"


def _judged(episode: Episode) -> tuple[Judgement, Judgement]:
    """The check of the state in the end, on answers that the robot can reach and on all."""
    return episode.status_check(), episode.status_check("all")
