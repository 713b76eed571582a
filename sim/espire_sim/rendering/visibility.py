"""Writes into a scene what its pictures showed: how much of each thing is visible, its number in masks."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.quantize import quantize
from espire_sim.interfaces import Observation
from espire_sim.rendering.masks import visible_parts


def with_visibility(
    scene: Scene, pictures: Mapping[str, Observation], pixels: Mapping[str, Mapping[str, int]] | None = None
) -> Scene:
    """The scene as seen in pictures by camera; what is known of cameras without a picture stays.

    `pixels` are sizes of masks, by camera and thing; slots and spaces among them get visible parts too.
    """
    sizes = pixels or {}
    seen = {
        camera: {**picture.visible(), **visible_parts(scene, camera, sizes.get(camera, {}))}
        for camera, picture in pictures.items()
    }
    numbers = {id: number for picture in pictures.values() for number, id in picture.ids.items()}
    return scene.with_parts(
        evolve(
            node,
            instance=numbers.get(node.id, node.instance),
            visible={
                **node.visible,
                **{camera: quantize(parts[node.id]) for camera, parts in seen.items() if node.id in parts},
            },
            pixels={
                **node.pixels,
                **{camera: size[node.id] for camera, size in sizes.items() if node.id in size},
            },
        )
        for node in scene.nodes
    )
