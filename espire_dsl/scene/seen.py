"""Whether a thing can be pointed at in the world view: the one predicate of that."""

from __future__ import annotations

from typing import Final

from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.scene.node import Node

LEAST_PIXELS: Final = 60


def is_seen(node: Node) -> bool:
    """Whether its mask in the world view is large enough; a scene that has no pictures hides nothing."""
    return node.pixels.get(WORLD_CAMERA, LEAST_PIXELS) >= LEAST_PIXELS
