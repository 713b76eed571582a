"""How often a shortcut is right on some tasks, beside how often chance is, and whether that is too often."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from espire_dsl.auditing.by_definition import by_definition
from espire_dsl.auditing.case import AuditCase
from espire_dsl.auditing.shortcuts import SHORTCUTS, Shortcut
from espire_dsl.auditing.statistics import holm, upper_tail
from espire_dsl.reports.intervals import wilson

SIGNIFICANCE: Final = 0.01
LEAST_EXCESS: Final = 0.15


@frozen
class ShortcutRate:
    """`hits` of `tasks` right, `chance` for a blind choice on the same tasks.

    `p` is the probability of as many hits by chance; `corrected` the same after Holm's correction over all
    that is tested together. Tasks count as independent, also those about one scene.
    """

    shortcut: str
    tasks: int
    hits: int
    chance: float
    p: float
    corrected: float

    @property
    def rate(self) -> float:
        return self.hits / self.tasks

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.hits, self.tasks)

    @property
    def flagged(self) -> bool:
        return self.corrected < SIGNIFICANCE and self.rate - self.chance >= LEAST_EXCESS


@frozen
class Defined:
    """A shortcut that is the question itself: its rate on one type, not tested, and the reason."""

    type: str
    rate: ShortcutRate
    reason: str


@frozen
class Rates:
    """All shortcuts on one group of tasks: those tested, and those that answer by definition."""

    tested: tuple[ShortcutRate, ...] = ()
    defined: tuple[Defined, ...] = ()


def rates_of(family: str, cases: Sequence[AuditCase]) -> Rates:
    """The rates on cases of one family, not yet corrected. A shortcut that never applies has none."""
    tested: list[ShortcutRate] = []
    defined: list[Defined] = []
    types = sorted({case.type for case in cases})
    for shortcut in SHORTCUTS:
        reasons = {type: by_definition(family, type, shortcut.name) for type in types}
        fair = rate_of(shortcut, [case for case in cases if reasons[case.type] is None])
        if fair is not None:
            tested.append(fair)
        for type, pair in reasons.items():
            if pair is not None:
                rate = rate_of(shortcut, [case for case in cases if case.type == type])
                defined += [] if rate is None else [Defined(type, rate, pair.reason)]
    return Rates(tuple(tested), tuple(defined))


def rate_of(shortcut: Shortcut, cases: Sequence[AuditCase]) -> ShortcutRate | None:
    """The rate over the cases in which the shortcut has something to go by."""
    chosen = [(case, shortcut.choose(case)) for case in cases]
    tried = [(case, choice) for case, choice in chosen if choice is not None]
    if not tried:
        return None
    chances = [case.chance for case, _ in tried]
    hits = sum(choice in case.answers for case, choice in tried)
    p = upper_tail(chances, hits)
    return ShortcutRate(shortcut.name, len(tried), hits, math.fsum(chances) / len(tried), p, p)


def corrected(groups: Sequence[Rates]) -> list[Rates]:
    """The groups with their p-values corrected for all tested rates of all of them."""
    p_values = iter(holm([rate.p for rates in groups for rate in rates.tested]))
    return [
        evolve(rates, tested=tuple(evolve(rate, corrected=next(p_values)) for rate in rates.tested))
        for rates in groups
    ]
