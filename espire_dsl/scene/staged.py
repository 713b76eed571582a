"""What a simulator says of scenes: how one stands and looks, and whether the robot can do something there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from espire_dsl.scene.graph import Scene

REACHED: Final = "reached"


class EngineFailedError(Exception):
    """An engine failed for a reason that is not the scene's: memory, a driver, a broken process.

    It says nothing about what was asked, so nothing is remembered of it.
    """


@frozen
class Staged:
    """A scene at rest as its cameras see it, with the mask of each thing as COCO RLE text, by camera; or why
    there is none. `appearance` is what it looks like beyond its geometry, as plain JSON values."""

    scene: Scene | None
    masks: Mapping[str, Mapping[str, str]] = field(factory=dict, hash=False, repr=False)
    refused: str | None = None
    appearance: Mapping[str, Any] | None = field(default=None, hash=False, repr=False)


@frozen
class Verdict:
    """Whether the robot can do it: a status, REACHED when it can, and a sentence where it cannot."""

    status: str
    detail: str = ""

    @property
    def reached(self) -> bool:
        return self.status == REACHED
