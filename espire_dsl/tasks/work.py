"""The two kinds of work that are split over processes: binding scenes, and writing records.

Both are pure functions of their job, so that it does not matter which process does them, or in which order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from attrs import field, frozen

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.language.family import Family
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.asker import Asker
from espire_dsl.tasks.bound import Bound, bind
from espire_dsl.tasks.plan import Plan, plans_of
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.record import Wording, task_of
from espire_dsl.tasks.task import Task
from espire_dsl.tasks.variants import Unit, units_of
from espire_dsl.tasks.worlds import Drawing, draw_scenes, load_world
from espire_dsl.wording.render import Lexicon

SuiteType = tuple[str, str, str]
"""Suite, family, type."""


@frozen
class Part:
    """The families of one suite in one world, asked of the scenes below an index."""

    suite: str
    families: tuple[Family, ...]
    scenes: int


@frozen
class BindingJob:
    world: str
    indices: tuple[int, ...]
    levels: tuple[str, ...]
    seed: int
    parts: tuple[Part, ...]


@frozen
class BindingDone:
    """The scenes that were drawn, the units by suite, family and type with the index of their scene, and the
    refusals."""

    job: BindingJob
    drawings: tuple[Drawing, ...]
    units: Mapping[SuiteType, tuple[tuple[int, tuple[Unit, ...]], ...]] = field(repr=False)
    refused: Mapping[tuple[SuiteType, Reason], int]


def bind_scenes(job: BindingJob) -> BindingDone:
    """Draw scenes, and find all valid bindings of all families on them."""
    drawings = draw_scenes(load_world(job.world), job.indices, job.seed, job.levels)
    drawn = [(d.index, d.scene) for d in drawings if d.scene is not None]
    scenes = [scene for _, scene in drawn]
    asker = Asker.of(scenes)
    units: dict[SuiteType, list[tuple[int, tuple[Unit, ...]]]] = {}
    refused: Counter[tuple[SuiteType, Reason]] = Counter()
    for part in job.parts:
        count = sum(index < part.scenes for index, _ in drawn)
        for family in part.families:
            found: dict[int, dict[str, tuple[Bound, ...]]] = {}
            for plan in plans_of(family):
                key = (part.suite, family.name, plan.type)
                bound = bind(part.suite, plan, scenes[:count], asker, job.seed)
                refused.update({(key, reason): n for reason, n in bound.refused.items()})
                for place, bounds in bound.bindings.items():
                    found.setdefault(place, {})[plan.type] = bounds
            for place, by_type in sorted(found.items()):
                together = units_of(family, by_type)
                for type_key, members in together.by_type.items():
                    key = (part.suite, *type_key)
                    units.setdefault(key, []).append((drawn[place][0], members))
                for type_key, count_left in together.incomplete.items():
                    refused[(part.suite, *type_key), Reason.INCOMPLETE] += count_left
    return BindingDone(job, tuple(drawings), {k: tuple(v) for k, v in units.items()}, refused)


@frozen
class RecordItem:
    suite: str
    plan: Plan
    scene: int
    bound: Bound
    wording: Wording


@frozen
class RecordJob:
    """Tasks to be written down; an item's scene is its place among `scenes`."""

    scenes: tuple[Scene, ...]
    items: tuple[RecordItem, ...]
    seed: int


def write_records(job: RecordJob) -> list[Task]:
    """The records, in the order of the items."""
    lexicon, catalogue = Lexicon.load(), load_catalogue()
    return [
        task_of(
            item.suite,
            item.plan,
            job.scenes[item.scene],
            item.bound,
            item.wording,
            lexicon,
            catalogue,
            job.seed,
        )
        for item in job.items
    ]
