"""Writes into a scene what its pictures showed: how much of each thing is visible, its number in masks."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from espire_dsl.scene.exact import exact
from espire_dsl.scene.graph import Scene
from espire_sim.interfaces import Sight


def with_sight(scene: Scene, pictures: Mapping[str, Sight]) -> Scene:
    """The scene as seen in pictures by camera; fractions of cameras without a picture stay."""
    seen = {camera: picture.visible() for camera, picture in pictures.items()}
    numbers = {id: number for picture in pictures.values() for number, id in picture.ids.items()}
    return scene.with_parts(
        evolve(
            node,
            instance=numbers.get(node.id, node.instance),
            visible={
                **node.visible,
                **{camera: exact(parts[node.id]) for camera, parts in seen.items() if node.id in parts},
            },
        )
        for node in scene.nodes
    )
