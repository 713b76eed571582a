"""The hull of the robot as balls: quick to ask what it hides and is near to, for many postures at once."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array, Mask
from espire_sim.kernel import kernel
from espire_sim.robot.arm import panda
from espire_sim.robot.body import FINGERS, hulls

Places = NDArray[np.int64]
Singles = NDArray[np.float32]

_APART: Final = 0.8  # of their radius, between the centres of neighbouring balls at most
_DIGITS: Final = 6
_ROUNDING: Final = 1e-6
_SELF: Final = 0.005  # kept between links that do not hang on one another


@frozen(eq=False)
class Balls:
    """Balls about robots: centres (configurations, balls, 3), radii, and the link of each ball."""

    centers: Array
    radii: Array
    links: tuple[int, ...]

    def hiding(self, eye: Array, targets: Array) -> Mask:
        """For each robot, which of the points (rows) it hides from an eye, or from an eye for each point:
        (configurations, points)."""
        ways = (targets - eye).astype(np.float32)
        hidden = np.zeros((len(self.centers), len(targets)), dtype=np.bool_)
        _hide(
            self.centers,
            (self.radii**2).astype(np.float32),
            np.ascontiguousarray(np.broadcast_to(eye, targets.shape).T),
            np.ascontiguousarray(ways.T),
            (ways * ways).sum(axis=1),
            hidden,
        )
        return hidden

    def clear_of(self, centers: Array, axes: Array, halves: Array, distance: float) -> Mask:
        """Which robots are a distance away from all boxes: centres (n, 3), axes as columns, halves."""
        good = np.ones(len(self.centers), dtype=np.bool_)
        _clear(self.centers, (self.radii + distance) ** 2, centers, axes, halves, good)
        return good

    def clear_of_themselves(self) -> Mask:
        """Which robots do not touch themselves."""
        one, other = _pairs(self.links)
        reach = self.radii[one] + self.radii[other] + _SELF
        good = np.ones(len(self.centers), dtype=np.bool_)
        _apart(self.centers, one, other, reach * reach, good)
        return good


@kernel
def _hide(
    centers: Array, squares: Singles, eyes: Array, ways: Singles, lengths: Singles, hidden: Mask
) -> None:
    """A ball hides a point if the ray passes its centre within its radius, on the way to the point. Points
    are columns, with an eye, a way and the square of the way's length."""
    for robot in range(len(centers)):
        found = hidden[robot]
        for ball in range(len(squares)):
            cx, cy, cz = centers[robot, ball, 0], centers[robot, ball, 1], centers[robot, ball, 2]
            square = squares[ball]
            for point in range(lengths.size):
                x, y, z = (
                    np.float32(cx - eyes[0, point]),
                    np.float32(cy - eyes[1, point]),
                    np.float32(cz - eyes[2, point]),
                )
                along = x * ways[0, point] + y * ways[1, point] + z * ways[2, point]
                beyond = x * x + y * y + z * z - square
                between = (along > 0) & (along < lengths[point])
                found[point] |= (between & (along * along / lengths[point] > beyond)) | (beyond < 0)


@kernel
def _clear(centers: Array, squares: Array, boxes: Array, axes: Array, halves: Array, good: Mask) -> None:
    """Keeps `good` the robots whose balls have more than the squares of distances to all boxes."""
    widest = np.sqrt(squares.max()) + _ROUNDING
    for robot in range(len(centers)):
        for box in range(len(boxes)):
            a, b, c = halves[box, 0], halves[box, 1], halves[box, 2]
            far = np.sqrt(a * a + b * b + c * c) + widest
            far *= far
            for ball in range(len(squares)):
                x, y, z = (
                    centers[robot, ball, 0] - boxes[box, 0],
                    centers[robot, ball, 1] - boxes[box, 1],
                    centers[robot, ball, 2] - boxes[box, 2],
                )
                if x * x + y * y + z * z > far:
                    continue  # even from a ball about the box
                square = 0.0
                for axis in range(3):
                    along = x * axes[box, 0, axis] + y * axes[box, 1, axis] + z * axes[box, 2, axis]
                    out = max(abs(along) - halves[box, axis], 0.0)
                    square += out * out
                if not square > squares[ball]:
                    good[robot] = False
                    break
            if not good[robot]:
                break


@kernel
def _apart(centers: Array, one: Places, other: Places, squares: Array, good: Mask) -> None:
    """Keeps `good` the robots of which these pairs of balls are farther apart than squares of distances."""
    for robot in range(len(centers)):
        for pair in range(len(one)):
            square = 0.0
            for axis in range(3):
                away = centers[robot, one[pair], axis] - centers[robot, other[pair], axis]
                square += away * away
            if not square > squares[pair]:
                good[robot] = False
                break


def balls_of(configurations: Array, heading: float, opening: float) -> Balls:
    """The balls of robots in configurations, as rows."""
    hull = hulls(configurations, heading, opening)
    capsules, shares, boxes, offsets = _layout()
    ways = hull.ends - hull.starts
    in_capsules = hull.starts[:, capsules] + ways[:, capsules] * shares[:, None]
    in_boxes = hull.centers[:, boxes] + (hull.axes[:, boxes] @ offsets[:, :, None])[..., 0]
    return Balls(
        np.round(np.concatenate([in_capsules, in_boxes], axis=1), _DIGITS),
        np.concatenate([hull.radii[capsules], np.sort(hull.halves[boxes], axis=1)[:, 1]]),
        tuple(hull.capsule_links[place] for place in capsules)
        + tuple(hull.box_links[place] for place in boxes),
    )


@cache
def _layout() -> tuple[list[int], Array, list[int], Array]:
    """Capsules and where along them balls are, boxes and where in their axes."""
    hull = hulls(np.zeros((1, 10)), 0.0, 0.0)
    lengths = np.linalg.norm(hull.ends[0] - hull.starts[0], axis=1)
    along = [
        (place, share)
        for place, (length, radius) in enumerate(zip(lengths, hull.radii, strict=True))
        for share in np.linspace(0.0, 1.0, 1 + int(np.ceil(length / (_APART * radius))))
    ]
    within = [(place, offset) for place, half in enumerate(hull.halves) for offset in _in_box(half)]
    return (
        [place for place, _ in along],
        np.array([share for _, share in along]),
        [place for place, _ in within],
        np.array([offset for _, offset in within]),
    )


def _in_box(half: Array) -> list[Array]:
    """Along the longest axis, as wide as the next one: they cover all but corners."""
    longest = int(np.argmax(half))
    radius = float(np.sort(half)[1])
    reach = float(half[longest]) - radius
    count = 1 + int(np.ceil(2 * reach / (_APART * radius)))
    return [np.eye(3)[longest] * way for way in np.linspace(-reach, reach, count)]


@cache
def _pairs(links: tuple[int, ...]) -> tuple[Places, Places]:
    """The pairs of balls whose links do not hang on one another, and are not near one another by design."""
    found = [
        (a, b)
        for a, b in itertools.combinations(range(len(links)), 2)
        if abs(links[a] - links[b]) > 1
        and not {links[a], links[b]} & set(FINGERS)
        and tuple(sorted((links[a], links[b]))) not in panda().neighbours
    ]
    one, other = np.array(found, dtype=np.int64).T.copy()
    return one, other
