"""Which tasks become part of a set: sampled in balance, and those that the robot cannot do replaced.

Sampling and verifying take turns. All questions of a round are asked at once, so that the result does not
depend on how many processes answer them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

from espire_dsl.making.harvest import Harvest
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
from espire_dsl.tasks.sampling import Drawn, Pool, Sampler, frame_supply
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.variants import counterpart_key
from espire_dsl.tasks.wordings import Turns


@frozen
class Chosen:
    """A task before it is written down; `verdicts` are those of its answers, if any were asked for.

    `unit` numbers the tasks of a suite that were drawn together; `counterpart` is the binding of that one of
    them with which this one is contrasted.
    """

    suite: str
    scene: str
    plan: Plan
    bound: Bound
    wording: Wording
    verdicts: Mapping[str, Verdict] = field(hash=False)
    unit: int
    counterpart: str | None


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
        rules = {family.name: suite.rules.of(family, None) for family in suite.families}
        dice = Dice.of(settings.seed, "sampling", suite.name)
        pool = Pool(units, levels, rules, frozenset(harvest.reserve))
        harvest.frame_supply.update({(suite.name, name): part for name, part in frame_supply(pool).items()})
        sampler = Sampler(pool, settings.per_type, dice, settings.limit)
        return cls(suite.name, plans, sampler)

    def subjects(self, item: Drawn) -> list[Subject]:
        """What the robot is asked about, for each task of a drawn unit."""
        return [Subject(self.suite, item.scene, self.plans[m.type], m.bound) for m in item.unit.members]


def chosen_of(suites: Sequence[Suite], settings: Settings, works: Works, harvest: Harvest) -> list[Chosen]:
    """All tasks of all suites, in the order in which they were drawn."""
    draws = [_Draws.of(suite, settings, harvest) for suite in suites]
    simulator = simulator_of(settings.simulator)
    judge = Judge(settings, works, harvest, simulator is not None and simulator.verifies)
    while new := [(draw, item) for draw in draws for item in draw.sampler.fill()]:
        judge.ask([subject for draw, item in new for subject in draw.subjects(item)])
        for draw, item in new:
            if not all(map(judge.allows, draw.subjects(item))):
                draw.sampler.give_back([item])
                for member, subject in zip(item.unit.members, draw.subjects(item), strict=True):
                    key = (draw.suite, *member.type)
                    harvest.refused[key, Reason.UNREACHABLE] += 1
                    statuses = [v.status for v in judge.verdicts(subject).values() if not v.reached]
                    harvest.unreached.update((key, status) for status in statuses)
    return [chosen for draw in draws for chosen in _worded(draw, settings, judge)]


def _worded(draw: _Draws, settings: Settings, judge: Judge) -> Iterator[Chosen]:
    """Templates take turns among the tasks that stay."""
    turns = Turns(draw.suite, Dice.of(settings.seed, "wording", draw.suite))
    for number, item in enumerate(draw.sampler.drawn):
        for subject in draw.subjects(item):
            wording = turns.next(subject.plan.family, subject.plan.type, subject.bound)
            yield Chosen(
                draw.suite,
                item.scene,
                subject.plan,
                subject.bound,
                wording,
                judge.verdicts(subject),
                number,
                counterpart_key(subject.plan.family, subject.bound),
            )
