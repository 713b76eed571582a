"""Ways of a robot that keeps its posture: where it is not asked about obstacles, there is none."""

from __future__ import annotations

import math

import mujoco
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scene.rotation import normalised
from espire_sim.planning.checking import BudgetSpentError, Counter
from espire_sim.planning.motion import FINE, Leg, is_free
from espire_sim.planning.robot_context import RobotContext, robot_context
from espire_sim.planning.sweeping import Shapes
from tests.sim.handmade import book
from tests.sim.planning.stage import before_shelf, before_table

DISTANCE = 0.01
STOPS = 12
lengths = st.tuples(*[st.floats(0.005, 0.2)] * 3)
places = st.tuples(*[st.floats(-0.5, 0.5)] * 3)
turns = (
    st.tuples(*[st.floats(-1, 1)] * 4)
    .filter(lambda numbers: math.hypot(*numbers) > 0.1)
    .map(lambda numbers: normalised(numbers))
)
kinds = st.sampled_from([mujoco.mjtGeom.mjGEOM_BOX, mujoco.mjtGeom.mjGEOM_CAPSULE])
shifts = st.tuples(*[st.sampled_from([0.0, 0.3, -0.7]) | st.floats(-1, 1)] * 3)


@given(lengths, places, turns, kinds, lengths, turns, shifts)
def test_wherever_the_engine_finds_less_than_a_distance_it_is_asked(
    one: tuple[float, ...],
    place: tuple[float, ...],
    one_turn: tuple[float, ...],
    kind: mujoco.mjtGeom,
    other: tuple[float, ...],
    other_turn: tuple[float, ...],
    shift: tuple[float, ...],
) -> None:
    spec = mujoco.MjSpec()
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=other, quat=other_turn)
    body = spec.worldbody.add_body(name="body", pos=place, quat=one_turn)
    body.add_freejoint()
    body.add_geom(type=kind, size=one)
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    asked = Shapes.of(model, data).near(1, np.array(shift), STOPS, DISTANCE)
    apart = []
    for number in range(STOPS):
        data.qpos[:3] = np.array(place) + np.array(shift) * number / (STOPS - 1)
        mujoco.mj_kinematics(model, data)
        apart.append(mujoco.mj_geomDistance(model, data, 0, 1, 2.0, None))
    assert all(needed or distance > DISTANCE - 1e-6 for needed, distance in zip(asked, apart, strict=True))
    far = math.hypot(*one) + math.hypot(*other) + 2 * DISTANCE + math.hypot(*shift) / (STOPS - 1)
    middles = np.array(place) + np.array(shift) * np.linspace(0.0, 1.0, STOPS)[:, None]
    if kind == mujoco.mjtGeom.mjGEOM_BOX and (np.linalg.norm(middles, axis=1) > math.sqrt(3) * far).all():
        assert not asked.any()


def robots() -> list[RobotContext]:
    scenes = (before_table([book("book"), book("other", 0.0, 0.15)]), before_shelf(lifted=0.5))
    return [robot_context(scene, Counter(100_000), 12) for scene in scenes]


ROBOTS = robots()


@given(st.sampled_from(ROBOTS), places, places, st.booleans(), st.booleans(), st.integers(0, 200))
def test_a_way_is_as_free_as_its_stops_one_by_one_and_costs_as_many_tests(
    robot: RobotContext,
    from_here: tuple[float, ...],
    to_there: tuple[float, ...],
    carrying: bool,
    touching: bool,
    allowed: int,
) -> None:
    start, end = robot.start.copy(), robot.start.copy()
    start[:3] += from_here
    end[:3] += to_there
    count = max(1, math.ceil(math.dist(start, end) / FINE.metres - 1e-9))
    outcomes = []
    for one_by_one in (False, True):
        counter = Counter(allowed)
        robot.count_with(counter)
        try:
            if one_by_one:
                free = all(
                    robot.whole.free(
                        start + (end - start) * (number / count),
                        robot.opening,
                        carrying=carrying,
                        touching=touching,
                    )
                    for number in range(count, 0, -1)
                )
            else:
                free = is_free(robot.whole, Leg(start, end, robot.opening, carrying, touching), FINE)
        except BudgetSpentError:
            free = None
        outcomes.append((free, counter.used))
    assert outcomes[0] == outcomes[1]
