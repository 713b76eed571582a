"""The hull of the robot as balls: quick to ask what it hides and is near to, for many postures at once."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array, Mask
from espire_sim.robot.arm import panda
from espire_sim.robot.body import FINGERS, hulls

_APART: Final = 0.8  # of their radius, between the centres of neighbouring balls at most
_DIGITS: Final = 6
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
        lengths = (ways * ways).sum(axis=1)
        offsets = (self.centers.reshape(-1, 1, 3) - eye).astype(np.float32)
        along = offsets[..., 0] * ways[:, 0]
        along += offsets[..., 1] * ways[:, 1]
        along += offsets[..., 2] * ways[:, 2]
        # A ball hides a point if the ray passes its centre within its radius, on the way to the point.
        between = (along > 0) & (along < lengths)
        np.square(along, out=along)
        along /= lengths
        radii = np.tile(self.radii**2, len(self.centers)).astype(np.float32)
        beyond = (offsets * offsets).sum(axis=-1) - radii[:, None]
        hit = between & (along > beyond)
        hit |= beyond < 0
        hidden: Mask = hit.reshape(len(self.centers), -1, len(targets)).any(axis=1)
        return hidden

    def clear_of(self, centers: Array, axes: Array, halves: Array, distance: float) -> Mask:
        """Which robots are a distance away from all boxes: centres (n, 3), axes as columns, halves."""
        good = np.ones(len(self.centers), dtype=np.bool_)
        for center, rotation, half in zip(centers, axes, halves, strict=True):
            away = self.centers - center
            out = [
                np.maximum(np.abs(away[..., 0] * x + away[..., 1] * y + away[..., 2] * z) - length, 0.0)
                for (x, y, z), length in zip(rotation.T, half, strict=True)
            ]
            square = out[0] * out[0] + out[1] * out[1] + out[2] * out[2]
            good &= (square > (self.radii + distance) ** 2).all(axis=1)
        return good

    def clear_of_themselves(self) -> Mask:
        """Which robots do not touch themselves."""
        one, other = _pairs(self.links)
        away = self.centers[:, one] - self.centers[:, other]
        reach = self.radii[list(one)] + self.radii[list(other)] + _SELF
        clear: Mask = ((away * away).sum(axis=-1) > reach * reach).all(axis=1)
        return clear


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
def _pairs(links: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The pairs of balls whose links do not hang on one another, and are not near one another by design."""
    found = [
        (a, b)
        for a, b in itertools.combinations(range(len(links)), 2)
        if abs(links[a] - links[b]) > 1
        and not {links[a], links[b]} & set(FINGERS)
        and tuple(sorted((links[a], links[b]))) not in panda().neighbours
    ]
    one, other = zip(*found, strict=True)
    return one, other
