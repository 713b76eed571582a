"""Arguments come from the scene: the values of their domain that set answers apart from the others.

What is measured does not depend on the argument, so it is measured once; then every value of the domain is
tried on the measured values. Many values tell the same answers: of those `ALIKE` are kept, and
`MOST_ARGUMENTS` in all, in a choice that depends on the seed, the type and the scene alone.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import frozen

from espire_dsl.language.core.constructors import Constructor
from espire_dsl.language.core.question import Question
from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.domains import TypeChoice, TypeDomain
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.binding import argument_values, written_out
from espire_dsl.tasks.dice import Dice
from espire_dsl.tasks.margins import clear_after_all
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.reason import Reason

ALIKE = 3
MOST_ARGUMENTS = 12
_MOST_CLASSES = 40
_NOISE = 1e-9

BOUNDARIES = frozenset({"LessThan", "MoreThan", "Range"})
"""Types whose arguments are boundaries on the measured scale."""


@frozen
class Separating:
    """The arguments that decide with enough margin, or why there are none."""

    found: tuple[TypeValue, ...]
    refused: Reason | None = None


def separating(
    constructor: Constructor,
    choice: TypeChoice,
    domain: TypeDomain,
    probe: Outcome,
    scene: Scene,
    tolerance: float | None,
    dice: Dice,
) -> Separating:
    """The values of a type's arguments that separate the measured candidates."""
    values = list(probe.measured.values())
    within = None
    if constructor.tolerance is not None:
        within = tolerance if tolerance is not None else constructor.tolerance
    required = within or constructor.margin or 0.0
    if constructor.name in BOUNDARIES:
        tried = _between_values(choice, domain, values, required, dice)
    else:
        tried = list(written_out(choice, domain))
    alike: dict[tuple[bool, ...], list[TypeValue]] = {}
    reasons: Counter[Reason] = Counter()
    for value in tried:
        question = Question(scene, (), value.arguments, tolerance=within)
        decision = constructor.decide(values, question)
        if not any(decision.chosen):
            reasons[Reason.NO_ANSWER] += 1
        elif all(decision.chosen):
            reasons[Reason.TRIVIAL] += 1
        elif not (
            decision.margin is None
            or decision.margin >= required
            or clear_after_all(constructor.name, value.arguments, values, probe.reaches, required)
        ):
            reasons[Reason.MARGIN] += 1
        else:
            alike.setdefault(decision.chosen, []).append(value)
    if not alike:
        return Separating((), max(Reason, key=lambda r: reasons[r]) if reasons else Reason.MARGIN)
    kept = [value for group in alike.values() for value in dice.some(group, ALIKE)]
    return Separating(tuple(dice.some(kept, MOST_ARGUMENTS)))


def _between_values(
    choice: TypeChoice, domain: TypeDomain, values: Sequence[float], required: float, dice: Dice
) -> list[TypeValue]:
    """Boundaries that keep their distance from all measured values, a few of each gap."""
    ordered = np.sort(np.asarray(values, dtype=np.float64))
    columns = []
    for options in argument_values(choice, domain):
        offered = np.asarray(options, dtype=np.float64)
        off = np.abs(offered[:, None] - ordered[None, :]).min(axis=1, initial=np.inf)
        clear = [i for i in range(len(options)) if off[i] >= required - _NOISE]
        gaps: dict[int, list[Any]] = {}
        for index in clear:
            gaps.setdefault(int(np.searchsorted(ordered, offered[index])), []).append(options[index])
        columns.append(gaps)
    classes = [picked for picked in itertools.product(*columns) if list(picked) == sorted(set(picked))]
    found = []
    for picked in dice.some(classes, _MOST_CLASSES):
        lists = [dice.some(gaps[gap], ALIKE) for gaps, gap in zip(columns, picked, strict=True)]
        found += [TypeValue(choice.constructor, arguments) for arguments in zip(*lists, strict=False)]
    return found
