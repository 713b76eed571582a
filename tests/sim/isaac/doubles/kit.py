"""What stands for Isaac Sim's application: the stage that is open, whether time runs, what was asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
from pxr import Usd

from espire_sim.usd.read import scene_of
from tests.sim.signatures.reading import vendor
from tests.sim.signatures.strict import strict

ISAAC = vendor("isaacsim")


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
        self.fails = ""  # what a picture fails with
        self.dark = False
        self.lost = 0  # bodies that it does not find
        self.sensors = 0  # that are alive, each of which costs a render product
        self.assets: str | None = None  # the address of its assets, where they can be reached
        self.extensions: set[str] = set()
        self.unknown_extensions: set[str] = set()
        self.dt: float | None = None
        self.device: str | None = None
        self.time = 0.0
        self.world: Any = None

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


def simulation_app(kit: Kit) -> type:
    @strict(ISAAC)
    class SimulationApp:
        def __init__(self, launch_config: dict[str, Any] | None = None) -> None:
            assert launch_config == {"headless": True}
            kit.asked.append("start")

    return SimulationApp
