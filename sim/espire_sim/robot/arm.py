"""What the arm is: its links, their limits and their shapes, read from the packaged data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from attrs import frozen

from espire_dsl.scene.node import Vector

JOINTS: Final = 7
_FREE: Final = (0.0, 0.0)


@frozen
class Capsule:
    """All that is within a radius of a line from one end to the other."""

    start: Vector
    end: Vector
    radius: float


@frozen
class CollisionBox:
    """A box along the axes of its link."""

    center: Vector
    half: Vector


@frozen
class Link:
    """A link: where it hangs on the one before it, turned about x in degrees; its limits in radians."""

    at: Vector
    turned: float
    limits: tuple[float, float]
    capsules: tuple[Capsule, ...]
    blocks: tuple[CollisionBox, ...]


@frozen
class Arm:
    """An arm with a gripper. `links` are the base and the seven that move; see panda.toml for the rest."""

    links: tuple[Link, ...]
    hand: Link
    finger: Link
    flange: float
    hand_spun: float
    tool: float
    finger_at: float
    opening: float
    neighbours: frozenset[tuple[int, int]]

    @property
    def limits(self) -> tuple[tuple[float, float], ...]:
        """The limits of the joints, in radians."""
        return tuple(link.limits for link in self.links[1:])


@cache
def panda() -> Arm:
    """The Franka Panda."""
    data = tomllib.loads(files("espire_sim.robot").joinpath("panda.toml").read_text(encoding="utf-8"))
    return Arm(
        links=tuple(_link(part) for part in data["links"]),
        hand=_link(data["hand"]),
        finger=_link(data["finger"]),
        flange=data["flange"],
        hand_spun=data["hand_spun"],
        tool=data["tool"],
        finger_at=data["finger_at"],
        opening=data["opening"],
        neighbours=frozenset((low, high) for low, high in data["neighbours"]),
    )


def _link(part: Mapping[str, Any]) -> Link:
    low, high = part.get("limits", _FREE)
    return Link(
        at=_vector(part.get("at", (0.0, 0.0, 0.0))),
        turned=part.get("turned", 0.0),
        limits=(low, high),
        capsules=tuple(Capsule(_vector(a), _vector(b), radius) for a, b, radius in part["capsules"]),
        blocks=tuple(CollisionBox(_vector(center), _vector(half)) for center, half in part["boxes"]),
    )


def _vector(values: Any) -> Vector:
    x, y, z = (float(value) for value in values)
    return (x, y, z)
