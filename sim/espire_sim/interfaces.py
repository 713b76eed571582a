"""What a backend may be: physics that settles scenes, a renderer that pictures them, a planner that reaches.

The three are apart, so that one may be exchanged without the others. Each answers a request it cannot meet
with a value that says why, and never with an exception from inside an engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Quaternion, Vector
from espire_sim.worlds.result import Appearance

Mask = NDArray[np.bool_]


class SettlingFailure(StrEnum):
    """Why a scene is refused by physics."""

    NOT_FINITE = "not finite"
    OVERLAPPING = "overlapping"
    NO_MODEL = "no model"
    DIVERGED = "diverged"
    RESTLESS = "restless"
    FELL = "fell"
    LEFT_SLOT = "left its slot"
    DRIFTED = "drifted"
    POSE_CHANGED = "changed its pose"
    LOST_CONTACT = "lost contact"


@frozen
class Refused:
    """A scene that is not physically real: the reason, the thing that shows it, and a sentence about it.

    `after` is the scene that it became, where it came to rest as another one.
    """

    reason: SettlingFailure
    node: str | None
    detail: str
    after: Scene | None = field(default=None, eq=False, repr=False)

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}"


@frozen
class Settled:
    """A scene at rest, after so many simulated seconds; `drift` is how far the centre of each thing moved."""

    scene: Scene
    seconds: float
    drift: Mapping[str, float] = field(hash=False)


@frozen
class Observation:
    """What a camera sees of a scene, whatever it is painted with.

    `distance_to_image_plane` is in metres, infinite where nothing is. `instance_id_segmentation` holds the
    number of the thing seen, 0 for walls and for nothing; `ids` says which node has which number. `alone`
    counts the pixels that each node would have with nothing else there, `without_robot` those that it would
    have if the robot and what it holds were not there.
    """

    distance_to_image_plane: NDArray[np.float32] = field(eq=False, repr=False)
    instance_id_segmentation: NDArray[np.uint16] = field(eq=False, repr=False)
    ids: Mapping[int, str] = field(hash=False)
    alone: Mapping[str, int] = field(hash=False)
    without_robot: Mapping[str, int] = field(factory=dict, hash=False, kw_only=True)

    def mask(self, node: str) -> Mask:
        """The pixels in which a thing is seen."""
        number = next((number for number, id in self.ids.items() if id == node), None)
        if number is None:
            return np.zeros(self.instance_id_segmentation.shape, dtype=np.bool_)
        seen: Mask = self.instance_id_segmentation == number
        return seen

    def visible(self) -> dict[str, float]:
        """Of each thing, the seen part of the pixels that it would have alone; 0 outside the picture."""
        return {
            id: self._pixels[number] / self.alone[id] if self.alone[id] else 0.0
            for number, id in sorted(self.ids.items())
        }

    @cached_property
    def _pixels(self) -> list[int]:
        """How many pixels show each number."""
        pixels = np.bincount(self.instance_id_segmentation.ravel(), minlength=max(self.ids, default=0) + 1)
        counts: list[int] = pixels.tolist()
        return counts


@frozen
class Rendered(Observation):
    """A picture of a scene: what is seen, and its colours as (height, width, 3) of bytes."""

    rgb: NDArray[np.uint8] = field(eq=False, repr=False)


class PlanStatus(StrEnum):
    """How an attempt to reach a goal ended."""

    REACHED = "reached"
    IK_FAILED = "ik_failed"
    IN_COLLISION = "in_collision"
    NO_PATH = "no_path"
    OUT_OF_LIMITS = "out_of_limits"
    BUDGET_SPENT = "budget_spent"
    BACKEND_ERROR = "backend_error"


@frozen
class Pick:
    """Take hold of a thing that stands or lies free."""

    target: str


@frozen
class Place:
    """Put the held thing into a slot or a space.

    `constraint` is what a task stores about the final pose: `pose` is Flat, Vertical, Tilted or TiltDegree,
    the last with an `angle` in degrees and a `tolerance`. Without one, any pose that fits will do.
    """

    target: str
    constraint: Mapping[str, Any] | None = field(default=None, hash=False)


@frozen
class Reach:
    """Bring the point between the finger tips to a position, with the hand turned so: +x points out of it."""

    position: Vector
    quaternion: Quaternion


@frozen
class GripperPose:
    """A pose of the tool with the gripper open by so many metres."""

    position: Vector
    quaternion: Quaternion
    opening: float


@frozen
class Grasp:
    """Take hold of a thing in a proposed pose of the hand, the first of several in which that can be done.

    The hand comes straight to it from 10 cm back. The fingers must enclose the thing there.
    """

    target: str
    poses: tuple[GripperPose, ...]


Put = tuple[Vector, Quaternion]
"""Where a thing is put: its centre and its turn."""


@frozen
class SetDown:
    """Put the held thing to rest in a proposed pose in a cell or a vacancy, the first of several in which
    that can be done: carried straight in from the front, set down, let go, and the hand withdrawn."""

    target: str
    rests: tuple[Put, ...]


Goal = Pick | Place | Reach | Grasp | SetDown


@frozen
class Plan:
    """How planning ended: a status, the way, and a sentence where there is none.

    Each stop of `path` is a position of the base (x, y, z in metres), those of the arm's joints in radians
    and the opening of the gripper in metres; between stops all of them move evenly. A pick ends with the
    fingers about the thing, a placement with the hand withdrawn. `checks` is how many configurations were
    tested, which is what budgets count. `put` is the pose in which a placement leaves the thing, and
    `make_final` makes the scene in which the plan ends, for those who ask.
    """

    status: PlanStatus
    path: tuple[tuple[float, ...], ...] = ()
    detail: str = ""
    checks: int = 0
    put: Put | None = None
    make_final: Callable[[], Scene] | None = field(default=None, eq=False, repr=False)

    @cached_property
    def final(self) -> Scene | None:
        """The scene in which the plan ends; None where it failed."""
        return None if self.make_final is None else self.make_final()

    @property
    def reached(self) -> bool:
        """Whether the goal is reached."""
        return self.status is PlanStatus.REACHED


class Physics(Protocol):
    """Lets a scene come to rest under gravity."""

    def settle(self, scene: Scene) -> Settled | Refused:
        """The scene at rest, or why it is not physically real."""
        ...


class Renderer(Protocol):
    """Makes pictures of a scene."""

    def render(self, scene: Scene, camera: str, appearance: Appearance | None = None) -> Rendered:
        """What one of the scene's cameras sees; without a look, everything has the first one."""
        ...


class Planner(Protocol):
    """Finds out whether the arm can take, put or reach something."""

    def reach(self, scene: Scene, goal: Goal, seed: int = 0) -> Plan:
        """A collision-free path from the robot's start in a settled scene, or a status that says why not.

        The same scene, goal and seed give the same plan, whatever was asked before.
        """
        ...
