"""Which tasks become part of a set: sampled in balance, and those that the robot cannot do replaced.

Sampling and verifying take turns. All questions of a round are asked at once, so that the result does not
depend on how many processes answer them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

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
    """The sampling of one suite."""

    suite: str
    plans: Mapping[tuple[str, str], FamilyPlan]
    sampler: TaskSampler

    @classmethod
    def of(cls, suite: Suite, settings: Settings, state: PipelineState) -> _Draws:
        plans = {(f.name, p.type): p for f in suite.families for p in plans_of(f)}
        task_groups = {key: state.task_groups.get((suite.name, *key), {}) for key in plans}
        levels = {id: staged.scene.level or "" for id, staged in state.staged.items() if staged.scene}
        rules = {family.name: suite.rules.of(family, None) for family in suite.families}
        stream = RandomStream.of(settings.seed, "sampling", suite.name)
        quotas = {family.name: quota_of(family, settings.per_type) for family in suite.families}
        balanced = frozenset(family.name for family in suite.families if is_balanced(family))
        pool = Pool(task_groups, levels, rules, frozenset(state.reserve), quotas, balanced)
        state.frame_supply.update({(suite.name, name): part for name, part in frame_supply(pool).items()})
        sampler = TaskSampler(pool, settings.per_type, stream, settings.limit)
        return cls(suite.name, plans, sampler)

    def subjects(self, item: SampledGroup) -> list[Subject]:
        """What the robot is asked about, for each task of a drawn task group."""
        return [
            Subject(self.suite, item.scene, self.plans[m.type], m.binding) for m in item.task_group.members
        ]


def selected_tasks(
    suites: Sequence[Suite], settings: Settings, runner: JobRunner, state: PipelineState, verify: bool = True
) -> list[SelectedTask]:
    """All tasks of all suites, in the order in which they were drawn; unless told otherwise, a planner that
    there is has a say."""
    draws = [_Draws.of(suite, settings, state) for suite in suites]
    simulator = runner.source.open()
    at_work = verify and simulator is not None and simulator.verifies
    feasibility = FeasibilityChecker(settings, runner, state, at_work)
    while new := [(draw, item) for draw in draws for item in draw.sampler.fill()]:
        feasibility.check([subject for draw, item in new for subject in draw.subjects(item)])
        for draw, item in new:
            if not all(map(feasibility.allows, draw.subjects(item))):
                draw.sampler.give_back([item])
                for member, subject in zip(item.task_group.members, draw.subjects(item), strict=True):
                    key = (draw.suite, *member.type)
                    state.refused[key, Reason.UNREACHABLE] += 1
                    statuses = [v.status for v in feasibility.verdicts(subject).values() if not v.reached]
                    state.unreached.update((key, status) for status in statuses)
    for draw in draws:
        held_back = draw.sampler.held_back().items()
        state.refused.update({((draw.suite, *key), Reason.UNBALANCED): number for key, number in held_back})
    return [chosen for draw in draws for chosen in _worded(draw, settings, feasibility)]


def _worded(draw: _Draws, settings: Settings, feasibility: FeasibilityChecker) -> Iterator[SelectedTask]:
    """Templates take turns among the tasks that stay; both tasks of a contrast have one."""
    templates = TemplateCycle(draw.suite, RandomStream.of(settings.seed, "wording", draw.suite))
    for number, item in enumerate(draw.sampler.drawn):
        worded: dict[str | None, Wording] = {}
        for subject in draw.subjects(item):
            counterpart = counterpart_key(subject.plan.family, subject.binding)
            wording = templates.next(
                subject.plan.family, subject.plan.type, subject.binding, worded.get(counterpart)
            )
            worded[subject.binding.key] = wording
            yield SelectedTask(
                draw.suite,
                item.scene,
                subject.plan,
                subject.binding,
                wording,
                feasibility.verdicts(subject),
                number,
                counterpart,
            )
