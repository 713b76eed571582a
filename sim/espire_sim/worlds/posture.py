"""How the arm stands behind the hand at the start: of a few dozen postures, the one that hides least.

A posture is a place of the base and positions of the joints that bring the hand to its pose. Postures stay
clear of furniture, of things and of themselves.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array, Mask, matrix
from espire_sim.robot.balls import Balls, balls_of
from espire_sim.robot.kinematics import about_z, postures, strain
from espire_sim.robot.stance import BASE_BEFORE, heading_of, may_stand
from espire_sim.worlds.result import EndEffector
from espire_sim.worlds.seeing import Boxes

MOST: Final = 60
_DIGITS: Final = 6
_CLEAR: Final = 0.03  # between the arm and everything else: more than things move when they settle
_FLOOR: Final = 0.02
_STRAIN: Final = 0.001  # what is asked only of postures that hide the same
_OUTWARD: Final = np.array([1.0, 0.0, 0.0])  # the furniture stands at the origin and faces +x


@frozen(eq=False)
class Targets:
    """Points that an arm may hide from the eye, which is one point or one for each of them: what each counts,
    and if it is seen without a robot."""

    eye: Array
    points: Array
    weights: Array
    seen: Mask


@frozen(eq=False)
class Arms:
    """Postures of the arm for one pose of the hand, as rows of configurations, with balls about each."""

    configurations: Array
    balls: Balls

    def hiding(self, targets: Targets) -> Mask:
        """Which points each posture hides: (postures, points)."""
        return self.balls.hiding(targets.eye, targets.points)

    def least_hiding(self, hidden: Mask, targets: Targets, worst: Array) -> int:
        """The posture that hides least by weight; `worst` is added to what each of them costs."""
        lost = ((hidden & targets.seen) * targets.weights).sum(axis=1)
        cost = np.round(lost + worst + _STRAIN * strain(self.configurations[:, 3:]), _DIGITS)
        return int(np.argmin(cost))


def arms_for(pose: EndEffector, opening: float, obstacles: Boxes, front: float) -> Arms:
    """At most 60 postures for a pose of the hand, spread from the most comfortable to the least."""
    heading = heading_of(_OUTWARD)
    base = about_z(heading)
    found = postures(base.T @ matrix(pose.quaternion))
    places = np.asarray(pose.position) - found.tools @ base.T
    configurations: Array = np.column_stack([places, found.joints]).round(_DIGITS)
    good = may_stand(configurations[:, :3], _OUTWARD, front + BASE_BEFORE) & (configurations[:, 2] >= _FLOOR)
    configurations = configurations[good]
    strained: Array = np.round(strain(configurations[:, 3:]), _DIGITS)
    order = np.argsort(strained, kind="stable")
    spread = np.unique(np.linspace(0, len(order) - 1, MOST).astype(np.int64)) if len(order) else order
    configurations = configurations[order[spread]]
    balls = balls_of(configurations, heading, opening)
    clear = balls.clear_of(obstacles.centers, obstacles.axes, obstacles.halves, _CLEAR)
    clear &= balls.clear_of_themselves()
    return Arms(configurations[clear], Balls(balls.centers[clear], balls.radii, balls.links))
