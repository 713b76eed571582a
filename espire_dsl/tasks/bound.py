"""All valid bindings of a type on scenes: enumerated, asked, and held against the rules.

At most `MOST_BINDINGS` are kept for a type on a scene, in a choice that depends on the seed, the type and the
scene alone; bindings that belong together are all kept.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from attrs import field, frozen

from espire_dsl.language.domains import TypeDomain
from espire_dsl.program.trace import plain
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.arguments import Options, separating
from espire_dsl.tasks.asker import Asker, Row
from espire_dsl.tasks.binding import Values, all_differ, stems_of
from espire_dsl.tasks.dice import Dice
from espire_dsl.tasks.hops import idle, shortened
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.plan import Plan
from espire_dsl.tasks.readings import other_readings
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.rules import reading_refusal, refusal

MOST_BINDINGS = 64


@frozen
class Bound:
    """A valid binding; `open_frame` when the readings of its sentence differ."""

    values: Values = field(hash=False)
    answer: Any
    open_frame: bool = False

    @property
    def key(self) -> str:
        """The binding as text: equal for equal bindings."""
        return binding_key(self.values)


@frozen
class BoundType:
    """The valid bindings of a type, by the index of the scene, and what was refused."""

    bindings: Mapping[int, tuple[Bound, ...]]
    refused: Mapping[Reason, int]


def binding_key(values: Mapping[str, Any]) -> str:
    return json.dumps({name: plain(value) for name, value in values.items()}, sort_keys=True)


def bind(suite: str, plan: Plan, scenes: Sequence[Scene], asker: Asker, seed: int) -> BoundType:
    """The valid bindings of a type on each of the scenes."""
    refused: Counter[Reason] = Counter()
    rows = _rows(suite, plan, scenes, asker, seed, refused)
    valid: list[tuple[Row, Outcome]] = []
    for row, outcome in rows:
        reason = refusal(plan, outcome)
        if reason is None:
            valid.append((row, outcome))
        else:
            refused[reason] += 1
    if not plan.family.sweep and plan.family.contrast is None:
        valid = _at_most(valid, suite, plan, scenes, seed)
    found = _with_readings(suite, plan, valid, asker, refused)
    if shortened(plan.family):
        found = _without_idle_hops(plan, found, asker, refused)
    by_scene: dict[int, list[Bound]] = {}
    for (index, _), bound in found:
        by_scene.setdefault(index, []).append(bound)
    return BoundType({index: tuple(bounds) for index, bounds in by_scene.items()}, refused)


def _dice(suite: str, plan: Plan, scene: Scene, seed: int, purpose: str) -> Dice:
    """Types that are swept together draw the same."""
    type_ = "" if plan.family.sweep else plan.type
    return Dice.of(seed, purpose, suite, plan.family.name, type_, scene.id)


def _rows(
    suite: str, plan: Plan, scenes: Sequence[Scene], asker: Asker, seed: int, refused: Counter[Reason]
) -> list[tuple[Row, Outcome]]:
    """All bindings that are looked at, with what they gave."""
    complete: list[Row] = []
    open_: list[tuple[Row, Any]] = []
    for index, scene in enumerate(scenes):
        stems = stems_of(plan, scene, partial(_dice, suite, plan, scene, seed, "values"))
        refused.update(stems.refused)
        for stem in stems.found:
            if stem.choice is None:
                complete.append((index, stem.values))
            else:
                open_.append(((index, stem.values), stem.choice))
    rows = list(zip(complete, asker.ask(plan.family, complete), strict=True))
    probes = asker.measure(plan.family, [row for row, _ in open_])
    if not open_:
        return rows
    variable = plan.family.variable(plan.asked or "")
    assert variable is not None
    assert isinstance(variable.domain, TypeDomain)
    assert plan.constructor is not None
    options = {choice: Options.of(choice, variable.domain) for choice in plan.choices}
    filled: list[Row] = []
    for ((index, values), choice), probe in zip(open_, probes, strict=True):
        if isinstance(probe, Reason):
            refused[probe] += 1
            continue
        dice = Dice.of(seed, "arguments", suite, plan.family.name, plan.type, scenes[index].id, str(values))
        tried = separating(
            plan.constructor,
            options[choice],
            probe,
            plan.family.tolerance,
            dice,
        )
        if tried.refused is not None:
            refused[tried.refused] += 1
        complete_values = ({**values, variable.name: value} for value in tried.found)
        filled += [(index, found) for found in complete_values if all_differ(plan.family, found)]
    return rows + list(zip(filled, asker.ask(plan.family, filled), strict=True))


def _at_most(
    valid: list[tuple[Row, Outcome]], suite: str, plan: Plan, scenes: Sequence[Scene], seed: int
) -> list[tuple[Row, Outcome]]:
    by_scene: dict[int, list[tuple[Row, Outcome]]] = {}
    for item in valid:
        by_scene.setdefault(item[0][0], []).append(item)
    kept = []
    for index, items in by_scene.items():
        if len(items) > MOST_BINDINGS:
            items = _dice(suite, plan, scenes[index], seed, "bindings").some(items, MOST_BINDINGS)
        kept += items
    return kept


def _with_readings(
    suite: str,
    plan: Plan,
    valid: list[tuple[Row, Outcome]],
    asker: Asker,
    refused: Counter[Reason],
) -> list[tuple[Row, Bound]]:
    """The bindings whose sentence can be said, with whether their readings differ."""
    rows = [row for row, _ in valid]
    differ = [False] * len(rows)
    for _, family in other_readings(plan):
        for place, other in enumerate(asker.ask(family, rows)):
            if other.problem is None and other.answer != valid[place][1].answer:
                differ[place] = True
    can_name = any(sentence.names_frame for sentence in plan.family.sentences)
    found = []
    for (row, outcome), differs in zip(valid, differ, strict=True):
        reason = reading_refusal(suite, differs, can_name)
        if reason is None:
            found.append((row, Bound(row[1], outcome.answer, differs)))
        else:
            refused[reason] += 1
    return found


def _without_idle_hops(
    plan: Plan, found: list[tuple[Row, Bound]], asker: Asker, refused: Counter[Reason]
) -> list[tuple[Row, Bound]]:
    rows = [row for row, _ in found]
    are_idle = idle(plan.family, rows, [bound.answer for _, bound in found], asker)
    if any(are_idle):
        refused[Reason.IDLE_HOP] += sum(are_idle)
    return [item for item, is_idle in zip(found, are_idle, strict=True) if not is_idle]
