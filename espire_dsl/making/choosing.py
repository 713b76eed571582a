"""Which tasks become part of a set: sampled in balance, and those that the robot cannot do replaced.

Sampling and verifying take turns. All questions of a round are asked at once, so that the result does not
depend on how many processes answer them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

from espire_dsl.making.harvest import Harvest
from espire_dsl.making.known_families import FamilyKeys
from espire_dsl.making.settings import Settings
from espire_dsl.making.simulator import simulator_of
from espire_dsl.making.verifying import Judge, Subject
from espire_dsl.making.work import Works
from espire_dsl.scene.staged import Verdict
from espire_dsl.tasks.bound import Bound
from espire_dsl.tasks.dice import Dice
from espire_dsl.tasks.plan import Plan, plans_of
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.record import Wording
from espire_dsl.tasks.sampling import Drawn, Pool, Sampler
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.wordings import Turns


@frozen
class Chosen:
    """A task before it is written down; `verdicts` are those of its answers, if any were asked for."""

    suite: str
    scene: str
    plan: Plan
    bound: Bound
    wording: Wording
    verdicts: Mapping[str, Verdict] = field(hash=False)


@frozen(eq=False)
class _Draws:
    """The sampling of one suite."""

    suite: str
    plans: Mapping[tuple[str, str], Plan]
    sampler: Sampler

    @classmethod
    def of(cls, suite: Suite, settings: Settings, harvest: Harvest) -> _Draws:
        plans = {(f.name, p.type): p for f in suite.families for p in plans_of(f)}
        units = {key: harvest.units.get((suite.name, *key), {}) for key in plans}
        levels = {id: staged.scene.level or "" for id, staged in harvest.staged.items() if staged.scene}
        dice = Dice.of(settings.seed, "sampling", suite.name)
        return cls(suite.name, plans, Sampler(Pool(units, levels), settings.per_type, dice, settings.limit))

    def subjects(self, item: Drawn) -> list[Subject]:
        """What the robot is asked about, for each task of a drawn unit."""
        return [Subject(self.suite, item.scene, self.plans[m.type], m.bound) for m in item.unit.members]


def chosen_of(
    suites: Sequence[Suite], settings: Settings, works: Works, harvest: Harvest, families: FamilyKeys
) -> list[Chosen]:
    """All tasks of all suites, in the order in which they were drawn."""
    draws = [_Draws.of(suite, settings, harvest) for suite in suites]
    simulator = simulator_of(settings.simulator)
    judge = Judge(settings, works, harvest, families, simulator is not None and simulator.verifies)
    while new := [(draw, item) for draw in draws for item in draw.sampler.fill()]:
        judge.ask([subject for draw, item in new for subject in draw.subjects(item)])
        for draw, item in new:
            if not all(map(judge.allows, draw.subjects(item))):
                draw.sampler.give_back([item])
                for member in item.unit.members:
                    harvest.refused[(draw.suite, *member.type), Reason.UNREACHABLE] += 1
    return [chosen for draw in draws for chosen in _worded(draw, settings, judge)]


def _worded(draw: _Draws, settings: Settings, judge: Judge) -> Iterator[Chosen]:
    """Templates take turns among the tasks that stay."""
    turns = Turns(draw.suite, Dice.of(settings.seed, "wording", draw.suite))
    for item in draw.sampler.drawn:
        for subject in draw.subjects(item):
            wording = turns.next(subject.plan.family, subject.plan.type, subject.bound)
            yield Chosen(
                draw.suite, item.scene, subject.plan, subject.bound, wording, judge.verdicts(subject)
            )
