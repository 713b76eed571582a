"""Geometry of scenes: a graph of things with boxes, frames of reference and measures.

This room knows nothing of the language. The names below are loaded when they are first asked for, so that
looking at one value does not load everything.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from espire_dsl.scene.box import Box as Box
    from espire_dsl.scene.box import box_distance as box_distance
    from espire_dsl.scene.box import box_distances as box_distances
    from espire_dsl.scene.box import box_of as box_of
    from espire_dsl.scene.box import point_distance as point_distance
    from espire_dsl.scene.camera import Camera as Camera
    from espire_dsl.scene.camera import look_at as look_at
    from espire_dsl.scene.error import SceneError as SceneError
    from espire_dsl.scene.frames import Frame as Frame
    from espire_dsl.scene.graph import Scene as Scene
    from espire_dsl.scene.node import Node as Node
    from espire_dsl.scene.quantize import quantize_array as quantize_array

_HOMES = {
    "Box": "box",
    "box_distance": "box",
    "box_distances": "box",
    "box_of": "box",
    "point_distance": "box",
    "Camera": "camera",
    "look_at": "camera",
    "SceneError": "error",
    "quantize_array": "quantize",
    "Frame": "frames",
    "Scene": "graph",
    "Node": "node",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
