"""What `espirec compile --dry-run` says: which families, types, scenes and files there would be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from espire_dsl.diagnostics.report import counted
from espire_dsl.importing.files import ImportedScenes
from espire_dsl.pipeline.imported import scenes_taken
from espire_dsl.pipeline.scene_seeds import scene_seeds, scenes_a_world
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import NO_BACKEND, simulator_of
from espire_dsl.tasks.quotas import quota_of
from espire_dsl.tasks.suites import Suite


def plan(
    suites: Sequence[Suite], settings: Settings, out: Path, imported: ImportedScenes | None = None
) -> str:
    """The whole plan, as text."""
    return "\n".join(_lines(suites, settings, out, imported)) + "\n"


def _lines(
    suites: Sequence[Suite], settings: Settings, out: Path, imported: ImportedScenes | None
) -> Iterator[str]:
    simulator_of(settings.simulator)

    def number(suite: Suite, world: str) -> int:
        if imported is None:
            return scenes_a_world(suite, settings)
        return len(scenes_taken(world, suite, settings, imported))

    places = list(scene_seeds(suites, settings)) if imported is None else []
    for suite in suites:
        types = sum(len(family.types) for family in suite.families)
        tasks = sum(quota_of(family, settings.per_type) * len(family.types) for family in suite.families)
        limited = "" if settings.limit is None else f", at most {settings.limit}"
        worlds = ", ".join(f"{number(suite, world)} of {world}" for world in suite.worlds)
        yield (
            f"{suite.name}: {counted(tasks, 'task')}{limited} "
            f"({counted(types, 'type')} in {counted(len(suite.families), 'family', 'families')}), "
            f"on scenes: {worlds}"
        )
    drawn = f"{len(places)}, with seed {settings.seed}" if imported is None else "none, as all are imported"
    yield f"scenes to draw: {drawn}"
    size = settings.size
    shown = "as large as worlds say" if size is None else f"of {size.width}x{size.height}"
    pictures = f"pictures {shown}" if settings.images else "no pictures"
    how = "geometry only" if settings.simulator.backend == NO_BACKEND else pictures
    yield f"backend: {settings.simulator.backend} ({how})"
    yield f"to be written to: {out}"
