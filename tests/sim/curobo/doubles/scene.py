"""Doubles of `curobo.scene.Scene` and `Cuboid`."""

from __future__ import annotations

from typing import Any

from attrs import define


@define
class Cuboid:
    name: str
    pose: list[float]
    dims: list[float]


@define
class Scene:
    cuboid: list[Cuboid]

    @staticmethod
    def create(data_dict: dict[str, Any]) -> Scene:
        assert set(data_dict) == {"cuboid"}
        return Scene([Cuboid(name=name, **fields) for name, fields in data_dict["cuboid"].items()])
