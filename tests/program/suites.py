"""The families of the suites, compiled once, and scenes of their worlds."""

from __future__ import annotations

from functools import cache

from espire_dsl.language.families.family import Family
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.worlds import draw_scenes
from tests.packaged import FOLDER, compiled

SUITES = ("espire", "espire_plus", "espire_frames")


@cache
def families(suite: str) -> tuple[Family, ...]:
    assert not compiled().result.errors
    files = compiled().files.items()
    return tuple(f for path, file in files if path.is_relative_to(FOLDER / suite) for f in file.families)


@cache
def scenes(world: str, count: int) -> tuple[Scene, ...]:
    return tuple(scene for _, scene in draw_scenes(shipped_world(world), count, seed=7))
