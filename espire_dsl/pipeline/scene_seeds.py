"""Which scenes suites need: of each world as many as its tasks ask for, and those of one family alone.

The scenes of a world depend on the seed and their index alone, so that adding a suite changes nothing in
another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from espire_dsl.language.declarations.templates import Template
from espire_dsl.language.families.family import Family
from espire_dsl.language.families.views import cameras_seen
from espire_dsl.pipeline.scenes import SceneSeed
from espire_dsl.pipeline.settings import Settings
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.tasks.drawing import refuse_imported
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.quotas import stated_or
from espire_dsl.tasks.scene_cells import Cell, Variation, cells_of, is_shared
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.worlds import check_ruled_levels, known_level


def scenes_a_world(suite: Suite, settings: Settings) -> int:
    """How many scenes of each world a suite is asked on."""
    quotas = [stated_or(family, settings.per_type) for family in suite.families for _ in family.types]
    return settings.scenes_for(quotas, len(suite.worlds))


def template_of(world: str, suites: Sequence[Suite]) -> Template:
    """A world that suites ask for, which is the same one in all of them."""
    first, *others = (suite.template(world) for suite in suites if world in suite.worlds)
    if any(other != first for other in others):
        raise TaskSetError(f"two suites have worlds called {world}; compile them apart, or rename one")
    return first


def scene_seeds(suites: Sequence[Suite], settings: Settings) -> Iterator[SceneSeed]:
    """All scenes that are needed; levels take turns."""
    for suite in suites:
        for world in suite.worlds:
            refuse_imported(suite.template(world))
        check_ruled_levels(suite.rules.levels, map(suite.template, suite.worlds))
    worlds = sorted({world for suite in suites for world in suite.worlds})
    views = {world: views_of(world, suites) for world in worlds}
    for name in worlds:
        levels = _levels(template_of(name, suites), settings)
        sharing = [suite for suite in suites if any(is_shared(f) for f in suite.families if f.world == name)]
        count = max((scenes_a_world(suite, settings) for suite in sharing), default=0)
        for index in range(count):
            yield _place(Variation(name), index, levels, views[name], settings)
    told: set[tuple[Variation, int]] = set()
    for suite in suites:
        for family in suite.families:
            for cell in own_cells(suite, family, settings):
                levels = _levels(template_of(family.world, suites), settings)
                for index in cell.indices:
                    if (cell.variation, index) not in told:
                        told.add((cell.variation, index))
                        yield _place(cell.variation, index, levels, views[family.world], settings)


def views_of(world: str, suites: Iterable[Suite]) -> tuple[str, ...]:
    """The cameras of a world, beside the world camera, whose pictures some family goes by."""
    families = (family for suite in suites for family in suite.families if family.world == world)
    return tuple(sorted({name for family in families for name in cameras_seen(family)} - {WORLD_CAMERA}))


def own_cells(suite: Suite, family: Family, settings: Settings) -> tuple[Cell, ...]:
    """The scenes that are drawn for a family alone."""
    if is_shared(family):
        return ()
    return cells_of(family, scenes_a_world(suite, settings), settings.seed)


def _levels(world: Template, settings: Settings) -> tuple[str, ...]:
    return world.levels if settings.level is None else (known_level(world, settings.level),)


def _place(
    variation: Variation, index: int, levels: Sequence[str], views: tuple[str, ...], settings: Settings
) -> SceneSeed:
    return SceneSeed(
        variation.world,
        settings.seed,
        index,
        levels[index % len(levels)],
        settings.size,
        variation.arguments,
        variation.needs,
        views,
    )
