"""Where the pictures of a task set are."""

from __future__ import annotations

from pathlib import Path

from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.tasks.folders import IMAGES


def picture_name(scene: str, camera: str = WORLD_CAMERA, suffix: str = ".png") -> str:
    """The file of a picture, from the folder of the task set: `.png`, `.ids.png` or `.depth.npz`."""
    return f"{IMAGES}/{scene}/{camera}{suffix}"


def has_pictures(folder: Path) -> bool:
    """Whether a task set comes with pictures."""
    return (folder / IMAGES).is_dir()
