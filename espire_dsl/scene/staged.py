"""What a simulator says of scenes: how one stands and looks, and whether the robot can do something there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Quaternion, Vector

REACHED: Final = "reached"
MISSED: Final = "missed"
"""There is a way, but at its end the book is not where the task wants it."""

Ending = tuple[Vector, Quaternion]
"""Where a plan puts the held thing: centre and turn."""


@frozen
class Staged:
    """A scene at rest as its cameras see it, with the mask of each thing in the world view as COCO RLE text;
    or why there is none."""

    scene: Scene | None
    masks: Mapping[str, str] = field(factory=dict, hash=False, repr=False)
    refused: str | None = None


@frozen
class Verdict:
    """Whether the robot can do it: a status, REACHED when it can, and a sentence where it cannot.

    `ending` is where it puts what it holds.
    """

    status: str
    detail: str = ""
    ending: Ending | None = None

    @property
    def reached(self) -> bool:
        return self.status == REACHED
