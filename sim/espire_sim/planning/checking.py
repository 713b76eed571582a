"""Asks of a scene whether a robot would touch anything: the whole of it, or its hand alone.

Obstacles are the furniture and all bodies of the scene, kept at a distance of 3 mm, and of 0.2 mm while the
held thing is set down and let go. Each tested configuration is counted, as that is what budgets limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import mujoco
import numpy as np
from attrs import define, frozen

from espire_dsl.scene.box import Box, box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import Array, from_matrix
from espire_sim.compiling import compiled, engine_at_work
from espire_sim.interfaces import PlanStatus
from espire_sim.planning.problem import CannotPlanError
from espire_sim.planning.sweeping import Shapes
from espire_sim.robot.model import BASE_JOINTS, OBSTACLE, add_carried, add_free_hand, add_robot
from espire_sim.settling.bodies import moving_bodies, static_boxes

KEPT: Final = 0.003
_TOUCH: Final = 0.0002  # kept while a thing is set down; it is let go at half a millimetre
_SURELY: Final = 0.004  # what is farther from an obstacle does not come nearer than what is kept by rounding
_FEW: Final = 6  # stops of a way that are asked about as fast as it is found out which need not be


Obstacles = Sequence[tuple[str, Box]]
"""Boxes, and the names in words of those that they belong to."""


class BudgetSpentError(Exception):
    """More configurations would have to be tested than are allowed."""


@define
class Counter:
    """How many configurations were tested, of how many that may be."""

    allowed: int
    used: int = 0

    def count(self, number: int = 1) -> None:
        """So many more, if they are still allowed."""
        if self.used + number > self.allowed:
            self.used = self.allowed
            raise BudgetSpentError
        self.used += number


@frozen(eq=False)
class Carried:
    """A held box, its pose in the axes of the tool."""

    center: Array
    rotation: Array
    half: Array


class Checker:
    """A model of a scene with a robot or a hand in it, to be asked about positions of its joints.

    An engine's model is a mutable thing; this class keeps that inside. An answer depends on what is asked and
    on nothing that was asked before.
    """

    def __init__(self, spec: mujoco.MjSpec, names: Sequence[str]) -> None:
        try:
            self._model = compiled(spec)
        except ValueError as problem:  # of a body of the scene
            raise CannotPlanError(PlanStatus.BACKEND_ERROR, f"the scene cannot be used: {problem}") from None
        with engine_at_work():
            self._data = mujoco.MjData(self._model)
        self._names = tuple(names)
        self._obstacles = len(names)
        carried = mujoco.mj_name2id(self._model, mujoco.mjtObj.mjOBJ_GEOM, "carried")
        self._carried = carried if carried >= 0 else None
        self._bits = 0 if self._carried is None else self._model.geom_conaffinity[carried].item()
        # Views of the engine's own numbers, as each look at them through the engine takes its time.
        self._joints, self._fingers = self._data.qpos[:-2], self._data.qpos[-2:]
        self._affinities = self._model.geom_conaffinity
        self._shapes = Shapes.of(self._model, self._data)
        self.counter = Counter(0)

    def free(
        self, positions: Array, opening: float, *, carrying: bool = True, touching: bool = False
    ) -> bool:
        """Whether all obstacles are kept at their distance; with `touching`, at that of setting down."""
        return self.all_free(positions[None], opening, carrying=carrying, touching=touching)

    def all_free(
        self, stops: Array, opening: float, *, carrying: bool = True, touching: bool = False
    ) -> bool:
        """Whether that is so at each of some positions, evenly along a straight way, asked in their order
        until one is not free."""
        self._prepare(opening, carrying)
        counted = 0
        for place in self._in_question(stops):
            self.counter.count(place + 1 - counted)
            counted = place + 1
            self._put(stops[place])
            if self._data.ncon and not (touching and bool((self._data.contact.dist >= _TOUCH).all())):
                return False
        self.counter.count(len(stops) - counted)
        return True

    def touched(self, positions: Array, opening: float, *, carrying: bool = True) -> str:
        """The name of the obstacle that is deepest inside the robot, or of the robot if it touches itself."""
        data = self._data
        self._prepare(opening, carrying)
        self._put(positions)
        worst = data.contact[int(np.argmin(data.contact.dist))]
        number = min(worst.geom1, worst.geom2)
        return self._names[number] if number < self._obstacles else "the robot itself"

    def _in_question(self, stops: Array) -> Iterator[int]:
        """The numbers of the stops at which something may be touched: the first; and where the whole robot
        is only moved after it, those at which it comes near to an obstacle."""
        yield 0
        if len(stops) <= _FEW or (stops[0, BASE_JOINTS:] != stops[-1, BASE_JOINTS:]).any():
            yield from range(1, len(stops))
            return
        shift = stops[-1, :BASE_JOINTS] - stops[0, :BASE_JOINTS]
        near = self._shapes.near(self._obstacles, shift, len(stops), _SURELY)
        yield from (np.flatnonzero(near[1:]) + 1).tolist()

    def _put(self, positions: Array) -> None:
        """Lets the engine find what touches what in some positions."""
        self._joints[:] = positions
        mujoco.mj_kinematics(self._model, self._data)
        mujoco.mj_collision(self._model, self._data)

    def _prepare(self, opening: float, carrying: bool) -> None:
        """Opens the fingers, and lets what is carried touch things or not."""
        self._fingers[:] = opening / 2
        if self._carried is not None:
            self._affinities[self._carried] = self._bits if carrying else 0


def obstacles_of(scene: Scene) -> Obstacles:
    """What a robot may touch in a scene, by its name in words."""
    named: list[tuple[str, Box]] = [("the furniture or the floor", box) for box in static_boxes(scene)]
    return named + [(f'"{node.id}"', box_of(node)) for node in moving_bodies(scene)]


def whole_checker(obstacles: Obstacles, heading: float, carried: Carried | None) -> Checker:
    """For the whole robot: three positions of the base and seven of the arm."""
    spec = _spec(obstacles)
    hand = add_robot(spec, heading)
    if carried is not None:
        add_carried(hand, carried.center.tolist(), carried.rotation, carried.half.tolist())
    return Checker(spec, [name for name, _ in obstacles])


def hand_checker(obstacles: Obstacles, carried: Carried | None) -> Checker:
    """For the hand alone: the position of its tool and its turn as a quaternion."""
    spec = _spec(obstacles)
    hand = add_free_hand(spec)
    if carried is not None:
        add_carried(hand, carried.center.tolist(), carried.rotation, carried.half.tolist())
    return Checker(spec, [name for name, _ in obstacles])


def _spec(obstacles: Obstacles) -> mujoco.MjSpec:
    spec = mujoco.MjSpec()
    for _, box in obstacles:
        spec.worldbody.add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=box.center,
            quat=from_matrix(box.axes),
            size=box.half,
            contype=OBSTACLE,
            conaffinity=0,
            margin=KEPT,
        )
    return spec
