"""Jobs that draw scenes of a world and stage them, and jobs that picture staged scenes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import evolve, field, frozen

from espire_dsl.checking.cache import compiler_hash
from espire_dsl.language.declarations.templates import Template
from espire_dsl.language.families.family import Need
from espire_dsl.pipeline.content import key_of
from espire_dsl.pipeline.scene_ref import Read, SceneRef, staged_as_bytes
from espire_dsl.pipeline.simulator import Simulator, SimulatorSource
from espire_dsl.scene.staged import Staged
from espire_dsl.tasks.drawing import Arguments, draw_scene, sampler
from espire_dsl.tasks.folders import PICTURES

SCENES_A_JOB: Final = 4


@frozen
class Size:
    """A picture's width and height in pixels."""

    width: int
    height: int


@frozen
class SceneSeed:
    """Where a scene comes from: a world with its arguments, the seed, and its index there, which decides its
    level too. `drawn_as` differs whenever the world is described in another way. Without a size, pictures are
    as large as the world says. `views` are cameras beside the world camera whose pictures are asked about."""

    world: str
    seed: int
    index: int
    level: str
    size: Size | None = None
    arguments: Arguments = ()
    needs: tuple[Need, ...] = ()
    views: tuple[str, ...] = ()
    drawn_as: str = ""


@frozen
class StagingJob:
    """Scenes to be drawn, brought to rest and seen."""

    places: tuple[SceneSeed, ...]
    worlds: Mapping[str, Template] = field(hash=False, repr=False)
    source: SimulatorSource
    decided_by: str

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key_of("scene", place, self.decided_by) for place in self.places)

    def ready(self, read: Read) -> StagingJob:  # noqa: ARG002  # it needs no result of others
        return self

    def run(self) -> tuple[bytes, ...]:
        simulator = self.source.open()
        return tuple(
            staged_as_bytes(staged_at(place, self.worlds[place.world], simulator)) for place in self.places
        )


def staging_jobs(
    places: Sequence[SceneSeed], worlds: Mapping[str, Template], source: SimulatorSource
) -> list[StagingJob]:
    """One job for each place; put them together with `joined`."""
    simulator = source.open()
    engines = (sampler().fingerprint, None if simulator is None else simulator.fingerprint)
    decided_by = key_of(compiler_hash(), *engines)
    drawn_as = {name: key_of(world) for name, world in worlds.items()}
    return [
        StagingJob(
            (evolve(place, drawn_as=drawn_as[place.world]),),
            {place.world: worlds[place.world]},
            source,
            decided_by,
        )
        for place in places
    ]


def joined(jobs: Sequence[StagingJob]) -> list[StagingJob]:
    """Fewer jobs of several scenes each."""
    return [
        evolve(
            some[0],
            places=tuple(place for job in some for place in job.places),
            worlds={name: world for job in some for name, world in job.worlds.items()},
        )
        for some in (jobs[start : start + SCENES_A_JOB] for start in range(0, len(jobs), SCENES_A_JOB))
    ]


def staged_at(place: SceneSeed, world: Template, simulator: Simulator | None) -> Staged:
    """The scene of a place, drawn and staged, or why there is none; without a simulator as it was drawn."""
    drawn = _drawn(place, world)
    if getattr(drawn, "scene", None) is None:
        return Staged(None, refused=str(drawn.reason))
    if simulator is not None:
        return simulator.stage(drawn, place.views)
    appearance = getattr(drawn, "appearance", None)
    return Staged(drawn.scene, appearance=None if appearance is None else appearance.to_json())


def _drawn(place: SceneSeed, world: Template) -> Any:
    size = None if place.size is None else (place.size.width, place.size.height)
    return draw_scene(
        world,
        place.level,
        place.seed,
        place.index,
        arguments=place.arguments,
        needs=place.needs,
        size=size,
    )


@frozen
class PaintingJob:
    """A staged scene to be pictured; its units are files."""

    scene: SceneRef
    source: SimulatorSource
    paint: str

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the pictures' files."""
        return tuple(f"{camera}{suffix}" for camera in self.scene.cameras for suffix in PICTURES)

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key_of("picture", self.scene.key, self.paint, name) for name in self.files)

    def ready(self, read: Read) -> PaintingJob:
        return evolve(self, scene=self.scene.loaded(read))

    def run(self) -> tuple[bytes, ...]:
        simulator = self.source.open()
        assert simulator is not None
        painted: Mapping[str, bytes] = simulator.paint(self.scene.scene, json.loads(self.scene.look))
        return tuple(painted[name] for name in self.files)
