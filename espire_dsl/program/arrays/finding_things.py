"""Things of the scene and sets of them, for many rows. Declared in `language.core.finding_things`."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from espire_dsl.domain.kinds import ROLES, THING, Kind
from espire_dsl.language.kinds import ITEM
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.call import BatchedCall, BatchedResult, Function
from espire_dsl.program.arrays.columns import (
    Bools,
    Floats,
    Ints,
    Scalars,
    ThingColumn,
    ThingSetColumn,
    any_of_row,
)


def _free(names: frozenset[str], call: BatchedCall) -> BatchedResult:
    """All things of some kinds or roles, but for what is held."""
    batch = call.batch
    free = batch.remember(("free", names), lambda: batch.of(*names) & ~batch.is_held)
    return BatchedResult(ThingSetColumn(free[call.scenes]))


def _things(call: BatchedCall) -> BatchedResult:
    return _free(ITEM.names, call)


def _of_kind(call: BatchedCall) -> BatchedResult:
    return _free(frozenset({_kind(call).name}), call)


def _the(call: BatchedCall) -> BatchedResult:
    kind = _kind(call)
    counts = call.batch.of(kind.name).sum(axis=1)[call.scenes]
    failed = call.batch.messages.failing(counts != 1, partial(_not_one, kind.noun), counts)
    return BatchedResult(ThingColumn(np.maximum(call.batch.first_of(kind.name)[call.scenes], 0)), failed)


def _kind(call: BatchedCall) -> Kind:
    """The kind that a call is about: the same in every row."""
    kinds = call.scalars("kind")
    kind: Kind = kinds[0] if len(kinds) else ROLES[THING]
    return kind


def _not_one(noun: str, count: int) -> str:
    return f"the program asks for the {noun}, and the scene has {count} of them"


def held_books(batch: SceneBatch, scenes: Ints) -> tuple[Ints, Ints]:
    """The first thing in each gripper (0 where there is none), and how many there are."""

    def compute() -> tuple[Ints, Ints]:
        first = np.array([held[0] if held else 0 for held in batch.held], dtype=np.int64)
        return first, np.array([len(held) for held in batch.held], dtype=np.int64)

    first, counts = batch.remember("held books", compute)
    return first[scenes], counts[scenes]


def held_extents(batch: SceneBatch, scenes: Ints, axis: int) -> Floats:
    """How far what is in each gripper reaches along one of its own axes; 0 where there is none."""

    def compute() -> Floats:
        every = np.arange(len(batch.scenes))
        first, counts = held_books(batch, every)
        return np.where(counts > 0, batch.extents[every, first, axis], 0.0)

    return batch.remember(("held extents", axis), compute)[scenes]


def _held(call: BatchedCall) -> BatchedResult:
    first, counts = held_books(call.batch, call.scenes)
    return BatchedResult(ThingColumn(first), call.batch.messages.failing(counts != 1, not_one_held, counts))


def not_one_held(count: int) -> str:
    return f"the program asks for what is in hand, and the gripper holds {count}"


def _filter_kind(call: BatchedCall) -> BatchedResult:
    return BatchedResult(ThingSetColumn(call.mask("xs") & call.batch.of(_kind(call).name)[call.scenes]))


def _filter_category(call: BatchedCall) -> BatchedResult:
    categories = words(call.batch, "category")
    return BatchedResult(
        ThingSetColumn(call.mask("xs") & (categories[call.scenes] == call.scalars("category")[:, None]))
    )


def words(batch: SceneBatch, field: str) -> Scalars:
    """A word about each thing: its category, name, size class."""
    return batch.remember(
        ("words", field), lambda: batch.spread([getattr(n, field) for n in batch.nodes], None, object)
    )


def labels(batch: SceneBatch, name: str) -> Scalars:
    """A label of each thing; None for those that do not carry it."""
    return batch.remember(
        ("label", name), lambda: batch.spread([n.labels.get(name) for n in batch.nodes], None, object)
    )


def _filter_label(call: BatchedCall) -> BatchedResult:
    mask, names, values = call.mask("xs"), call.scalars("name"), call.scalars("value")
    found = np.zeros_like(mask)
    for name in dict.fromkeys(names.tolist()):
        rows = np.flatnonzero(names == name)
        found[rows] = labels(call.batch, name)[call.scenes[rows]] == values[rows, None]
    return BatchedResult(ThingSetColumn(mask & found))


def _unique(call: BatchedCall) -> BatchedResult:
    mask = call.mask("xs")
    wrong = mask.sum(axis=1) != 1
    described = partial(_not_alone, call.batch, mask, call.scenes)
    failed = call.batch.messages.failing(wrong, described, np.arange(len(mask)))
    return BatchedResult(ThingColumn(mask.argmax(axis=1)), failed)


def _not_alone(batch: SceneBatch, mask: Bools, scenes: Ints, row: int) -> str:
    nodes = batch.scenes[scenes[row]].nodes
    ids = [nodes[place].id for place in np.flatnonzero(mask[row])]
    return f"`unique` was given {len(ids)} things" + (": " + ", ".join(ids) if ids else "")


def _count(call: BatchedCall) -> BatchedResult:
    return BatchedResult(call.mask("xs").sum(axis=1))


def _exists(call: BatchedCall) -> BatchedResult:
    return BatchedResult(any_of_row(call.mask("xs")))


def _contains(call: BatchedCall) -> BatchedResult:
    mask = call.mask("xs")
    return BatchedResult(mask[np.arange(len(mask)), call.place("x")])


FINDING_THINGS: Final[dict[str, Function]] = {
    "things": _things,
    "of_kind": _of_kind,
    "the": _the,
    "held": _held,
    "filter_kind": _filter_kind,
    "filter_category": _filter_category,
    "filter_label": _filter_label,
    "unique": _unique,
    "count": _count,
    "exists": _exists,
    "contains": _contains,
}
