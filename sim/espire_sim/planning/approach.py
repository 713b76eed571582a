"""Approaches: what the hand does at a target, pose by pose, before it is known whether the arm can follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import Array
from espire_sim.interfaces import Put
from espire_sim.planning.motion import Leg
from espire_sim.planning.robot_context import ToolFrame


@frozen
class MotionSegment:
    """A part of an approach: from one pose to another, by their numbers, with the gripper open by so much."""

    start: int
    end: int
    opening: float
    carrying: bool = True
    touching: bool = False

    def leg(self, stops: Sequence[Array]) -> Leg:
        """The motion of the whole robot, from its configurations at the poses."""
        return Leg(stops[self.start], stops[self.end], self.opening, self.carrying, self.touching)


@frozen(eq=False)
class Approach:
    """Poses of the tool, all turned alike; the straight motions between them; the scene in which they end,
    made of the robot's configuration there; and the pose in which they leave what they put down."""

    poses: tuple[ToolFrame, ...]
    segments: tuple[MotionSegment, ...]
    final: Callable[[Array], Scene]
    put: Put | None = None


@frozen(eq=False)
class Approaches:
    """The approaches of a goal, the likeliest first, for each of which the hand alone has room.

    They are found while they are asked for. `nothing` says why there is no plan if not one comes.
    """

    each: Iterator[Approach]
    nothing: str
