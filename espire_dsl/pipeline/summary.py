"""What compiling says at the end: counts by aspect and level, refusals, quotas that were not met."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from espire_dsl.diagnostics.report import counted
from espire_dsl.pipeline.generate import Generated, Shortfall, commonest
from espire_dsl.pipeline.job_runner import GivenUp
from espire_dsl.statistics.text import most_often
from espire_dsl.tasks.counts import TaskKind, counted_by
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.refusal_help import HELP
from espire_dsl.tasks.suites import Suite

_MOST_REASONS = 3
_WIDTH = 110
_MOST_GIVEN_UP = 5


def summary(suites: Sequence[Suite], made: Generated) -> str:
    """The whole report."""
    blocks = ["\n".join(_table(suite, made.tasks.kinds)) for suite in suites]
    blocks.append("\n".join(_refusals(made)))
    blocks.append("\n".join(_verdicts(made)))
    blocks.append("\n".join(_times(made)))
    if made.given_up:
        blocks.append("\n".join(_given_up(made.given_up)))
    if made.shortfalls:
        blocks.append("\n".join(_shortfalls(made.shortfalls)))
    return "\n\n".join(block for block in blocks if block) + "\n"


def _table(suite: Suite, kinds: Mapping[TaskKind, int]) -> Iterator[str]:
    own = {kind: number for kind, number in kinds.items() if kind.suite == suite.name}
    types = sum(len(family.types) for family in suite.families)
    families = counted(len(suite.families), "family", "families")
    yield f"{suite.name}: {counted(sum(own.values()), 'task')} of {counted(types, 'type')} in {families}"
    levels = _levels(own)
    counts = counted_by(own, "action", "aspect", "level")
    yield f"  {'':22}{''.join(f'{level:>9}' for level in levels)}{'sum':>9}"
    for row in sorted({(action, aspect) for action, aspect, _ in counts}):
        numbers = [counts[*row, level] for level in levels]
        yield f"  {' '.join(row):22}{''.join(f'{n:>9}' for n in numbers)}{sum(numbers):>9}"
    of_actions = counted_by(own, "action", "level")
    for action in sorted({action for action, _ in of_actions}):
        numbers = [of_actions[action, level] for level in levels]
        yield f"  {'all of ' + action:22}{''.join(f'{n:>9}' for n in numbers)}{sum(numbers):>9}"


def _levels(kinds: Iterable[TaskKind]) -> list[str]:
    usual = ["easy", "medium", "hard"]
    found = {kind.level for kind in kinds}
    return [level for level in usual if level in found] + sorted(found - set(usual))


def _refusals(made: Generated) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for (_, reason), number in made.refused.items():
        counts[reason.value] += number
    unreached: Counter[str] = Counter()
    for (_, status), number in made.unreached.items():
        unreached[status] += number
    if unreached:
        number = counts.pop(Reason.UNREACHABLE.value)
        counts[f"{Reason.UNREACHABLE.value}: {most_often(commonest(unreached))}"] = number
    for (world, cause), number in made.undrawn.items():
        counts[f"no scene of {world}: {cause}"] += number
    if counts:
        yield "refused:"
    for text, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"  {number:>9}  {text}"


def _verdicts(made: Generated) -> Iterator[str]:
    if made.verdicts:
        yield "answers that the planner was asked about:"
    for status, number in sorted(made.verdicts.items(), key=lambda item: (-item[1], item[0])):
        yield f"  {number:>9}  {status}"


def _times(made: Generated) -> Iterator[str]:
    yield "time:"
    for stage, seconds in made.timings.items():
        yield f"  {seconds:>9.1f} s  {stage}"
    yield f"  {sum(made.timings.values()):>9.1f} s  in all"


def _given_up(parts: Sequence[GivenUp]) -> Iterator[str]:
    yield "given up, and not remembered (the next run tries again):"
    for part in parts[:_MOST_GIVEN_UP]:
        yield f"  {part.stage}: {part.what}: {part.why}"
    if len(parts) > _MOST_GIVEN_UP:
        yield f"  and {len(parts) - _MOST_GIVEN_UP} more, which the manifest names"


def _shortfalls(shortfalls: Sequence[Shortfall]) -> Iterator[str]:
    yield "quotas that could not be met:"
    told: Counter[Reason] = Counter()
    for short in shortfalls:
        suite, family, type_ = short.key
        shown = short.reasons[:_MOST_REASONS]
        told.update(dict(shown))
        why = ", ".join(_why(short, reason, n) for reason, n in shown)
        yield f"  {suite}: {family} {type_}: {short.found} of {short.wanted}; {why or 'no scenes'}"
    if told:
        yield ""
        yield "what can be done about it:"
    for reason, _ in commonest(told):
        yield from textwrap.wrap(
            f"{reason.value}: {HELP[reason]}", _WIDTH, initial_indent="  ", subsequent_indent="    "
        )


def _why(short: Shortfall, reason: Reason, number: int) -> str:
    if reason is Reason.UNREACHABLE and short.verdicts:
        return f"{reason.value} ({number}; {most_often(short.verdicts)})"
    return f"{reason.value} ({number})"
