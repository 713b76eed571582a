"""Walks a typed program for many rows at once.

A part of a program that depends on the scene alone is computed once a scene and kept with the batch, for all
families; a part that depends on some of the variables, once for each of their combinations.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

import numpy as np
from attrs import evolve, field, frozen

from espire_dsl.domain.kinds import Kind
from espire_dsl.language.core.binders import BINDERS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.values import ThingRef, ThingSet
from espire_dsl.language.inference.operators import COMPARING, UNITS
from espire_dsl.language.typed import (
    Apply,
    Bind,
    Choose,
    Constant,
    Construct,
    Each,
    FrameOf,
    Gather,
    Operate,
    Read,
    Typed,
    free_names,
    walk,
)
from espire_dsl.language.types import Set, solved
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.call import BatchedCall
from espire_dsl.program.arrays.columns import (
    Bools,
    Column,
    FrameColumn,
    Ints,
    MixedTypes,
    ThingColumn,
    ThingSetColumn,
    TypeColumn,
    choose,
    codes,
    joined,
    take,
)
from espire_dsl.program.arrays.failures import Failed, first_of, where_needed
from espire_dsl.program.arrays.functions import BATCHED
from espire_dsl.program.arrays.operators import computed
from espire_dsl.program.arrays.steps import (
    BatchedStep,
    Looked,
    StepArrays,
    TracedCall,
    least_margins,
)
from espire_dsl.program.batched.looking import first_failing, grid_of, put_in_order, tested
from espire_dsl.scene.quantize import quantize_array


@frozen
class NamedColumn:
    """A name's column, and the variables of the family that it depends on."""

    column: Column = field(eq=False)
    depends: frozenset[str] = frozenset()


@frozen
class Rows:
    """Rows to evaluate on: the scene of each, and the columns of names. `variables` are those that vary.

    Where they are `traced`, every call is a step, with what it was given and what it gave. `known` has what
    parts of a program gave on these rows, by their identity: a part that stands at several places is computed
    once.
    """

    batch: SceneBatch
    scenes: Ints = field(eq=False)
    names: Mapping[str, NamedColumn] = field(eq=False)
    tolerance: float | None = None
    variables: frozenset[str] = frozenset()
    traced: bool = False
    known: dict[int, tuple[Typed, ColumnOutcome]] = field(factory=dict, eq=False, repr=False)

    def __len__(self) -> int:
        return len(self.scenes)

    def naming(self, name: str, column: Column, depends: frozenset[str]) -> Rows:
        return evolve(self, names={**self.names, name: NamedColumn(column, depends)}, known={})

    def only(self, first: Ints, names: frozenset[str], variables: frozenset[str]) -> Rows:
        kept = {
            name: NamedColumn(take(named.column, first), named.depends)
            for name, named in self.names.items()
            if name in names
        }
        return evolve(self, scenes=self.scenes[first], names=kept, variables=variables, known={})


@frozen
class ColumnOutcome:
    """A column with what it took: failed rows, and the steps that a trace remembers, in order."""

    column: Column = field(eq=False)
    failed: Failed = field(default=None, eq=False)
    steps: tuple[BatchedStep, ...] = ()

    def shared(self, rows: Ints) -> ColumnOutcome:
        """The outcome of other rows, each of which is one of these."""
        failed = None if self.failed is None else self.failed[rows]
        return ColumnOutcome(take(self.column, rows), failed, tuple(s.shared(rows) for s in self.steps))


def run(node: Typed, rows: Rows) -> ColumnOutcome:
    """The value of a program in each row."""
    match node:
        case Constant(value=ThingRef(id=id)):
            return ColumnOutcome(ThingColumn(_places_of(id, rows)))
        case Constant(value=ThingSet(ids=ids)):
            mask = np.zeros((len(rows), rows.batch.size), dtype=bool)
            for id in ids:
                mask[np.arange(len(rows)), _places_of(id, rows)] = True
            return ColumnOutcome(ThingSetColumn(mask))
        case Constant(value=value):
            return ColumnOutcome(np.full(len(rows), value, dtype=_dtype(value)))
        case Read(name=name):
            return ColumnOutcome(rows.names[name].column)
        case Construct(constructor=constructor, arguments=arguments):
            parts = [run(a, rows) for a in arguments]
            # Arguments of constructors are numbers and words, as was checked, so their columns are arrays.
            return _joined(parts, TypeColumn(constructor, tuple(p.column for p in parts)))  # type: ignore[misc]
        case FrameOf(kind=kind, of=None):
            return ColumnOutcome(FrameColumn(kind))
        case FrameOf(kind=kind, of=of):
            assert of is not None
            owner = run(of, rows)
            return _joined([owner], FrameColumn(kind, _place(owner.column)))
        case Apply() | Each():
            return _once(node, rows)
        case Operate():
            return _operate(node, rows)
        case Choose():
            return _choose(node, rows)
        case Gather(items=items):
            assert isinstance(solved(node.type), Set)
            parts = [run(item, rows) for item in items]
            mask = np.zeros((len(rows), rows.batch.size), dtype=bool)
            for part in parts:
                mask[np.arange(len(rows)), _place(part.column)] = True
            return _joined(parts, ThingSetColumn(mask))
        case Bind(name=name, value=value, body=body):
            bound = run(value, rows)
            rest = run(body, rows.naming(name, bound.column, depends_on(value, rows)))
            return _joined([bound, rest], rest.column)


def _places_of(id: str, rows: Rows) -> Ints:
    """Where a thing that a program names stands in the scene of each row."""
    return np.array([rows.batch.place(int(scene), id) for scene in rows.scenes], dtype=np.int64)


def _dtype(value: Any) -> Any:
    return object if isinstance(value, str | Kind) else None


def _place(column: Column) -> Ints:
    assert isinstance(column, ThingColumn)
    return column.place


def _joined(parts: list[ColumnOutcome], column: Column) -> ColumnOutcome:
    failed = reduce(first_of, (p.failed for p in parts), None)
    return ColumnOutcome(column, failed, tuple(s for p in parts for s in p.steps))


def depends_on(node: Typed, rows: Rows) -> frozenset[str]:
    """The variables of the family on which a part of a program depends."""
    return frozenset(v for name in free_names(node) for v in rows.names[name].depends)


def _once(node: Apply | Each, rows: Rows) -> ColumnOutcome:
    """Evaluate a part once on these rows. It is kept with what it gave, so that its identity is its own."""
    if id(node) not in rows.known:
        rows.known[id(node)] = node, _shared(node, rows)
    return rows.known[id(node)][1]


def _shared(node: Apply | Each, rows: Rows) -> ColumnOutcome:
    """Evaluate a call on as few rows as there are different ones."""
    names = free_names(node)
    depends = depends_on(node, rows)
    if not names:
        return _once_a_scene(node, rows)
    if depends >= rows.variables or not _worth_sharing(node):
        return _computed(node, rows)
    keys = [rows.scenes, *(c for v in sorted(depends) for c in codes(rows.names[v].column))]
    first, inverse = _combinations(keys)
    return _computed(node, rows.only(first, names | depends, depends)).shared(inverse)


def _computed(node: Apply | Each, rows: Rows) -> ColumnOutcome:
    return _apply(node, rows) if isinstance(node, Apply) else _each(node, rows)


def _worth_sharing(node: Apply | Each) -> bool:
    return any(isinstance(n, Apply) and FUNCTIONS[n.function].aspect is not None for n in walk(node))


def _combinations(keys: list[Ints]) -> tuple[Ints, Ints]:
    """The first row of each combination of keys, and the combination of each row."""
    combined = keys[0]
    for key in keys[1:]:
        combined = combined * (int(key.max(initial=0)) + 1) + key
    _, first, inverse = np.unique(combined, return_index=True, return_inverse=True)
    return first, inverse


@frozen
class _PerScene:
    """What a closed part of a program gives on some scenes of the batch, by scene."""

    row_of: Ints = field(eq=False)
    outcome: ColumnOutcome = field(eq=False)


def _once_a_scene(node: Apply | Each, rows: Rows) -> ColumnOutcome:
    """Equal parts of all programs share what they gave, except in a trace, which tells of its own parts."""
    key = ("closed", id(node) if rows.traced else node, rows.tolerance)
    known: _PerScene | None = rows.batch.memory.get(key)
    if known is None or (known.row_of[rows.scenes] < 0).any():
        asked = np.zeros(len(rows.batch.scenes), dtype=bool)
        asked[rows.scenes] = True
        if known is not None:
            asked |= known.row_of >= 0
        scenes = np.flatnonzero(asked)
        row_of = np.full(len(asked), -1)
        row_of[scenes] = np.arange(len(scenes))
        once = evolve(rows, scenes=scenes, names={}, variables=frozenset(), known={})
        known = _PerScene(row_of, _computed(node, once))
        rows.batch.memory[key] = known
    return known.outcome.shared(known.row_of[rows.scenes])


def _apply(node: Apply, rows: Rows) -> ColumnOutcome:
    parts = {name: run(value, rows) for name, value in node.arguments}
    arguments = {name: part.column for name, part in parts.items()}
    if isinstance(types := arguments.get("type"), MixedTypes):
        return _by_type(node, rows, list(parts.values()), arguments, types)
    given = BATCHED[node.function](BatchedCall(rows.batch, rows.scenes, arguments, rows.tolerance))
    before = _joined(list(parts.values()), given.column)
    steps = (*before.steps, *_step(node.function, node, given.made, rows, arguments, given.column))
    return ColumnOutcome(given.column, first_of(before.failed, given.failed), steps)


def _by_type(
    node: Apply,
    rows: Rows,
    parts: list[ColumnOutcome],
    arguments: Mapping[str, Column],
    types: MixedTypes,
) -> ColumnOutcome:
    """A call with several reasoning types: one call for the rows of each."""
    order, given, steps = [], [], []
    for number in np.unique(types.which).tolist() or [0]:
        reached = types.which == number
        mine = np.flatnonzero(reached)
        own = {name: take(column, mine) for name, column in arguments.items()}
        own["type"] = TypeColumn(types.constructors[number])
        called = evolve(rows, scenes=rows.scenes[mine], known={})
        came = BATCHED[node.function](BatchedCall(rows.batch, called.scenes, own, rows.tolerance))
        place = np.cumsum(reached) - 1
        made = _step(node.function, node, came.made, called, own, came.column)
        steps += [step.shared(np.maximum(place, 0)).only(reached) for step in made]
        order.append(mine)
        given.append(came)
    failed = np.zeros(len(rows), dtype=np.int64)
    for mine, came in zip(order, given, strict=True):
        failed[mine] = 0 if came.failed is None else came.failed
    column = take(joined([came.column for came in given]), np.argsort(np.concatenate(order)))
    before = _joined(parts, column)
    return ColumnOutcome(column, first_of(before.failed, failed), (*before.steps, *steps))


def _step(
    function: str,
    node: Typed,
    made: StepArrays | None,
    rows: Rows,
    inputs: Mapping[str, Column],
    output: Column,
) -> tuple[BatchedStep, ...]:
    """What is remembered of a call; without a trace, nothing of one that decides nothing."""
    if not rows.traced:
        return () if made is None else (BatchedStep(function, node, made),)
    kept = StepArrays(np.full(len(rows), np.nan)) if made is None else made
    return (BatchedStep(function, node, kept, call=TracedCall(rows.scenes, inputs, output)),)


def _each(node: Each, rows: Rows) -> ColumnOutcome:
    """Look at the things of each row one by one, or at pairs: what is computed of each has a row for it."""
    sets = [run(part, rows) for part in node.sets]
    stated = None if node.number is None else run(node.number, rows)
    masks = [part.column.mask for part in sets if isinstance(part.column, ThingSetColumn)]
    row, places, grid = grid_of(masks)
    names = free_names(node.body) - {*node.names}
    depends = frozenset(v for name in names for v in rows.names[name].depends)
    inner = rows.only(row, names | depends, depends | {*node.names})
    for name, place in zip(node.names, places, strict=True):
        inner = inner.naming(name, ThingColumn(place), frozenset({name}))
    body = run(node.body, inner) if len(inner) else ColumnOutcome(np.zeros(0))
    margins = {}
    for unit, least in least_margins(body.steps, len(inner)).items():
        margins[unit] = np.full(grid.shape, np.nan)
        margins[unit][grid] = least
    found: Any = body.column
    numbers: Any = None if stated is None else stated.column
    decide = tested if BINDERS[node.function].order is None else put_in_order
    looked = Looked(body.steps, inner.scenes, row, places, found)
    column, made = decide(node, rows.scenes, looked, grid, margins, numbers)
    parts = sets if stated is None else [*sets, stated]
    before = _joined(parts, column)
    failed = first_of(before.failed, first_failing(body.failed, row, len(rows)))
    return ColumnOutcome(column, failed, (*before.steps, BatchedStep(node.function, node, made)))


def _operate(node: Operate, rows: Rows) -> ColumnOutcome:
    symbol = node.operator
    left = run(node.operands[0], rows)
    if len(node.operands) == 1:
        negated: Any = left.column
        return _joined([left], ~negated if symbol == "not" else -negated)
    right = run(node.operands[1], rows)
    if symbol in ("and", "or"):
        decided: Any = left.column
        right = _where_reached(right, decided == (symbol == "and"))
        value: Any = right.column
        return _joined([left, right], decided & value if symbol == "and" else decided | value)
    both = _joined([left, right], computed(symbol, left.column, right.column, len(rows)))
    if symbol == "/":
        divisor: Any = right.column
        by_zero = rows.batch.messages.failing(divisor == 0, lambda: "division by zero")
        both = evolve(both, failed=first_of(both.failed, by_zero))
    made = _comparison(node, left.column, right.column)
    inputs = {"left": left.column, "right": right.column}
    return evolve(both, steps=(*both.steps, *_step(symbol, node, made, rows, inputs, both.column)))


def _choose(node: Choose, rows: Rows) -> ColumnOutcome:
    condition = run(node.condition, rows)
    holds: Any = condition.column
    yes, no = _where_reached(run(node.yes, rows), holds), _where_reached(run(node.no, rows), ~holds)
    return _joined([condition, yes, no], choose(holds, yes.column, no.column))


def _where_reached(outcome: ColumnOutcome, reached: Bools) -> ColumnOutcome:
    """What is left of an outcome when only some rows came to it."""
    steps = tuple(step.only(reached) for step in outcome.steps)
    return ColumnOutcome(outcome.column, where_needed(outcome.failed, reached), steps)


def _comparison(node: Operate, left: Any, right: Any) -> StepArrays | None:
    """What is remembered of a comparison of lengths or angles, which has a margin."""
    type_ = solved(node.operands[0].type)
    if node.operator not in COMPARING or type_ not in UNITS:
        return None
    return StepArrays(quantize_array(np.abs(left - right)), unit=UNITS[type_])
