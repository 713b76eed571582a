"""How much of a thing a view shows. A scene that has no pictures hides nothing."""

from __future__ import annotations

from typing import Final

from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node

LEAST_PIXELS: Final = 60
USUAL_PIXELS: Final = 640 * 480


def is_visible(node: Node, camera: str = WORLD_CAMERA) -> bool:
    """Whether a thing can be pointed at in the world view, or in that of another camera."""
    return node.pixels.get(camera, LEAST_PIXELS) >= LEAST_PIXELS


def share_of_pixels(node: Node, scene: Scene) -> float:
    """The size of a thing's mask in the scene's view, as it would be in a picture of 640 x 480."""
    camera = scene.camera
    if camera is None or scene.view not in node.pixels:
        return float("inf")
    return node.pixels[scene.view] * USUAL_PIXELS / (camera.width * camera.height)


def is_clearly_visible(node: Node, scene: Scene, visible: float, pixels: float) -> bool:
    """Whether enough of a thing is visible in the scene's view, and its mask large enough, to speak of it."""
    return node.visible.get(scene.view, 1.0) >= visible and share_of_pixels(node, scene) >= pixels
