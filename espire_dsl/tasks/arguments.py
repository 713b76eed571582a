"""Arguments come from the scene: the values of their domain that set answers apart from the others, clearly.

What is measured does not depend on the argument, so it is measured once; then values of the domain are tried
on the measured values. Stated lengths are those that people say, and what is "about" a length is an answer's
own. Many values tell the same answers: of those `ALIKE` are kept, and `MOST_ARGUMENTS` in all, in a choice
that depends on the seed, the type and the scene alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from attrs import frozen

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
from espire_dsl.tasks.batch_evaluator import Measured
from espire_dsl.tasks.clarity import Decided, clear
from espire_dsl.tasks.doubts import Bools, OfRows, numbers_of
from espire_dsl.tasks.partial_bindings import argument_values, written_out
from espire_dsl.tasks.plan import FamilyPlan
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.stated import is_about_a_length, states_own

ALIKE = 3
MOST_ARGUMENTS = 12
_MOST_CLASSES = 40
_TOGETHER = 64
"""So many rows at most have their arguments tried at once."""
_CELLS = 1 << 18
"""And so many arguments and candidates of them, each with each; but always one row."""
_CAUSES = (Reason.NO_ANSWER, Reason.TRIVIAL, Reason.MARGIN, Reason.NOT_SPOKEN)
"""Why an argument will not do; of equally many the first is told."""
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


@frozen(eq=False)
class Probe:
    """What was measured in a row whose arguments are still to be found: the values that they may have, by
    which rules, and the stream by which some are drawn."""

    measured: Measured
    options: ArgumentOptions
    rules: Rules
    stream: RandomStream


def separating(
    constructor: Constructor, probes: Sequence[Probe], tolerance: float | None
) -> Iterator[Separating]:
    """For each probe the values of a type's arguments that separate the measured candidates."""
    for some in _together(constructor, probes):
        decided = _decided(constructor, [(probe, tried) for probe, tried in some if tried], tolerance)
        for probe, tried in some:
            yield _separating(constructor, tried, next(decided) if tried else None, probe.stream)


def _together(
    constructor: Constructor, probes: Sequence[Probe]
) -> Iterator[Sequence[tuple[Probe, Sequence[TypeValue]]]]:
    """The probes and what is tried on them, in portions that are decided at once."""
    some: list[tuple[Probe, Sequence[TypeValue]]] = []
    count = widest = 0
    for probe in probes:
        tried, wide = _tried(constructor, probe), len(probe.measured.values)
        count, widest = count + len(tried), max(widest, wide)
        if some and (len(some) == _TOGETHER or count * widest > _CELLS):
            yield some
            some, count, widest = [], len(tried), wide
        some.append((probe, tried))
    yield some


def _separating(
    constructor: Constructor, tried: Sequence[TypeValue], decided: _Decided | None, stream: RandomStream
) -> Separating:
    if decided is None:
        return Separating((), Reason.NOT_SPOKEN if constructor.tolerance is not None else Reason.MARGIN)
    alike: dict[bytes, list[TypeValue]] = {}
    for row in np.flatnonzero(~np.any(decided.causes, axis=0)).tolist():
        alike.setdefault(decided.chosen[row].tobytes(), []).append(tried[row])
    if not alike:
        return Separating((), _CAUSES[int(np.argmax(decided.causes.sum(axis=1)))])
    kept = [value for group in alike.values() for value in stream.some(group, ALIKE)]
    return Separating(tuple(stream.some(kept, MOST_ARGUMENTS)))


def _tried(constructor: Constructor, probe: Probe) -> Sequence[TypeValue]:
    """The arguments that are worth trying."""
    if constructor.name in OUTSIDE_OF and probe.options.are_free:
        return _between_values(constructor.name, probe)
    if probe.rules.spoken and is_about_a_length(constructor.name):
        own = set(spoken(probe.measured.values).tolist())
        return [value for value in probe.options.written if quantize(value.arguments[0]) in own]
    return probe.options.written


@frozen(eq=False)
class _Decided:
    """Which candidates each argument chooses, (arguments, candidates), and which of `_CAUSES` stand against
    it, (causes, arguments)."""

    chosen: Bools
    causes: Bools


def _decided(
    constructor: Constructor,
    asked: Sequence[tuple[Probe, Sequence[TypeValue]]],
    tolerance: float | None,
) -> Iterator[_Decided]:
    """What comes of the arguments that are tried on each probe; all of them are decided at once."""
    if not asked:
        return
    probes = [probe for probe, _ in asked]
    counts = [len(tried) for _, tried in asked]
    owner = np.repeat(np.arange(len(asked)), counts)
    values = _padded([probe.measured.values for probe in probes], np.nan)[owner]
    spaces = _padded([probe.measured.spaces for probe in probes], True)[owner]
    sizes = np.array([len(probe.measured.values) for probe in probes])
    there = np.arange(values.shape[1]) < sizes[owner, None]
    reaches = [probe.measured.reaches for probe in probes]
    reach = None if reaches[0] is None else _padded(reaches, np.nan)[owner]
    stated = [tried.arguments for _, some in asked for tried in some]
    columns = [np.array(column, dtype=np.float64) for column in zip(*stated, strict=True)]
    chosen, _ = decide_rows(constructor.name, values, there, columns, tolerance)
    arguments = tuple(column[:, None] for column in columns)
    within = tolerances(constructor.name, arguments, tolerance)
    rules = OfRows(numbers_of([probe.rules for probe in probes]), owner)
    is_clear = clear(Decided(constructor.name, values, chosen, arguments, within, rules, reach))
    right, wrong = chosen & is_clear, there & ~chosen & is_clear
    unsaid = np.zeros(len(owner), dtype=bool)
    if is_about_a_length(constructor.name):
        unsaid = ~states_own(columns[0], values, right)
        unsaid &= np.array([probe.rules.spoken for probe in probes], dtype=bool)[owner]
    small = ~np.all(is_clear | spaces, axis=1)
    causes = np.stack([~np.any(right, axis=1), ~np.any(wrong, axis=1), small, unsaid])
    for end, count in zip(np.cumsum(counts).tolist(), counts, strict=True):
        yield _Decided(chosen[end - count : end], causes[:, end - count : end])


def _padded(rows: Sequence[Any], padding: Any) -> Any:
    """Rows of several lengths as one array."""
    wide = np.full((len(rows), max(map(len, rows))), padding)
    for row, own in zip(wide, rows, strict=True):
        row[: len(own)] = own
    return wide


def _between_values(constructor: str, probe: Probe) -> Sequence[TypeValue]:
    """Boundaries that keep their distance from all measured values, a few of each gap: those with an ample
    distance, where a gap has any."""
    options, measured, rules, stream = probe.options, probe.measured, probe.rules, probe.stream
    values = measured.values[~measured.spaces] if not measured.spaces.all() else np.empty(0)
    ordered = np.sort(measured.values)
    columns: list[Mapping[int, list[Any]]] = []
    for column, outside in zip(options.columns, OUTSIDE_OF[constructor], strict=True):
        offered = np.asarray(column, dtype=np.float64)
        gaps = values[None, :] - offered[:, None]
        gaps = gaps if outside == "above" else -gaps  # how far outside a value is
        outer = np.where(gaps > 0, gaps, np.inf).min(axis=1, initial=np.inf)
        inner = np.where(gaps > 0, np.inf, -gaps).min(axis=1, initial=np.inf)
        is_inside = inner >= np.maximum(rules.inside, rules.inside_share * offered) - _NOISE
        gap = np.searchsorted(ordered, offered).tolist()
        by_gap: dict[int, list[Any]] = {}
        for share in (rules.margin_share, max(rules.margin_share, rules.ample_share)):
            clear_of_all = is_inside & (outer >= np.maximum(rules.margin, share * offered) - _NOISE)
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
