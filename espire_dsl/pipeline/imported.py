"""Scenes that were imported, in the place of drawn ones: which of them a family is asked about, and jobs that
look at them. No physics moves them, and no robot is in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from espire_dsl.checking.cache import compiler_hash
from espire_dsl.importing.files import ImportedScenes
from espire_dsl.language.families.family import Family
from espire_dsl.pipeline.content import key_of
from espire_dsl.pipeline.scene_ref import Read, staged_as_bytes
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import SimulatorSource
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import scene_to_json
from espire_dsl.scene.staged import Staged
from espire_dsl.tasks.drawing import lacking
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.suites import Suite


def answerable(
    suites: Sequence[Suite], imported: ImportedScenes
) -> tuple[tuple[Suite, ...], tuple[str, ...]]:
    """The suites with those families that can be asked about some scenes, and the names of the others: those
    of other worlds, and those that tell their world how to draw a scene."""
    kept = tuple(
        evolve(suite, families=tuple(f for f in suite.families if _is_about(f, imported))) for suite in suites
    )
    left_out = (f.name for suite in suites for f in suite.families if not _is_about(f, imported))
    kept = tuple(suite for suite in kept if suite.families)
    if not kept:
        asked = sorted({f.world for suite in suites for f in suite.families})
        raise TaskSetError(
            f"no family can be asked about these scenes, which are of {', '.join(imported.by_world)}: "
            f"families ask about {', '.join(asked)}; `espirec import --world` says of which world scenes are"
            "; they must have the cameras that families `view`"
        )
    return kept, tuple(left_out)


def _is_about(family: Family, imported: ImportedScenes) -> bool:
    scenes = imported.by_world.get(family.world, ())
    return not family.world_arguments and any(_is_seen(family, scene) for scene in scenes)


def _is_seen(family: Family, scene: Scene) -> bool:
    """Whether a scene has the camera whose picture a family shows; without any, nothing is shown."""
    return not scene.cameras or family.view in (WORLD_CAMERA, *scene.cameras)


def scenes_taken(world: str, suite: Suite, settings: Settings, imported: ImportedScenes) -> tuple[Scene, ...]:
    """The scenes of a world that a suite is asked about: all of the level, or the first that are enough."""
    found = tuple(scene for scene in imported.by_world[world] if settings.level in (None, scene.level or ""))
    if not found:
        raise TaskSetError(f"no imported scene of {world} is of the level {settings.level}")
    return found if settings.scenes is None else found[: max(1, settings.scenes // len(suite.worlds))]


def asked_about(family: Family, scenes: Sequence[Scene]) -> Iterator[Scene]:
    """Those scenes that have what a family needs, and the camera whose picture it shows."""
    return (
        scene
        for scene in scenes
        if _is_seen(family, scene) and not any(lacking(need, scene) for need in family.needs)
    )


@frozen
class LookingJob:
    """An imported scene to be seen as it is, by cameras that are asked about beside the world camera too;
    without a simulator nothing is known of its pictures."""

    scene: Scene = field(repr=False)
    views: tuple[str, ...]
    source: SimulatorSource
    decided_by: str

    @property
    def keys(self) -> tuple[str, ...]:
        return (key_of("imported", scene_to_json(self.scene), self.views, self.decided_by),)

    def ready(self, read: Read) -> LookingJob:  # noqa: ARG002  # it has its scene
        return self

    def run(self) -> tuple[bytes, ...]:
        simulator = self.source.open()
        staged = Staged(self.scene) if simulator is None else simulator.look(self.scene, self.views)
        return (staged_as_bytes(staged),)


def looking_jobs(
    scenes: Sequence[Scene], views: Mapping[str, tuple[str, ...]], source: SimulatorSource
) -> list[LookingJob]:
    """One job for each scene; `views` are by the name of its world."""
    simulator = source.open()
    decided_by = key_of(compiler_hash(), None if simulator is None else simulator.fingerprint)
    return [LookingJob(scene, views[scene.world], source, decided_by) for scene in scenes]
