"""Arguments come from the scene: the values of their domain that set answers apart from the others, clearly.

What is measured does not depend on the argument, so it is measured once; then values of the domain are tried
on the measured values. Stated lengths are those that people say, and what is "about" a length is an answer's
own. Many values tell the same answers: of those `ALIKE` are kept, and `MOST_ARGUMENTS` in all, in a choice
that depends on the seed, the type and the scene alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from attrs import asdict, frozen

from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.core.constructor import Constructor
from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.families.domains import TypeChoice, TypeDomain
from espire_dsl.language.families.spoken_lengths import sayable, spoken
from espire_dsl.language.rules import Rules
from espire_dsl.language.typed import Read
from espire_dsl.language.types import LENGTH
from espire_dsl.program.arrays.decisions import decide_rows, tolerances
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.batch_evaluator import Bools, Floats, Measured
from espire_dsl.tasks.clarity import Decided, clear
from espire_dsl.tasks.partial_bindings import argument_values, written_out
from espire_dsl.tasks.plan import FamilyPlan
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.stated import is_about_a_length, states_own

ALIKE = 3
MOST_ARGUMENTS = 12
_MOST_CLASSES = 40
_NOISE = 1e-9

OUTSIDE_OF = {"LessThan": ("above",), "MoreThan": ("below",), "Range": ("below", "above")}
"""For each argument of a type that states bounds, on which side of it a value is outside."""


@frozen
class ArgumentOptions:
    """The values that the arguments of a type may have: all together, and argument by argument.

    They are free when each argument may have any value, whatever the others have.
    """

    written: tuple[TypeValue, ...]
    columns: tuple[tuple[Any, ...], ...]
    are_free: bool

    @classmethod
    def of(
        cls, choice: TypeChoice, domain: TypeDomain, constructor: Constructor, spoken: bool
    ) -> ArgumentOptions:
        names = [argument.name for argument in choice.arguments if isinstance(argument, Read)]
        kept = tuple(
            sayable(column) if spoken and parameter.type == LENGTH else column
            for column, parameter in zip(argument_values(choice, domain), constructor.parameters, strict=True)
        )
        allowed = [set(column) for column in kept]
        written = (
            value
            for value in written_out(choice, domain)
            if all(a in column for a, column in zip(value.arguments, allowed, strict=True))
        )
        return cls(tuple(written), kept, len(set(names)) == len(names))


def argument_options(plan: FamilyPlan, *, spoken: bool) -> Mapping[TypeChoice, ArgumentOptions]:
    """The options of each way of writing a plan's type; spoken ones leave out lengths that nobody says."""
    known = _known_options(plan)
    if spoken not in known:
        variable = plan.family.variable(plan.asked or "")
        assert variable is not None
        assert isinstance(variable.domain, TypeDomain)
        assert plan.constructor is not None
        known[spoken] = {
            choice: ArgumentOptions.of(choice, variable.domain, plan.constructor, spoken)
            for choice in plan.choices
        }
    return known[spoken]


@once_for_each
def _known_options(plan: FamilyPlan) -> dict[bool, Mapping[TypeChoice, ArgumentOptions]]:  # noqa: ARG001
    """Those of a plan that were asked for, by whether they are spoken."""
    return {}


@frozen
class Separating:
    """The arguments that decide clearly, or why there are none."""

    found: tuple[TypeValue, ...]
    refused: Reason | None = None


def separating(
    constructor: Constructor,
    options: ArgumentOptions,
    measured: Measured,
    tolerance: float | None,
    rules: Rules,
    stream: RandomStream,
) -> Separating:
    """The values of a type's arguments that separate the measured candidates."""
    tried = _tried(constructor, options, measured, rules, stream)
    if not tried:
        return Separating((), Reason.NOT_SPOKEN if constructor.tolerance is not None else Reason.MARGIN)
    chosen, is_clear = _decided(constructor, measured, tried, tolerance, rules)
    spaces = measured.spaces
    small = ~(is_clear | spaces).all(axis=1)
    right, wrong = chosen & is_clear, ~chosen & is_clear
    none, all_ = ~right.any(axis=1), ~wrong.any(axis=1)
    unsaid = np.zeros(len(tried), dtype=bool)
    if rules.spoken and is_about_a_length(constructor.name):
        own = [states_own(t.arguments[0], measured.values[r]) for t, r in zip(tried, right, strict=True)]
        unsaid = ~np.array(own)
    alike: dict[bytes, list[TypeValue]] = {}
    for row in np.flatnonzero(~(none | all_ | small | unsaid)).tolist():
        alike.setdefault(chosen[row].tobytes(), []).append(tried[row])
    if not alike:
        causes = (
            (none, Reason.NO_ANSWER),
            (all_, Reason.TRIVIAL),
            (small, Reason.MARGIN),
            (unsaid, Reason.NOT_SPOKEN),
        )
        return Separating((), max(causes, key=lambda cause: int(cause[0].sum()))[1])
    kept = [value for group in alike.values() for value in stream.some(group, ALIKE)]
    return Separating(tuple(stream.some(kept, MOST_ARGUMENTS)))


def _tried(
    constructor: Constructor, options: ArgumentOptions, measured: Measured, rules: Rules, stream: RandomStream
) -> Sequence[TypeValue]:
    """The arguments that are worth trying."""
    if constructor.name in OUTSIDE_OF and options.are_free:
        return _between_values(constructor.name, options, measured, rules, stream)
    if rules.spoken and is_about_a_length(constructor.name):
        own = {quantize(spoken(value)) for value in measured.values.tolist()}
        return [value for value in options.written if quantize(value.arguments[0]) in own]
    return options.written


def _decided(
    constructor: Constructor,
    measured: Measured,
    tried: Sequence[TypeValue],
    tolerance: float | None,
    rules: Rules,
) -> tuple[Bools, Bools]:
    """Which candidates each argument chooses, and which it decides clearly."""
    shape = (len(tried), len(measured.values))
    columns = [
        np.array(column, dtype=np.float64) for column in zip(*(t.arguments for t in tried), strict=True)
    ]
    values: Floats = np.broadcast_to(measured.values, shape)
    mask = np.ones(shape, dtype=bool)
    chosen, _ = decide_rows(constructor.name, values, mask, columns, tolerance)
    arguments = tuple(column[:, None] for column in columns)
    numbers = {
        name: np.full((1, 1), value) for name, value in asdict(rules).items() if not isinstance(value, str)
    }
    within = tolerances(constructor.name, arguments, tolerance)
    decided = Decided(constructor.name, values, chosen, arguments, within, numbers, measured.reaches)
    return chosen, clear(decided)


def _between_values(
    constructor: str, options: ArgumentOptions, measured: Measured, rules: Rules, stream: RandomStream
) -> Sequence[TypeValue]:
    """Boundaries that keep their distance from all measured values, a few of each gap: those with an ample
    distance, where a gap has any."""
    values = measured.values[~measured.spaces] if not measured.spaces.all() else np.empty(0)
    ordered = np.sort(measured.values)
    columns: list[Mapping[int, list[Any]]] = []
    for column, outside in zip(options.columns, OUTSIDE_OF[constructor], strict=True):
        offered = np.asarray(column, dtype=np.float64)
        gaps = values[None, :] - offered[:, None]
        gaps = gaps if outside == "above" else -gaps
        within = np.maximum(rules.inside, rules.inside_share * offered)[:, None]
        gap = np.searchsorted(ordered, offered).tolist()
        by_gap: dict[int, list[Any]] = {}
        for share in (rules.margin_share, max(rules.margin_share, rules.ample_share)):
            beyond = np.maximum(rules.margin, share * offered)[:, None]
            clear_of_all = np.where(gaps > 0, gaps >= beyond - _NOISE, -gaps >= within - _NOISE).all(axis=1)
            found_so: dict[int, list[Any]] = {}
            for index in np.flatnonzero(clear_of_all).tolist():
                found_so.setdefault(gap[index], []).append(column[index])
            by_gap |= found_so
        columns.append(by_gap)
    classes = [picked for picked in itertools.product(*columns) if list(picked) == sorted(set(picked))]
    found = []
    for picked in stream.some(classes, _MOST_CLASSES):
        lists = [stream.some(by_gap[gap], ALIKE) for by_gap, gap in zip(columns, picked, strict=True)]
        found += [TypeValue(constructor, arguments) for arguments in zip(*lists, strict=False)]
    return found
