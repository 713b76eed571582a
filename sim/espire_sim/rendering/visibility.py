"""Writes into a scene what its pictures showed: how much of each thing is visible, its number in masks."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.quantize import quantize
from espire_sim.interfaces import Observation
from espire_sim.rendering.masks import Shown


def with_visibility(
    scene: Scene, pictures: Mapping[str, Observation], shown: Mapping[str, Mapping[str, Shown]] | None = None
) -> Scene:
    """The scene as seen in pictures by camera; what is known of cameras without a picture stays.

    `shown` are things with masks, by camera; slots and spaces among them get visible parts too.
    """
    seen: dict[str, dict[str, float]] = {camera: picture.visible() for camera, picture in pictures.items()}
    sizes: dict[str, dict[str, int]] = {}
    for camera, things in ({} if shown is None else shown).items():
        sizes[camera] = {id: thing.pixels for id, thing in things.items()}
        seen[camera] |= {id: part for id, thing in things.items() if (part := thing.visible) is not None}
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
