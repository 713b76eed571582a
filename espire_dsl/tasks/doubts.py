"""What steps of programs leave in doubt, by the rules for how clearly candidates are decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from espire_dsl.domain.kinds import VACANCY
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.rules import FIELDS, Rules
from espire_dsl.language.typed import Apply, Each, Typed
from espire_dsl.language.types import Set
from espire_dsl.program.arrays.decisions import tolerances
from espire_dsl.program.arrays.finding_things import held_extents
from espire_dsl.program.arrays.frames import axis, origins
from espire_dsl.program.arrays.shelves import shadows
from espire_dsl.program.arrays.steps import Ranking
from espire_dsl.program.batched import BatchedStep, SceneBatch
from espire_dsl.tasks.clarity import (
    RULE_OF_UNIT,
    WHOLE,
    Decided,
    apart_from_chosen,
    apart_from_one_another,
    clear,
)

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Columns = Mapping[str, Floats]
"""The number of each rule, a column of rows or of scenes."""

DISTANCES = frozenset({"distance", "depth"})
"""Measures of which a share is asked as well: the farther away, the less people tell them apart."""
_NUMBERS = tuple(name for name, a in FIELDS.items() if a.metadata["sense"])


class OfRows(dict[str, Floats]):
    """The rules of scenes as those of rows, columns that are made when they are asked for."""

    def __init__(self, by_scene: Columns, scenes: Ints) -> None:
        super().__init__()
        self.by_scene, self.scenes = by_scene, scenes

    def __missing__(self, name: str) -> Floats:
        self[name] = self.by_scene[name][self.scenes][:, None]
        return self[name]


def numbers_of(rules: Sequence[Rules]) -> Columns:
    """The numbers of some rules, as columns."""
    return {name: np.array([getattr(own, name) for own in rules], dtype=np.float64) for name in _NUMBERS}


def out_of_order(node: Typed, ranking: Ranking, by_scene: Columns) -> Bools:
    """Which of the things or pairs that were put in order could change places with one that was chosen, or
    with a neighbour where all of the order was asked for."""
    assert isinstance(node, Each)
    margin: Floats | float = WHOLE
    if ranking.unit is not None:
        margin = by_scene[RULE_OF_UNIT[ranking.unit]][ranking.scenes][:, None]
    share = None
    if isinstance(node.body, Apply) and node.body.function in DISTANCES:
        share = by_scene["margin_share"][ranking.scenes][:, None]
    with np.errstate(invalid="ignore"):
        if isinstance(node.type, Set):
            return ranking.mask & ~apart_from_chosen(ranking.values, ranking.chosen, margin, share)
        clear = apart_from_one_another(ranking.values, ranking.mask, margin, share)
        return ranking.mask & ~clear[:, None]


def is_by_thing(step: BatchedStep) -> bool:
    """Whether a step that looks at things one by one gives those that it chose among them."""
    return isinstance(step.node, Each) and len(step.node.names) == 1 and isinstance(step.node.type, Set)


def reach_of(step: BatchedStep, batch: SceneBatch, scenes: Ints) -> Floats | None:
    """How far things are from the middle of a clock, on the floor."""
    origin = step.origin
    if origin is None or CONSTRUCTORS[step.made.constructor or ""].measure.name != "clock_angle":
        return None
    middle = origins(batch, scenes, origin)
    away = batch.centers[scenes] - middle[:, None, :]
    return np.sqrt(away[..., 0] ** 2 + away[..., 1] ** 2)


def _spread(step: BatchedStep, batch: SceneBatch, scenes: Ints) -> Floats | None:
    """How far spaces reach from their centres to a side, on the floor; other things count as points."""
    origin, frame = step.origin, step.made.frame
    measure = CONSTRUCTORS[step.made.constructor or ""].measure
    if not batch.of(VACANCY).any():
        return None
    if origin is None or frame is None or measure.name != "along" or measure.constants[0] in ("up", "down"):
        return None
    low, high = shadows(batch, scenes, axis(batch, frame.kind, scenes, origin, measure.constants[0]))
    return np.where(batch.of(VACANCY)[scenes], (high - low) / 2, 0.0)


def unclear_by(step: BatchedStep, batch: SceneBatch, scenes: Ints) -> Callable[[Columns], Bools]:
    """Tells which candidates of a step were not decided clearly, by rules that it is given."""
    asked, values, chosen = step.asked, step.measured, step.chosen
    assert asked is not None
    assert values is not None
    assert chosen is not None
    name = step.made.constructor or ""
    arguments = tuple(np.asarray(column, dtype=np.float64)[:, None] for column in step.arguments)
    within = tolerances(name, arguments, step.made.tolerance)
    thickness, width = (held_extents(batch, scenes, axis)[:, None] for axis in (1, 0))
    reach, spread = reach_of(step, batch, scenes), _spread(step, batch, scenes)
    if step.active is not None:
        asked = asked & step.active[:, None]

    def by(rules: Columns) -> Bools:
        decided = Decided(name, values, chosen, arguments, within, rules, reach, spread, (thickness, width))
        return asked & ~clear(decided)

    return by


def too_close(step: BatchedStep, rules: Columns, own: frozenset[str]) -> Bools:
    """The rows in which a step that measures no candidates has less than the margin."""
    with np.errstate(invalid="ignore"):
        found = step.margin[:, None] < _margins(step, rules)
        for unit, margins in step.margins.items():
            if (rule := RULE_OF_UNIT[unit]) in own:
                found = found | (margins[:, None] < rules[rule])
    return found


def _margins(step: BatchedStep, rules: Columns) -> Floats:
    """The margin that each row of a step must have, in the step's own unit."""
    if not isinstance(step.made.unit, np.ndarray):
        return rules[RULE_OF_UNIT[step.made.unit or "m"]]
    units = [step.unit(row) for row in range(len(step.margin))]
    columns: Any = [rules[RULE_OF_UNIT[unit or "m"]][row] for row, unit in enumerate(units)]
    return np.array(columns, dtype=np.float64).reshape(-1, 1)
