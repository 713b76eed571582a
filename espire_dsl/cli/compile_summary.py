"""What `espirec compile` says at the end: counts by aspect and level, refusals, quotas that were not met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from espire_dsl.diagnostics.report import counted
from espire_dsl.making.make import Made, Shortfall
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.task import Task

_MOST_REASONS = 3


def summary(suites: Sequence[Suite], made: Made) -> str:
    """The whole report."""
    blocks = ["\n".join(_table(suite, made.tasks)) for suite in suites]
    blocks.append("\n".join(_refusals(made)))
    blocks.append("\n".join(_verdicts(made)))
    blocks.append("\n".join(_times(made)))
    if made.shortfalls:
        blocks.append("\n".join(_shortfalls(made.shortfalls)))
    return "\n\n".join(block for block in blocks if block) + "\n"


def _table(suite: Suite, tasks: Sequence[Task]) -> Iterator[str]:
    own = [task for task in tasks if task.suite == suite.name]
    types = sum(len(family.types) for family in suite.families)
    families = counted(len(suite.families), "family", "families")
    yield f"{suite.name}: {counted(len(own), 'task')} of {counted(types, 'type')} in {families}"
    levels = _levels(own)
    counts = Counter(((task.action, task.aspect), task.level or "") for task in own)
    yield f"  {'':22}{''.join(f'{level:>9}' for level in levels)}{'sum':>9}"
    for row in sorted({row for row, _ in counts}):
        numbers = [counts[row, level] for level in levels]
        yield f"  {' '.join(row):22}{''.join(f'{n:>9}' for n in numbers)}{sum(numbers):>9}"
    for action in sorted({task.action for task in own}):
        numbers = [sum(t.action == action and (t.level or "") == level for t in own) for level in levels]
        yield f"  {'all of ' + action:22}{''.join(f'{n:>9}' for n in numbers)}{sum(numbers):>9}"


def _levels(tasks: Sequence[Task]) -> list[str]:
    usual = ["easy", "medium", "hard"]
    found = {task.level or "" for task in tasks}
    return [level for level in usual if level in found] + sorted(found - set(usual))


def _refusals(made: Made) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for (_, reason), number in made.refused.items():
        counts[reason.value] += number
    for (world, cause), number in made.undrawn.items():
        counts[f"no scene of {world}: {cause}"] += number
    if counts:
        yield "refused:"
    for text, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"  {number:>9}  {text}"


def _verdicts(made: Made) -> Iterator[str]:
    if made.verdicts:
        yield "answers that the planner was asked about:"
    for status, number in sorted(made.verdicts.items(), key=lambda item: (-item[1], item[0])):
        yield f"  {number:>9}  {status}"


def _times(made: Made) -> Iterator[str]:
    yield "time:"
    for stage, seconds in made.timings.items():
        yield f"  {seconds:>9.1f} s  {stage}"
    yield f"  {sum(made.timings.values()):>9.1f} s  in all"


def _shortfalls(shortfalls: Sequence[Shortfall]) -> Iterator[str]:
    yield "quotas that could not be met (more scenes may help: --scenes N):"
    for short in shortfalls:
        suite, family, type_ = short.key
        why = ", ".join(f"{reason.value} ({n})" for reason, n in short.reasons[:_MOST_REASONS])
        yield f"  {suite}: {family} {type_}: {short.found} of {short.wanted}; {why or 'no scenes'}"
