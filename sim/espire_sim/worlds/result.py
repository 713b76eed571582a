"""What a sampler gives back: a drawn scene with its look and the robot's start, or a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import asdict, field, frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Quaternion, Vector


@frozen
class Light:
    """A lamp: position in metres, colour temperature in kelvin, strength as a factor."""

    position: Vector
    kelvin: float
    strength: float


@frozen
class Appearance:
    """What a scene looks like beyond its geometry: by node id a texture, and which variant of its category.

    The texture of "wall" is that of the room.
    """

    lights: tuple[Light, ...]
    textures: Mapping[str, str] = field(hash=False)
    variants: Mapping[str, int] = field(hash=False)

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Appearance:
        """The look of such values."""
        lights = (
            Light((x, y, z), light["kelvin"], light["strength"])
            for light in data["lights"]
            for x, y, z in [light["position"]]
        )
        return cls(tuple(lights), dict(data["textures"]), dict(data["variants"]))


@frozen
class EndEffector:
    """Where the hand starts: the point between the finger tips, and the turn.

    The own +x axis points out of the hand, the fingers open along y.
    """

    position: Vector
    quaternion: Quaternion

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return asdict(self)


@frozen
class Drawn:
    """A scene, its look, and where the robot starts, if there is one."""

    scene: Scene
    appearance: Appearance
    robot_pose: EndEffector | None


@frozen
class Refusal:
    """No scene: the commonest reason among so many tries, and how many of them failed for it."""

    reason: str
    tries: int
    count: int = 0

    def __str__(self) -> str:
        return f"{self.reason} ({self.count} of {self.tries} tries)"
