"""What a run came to, in a few lines for a terminal; `espirec report` has the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from espire_dsl.diagnostics.report import counted
from espire_dsl.evaluation.records import FAULTS, ExecutionLine, LocalizationLine, QuestionLine
from espire_dsl.evaluation.run import Run
from espire_dsl.evaluation.spending import Price, Spending
from espire_dsl.reports.columns import aligned
from espire_dsl.reports.intervals import wilson
from espire_dsl.scoring.score import SuccessRate


def summary_of(run: Run, spending: Spending, price: Price | None = None) -> str:
    """All protocols of a run; place tasks that ask for a final pose are told apart, as the paper leaves them
    out."""
    parts = [
        _localization(list(run.localizations())),
        _execution(list(run.executions()), {line.task: line.right_at for line in run.localizations()}),
        _questions(list(run.questions())),
        _spent(spending, price),
    ]
    return "\n\n".join("\n".join(part) for part in map(list, parts) if part) + "\n"


def _groups(lines: Sequence[LocalizationLine] | Sequence[ExecutionLine]) -> Iterator[tuple[str, list[str]]]:
    """Names of groups and the tasks in them."""
    for action in dict.fromkeys(line.facts.action for line in lines):
        free = [line.task for line in lines if line.facts.action == action and not line.facts.constrained]
        posed = [line.task for line in lines if line.facts.action == action and line.facts.constrained]
        if free:
            yield action, free
        if posed:
            yield f"{action}, pose-constrained", posed


def _localization(every: Sequence[LocalizationLine]) -> list[str]:
    lines = [line for line in every if not line.facts.open_frame]
    told = []
    if lines:
        by_task = {line.task: line for line in lines}
        rows = [
            ["localization", "tasks", "first", "within all", "95 % interval", "of all answers", "attempts"]
        ]
        for name, tasks in _groups(lines):
            some = [by_task[task] for task in tasks]
            first = _rate(line.right_at == 1 for line in some)
            within = _rate(line.right_at is not None for line in some)
            of_all = _rate(line.right_at_any is not None for line in some)
            needed = [line.right_at for line in some if line.right_at is not None]
            rows.append(
                [
                    f"  {name}",
                    str(len(some)),
                    _percent(first),
                    _percent(within),
                    _interval(within),
                    _percent(of_all),
                    f"{sum(needed) / len(needed):.2f}" if needed else "-",
                ]
            )
        told += aligned(rows)
    read = Counter(line.reading for line in every if line.facts.open_frame)
    if read:
        told.append("frames taken where they are left open: " + _listed(read))
    return told + _faults([attempt.fault for line in every for attempt in line.attempts], "attempt")


def _execution(lines: Sequence[ExecutionLine], right_at: dict[str, int | None]) -> list[str]:
    if not lines:
        return []
    by_task = {line.task: line for line in lines}
    rows = [
        ["execution", "tasks", "accepted", "95 % interval", "success", "without check", "moves", "updates"]
    ]
    for name, tasks in _groups(lines):
        some = [by_task[task] for task in tasks]
        accepted = _rate(line.accepted_at is not None for line in some)
        joint = [
            line for line in some if line.accepted_at is not None and right_at.get(line.task) is not None
        ]
        checked = [line for line in joint if line.status is not None and line.status.success]
        was_localized = any(line.task in right_at for line in some)
        moves = [line.accepted_at for line in some if line.accepted_at is not None]
        rows.append(
            [
                f"  {name}",
                str(len(some)),
                _percent(accepted),
                _interval(accepted),
                _percent(SuccessRate(len(checked), len(some))) if was_localized else "-",
                _percent(SuccessRate(len(joint), len(some))) if was_localized else "-",
                f"{sum(moves) / len(moves):.2f}" if moves else "-",
                f"{sum(line.updates for line in some) / len(some):.2f}",
            ]
        )
    faults = [turn.fault or turn.rotation_fault for line in lines for turn in line.turns]
    return [*aligned(rows), *_faults(faults, "move")]


def _questions(lines: Sequence[QuestionLine]) -> list[str]:
    if not lines:
        return []
    rows = [["questions", "tasks", "right (EM)", "95 % interval", "PM", "MRA"]]
    for kind in sorted({line.facts.answer_kind for line in lines}):
        some = [line for line in lines if line.facts.answer_kind == kind]
        right = _rate(line.right for line in some)
        rows.append(
            [
                f"  {kind}",
                str(len(some)),
                _percent(right),
                _interval(right),
                _mean([line.overlap for line in some]),
                _mean([line.accuracy for line in some]),
            ]
        )
    return [*aligned(rows), *_faults([line.fault for line in lines], "answer")]


def _spent(spending: Spending, price: Price | None) -> list[str]:
    told = f"{counted(spending.calls, 'call')}, {spending.tokens} tokens ({spending.input_tokens} in, "
    told += f"{spending.output_tokens} out)"
    if price is not None:
        told += f", about {spending.cost(price):.2f}"
    if spending.failures:
        told += f"; {counted(spending.failures, 'call')} failed and spent no attempt"
    return [told]


def _rate(hits: Iterable[bool]) -> SuccessRate:
    found = list(hits)
    return SuccessRate(sum(found), len(found))


def _percent(rate: SuccessRate) -> str:
    return f"{100 * rate.share:.2f} % ({rate.hits})"


def _interval(rate: SuccessRate) -> str:
    low, high = wilson(rate.hits, rate.tasks)
    return f"{100 * low:.2f} .. {100 * high:.2f}"


def _mean(values: Sequence[float | None]) -> str:
    found = [value for value in values if value is not None]
    return f"{100 * sum(found) / len(found):.2f} %" if found else "-"


def _listed(counts: Counter[str | None]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda one: str(one[0])))


def _faults(faults: Sequence[str | None], noun: str) -> list[str]:
    """Answers that count as wrong because there is no point or value in them, by reason."""
    counts = Counter(faults)
    named = [f"{name} {counts[name]}" for name in FAULTS if counts[name]]
    return [f"of {counted(len(faults), noun)} without a usable answer: {', '.join(named)}"] if named else []
