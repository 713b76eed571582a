"""An audit as text for a terminal: a line a family, then what was flagged and what holds by definition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from espire_dsl.auditing.audit import AuditGroup, SuiteAudit
from espire_dsl.auditing.fairness_text import fairness_lines
from espire_dsl.auditing.rates import LEAST_EXCESS, SIGNIFICANCE, ShortcutRate
from espire_dsl.auditing.shortcuts import NAMES, SHORTCUTS
from espire_dsl.reports.columns import aligned, percent

MARK: Final = "!"
_NOTHING: Final = "-"
_WORDS: Final = {shortcut.name: shortcut.words for shortcut in SHORTCUTS}
_NUMBERS: Final = ("tasks", "right", "chance", "95 % interval", "p (Holm)")
_SPREADS: Final = (
    "family",
    "templates",
    "answers",
    "mean place",
    "options",
    "yes/no",
    "values",
    "consistent/counter/even",
)
_THRESHOLDS: Final = f"by {percent(LEAST_EXCESS)} at least, p < {SIGNIFICANCE} after Holm's correction"
_CLEAN: Final = "no shortcut is right well above chance"


def text_of(audits: Sequence[SuiteAudit], *, details: bool = False) -> str:
    """The whole report; with details a line for every shortcut of every family."""
    return "\n\n".join("\n".join(_suite(audit, details)) for audit in audits) + "\n"


def _suite(audit: SuiteAudit, details: bool) -> Iterator[str]:
    yield f"suite {audit.suite}: {audit.tasks} tasks"
    yield ""
    yield "how often shortcuts are right"
    yield from _indented(aligned(_rates_in_detail(audit), left=3) if details else aligned(_rates(audit), 2))
    yield ""
    yield "how templates and answers spread"
    yield from _indented(aligned(_spreads(audit)))
    yield ""
    yield "how fair tasks are"
    yield from _indented(fairness_lines(audit))
    if defined := _by_definition(audit):
        yield ""
        yield "right by definition, not tested"
        yield from _indented(aligned(defined, left=4))
    yield ""
    yield from _verdict(audit)


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" if line else "" for line in lines]


def _rates(audit: SuiteAudit) -> list[list[str]]:
    """A row a group, a column a shortcut. Chance is that of all tasks that leave a choice."""
    used = {rate.shortcut for group in audit.groups for rate in group.rates.tested}
    names = [name for name in NAMES if name in used]
    rows = [["", "family", "tasks", "chance", *names]]
    for group in audit.groups:
        rates = {rate.shortcut: rate for rate in group.rates.tested}
        chance = percent(rates["random"].chance) if "random" in rates else _NOTHING
        cells = [_cell(rates.get(name)) for name in names]
        rows.append([MARK if group.flagged else "", group.name, str(group.tasks), chance, *cells])
    return rows


def _cell(rate: ShortcutRate | None) -> str:
    if rate is None:
        return _NOTHING
    return f"{MARK if rate.flagged else ''}{percent(rate.rate)}"


def _rates_in_detail(audit: SuiteAudit) -> list[list[str]]:
    rows = [["", "family", "shortcut", *_NUMBERS]]
    for group in audit.groups:
        name = group.name
        for rate in group.rates.tested:
            rows.append([MARK if rate.flagged else "", name, rate.shortcut, *_numbers(rate)])
            name = ""
    return rows


def _numbers(rate: ShortcutRate) -> list[str]:
    low, high = rate.interval
    return [
        str(rate.tasks),
        percent(rate.rate),
        percent(rate.chance),
        f"{percent(low):>5} .. {percent(high):>5}",
        f"{rate.corrected:.2g}",
    ]


def _spreads(audit: SuiteAudit) -> list[list[str]]:
    """Columns in which no group has anything are left out."""
    rows = [list(_SPREADS), *([group.name, *_spread(group)] for group in audit.groups)]
    kept = [place for place in range(len(_SPREADS)) if any(row[place] != _NOTHING for row in rows[1:])]
    return [[row[place] for place in kept] for row in rows]


def _spread(group: AuditGroup) -> list[str]:
    spread, split = group.spread, group.split
    return [
        _counts(spread.templates, 0),
        _range(spread.answers),
        _NOTHING if spread.mean_place is None else f"{spread.mean_place:.2f}",
        _counts(spread.options, 1),
        f"{spread.yes_no.get(True, 0)}/{spread.yes_no.get(False, 0)}" if spread.yes_no else _NOTHING,
        _most_frequent(spread.values),
        _NOTHING if split is None else f"{split.consistent}/{split.counter}/{split.even}",
    ]


def _counts(counts: Mapping[int, int], first: int) -> str:
    """The counts of consecutive numbers, those that are missing as 0."""
    return " ".join(str(counts.get(key, 0)) for key in range(first, max(counts) + 1)) if counts else _NOTHING


def _range(counts: Mapping[int, int]) -> str:
    """The least, the mean and the most of what was counted."""
    mean = sum(key * count for key, count in counts.items()) / sum(counts.values())
    return f"{min(counts)} .. {mean:.1f} .. {max(counts)}" if len(counts) > 1 else str(min(counts))


def _most_frequent(counts: Mapping[str, int]) -> str:
    if not counts:
        return _NOTHING
    value = max(counts, key=counts.__getitem__)
    return f"{len(counts)}, most often {value}: {percent(counts[value] / sum(counts.values()))}"


def _by_definition(audit: SuiteAudit) -> list[list[str]]:
    return [
        [f"{group.family} {defined.type}", defined.rate.shortcut, percent(defined.rate.rate), defined.reason]
        for group in audit.groups
        for defined in group.rates.defined
    ]


def _verdict(audit: SuiteAudit) -> Iterator[str]:
    if not audit.flagged:
        yield f"{audit.suite}: {_CLEAN}"
        return
    yield f"{audit.suite}: right well above chance ({_THRESHOLDS})"
    yield from _indented(
        aligned(
            [
                ["", "family", "shortcut", *_NUMBERS],
                *(
                    [MARK, group.name, _WORDS[rate.shortcut], *_numbers(rate)]
                    for group, rate in audit.flagged
                ),
            ],
            left=3,
        )
    )
