"""The robot in a scene: where its hand starts, what it holds, which way its base faces, and its models.

The arm starts as the scene says. Where a scene tells of the hand only, or its arm would touch something, the
rest of the arm is put behind the hand in the most comfortable posture that touches nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from attrs import define, field, frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, from_matrix, matrix, normalised
from espire_sim.interfaces import PlanStatus
from espire_sim.planning.checking import Carried, Checker, Counter, hand_checker, obstacles_of, whole_checker
from espire_sim.planning.problem import CannotPlanError
from espire_sim.robot.arm import JOINTS, panda
from espire_sim.robot.kinematics import about_z, middle, postures, strain, tool_pose, within_limits
from espire_sim.robot.model import BASE_JOINTS
from espire_sim.robot.stance import (
    BASE_HEIGHTS,
    base_before,
    heading_of,
    may_stand,
    outward_of,
    tool_place,
)

SLACK: Final = 0.004  # how far a finger is from a held thing when it lets go of it
_SIMILAR: Final = 0.5  # radians within which two postures are taken for one
_AGREE: Final = 1e-4  # how far an arm may be from the hand that a scene tells of, in metres and radians


@frozen(eq=False)
class ToolFrame:
    """Where the tool is, and its axes as columns."""

    place: Array
    rotation: Array

    def moved(self, offset: Array) -> ToolFrame:
        """The same, elsewhere."""
        return ToolFrame(self.place + offset, self.rotation)

    @property
    def numbers(self) -> Array:
        """Position and quaternion in a row, as a free body has them."""
        return np.array([*self.place.tolist(), *from_matrix(self.rotation)])


def tool_frame_of(position: Sequence[float], quaternion: Sequence[float]) -> ToolFrame:
    """The pose of plain numbers, if they are some."""
    numbers = np.array([*position, *quaternion], dtype=np.float64)
    if numbers.shape != (7,) or not np.isfinite(numbers).all() or not np.linalg.norm(numbers[3:]) > 0:
        raise CannotPlanError(PlanStatus.BACKEND_ERROR, "the pose to reach is not one of finite numbers")
    return ToolFrame(numbers[:3], matrix(normalised(numbers[3:].tolist())))


@frozen(eq=False)
class Reconfiguration:
    """Stops on which the arm turns from its start to a posture, if there are any; and the tests it took."""

    stops: list[Array] | None
    checks: int


@define(eq=False)
class RobotContext:
    """All that stays the same while one scene is asked about, and the turns of the arm that were found."""

    scene: Scene
    base: Array
    outward: Array
    front: float
    held: Node | None
    carried: Carried | None
    tool: ToolFrame
    opening: float
    hand: Checker
    whole: Checker
    start: Array
    turned: dict[bytes, Reconfiguration] = field(factory=dict)

    @property
    def gripped(self) -> float:
        """The opening of the gripper that holds the held thing."""
        return self.opening - 2 * SLACK

    def count_with(self, counter: Counter) -> None:
        """Makes both models count their answers with one counter."""
        self.hand.counter = self.whole.counter = counter

    def may_stand(self, configuration: Array) -> bool:
        """Whether the base is before the furniture, and at a height that it has."""
        return bool(may_stand(configuration[None, :BASE_JOINTS], self.outward, self.front)[0])

    def configuration(self, pose: ToolFrame, joints: Array, tool: Array) -> Array:
        """The base and the arm that bring the tool to a pose, from a posture for its turn."""
        return np.concatenate([pose.place - self.base @ tool, joints])

    def postures_for(self, poses: Sequence[ToolFrame], most: int) -> Iterator[tuple[Array, Array]]:
        """Postures for poses that share a turn: the joints, and the place of the tool seen from the base.

        The base stays before the furniture and at heights that it has. The most comfortable come first; no
        two are alike, as where one fails a similar one mostly fails too.
        """
        found = postures(self.base.T @ poses[0].rotation)
        places = np.array([pose.place for pose in poses])
        heights, depths = places[:, 2], places @ self.outward
        lifted, ahead = found.tools[:, 2], found.tools @ (self.base.T @ self.outward)
        usable = np.flatnonzero(
            (heights.min() - lifted >= BASE_HEIGHTS[0])
            & (heights.max() - lifted <= BASE_HEIGHTS[1])
            & (depths.min() - ahead >= self.front)
        )
        near = self.start[BASE_JOINTS:] if self.start.size else middle()
        cost = ((found.joints - near) ** 2).sum(axis=1) + strain(found.joints)
        given: list[Array] = []
        for row in usable[np.argsort(cost[usable], kind="stable")].tolist():
            joints = found.joints[row]
            if any(np.abs(joints - other).max() < _SIMILAR for other in given):
                continue
            given.append(joints)
            yield joints, found.tools[row]
            if len(given) == most:
                return


def robot_context(scene: Scene, counter: Counter, most: int) -> RobotContext:
    """The robot of a scene, ready to move."""
    robots = scene.of_kind("robot")
    if len(robots) != 1:
        raise CannotPlanError(PlanStatus.BACKEND_ERROR, f"the scene has {len(robots)} robots, and needs one")
    (robot,) = robots
    _check_numbers(scene)
    tool = tool_of(robot)
    held = held_by(scene, robot)
    carried = None if held is None else carried_in(held, tool)
    outward = outward_of(scene, robot)
    heading = heading_of(outward)
    opening = panda().opening / 2 if carried is None else _grip(carried)
    obstacles = obstacles_of(scene)
    context = RobotContext(
        scene,
        about_z(heading),
        outward,
        base_before(scene, outward),
        held,
        carried,
        tool,
        opening,
        hand_checker(obstacles, carried),
        whole_checker(obstacles, heading, carried),
        np.zeros(0),
    )
    context.count_with(counter)
    told = None if robot.configuration is None else np.asarray(robot.configuration)
    context.start = _start(context, told, most)
    return context


def _check_numbers(scene: Scene) -> None:
    for node in scene.nodes:
        if not np.isfinite([*node.center, *node.quaternion, *node.extents]).all():
            raise CannotPlanError(
                PlanStatus.BACKEND_ERROR, f'"{node.id}" has a pose or size that is not a finite number'
            )


def tool_of(robot: Node) -> ToolFrame:
    """The pose of the point between the finger tips of a scene's hand."""
    return ToolFrame(tool_place(robot), matrix(robot.quaternion))


def held_by(scene: Scene, robot: Node) -> Node | None:
    """What the hand holds."""
    held = scene.targets(robot.id, "holds")
    return scene.node(held[0]) if held else None


def carried_in(held: Node, tool: ToolFrame) -> Carried:
    """A held thing in the axes of the tool."""
    return Carried(
        tool.rotation.T @ (np.asarray(held.center) - tool.place),
        tool.rotation.T @ matrix(held.quaternion),
        np.asarray(held.extents) / 2,
    )


def _grip(carried: Carried) -> float:
    """The opening of the gripper with the held thing between its fingers, let go of."""
    across = float(np.abs(carried.rotation[1]) @ carried.half) * 2 + 2 * SLACK
    if across > panda().opening:
        raise CannotPlanError(
            PlanStatus.OUT_OF_LIMITS,
            f"the held thing is {across * 100:.1f} cm thick, more than the gripper opens",
        )
    return across


def _agrees(context: RobotContext, configuration: Array) -> bool:
    """Whether a configuration brings the hand to where the scene has it, from where the base may stand."""
    if configuration.shape != (BASE_JOINTS + JOINTS,) or not within_limits(configuration[BASE_JOINTS:]):
        return False
    rotation, place = tool_pose(configuration[BASE_JOINTS:])
    apart = np.abs(configuration[:BASE_JOINTS] + context.base @ place - context.tool.place).max()
    turned = np.abs(context.base @ rotation - context.tool.rotation).max()
    return max(apart, turned) < _AGREE and context.may_stand(configuration)


def _start(context: RobotContext, told: Array | None, most: int) -> Array:
    numbers = context.tool.numbers
    if not context.hand.free(numbers, context.opening):
        what = context.hand.touched(numbers, context.opening)
        raise CannotPlanError(PlanStatus.IN_COLLISION, f"at its start the hand is inside {what}")
    if told is not None and _agrees(context, told) and context.whole.free(told, context.opening):
        return told
    some = False
    for joints, tool in context.postures_for((context.tool,), most):
        some = True
        configuration = context.configuration(context.tool, joints, tool)
        if context.whole.free(configuration, context.opening):
            return configuration
    if not some:
        raise CannotPlanError(
            PlanStatus.IK_FAILED, "no posture of the arm turns the hand as it is at its start"
        )
    raise CannotPlanError(PlanStatus.IN_COLLISION, "at the start every posture of the arm touches something")
