"""Which tasks become part of a set: sampled in balance, and those that the robot cannot do replaced.

Sampling and verifying take turns. All questions of a round are asked at once, so that the result does not
depend on how many processes answer them. What is bound in a task group is read when the group was drawn, and
held as the text that it is stored as.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from attrs import field, frozen

from espire_dsl.pipeline.bindings import group_of, packed_groups
from espire_dsl.pipeline.feasibility import FeasibilityChecker, Subject
from espire_dsl.pipeline.job_runner import JobRunner
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.state import PipelineState
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.staged import Verdict
from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.plan import FamilyPlan, plans_of
from espire_dsl.tasks.quotas import is_balanced, quota_of
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.record import Wording
from espire_dsl.tasks.sampling import Pool, SampledGroup, TaskSampler, frame_supply
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.supply import Supply
from espire_dsl.tasks.template_cycle import TemplateCycle
from espire_dsl.tasks.variants import counterpart_key


@frozen
class SelectedTask:
    """A task before it is written down; `verdicts` are those of its answers, if any were asked for.

    `task_group` numbers the tasks of a suite that were drawn together; `counterpart` is the binding of that
    one of them with which this one is contrasted.
    """

    suite: str
    scene: str
    plan: FamilyPlan
    binding: Binding
    wording: Wording
    verdicts: Mapping[str, Verdict] = field(hash=False)
    task_group: int
    counterpart: str | None


@frozen(eq=False)
class _Draws:
    """The sampling of one suite, and by drawn group what is bound in it."""

    suite: str
    plans: Mapping[tuple[str, str], FamilyPlan]
    sampler: TaskSampler
    contents: dict[SampledGroup, bytes] = field(factory=dict)

    @classmethod
    def of(cls, suite: Suite, settings: Settings, state: PipelineState) -> _Draws:
        plans = {(f.name, p.type): p for f in suite.families for p in plans_of(f)}
        supply = state.supplies.get(suite.name, Supply())
        levels = {id: ref.level or "" for id, ref in state.scenes.items()}
        rules = {family.name: suite.rules.of(family, None) for family in suite.families}
        stream = RandomStream.of(settings.seed, "sampling", suite.name)
        quotas = {family.name: quota_of(family, settings.per_type) for family in suite.families}
        balanced = frozenset(family.name for family in suite.families if is_balanced(family))
        pool = Pool(supply, levels, rules, frozenset(state.reserve), quotas, balanced)
        state.frame_supply.update({(suite.name, name): part for name, part in frame_supply(pool).items()})
        sampler = TaskSampler(pool, settings.per_type, stream, settings.limit)
        return cls(suite.name, plans, sampler)

    def fill(self, runner: JobRunner, state: PipelineState) -> list[SampledGroup]:
        """Draws up to the quotas, and gives what is new; every result that groups came from is read once."""
        new = self.sampler.fill()
        for source, some in groupby(sorted(new, key=lambda item: item.source), lambda item: item.source):
            items = list(some)
            wanted = [(item.type, item.scene, item.number) for item in items]
            found = packed_groups(runner.surely(state.bindings[source]), wanted)
            self.contents.update(zip(items, found, strict=True))
        return new

    def give_back(self, items: Sequence[SampledGroup]) -> None:
        """Takes groups out again that the robot cannot do."""
        self.sampler.give_back(items)
        for item in items:
            del self.contents[item]

    def subjects(self, item: SampledGroup) -> list[Subject]:
        """What the robot is asked about, for each task of a drawn task group."""
        return [
            Subject(self.suite, item.scene, self.plans[m.type], m.binding)
            for m in group_of(self.contents[item]).members
        ]


@frozen(eq=False)
class Selection:
    """What was selected; made into tasks one after the other."""

    draws: Sequence[_Draws]
    settings: Settings
    feasibility: FeasibilityChecker

    def __len__(self) -> int:
        return sum(len(item.traits.members) for draw in self.draws for item in draw.sampler.drawn)

    def groups(self) -> Iterator[list[SelectedTask]]:
        """All tasks of all suites, in the order in which they were drawn, those of a group together."""
        return (group for draw in self.draws for group in _worded(draw, self.settings, self.feasibility))


def selected_tasks(
    suites: Sequence[Suite], settings: Settings, runner: JobRunner, state: PipelineState, verify: bool = True
) -> Selection:
    """The tasks of all suites; unless told otherwise, a planner that there is has a say."""
    draws = [_Draws.of(suite, settings, state) for suite in suites]
    simulator = runner.source.open()
    at_work = verify and simulator is not None and simulator.verifies
    feasibility = FeasibilityChecker(settings, runner, state, at_work)
    while new := [(draw, item) for draw in draws for item in draw.fill(runner, state)]:
        if not at_work:
            continue
        feasibility.check(subject for draw, item in new for subject in draw.subjects(item))
        for draw in draws:
            _refuse_impossible(draw, [item for own, item in new if own is draw], feasibility, state)
    for draw in draws:
        held_back = draw.sampler.held_back().items()
        state.refused.update({((draw.suite, *key), Reason.UNBALANCED): number for key, number in held_back})
    return Selection(draws, settings, feasibility)


def _refuse_impossible(
    draw: _Draws, new: Sequence[SampledGroup], feasibility: FeasibilityChecker, state: PipelineState
) -> None:
    """Gives groups back of which the robot cannot do a task."""
    refused = [item for item in new if not all(map(feasibility.allows, draw.subjects(item)))]
    for item in refused:
        for subject in draw.subjects(item):
            key = (draw.suite, subject.plan.family.name, subject.plan.type)
            state.refused[key, Reason.UNREACHABLE] += 1
            statuses = [v.status for v in feasibility.verdicts(subject).values() if not v.reached]
            state.unreached.update((key, status) for status in statuses)
    draw.give_back(refused)


def _worded(
    draw: _Draws, settings: Settings, feasibility: FeasibilityChecker
) -> Iterator[list[SelectedTask]]:
    """Templates take turns among the tasks that stay; both tasks of a contrast have one."""
    templates = TemplateCycle(draw.suite, RandomStream.of(settings.seed, "wording", draw.suite))
    for number, item in enumerate(draw.sampler.drawn):
        worded: dict[str | None, Wording] = {}
        group: list[SelectedTask] = []
        for subject in draw.subjects(item):
            counterpart = counterpart_key(subject.plan.family, subject.binding)
            wording = templates.next(
                subject.plan.family, subject.plan.type, subject.binding, worded.get(counterpart)
            )
            worded[subject.binding.key] = wording
            group.append(
                SelectedTask(
                    draw.suite,
                    item.scene,
                    subject.plan,
                    subject.binding,
                    wording,
                    feasibility.verdicts(subject),
                    number,
                    counterpart,
                )
            )
        yield group
