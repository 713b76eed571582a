"""The arena of the embedded simulator: the present state of a scene, looked at and changed move by move.

A move is a goal of the planner. Where that finds a way, the scene in which the way ends is the state: the arm
keeps its posture, and the camera at the wrist goes with the hand.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final

import numpy as np
from attrs import define, evolve, field, frozen

from espire_dsl.domain.kinds import CELL, VACANCY
from espire_dsl.scene.acting import ActingError, Axis, CameraView, Finished, MoveResult, Sight, ToolPose
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Vector
from espire_dsl.scene.rotation import Mask, matrix, vector
from espire_sim.execution.proposals import Proposal, proposal
from espire_sim.execution.turning import angles_of
from espire_sim.interfaces import Observation, Physics, Plan, Planner, Reach, Refused, Renderer, SetDown
from espire_sim.planning.problem import CannotPlanError
from espire_sim.planning.robot_context import carried_in, held_by, tool_of
from espire_sim.rendering.masks import mask_of, opening_of
from espire_sim.worlds.hand import turn_to_see
from espire_sim.worlds.result import Appearance

STANDOFFS: Final = (0.10, 0.15, 0.20, 0.25, 0.30)
"""How far before a point the hand stops, with what it holds: in metres, back along the viewing ray. The first
is meant; a hand that looks along a table has no room so near to it, and goes where it has."""

LIFT: Final = 0.10
"""How far a picked thing is lifted."""

_MOST_TURNS: Final = 8  # that are tried where angles are asked for
_DIGITS: Final = 2  # of degrees
_LOOSE: Final = 0.02  # after so much lifting a thing must be clear of what it stood on


@frozen(eq=False)
class _Attempted:
    """A proposal and its plan; no proposal where the point allows none."""

    proposal: Proposal | None
    plan: Plan


@define(eq=False)
class SceneArena:
    """A scene in which a robot acts; made by a simulator."""

    scene: Scene
    appearance: Appearance | None
    physics: Physics
    renderer: Renderer
    planner: Planner
    seed: int
    _picked: str | None = field(default=None, init=False)
    _released: str | None = field(default=None, init=False)
    _attempted: dict[str, _Attempted] = field(factory=dict, init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        robots = len(self.scene.of_kind("robot"))
        if robots != 1:
            raise ActingError(f'scene "{self.scene.id}" has {robots} robots, and one is needed to act')

    @property
    def robot(self) -> Node:
        (robot,) = self.scene.of_kind("robot")
        return robot

    @property
    def tool(self) -> ToolPose:
        """The pose of the point between the finger tips."""
        return ToolPose(vector(tool_of(self.robot).place), self.robot.quaternion)

    def look(self, camera: str) -> CameraView:
        """What a camera sees now."""
        picture = self.renderer.render(self.scene, camera, self.appearance)
        return CameraView(
            camera,
            self.scene.cameras[camera],
            picture.rgb,
            picture.distance_to_image_plane,
            picture.instance_id_segmentation,
            picture.ids,
            picture.alone,
            picture.without_robot,
        )

    def mask(self, view: CameraView, target: str) -> Mask:
        """The pixels of a target in a view."""
        observation = Observation(view.depth, view.ids, view.names, view.alone)
        return mask_of(self.scene, view.camera, observation, target)

    def sight(self, view: CameraView, target: str) -> Sight:
        """How much of a target is seen, and what hides the rest."""
        mask = self.mask(view, target)
        pixels = int(mask.sum())
        if not self.scene.node(target).is_a(CELL, VACANCY):
            return Sight(
                pixels, view.alone.get(target, 0), max(0, view.without_robot.get(target, 0) - pixels)
            )
        opening = opening_of(self.scene, view.camera, target)
        hand = {self.robot.id, *self.scene.targets(self.robot.id, "holds")}
        numbers = [number for number, id in view.names.items() if id in hand]
        behind = opening & ~mask & np.isin(view.ids, numbers)
        return Sight(pixels, int((opening | mask).sum()), int(behind.sum()))

    def reposition(self, point: Vector, eye: Vector, toward: str) -> MoveResult:
        """The hand goes before a point, and its camera looks at a target."""
        ray = np.asarray(point) - np.asarray(eye)
        length = float(np.linalg.norm(ray))
        if not length > 0:
            raise ActingError("the point to go to is where it is seen from, so no ray leads to it")
        before, tried = self.tool, []
        for standoff in STANDOFFS:
            place = vector(np.asarray(point) - ray / length * (standoff + self._foremost()))
            turn = turn_to_see(place, self.scene.node(toward).center, self.robot.quaternion)
            plan = self.planner.reach(self.scene, Reach(place, turn), self.seed)
            tried.append((plan, ToolPose(place, turn)))
            if plan.reached:
                break
        plan, goal = tried[-1] if tried[-1][0].reached else tried[0]
        self._enter(plan)
        checks = sum(plan.checks for plan, _ in tried)
        return MoveResult(plan.reached, False, plan.status, plan.detail, goal, before, self.tool, checks)

    def attempt(
        self,
        target: str,
        point: Vector,
        asked: Mapping[Axis, float] | None = None,
        constraint: Mapping[str, Any] | None = None,
    ) -> MoveResult:
        """A grasp of the target, or a placement of what is held into it."""
        before, held = self.tool, held_by(self.scene, self.robot)
        attempted = self._try(target, point, asked or {}, constraint)
        plan, tried = attempted.plan, attempted.proposal
        goal = None if tried is None else _goal(tried, plan)
        rotation = {} if tried is None or goal is None else angles_of(matrix(goal.quaternion), tried.axes)
        if plan.reached:
            self._picked, self._released = (target, None) if held is None else (None, held.id)
        self._enter(plan)
        return MoveResult(
            plan.reached,
            plan.reached,
            plan.status,
            plan.detail,
            goal,
            before,
            self.tool,
            plan.checks,
            rotation,
        )

    def offsets(
        self,
        target: str,
        point: Vector,
        axes: Sequence[Axis] = (),
        constraint: Mapping[str, Any] | None = None,
    ) -> Mapping[Axis, float] | None:
        """The offsets about axes with which an attempt would be accepted: those that make the turn which an
        attempt with nothing asked chooses, or another of those that it may choose from."""
        given = self._try(target, point, {}, constraint)
        if given.proposal is None or not given.plan.reached:
            return None
        if not axes:
            return {}
        own = given.proposal.axes
        present = angles_of(matrix(self.robot.quaternion), own)
        turns = [pose.quaternion for pose in (_goal(given.proposal, given.plan), *given.proposal.poses)]
        for turn in islice(dict.fromkeys(turns), _MOST_TURNS):
            wanted = angles_of(matrix(turn), own)
            asked = {axis: round(_less_than_a_turn(wanted[axis] - present[axis]), _DIGITS) for axis in axes}
            if self._try(target, point, asked, constraint).plan.reached:
                return asked
        return None

    def finish(self) -> Finished:
        """The state to be judged."""
        if self._picked is not None:
            return self._lifted()
        if self._released is not None:
            return self._settled()
        return Finished(self.scene)

    def _try(
        self,
        target: str,
        point: Vector,
        asked: Mapping[Axis, float],
        constraint: Mapping[str, Any] | None,
    ) -> _Attempted:
        """A proposal and its plan, found once a state."""
        key = json.dumps([target, point, dict(asked), None if constraint is None else dict(constraint)])
        if key not in self._attempted:
            try:
                tried = proposal(self.scene, self.scene.node(target), point, asked, constraint)
                plan = self.planner.reach(self.scene, tried.goal, self.seed)
                self._attempted[key] = _Attempted(tried, plan)
            except CannotPlanError as problem:
                self._attempted[key] = _Attempted(None, problem.plan)
        return self._attempted[key]

    def _enter(self, plan: Plan) -> None:
        """The scene in which a plan ends is the state, if the plan leads anywhere."""
        if plan.final is not None:
            self.scene = plan.final
            self._attempted = {}

    def _foremost(self) -> float:
        """How far what is held reaches ahead of the tool."""
        held = held_by(self.scene, self.robot)
        if held is None:
            return 0.0
        carried = carried_in(held, tool_of(self.robot))
        return max(0.0, float(carried.center[0] + np.abs(carried.rotation[0]) @ carried.half))

    def _lifted(self) -> Finished:
        """The hand goes up with what it picked; the first bit, in which that still touches what it stood on,
        is not asked about."""
        loose = _raised(self.scene, self.robot, _LOOSE)
        x, y, z = self.tool.position
        goal = Reach((x, y, z + LIFT), self.robot.quaternion)
        plan = self.planner.reach(loose, goal, self.seed)
        if plan.final is None:
            return Finished(self.scene, detail=f"it was not lifted: {plan.detail}")
        self._enter(plan)
        self._picked = None
        return Finished(self.scene)

    def _settled(self) -> Finished:
        settled = self.physics.settle(self.scene)
        if not isinstance(settled, Refused):
            return Finished(settled.scene)
        if settled.after is not None:
            return Finished(settled.after, detail=str(settled))
        return Finished(self.scene, math.nan, str(settled))


def arena_of(
    scene: Scene,
    appearance: Mapping[str, Any] | None,
    physics: Physics,
    renderer: Renderer,
    planner: Planner,
    seed: int,
) -> SceneArena:
    """The arena of a staged scene that looks like this."""
    look = None if appearance is None else Appearance.from_json(appearance)
    return SceneArena(scene, look, physics, renderer, planner, seed)


def _goal(tried: Proposal, plan: Plan) -> ToolPose:
    """The pose that a plan chose, or the likeliest that was tried."""
    if plan.final is None:
        return tried.poses[0]
    if plan.put is None or not isinstance(tried.goal, SetDown):
        (robot,) = plan.final.of_kind("robot")
        return ToolPose(vector(tool_of(robot).place), robot.quaternion)
    put = np.concatenate(plan.put)
    apart = [float(np.abs(np.concatenate(rest) - put).max()) for rest in tried.goal.rests]
    return tried.poses[int(np.argmin(apart))]


def _less_than_a_turn(degrees: float) -> float:
    return math.remainder(degrees, 360.0)


def _raised(scene: Scene, robot: Node, height: float) -> Scene:
    """The hand, the arm and what it holds, so much higher."""
    moving = {robot.id, *scene.targets(robot.id, "holds")}
    nodes = []
    for node in scene.nodes:
        if node.id in moving:
            x, y, z = node.center
            node = evolve(node, center=(x, y, z + height))
        if node.id == robot.id and node.configuration is not None:
            base = (*node.configuration[:2], node.configuration[2] + height)
            node = evolve(node, configuration=(*base, *node.configuration[3:]))
        nodes.append(node)
    return scene.with_parts(nodes)
