"""What stands for Isaac Sim's application: the stage that is open, whether time runs, what was asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
from pxr import Usd

from espire_sim.usd.read import scene_of


class Array:
    """Stands for an array of Warp: it has to be fetched."""

    def __init__(self, values: np.ndarray) -> None:
        self._values = values

    def numpy(self) -> np.ndarray:
        return self._values


class Kit:
    """The state that all doubles share."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.stage: Usd.Stage | None = None
        self.playing = False
        self.loading = 0
        self.frames = 0
        self.first_frame = 2  # captures before which annotators have nothing
        self.opens = True
        self.extensions: set[str] = set()
        self.unknown_extensions: set[str] = set()
        self.dt: float | None = None
        self.device: str | None = None
        self.time = 0.0
        self.world: Any = None

    def start(self, launch_config: dict[str, Any]) -> Kit:
        """`SimulationApp(launch_config)`."""
        assert launch_config == {"headless": True}
        self.asked.append("start")
        return self

    def open(self, path: str) -> None:
        self.stage = Usd.Stage.Open(path)
        self.loading = 3
        self.frames = 0
        self.time = 0.0
        self.world = None

    @property
    def scene(self) -> Any:
        assert self.stage is not None
        return scene_of(self.stage)
