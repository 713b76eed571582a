"""Replays plans in another collision library: all shapes of the robot against all of the scene, by coal.

Nothing of the planner's own models is used: the robot is put together from its data and its kinematics, which
are compared with a packaged URDF in the tests of the robot.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise

import coal
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.box import Box, box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import matrix
from espire_sim.interfaces import Plan
from espire_sim.robot.arm import Link, panda
from espire_sim.robot.kinematics import about_z, frames, tool_pose
from espire_sim.settling.bodies import moving_bodies, static_boxes

Array = NDArray[np.float64]
FAR = 0.02
Placed = tuple[str, coal.CollisionGeometry, coal.Transform3s]


@frozen(eq=False)
class Moment:
    """One configuration of a plan: the stop, the tool, and whether the held thing is still held."""

    stop: Array
    place: Array
    rotation: Array
    holding: bool


def heading_of(scene: Scene) -> Array:
    """The turn of the base, which faces the furniture."""
    (furniture,) = scene.of_kind("table", "shelf")
    front = matrix(furniture.quaternion) @ np.asarray(furniture.front)
    return about_z(math.atan2(-front[1], -front[0]))


def tool_at(scene: Scene, stop: Array) -> tuple[Array, Array]:
    base = heading_of(scene)
    rotation, place = tool_pose(stop[3:10])
    return base @ rotation, stop[:3] + base @ place


def moments(scene: Scene, plan: Plan, radians: float, metres: float) -> Iterator[Moment]:
    """Evenly between stops, no farther apart than said; held until the gripper opens for the first time."""
    stops = [np.array(stop) for stop in plan.path]
    holding = bool(scene.targets("robot", "holds"))
    yield Moment(stops[0], *reversed(tool_at(scene, stops[0])), holding)
    for a, b in pairwise(stops):
        holding = holding and bool(b[10] <= stops[0][10] + 1e-9)
        count = max(
            1,
            math.ceil(np.abs(b[3:10] - a[3:10]).max() / radians),
            math.ceil(np.linalg.norm(b[:3] - a[:3]) / metres),
        )
        for index in range(1, count + 1):
            stop = a + (b - a) * (index / count)
            yield Moment(stop, *reversed(tool_at(scene, stop)), holding)


def least_distance(scene: Scene, moment: Moment) -> tuple[float, str]:
    """How near the robot, with what it holds, is to anything at a moment, and what is nearest.

    Pairs that are far apart by the spheres about them are not asked about; then it is `FAR`.
    """
    nearest, what = FAR, ""
    things = obstacles(scene)
    centers = np.array([box.center for _, box in things])
    axes = np.array([box.axes for _, box in things])
    halves = np.array([box.half for _, box in things])
    for name, shape, place in _robot(scene, moment):
        shape.computeLocalAABB()
        middle = np.asarray(place.getTranslation()) + place.getRotation() @ shape.aabb_center
        own = np.abs(np.einsum("nij,ni->nj", axes, middle - centers)) - halves
        apart = np.linalg.norm(np.maximum(own, 0.0), axis=1) - shape.aabb_radius
        for number in np.flatnonzero(apart <= FAR).tolist():
            other, box = things[number]
            there = coal.Transform3s(box.axes, box.center)
            distance = coal.distance(
                shape, place, coal.Box(*(2 * box.half)), there, coal.DistanceRequest(), coal.DistanceResult()
            )
            if distance < nearest:
                nearest, what = float(distance), f"{name} to {other}"
    return nearest, what


def least_distance_of_itself(scene: Scene, moment: Moment) -> tuple[float, str]:
    """How near parts of the robot, with what it holds, come to one another, and which.

    Parts that hang on each other are left out, as are links 5 and 7, which nearly touch by design.
    """
    parts = [part for part in _robot(scene, moment) if part[0] != "finger"]
    order = {**{f"link{number}": number for number in range(8)}, "hand": 8, "held": 8}
    nearest, what = math.inf, ""
    for (name, shape, place), (other, another, there) in combinations(parts, 2):
        if abs(order[name] - order[other]) < 2 or {name, other} == {"link5", "link7"}:
            continue
        distance = coal.distance(shape, place, another, there, coal.DistanceRequest(), coal.DistanceResult())
        if distance < nearest:
            nearest, what = float(distance), f"{name} to {other}"
    return nearest, what


def obstacles(scene: Scene) -> list[tuple[str, Box]]:
    named = [(f"furniture {number}", box) for number, box in enumerate(static_boxes(scene))]
    return named + [(node.id, box_of(node)) for node in moving_bodies(scene)]


def _robot(scene: Scene, moment: Moment) -> Iterator[Placed]:
    arm, base = panda(), heading_of(scene)
    for number, link in enumerate(arm.links):
        rotation, place = frames(moment.stop[3:10], count=number)
        yield from _shapes(f"link{number}", link, base @ rotation, moment.stop[:3] + base @ place)
    rotation, place = frames(moment.stop[3:10])
    hand = base @ rotation @ about_z(math.radians(arm.hand_spun))
    wrist = moment.stop[:3] + base @ (place + rotation[:, 2] * arm.flange)
    yield from _shapes("hand", arm.hand, hand, wrist)
    for side, spun in ((1.0, 0.0), (-1.0, math.pi)):
        begin = wrist + hand @ np.array([0.0, side * moment.stop[10] / 2, arm.finger_at])
        yield from _shapes("finger", arm.finger, hand @ about_z(spun), begin)
    if moment.holding:
        yield held_at(scene, moment)


def held_at(scene: Scene, moment: Moment) -> Placed:
    """The held thing, which keeps the pose in the hand that it has in the scene."""
    (held,) = (scene.node(id) for id in scene.targets("robot", "holds"))
    robot = scene.node("robot")
    first = matrix(robot.quaternion)
    tool = np.asarray(robot.center) + first[:, 0] * (robot.extents[0] / 2 + 0.02)
    rotation = moment.rotation @ first.T
    place = moment.place + rotation @ (np.asarray(held.center) - tool)
    return "held", coal.Box(*held.extents), coal.Transform3s(rotation @ matrix(held.quaternion), place)


def _shapes(name: str, link: Link, rotation: Array, place: Array) -> Iterator[Placed]:
    for block in link.blocks:
        at = place + rotation @ np.asarray(block.center)
        yield name, coal.Box(*(2 * np.asarray(block.half))), coal.Transform3s(rotation, at)
    for capsule in link.capsules:
        start, end = np.asarray(capsule.start), np.asarray(capsule.end)
        length = float(np.linalg.norm(end - start))
        along = (end - start) / length
        side = np.cross(along, np.eye(3)[int(np.argmin(np.abs(along)))])
        side /= np.linalg.norm(side)
        own = np.column_stack([side, np.cross(along, side), along])
        at = place + rotation @ (start + end) / 2
        yield name, coal.Capsule(capsule.radius, length), coal.Transform3s(rotation @ own, at)
