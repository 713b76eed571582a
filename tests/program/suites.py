"""The families of the suites, compiled once, and scenes of their worlds."""

from __future__ import annotations

from functools import cache

from espire_dsl.checking.check import compile_paths
from espire_dsl.language.families.family import Family
from espire_dsl.resources import resource_path
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.worlds import draw_scenes

SUITES = ("espire", "espire_plus", "espire_frames")


@cache
def families(suite: str) -> tuple[Family, ...]:
    root = resource_path("families")
    compiled = compile_paths(sorted((root / suite).rglob("*.espire")), [root])
    assert not compiled.result.errors
    return tuple(f for file in compiled.files.values() for f in file.families)


@cache
def scenes(world: str, count: int) -> tuple[Scene, ...]:
    return tuple(scene for _, scene in draw_scenes(shipped_world(world), count, seed=7))
