"""All valid bindings of a type on scenes: enumerated, asked, and held against the rules.

At most `MOST_BINDINGS` are kept for a type on a scene, in a choice that depends on the seed, the type and the
scene alone; bindings that belong together are all kept.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import field, frozen

from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.families.domains import ThingDomain, TypeDomain
from espire_dsl.language.rules import OPEN, Rules
from espire_dsl.program.trace import plain
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.arguments import Probe, argument_options, separating
from espire_dsl.tasks.batch_evaluator import BatchEvaluator, Row
from espire_dsl.tasks.hops import idle, shortened
from espire_dsl.tasks.narrowing import is_narrowed, narrowed
from espire_dsl.tasks.options import has_options, options_refusal
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.partial_bindings import (
    Values,
    all_differ,
    partial_bindings_of,
    values_offered,
    values_refusal,
)
from espire_dsl.tasks.plan import FamilyPlan
from espire_dsl.tasks.readings import FRAME, Ambiguity, readings_of
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.rules import refusal
from espire_dsl.tasks.sayable import sayable
from espire_dsl.tasks.stated import unspoken
from espire_dsl.tasks.truths import described

MOST_BINDINGS = 64
NAMINGS = ((False, False), (True, False), (False, True), (True, True))
"""What a sentence may name: the frame, the way of measuring; the least first."""

_SORTED = json.JSONEncoder(sort_keys=True).encode

Told = tuple[Sequence[Ambiguity], Outcome]
"""The points at which a reading is not the program's own, and what it gives."""


@frozen
class Binding:
    """A fair binding.

    `names_frame` and `names_measure` say what its sentence has to name, because other readings have other
    answers; `frame_sensitive` whether another frame would (None where no other can be meant), `by_eye`
    whether all was decided by as much as people can tell by eye, `strict` whether it meets the rules of the
    suite where its family has weaker ones, `ample` whether it was decided by so much that it is drawn first.
    """

    values: Values = field(hash=False)
    answer: Any
    undecided: tuple[str, ...] = ()
    names_frame: bool = False
    names_measure: bool = False
    frame_sensitive: bool | None = None
    by_eye: bool = True
    strict: bool = True
    ample: bool = True

    @property
    def key(self) -> str:
        """The binding as text: equal for equal bindings."""
        return binding_key(self.values)


@frozen
class TypeBindings:
    """The valid bindings of a type, by the index of the scene, and what was refused."""

    bindings: Mapping[int, tuple[Binding, ...]]
    refused: Mapping[Reason, int]


def binding_key(values: Mapping[str, Any]) -> str:
    return _SORTED({name: plain(value) for name, value in values.items()})


def bind(
    suite: str, plan: FamilyPlan, scenes: Sequence[Scene], evaluator: BatchEvaluator, seed: int
) -> TypeBindings:
    """The fair bindings of a type on each of the scenes, by the rules that the asker has."""
    refused: Counter[Reason] = Counter()
    valid: list[tuple[Row, Outcome]] = []
    rules = [evaluator.rules(plan.family, index) for index in range(len(scenes))]
    for row, outcome in _rows(suite, plan, scenes, rules, evaluator, seed, refused):
        own = rules[row[0]]
        reason = refusal(plan, outcome, own) or _unspoken(plan, outcome, row[1], own)
        if reason is None:
            valid.append((row, outcome))
        else:
            refused[reason] += 1
    if has_options(plan.family):
        valid = _with_options(plan, valid, evaluator, refused)
    if not plan.family.sweep and plan.family.contrast is None:
        valid = _at_most(valid, suite, plan, scenes, seed)
    found = _with_readings(plan, valid, rules, evaluator, refused)
    if shortened(plan.family):
        found = _without_idle_hops(plan, found, evaluator, refused)
    by_scene: dict[int, list[Binding]] = {}
    for (index, _), binding in found:
        by_scene.setdefault(index, []).append(binding)
    return TypeBindings({index: tuple(found_bindings) for index, found_bindings in by_scene.items()}, refused)


@frozen
class Examined:
    """One binding on one scene: what it gives, the points at which it can be read in another way, what a
    sentence has to name (frame, way of measuring), and why it is no fair task, if it is none."""

    outcome: Outcome
    naming: tuple[bool, bool]
    refusal: Reason | None


def examine(plan: FamilyPlan, scene: Scene, values: Values, evaluator: BatchEvaluator) -> Examined:
    """Hold one binding against all rules; the asker has this scene alone."""
    rules, row = evaluator.rules(plan.family, 0), (0, values)
    (outcome,) = evaluator.evaluate(plan.family, [row])
    reason = values_refusal(plan, values, scene, rules) or refusal(plan, outcome, rules)
    if outcome.problem is not None:
        return Examined(outcome, (False, False), reason)
    reason = reason or next(_options_refusals(plan, [(row, outcome)], evaluator))
    (told,) = told_otherwise(plan, [row], evaluator)
    naming = naming_of(plan, outcome, told, rules)
    if isinstance(naming, Reason):
        return Examined(outcome, (False, False), reason or naming)
    if reason is None and shortened(plan.family) and idle(plan.family, [row], [outcome.answer], evaluator)[0]:
        reason = Reason.IDLE_HOP
    return Examined(outcome, naming, reason)


def _stream(suite: str, plan: FamilyPlan, scene: Scene, seed: int, purpose: str) -> RandomStream:
    """Types that are swept together draw the same."""
    type_ = "" if plan.family.sweep else plan.type
    return RandomStream.of(seed, purpose, suite, plan.family.name, type_, scene.id)


def _rows(
    suite: str,
    plan: FamilyPlan,
    scenes: Sequence[Scene],
    rules: Sequence[Rules],
    evaluator: BatchEvaluator,
    seed: int,
    refused: Counter[Reason],
) -> list[tuple[Row, Outcome]]:
    """All bindings that are looked at, with what they gave."""
    complete: list[Row] = []
    open_: list[tuple[Row, Any]] = []
    offered = [values_offered(plan, scene, own) for scene, own in zip(scenes, rules, strict=True)]

    def drawing(index: int) -> RandomStream:
        return _stream(suite, plan, scenes[index], seed, "values")

    many = {n: one.values for n, one in enumerate(offered) if is_narrowed(plan, one.values)}
    known = narrowed(plan.family, many, evaluator, drawing, refused) if many else {}
    for index, scene in enumerate(scenes):
        partials = partial_bindings_of(
            plan,
            scene,
            rules[index],
            partial(drawing, index),
            offered[index],
            known.get(index),
            evaluator.facing(index, rules[index]),
        )
        refused.update(partials.refused)
        for candidate in partials.found:
            if candidate.choice is None:
                complete.append((index, candidate.values))
            else:
                open_.append(((index, candidate.values), candidate.choice))
    rows = list(zip(complete, evaluator.evaluate(plan.family, complete), strict=True))
    found = evaluator.measure(plan.family, [row for row, _ in open_])
    if not open_:
        return rows
    variable = plan.family.variable(plan.asked or "")
    assert variable is not None
    assert isinstance(variable.domain, TypeDomain)
    assert plan.constructor is not None
    options = argument_options(plan, spoken=evaluator.book.of(plan.family, None).spoken)

    def drawing_arguments(row: Row) -> RandomStream:
        names = (suite, plan.family.name, plan.type, scenes[row[0]].id, str(row[1]))
        return RandomStream.of(seed, "arguments", *names)

    probes = [
        Probe(measured, options[choice], rules[row[0]], drawing_arguments(row))
        for (row, choice), measured in zip(open_, found, strict=True)
        if not isinstance(measured, Reason)
    ]
    separated = separating(plan.constructor, probes, plan.family.tolerance)
    filled: list[Row] = []
    for ((index, values), _), measured in zip(open_, found, strict=True):
        if isinstance(measured, Reason):
            refused[measured] += 1
            continue
        tried = next(separated)
        if tried.refused is not None:
            refused[tried.refused] += 1
        complete_values = ({**values, variable.name: value} for value in tried.found)
        filled += [(index, full) for full in complete_values if all_differ(plan.family, full)]
    return rows + list(zip(filled, evaluator.evaluate(plan.family, filled), strict=True))


def _unspoken(plan: FamilyPlan, outcome: Outcome, values: Values, rules: Rules) -> Reason | None:
    """What an author writes out or sweeps is asked as it is."""
    value = values.get(plan.asked or "")
    if not isinstance(value, TypeValue) or plan.asked in plan.family.sweep:
        return None
    return unspoken(value, outcome, rules)


def _with_options(
    plan: FamilyPlan,
    valid: list[tuple[Row, Outcome]],
    evaluator: BatchEvaluator,
    refused: Counter[Reason],
) -> list[tuple[Row, Outcome]]:
    """Those of which there are the options that the family asks for."""
    reasons = list(_options_refusals(plan, valid, evaluator))
    refused.update(reason for reason in reasons if reason is not None)
    return [item for item, reason in zip(valid, reasons, strict=True) if reason is None]


def _options_refusals(
    plan: FamilyPlan, asked: Sequence[tuple[Row, Outcome]], evaluator: BatchEvaluator
) -> Iterator[Reason | None]:
    things = described(plan.family, [row for row, _ in asked], evaluator)
    names = [v.name for v in plan.family.variables if isinstance(v.domain, ThingDomain)]
    for ((index, values), outcome), thing in zip(asked, things, strict=True):
        named, scene = [values[name] for name in names], evaluator.batch.scenes[index]
        yield options_refusal(
            plan.family, outcome.answer, outcome.candidates, scene, thing, outcome.undecided, named
        )


def _at_most(
    valid: list[tuple[Row, Outcome]], suite: str, plan: FamilyPlan, scenes: Sequence[Scene], seed: int
) -> list[tuple[Row, Outcome]]:
    by_scene: dict[int, list[tuple[Row, Outcome]]] = {}
    for item in valid:
        by_scene.setdefault(item[0][0], []).append(item)
    kept = []
    for index, items in by_scene.items():
        if len(items) > MOST_BINDINGS:
            items = _stream(suite, plan, scenes[index], seed, "bindings").some(items, MOST_BINDINGS)
        kept += items
    return kept


def _with_readings(
    plan: FamilyPlan,
    valid: list[tuple[Row, Outcome]],
    rules: Sequence[Rules],
    evaluator: BatchEvaluator,
    refused: Counter[Reason],
) -> list[tuple[Row, Binding]]:
    """The bindings whose sentence can be said, with what it has to name."""
    found = []
    for (row, own), told in zip(
        valid, told_otherwise(plan, [row for row, _ in valid], evaluator), strict=True
    ):
        naming = naming_of(plan, own, told, rules[row[0]])
        if isinstance(naming, Reason):
            refused[naming] += 1
            continue
        sensitive = frame_sensitive(own, told)
        clear = (own.by_eye, own.is_strict, own.is_ample)
        found.append((row, Binding(row[1], own.answer, own.undecided, *naming, sensitive, *clear)))
    return found


def told_otherwise(plan: FamilyPlan, rows: Sequence[Row], evaluator: BatchEvaluator) -> list[list[Told]]:
    """For each row what the other readings of its sentence give, as far as they give anything."""
    readings = readings_of(plan)
    others = [(readings.changed(r), evaluator.answered(r.family, rows)) for r in readings.all[1:]]
    return [
        [(points, outcomes[place]) for points, outcomes in others if outcomes[place].problem is None]
        for place in range(len(rows))
    ]


def frame_sensitive(own: Outcome, told: Sequence[Told]) -> bool | None:
    """Whether another frame would give other answers; None where no other can be meant."""
    frames = [not own.agrees_with(other) for points, other in told if all(p.kind == FRAME for p in points)]
    return any(frames) if frames else None


def naming_of(
    plan: FamilyPlan, own: Outcome, told: Sequence[Told], rules: Rules
) -> tuple[bool, bool] | Reason:
    """Whether a sentence has to name the frame and the way of measuring; or why none of the family's will do.

    Where frames are left open on purpose, the answers of the readings must not overlap, and none may be
    empty.
    """
    opened = rules.frames == OPEN
    if opened:
        frames = [other for points, other in told if all(p.kind == FRAME for p in points)]
        if not frames or any(not other.answer or _overlap(own, other) for other in frames):
            return Reason.ONE_READING
    if not sayable(plan.family, plan.type, own.answer):
        return Reason.SEVERAL_ANSWERS
    for naming in NAMINGS:
        unnamed = [
            other
            for points, other in told
            if not any(p.is_named(*naming) or (opened and p.kind == FRAME) for p in points)
        ]
        if all(own.agrees_with(other) for other in unnamed):
            usable = naming == NAMINGS[0] or sayable(plan.family, plan.type, own.answer, *naming)
            return naming if usable else Reason.OTHER_READING
    return Reason.OTHER_READING


def _overlap(one: Outcome, other: Outcome) -> bool:
    sets = [{*o.answer, *o.undecided} if o.is_of_things else {o.answer} for o in (one, other)]
    return not sets[0].isdisjoint(sets[1])


def _without_idle_hops(
    plan: FamilyPlan, found: list[tuple[Row, Binding]], evaluator: BatchEvaluator, refused: Counter[Reason]
) -> list[tuple[Row, Binding]]:
    rows = [row for row, _ in found]
    are_idle = idle(plan.family, rows, [binding.answer for _, binding in found], evaluator)
    if any(are_idle):
        refused[Reason.IDLE_HOP] += sum(are_idle)
    return [item for item, is_idle in zip(found, are_idle, strict=True) if not is_idle]
