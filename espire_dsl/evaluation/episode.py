"""An episode: one task in an arena. A point in a picture becomes a move, moves are counted and recorded, and
in the end the success check is asked.

It knows no model and no engine: somebody tells it points, and an arena moves the robot. A point on the target
is an attempt to take it, or to put the held thing there; a point on anything else sends the hand to look from
there. Both cost a move, and so does an answer that could not be read (`pixel` is None).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from attrs import define, evolve, field, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.domain.worlds import WRIST_CAMERA
from espire_dsl.evaluation.step_class import StepClass, step_class
from espire_dsl.scene.acting import (
    AXES,
    Arena,
    Axis,
    CameraView,
    Finished,
    MoveResult,
    ToolPose,
)
from espire_dsl.scene.box import box_of, point_distance
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Vector
from espire_dsl.success.check import check_success
from espire_dsl.success.result import Judgement
from espire_dsl.tasks.task import Task

MOVES: Final = 5
UPDATES: Final = 2
"""A move costs two updates of the environment: one for the move, one for the new observation."""

NO_POINT: Final = "no_point"
"""The status of a move whose answer names no point of the scene."""

Kind = Literal["attempt", "reposition", "none"]
Answers = Literal["feasible", "all"]


@frozen
class Distances:
    """Metres from the tool to the target's boundary (0 inside), to its centre, and to the move's goal."""

    boundary: float
    centre: float
    goal: float | None


@frozen
class Move:
    """All that the environment knows of one move. Lengths are in metres, angles in degrees.

    `asked` are the offsets that were told, `rotation` the angles of the goal about the axes of the target.
    `distances_after` are those where the move ended; of an accepted one at its goal, as a hand that lets go
    withdraws afterwards.
    `seconds_planning` is that of the move, `seconds_rendering` that of the pictures since the move before and
    of the one by which the step is classed.
    """

    number: int
    camera: str
    pixel: tuple[float, float] | None
    point: Vector | None
    on_target: bool
    kind: Kind
    asked: Mapping[Axis, float] = field(hash=False)
    rotation: Mapping[Axis, float] = field(hash=False)
    goal: ToolPose | None
    status: str
    detail: str
    checks: int
    moved: bool
    accepted: bool
    tool_before: ToolPose
    tool_after: ToolPose
    distances_before: Distances
    distances_after: Distances
    updates: int
    seconds_planning: float
    seconds_rendering: float
    step_class: StepClass


@define(eq=False)
class Episode:
    """A task in an arena, about one target, which is an id of the scene.

    `asked` are the axes about which the hand is turned as somebody tells. `classed_by` is the camera from
    which steps are classed: the scene's wrist camera, or its world camera where it has no other.
    """

    task: Task
    scene: Scene
    arena: Arena
    target: str
    moves: int = MOVES
    asked: tuple[Axis, ...] = ()
    classed_by: str = field(kw_only=True)
    record: list[Move] = field(factory=list, init=False)
    _finished: Finished | None = field(default=None, init=False, repr=False)
    _views: dict[str, CameraView] = field(factory=dict, init=False, repr=False)
    _rendering: float = field(default=0.0, init=False, repr=False)

    @classed_by.default
    def _usual_camera(self) -> str:
        return WRIST_CAMERA if WRIST_CAMERA in self.scene.cameras else WORLD_CAMERA

    def __attrs_post_init__(self) -> None:
        if self.target not in self.scene:
            raise UsageError(f'scene "{self.scene.id}" has no "{self.target}" that could be a target')
        unknown = [axis for axis in self.asked if axis not in AXES]
        if unknown:
            raise UsageError(f"there is no axis {unknown[0]}; known are {', '.join(AXES)}")
        if self.moves < 1:
            raise UsageError(f"an episode has at least one move, not {self.moves}")

    @property
    def accepted(self) -> bool:
        """Whether the last move took the target, or put the held thing there."""
        return bool(self.record) and self.record[-1].accepted

    @property
    def done(self) -> bool:
        """Whether there is no further move: the target is reached, or all moves are spent."""
        return self.accepted or len(self.record) >= self.moves

    @property
    def updates(self) -> int:
        """Updates of the environment so far."""
        return sum(move.updates for move in self.record)

    def observe(self, cameras: Iterable[str] = (WORLD_CAMERA,)) -> dict[str, CameraView]:
        """What cameras see now, by name; a picture is made once a state."""
        return {camera: self._look(camera) for camera in cameras}

    def on_target(self, view: CameraView, x: float, y: float) -> bool:
        """Whether a point of a picture of the present state is on the target."""
        return view.contains(x, y) and bool(self.arena.mask(view, self.target)[int(y), int(x)])

    def step(
        self,
        camera: str,
        pixel: tuple[float, float] | None,
        rotation: Mapping[Axis, float | None] | None = None,
    ) -> Move:
        """Spends a move on a point, in pixels from the upper left corner of a camera's present picture.

        `rotation` has the offsets about the axes that are asked; an axis that was not told is 0. Without a
        pixel the answer could not be read; outside of the picture or where nothing is seen, nothing moves.
        """
        if self.done:
            raise UsageError("this episode is over: no move is left, or the target is reached")
        if pixel is not None and not all(math.isfinite(part) for part in pixel):
            pixel = None
        view = self._look(camera)
        before = self.arena.tool
        point = None if pixel is None else view.lift(*pixel)
        on_target = pixel is not None and point is not None and self.on_target(view, *pixel)
        kind: Kind = "none" if point is None else "attempt" if on_target else "reposition"
        asked: dict[Axis, float] = {axis: _degrees(rotation, axis) for axis in self.asked}
        started = time.perf_counter()
        if point is None:
            result = MoveResult(False, False, *_nothing(pixel), None, before, before, 0)
        elif on_target:
            result = self.arena.attempt(self.target, point, asked, self.task.constraint)
        else:
            result = self.arena.reposition(point, view.optics.position, self.target)
        planning = time.perf_counter() - started
        if result.moved:
            self._views = {}
        name: StepClass = "T6" if result.accepted else self._class()
        # A hand that lets go withdraws afterwards: an accepted move is measured at its goal.
        ended = result.goal if result.accepted and result.goal is not None else result.after
        rendering, self._rendering = self._rendering, 0.0
        move = Move(
            number=len(self.record) + 1,
            camera=camera,
            pixel=pixel,
            point=point,
            on_target=on_target,
            kind=kind,
            asked=asked if kind == "attempt" else {},
            rotation=result.rotation,
            goal=result.goal,
            status=result.status,
            detail=result.detail,
            checks=result.checks,
            moved=result.moved,
            accepted=result.accepted,
            tool_before=result.before,
            tool_after=result.after,
            distances_before=self._distances(result.before, result.goal),
            distances_after=self._distances(ended, result.goal),
            updates=UPDATES,
            seconds_planning=planning,
            seconds_rendering=rendering,
            step_class=name,
        )
        self.record.append(move)
        return move

    def status_check(self, answers: Answers = "feasible") -> Judgement:
        """Whether the state in the end satisfies the instruction; of the answers those that the robot can
        carry out count, or all. The arena lifts a picked thing and lets a released one settle first."""
        if self._finished is None:
            self._finished = self.arena.finish()
        right = self.task.answers
        if answers == "feasible" and self.task.feasible is not None:
            right = self.task.feasible
        task = evolve(self.task, answers=list(right))
        return check_success(task, self.scene, self._finished.scene, self._finished.speed)

    def _look(self, camera: str) -> CameraView:
        if camera not in self._views:
            started = time.perf_counter()
            self._views[camera] = self.arena.look(camera)
            self._rendering += time.perf_counter() - started
        return self._views[camera]

    def _class(self) -> StepClass:
        return step_class(self.arena, self._look(self.classed_by), self.target, self.task.constraint)

    def _distances(self, tool: ToolPose, goal: ToolPose | None) -> Distances:
        """The target is measured where it was at the start."""
        target = self.scene.node(self.target)
        return Distances(
            point_distance(box_of(target), tool.position),
            math.dist(tool.position, target.center),
            None if goal is None else math.dist(tool.position, goal.position),
        )


def _degrees(rotation: Mapping[Axis, float | None] | None, axis: Axis) -> float:
    told = None if rotation is None else rotation.get(axis)
    return 0.0 if told is None or not math.isfinite(told) else float(told)


def _nothing(pixel: tuple[float, float] | None) -> tuple[str, str]:
    """A status and a sentence for a move without a point of the scene."""
    if pixel is None:
        return NO_POINT, "the answer names no point"
    return NO_POINT, "the point is outside of the picture, or nothing is seen there"
