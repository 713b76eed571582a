"""What the language and a simulator share about acting: views, moves, and what an arena must offer.

An arena holds the present state of one scene, in which a robot is asked to move. All that goes in and out is
a plain value, so that loops with models know no engine, and engines no models.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from espire_dsl.diagnostics.error import EspireError
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Quaternion, Vector
from espire_dsl.scene.rotation import Array, Mask, matrix, vector

Axis = Literal["pitch", "yaw", "roll"]
AXES: Final[tuple[Axis, ...]] = ("pitch", "yaw", "roll")
"""About left-right, up-down and forward-backward of a target, in the order in which models are asked."""

REACHED: Final = "reached"


class ActingError(EspireError):
    """A scene in which nobody can act, or a backend that cannot move the robot."""


@frozen
class ToolPose:
    """Where the point between the finger tips is, and how the hand is turned: +x points out of it, the
    fingers open along y."""

    position: Vector
    quaternion: Quaternion


@frozen
class Sight:
    """How much of a target is seen in a view: its pixels, those that it would have with nothing in the way,
    and of these the ones that the robot, with what it holds, hides."""

    pixels: int
    alone: int
    behind_robot: int

    @property
    def behind_others(self) -> int:
        """The pixels that other things hide."""
        return max(0, self.alone - self.pixels - self.behind_robot)


@frozen(eq=False)
class CameraView:
    """What a camera sees now: colours (height, width, 3), metres to the image plane (infinite where nothing
    is), and the number of the thing in each pixel; `names` says which node has which number."""

    camera: str
    optics: Camera
    rgb: NDArray[np.uint8] = field(repr=False)
    depth: NDArray[np.float32] = field(repr=False)
    ids: NDArray[np.uint16] = field(repr=False)
    names: Mapping[int, str] = field(repr=False)
    alone: Mapping[str, int] = field(factory=dict, repr=False)
    without_robot: Mapping[str, int] = field(factory=dict, repr=False)
    """Pixels that each thing would have with nothing, and with all but the robot, before it."""

    def contains(self, x: float, y: float) -> bool:
        """Whether a point, in pixels from the upper left corner, is in the picture."""
        return 0 <= x < self.optics.width and 0 <= y < self.optics.height

    def lift(self, x: float, y: float) -> Vector | None:
        """The point of the scene that is seen in the pixel about a point of the picture; None outside of the
        picture, and where nothing is seen. It is where the ray through the middle of the pixel ended."""
        if not self.contains(x, y):
            return None
        (point,) = self.lifted(np.array([int(x)]), np.array([int(y)]))
        return vector(point) if np.isfinite(point).all() else None

    def lifted(self, columns: NDArray[np.int64], rows: NDArray[np.int64]) -> Array:
        """The points of the scene that are seen in pixels, as rows; not finite where nothing is seen."""
        (fx, skew, cx), (_, fy, cy), _ = self.optics.K
        down = (rows + 0.5 - cy) / fy
        across = (columns + 0.5 - cx - skew * down) / fx
        right, up, back = matrix(self.optics.quaternion).T
        depth = self.depth[rows, columns].astype(np.float64)
        # Written out, so that a pixel has the same bits alone and among many.
        with np.errstate(invalid="ignore"):
            points: Array = np.asarray(self.optics.position) + depth[:, None] * (
                across[:, None] * right - down[:, None] * up - back
            )
        return points


@frozen
class MoveResult:
    """What became of a move.

    `moved` says whether the hand is elsewhere now, `accepted` whether the target was taken, or the held thing
    put there. `status` is the planner's, REACHED where it found a way, and `detail` a sentence where it did
    not. `goal` is the pose of the tool that was tried, or the first of several; None where there was none.
    `rotation` are its angles about the axes of the target, in degrees. `checks` is how many configurations
    the planner tested.
    """

    moved: bool
    accepted: bool
    status: str
    detail: str
    goal: ToolPose | None
    before: ToolPose
    after: ToolPose
    checks: int
    rotation: Mapping[Axis, float] = field(factory=dict, hash=False)


@frozen
class Finished:
    """The state to be judged, how fast the released thing still moves if that is known (NaN: it never came to
    rest), and a sentence about lifting or settling where that did not go well."""

    scene: Scene
    speed: float | None = None
    detail: str = ""


class Arena(Protocol):
    """The present state of one scene, and what a robot can do in it.

    The same arena, asked the same in the same order, gives the same answers.
    """

    @property
    def scene(self) -> Scene:
        """The state now."""
        ...

    @property
    def tool(self) -> ToolPose:
        """The pose of the point between the finger tips."""
        ...

    def look(self, camera: str) -> CameraView:
        """What one of the scene's cameras sees now; the wrist camera moves with the hand."""
        ...

    def mask(self, view: CameraView, target: str) -> Mask:
        """The pixels of a thing, a cell or a vacancy in a view of the present state."""
        ...

    def sight(self, view: CameraView, target: str) -> Sight:
        """How much of a target is seen in a view of the present state, and what hides the rest."""
        ...

    def reposition(self, point: Vector, eye: Vector, toward: str) -> MoveResult:
        """The hand goes to 10 cm before a point that is seen from `eye`, back along that ray, turned so that
        its camera looks at a target. Never accepted; where there is no way, nothing moves."""
        ...

    def attempt(
        self,
        target: str,
        point: Vector,
        asked: Mapping[Axis, float] | None = None,
        constraint: Mapping[str, Any] | None = None,
    ) -> MoveResult:
        """A grasp of the target, or a placement of what is held into it, at a point of it.

        The face on which the point lies gives the turn of the hand; about the axes in `asked` it is turned by
        so many degrees from how it is now instead. Where there is no way, nothing moves.
        """
        ...

    def offsets(
        self,
        target: str,
        point: Vector,
        axes: Sequence[Axis] = (),
        constraint: Mapping[str, Any] | None = None,
    ) -> Mapping[Axis, float] | None:
        """Degrees about each of the axes, as `attempt` is told them, with which an attempt at a point would
        be accepted; None where none are known. Nothing moves."""
        ...

    def finish(self) -> Finished:
        """The state to be judged: a picked thing lifted by 10 cm where there is room, a released one settled
        by physics."""
        ...
