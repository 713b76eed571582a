"""Doubles of `curobo.scene.Scene`, which is `SceneCfg` at home, and of `Cuboid`."""

from __future__ import annotations

from typing import Any

from tests.sim.signatures.reading import vendor
from tests.sim.signatures.strict import strict

CUROBO = vendor("curobo")


@strict(CUROBO)
class Cuboid:
    def __init__(self, name: str, pose: list[float], dims: list[float]) -> None:
        self.name = name
        self.pose = pose
        self.dims = dims


@strict(CUROBO)
class SceneCfg:
    def __init__(self, cuboid: list[Cuboid]) -> None:
        self.cuboid = cuboid

    @staticmethod
    def create(data_dict: dict[str, Any]) -> SceneCfg:
        assert set(data_dict) == {"cuboid"}
        return SceneCfg(cuboid=[Cuboid(name=name, **fields) for name, fields in data_dict["cuboid"].items()])
