"""One call of a core function on one scene: a batch with one row.

Values become columns, the one implementation on arrays is called, and what it gives becomes values again.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Any, Final

import numpy as np
from attrs import field, frozen

from espire_dsl.language.core.binders import BINDERS
from espire_dsl.language.core.function import Invocation
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.values import FrameValue, ThingList, ThingRef, ThingSet, TypeValue
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.call import BatchedCall, BatchedResult
from espire_dsl.program.arrays.columns import (
    Column,
    FrameColumn,
    Ints,
    Order,
    ThingColumn,
    ThingSetColumn,
    TypeColumn,
    value_of,
)
from espire_dsl.program.arrays.frames import frames_of
from espire_dsl.program.arrays.functions import BATCHED
from espire_dsl.program.arrays.measuring import as_measured
from espire_dsl.program.arrays.quantifiers import QuantifierResult, verdict
from espire_dsl.program.arrays.ranking import Ranked, pairs, ranked
from espire_dsl.program.arrays.reasoning import decide
from espire_dsl.program.arrays.steps import StepArrays
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.frames import Frame
from espire_dsl.scene.graph import Scene

_SCENES_KEPT: Final = 64
_CALLS_KEPT: Final = 20_000
"""What is remembered of a scene before calls are computed anew."""
_ONE_ROW: Final = np.zeros(1, dtype=np.int64)


@frozen
class TracedValue:
    """A value with what a trace should remember of it."""

    value: Any
    margin: float | None = None
    unit: str | None = None
    frame: Frame | None = None
    measured: Mapping[str, Any] = field(factory=dict)
    angles: Mapping[str, float] = field(factory=dict)
    constraint: Mapping[str, Any] | None = None
    also: Mapping[str, float] = field(factory=dict)


def call_function(name: str, call: Invocation) -> TracedValue:
    """What a core function gives; a SceneError where it has no value."""
    function = FUNCTIONS[name]
    if function.implementation is not None:
        return TracedValue(function.implementation(call))
    scene = call.scene
    batch = batch_of(scene)
    if len(batch.memory) > _CALLS_KEPT or any(isinstance(value, Scene) for value in call.arguments.values()):
        return _called(name, call, scene, batch)
    key = ("call", name, *call.arguments.items(), call.tolerance)
    return batch.remember(key, lambda: _called(name, call, scene, batch))


def _called(name: str, call: Invocation, scene: Scene, batch: SceneBatch) -> TracedValue:
    arguments = {
        name: column_of(value, scene, batch)
        for name, value in call.arguments.items()
        if not isinstance(value, Scene)
    }
    given = BATCHED[name](BatchedCall(batch, _ONE_ROW, arguments, call.tolerance))
    return _result(given, scene, batch)


def evaluate_step(
    scene: Scene,
    id: str,
    asked: TypeValue,
    references: tuple[str, ...] = (),
    frame: FrameValue | None = None,
    tolerance: float | None = None,
) -> TracedValue:
    """A reasoning type asked of a single thing, of whatever kind it is."""
    batch = batch_of(scene)
    things, type_ = column_of(ThingSet((id,), scene), scene, batch), column_of(asked, scene, batch)
    placed = None if frame is None else column_of(frame, scene, batch)
    assert isinstance(things, ThingSetColumn)
    assert isinstance(type_, TypeColumn)
    assert placed is None or isinstance(placed, FrameColumn)
    places = tuple(_places(scene, batch, reference) for reference in references)
    return _result(decide(batch, _ONE_ROW, things.mask, type_, places, placed, tolerance), scene, batch)


def looked_at(sets: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The things of a set one by one, or pairs of different things of two, each once."""
    if len(sets) == 1:
        yield from ((id,) for id in sets[0])
        return
    ids = sorted({id for things in sets for id in things})
    masks = [np.array([[id in things for id in ids]], dtype=bool) for things in sets]
    for first, second in zip(*np.nonzero(pairs(*masks)[0]), strict=True):
        yield ids[first], ids[second]


def look(
    function: str,
    keys: Sequence[tuple[str, ...]],
    scene: Scene,
    found: Sequence[Any],
    margins: Sequence[Mapping[str, float]],
    stated: int | None,
    unit: str | None,
) -> TracedValue:
    """What a comprehension, quantifier, extreme or order gives, from what came of looking at each thing."""
    units = {name for own in margins for name in own}
    mask = np.ones((1, len(keys)), dtype=bool)
    by_unit = {name: np.array([[own.get(name, np.nan) for own in margins]]) for name in units}
    number = None if stated is None else np.array([stated])
    measured: dict[str, Any] = dict(zip(map(" + ".join, keys), found, strict=True))
    came: QuantifierResult | Ranked
    if BINDERS[function].order is None:
        came = verdict(function, mask, np.array([found], dtype=bool), by_unit, number)
        value = bool(came.column[0]) if isinstance(came.column, np.ndarray) else _chosen(keys, found, scene)
        inside = zip(measured, came.measured[0].tolist(), strict=True)
        measured |= {key: depth for key, depth in inside if not math.isnan(depth)}
    else:
        values = np.array([found], dtype=np.float64)
        came = ranked(function, mask, values, unit, by_unit, number)
        value = _chosen(keys, came.chosen[0], scene)
        if BINDERS[function].place is None:
            value = ThingList(tuple(keys[i][0] for i in came.order[0]), scene)
    also = {name: float(least[0]) for name, least in came.also.items() if not math.isnan(least[0])}
    return TracedValue(value, _known(came.margin[0]), came.unit[0], measured=measured, also=also)


def _chosen(keys: Sequence[tuple[str, ...]], chosen: Iterable[Any], scene: Scene) -> Any:
    return ThingSet.of((id for key in compress(keys, chosen) for id in key), scene)


_BATCHES: Final[OrderedDict[int, SceneBatch]] = OrderedDict()


def batch_of(scene: Scene) -> SceneBatch:
    """The scene as a batch; the last ones are kept. A kept batch keeps its scene, so that no other scene can
    have the same identity meanwhile."""
    known = _BATCHES.get(id(scene))
    if known is None:
        known = _BATCHES[id(scene)] = SceneBatch.of_scenes([scene])
        if len(_BATCHES) > _SCENES_KEPT:
            _BATCHES.popitem(last=False)
    return known


def column_of(value: Any, scene: Scene, batch: SceneBatch) -> Column:
    """A value as a column of one row. Things are looked up by their id."""
    match value:
        case ThingRef(id=id):
            return ThingColumn(_places(scene, batch, id))
        case ThingSet(ids=ids):
            mask = np.zeros((1, batch.size), dtype=bool)
            mask[0, _places(scene, batch, *ids)] = True
            return ThingSetColumn(mask)
        case ThingList(ids=ids):
            return Order(_places(scene, batch, *ids)[None, :], np.array([len(ids)]))
        case TypeValue(constructor=constructor, arguments=arguments):
            return TypeColumn(constructor, tuple(np.array([a]) for a in arguments))
        case FrameValue(kind=kind, of=of):
            return FrameColumn(kind, None if of is None else _places(scene, batch, of))
    return np.array([value], dtype=object if isinstance(value, str) else None)


def _places(scene: Scene, batch: SceneBatch, *ids: str) -> Ints:
    return np.array([batch.place(0, scene.node(id).id) for id in ids], dtype=np.int64)


def _result(given: BatchedResult, scene: Scene, batch: SceneBatch) -> TracedValue:
    if given.failed is not None and given.failed[0]:
        raise SceneError(batch.messages.texts[given.failed[0]] or "")
    value = value_of(given.column, 0, scene)
    made = given.made
    if made is None:
        return TracedValue(value)
    return TracedValue(
        value,
        _known(made.margin[0]),
        made.unit[0] if isinstance(made.unit, np.ndarray) else made.unit,
        None if made.frame is None else frames_of(batch, _ONE_ROW, made.frame)[0],
        _measured(made, scene, batch),
        _angles(made, scene),
        None if made.constraint is None else made.constraint(0),
        {unit: float(margins[0]) for unit, margins in made.also.items() if not math.isnan(margins[0])},
    )


def _known(number: Any) -> float | None:
    return None if math.isnan(number) else float(number)


def _measured(made: StepArrays, scene: Scene, batch: SceneBatch) -> dict[str, Any]:
    if made.measured is None or made.asked is None or made.constructor is None:
        return {}
    numbers = made.measured()[0].tolist()
    asked = np.flatnonzero(made.asked[0]).tolist()
    if made.constraint is not None:
        return {scene.nodes[i].id: numbers[i] for i in asked}
    return {scene.nodes[i].id: as_measured(batch, made.constructor, numbers[i]) for i in asked}


def _angles(made: StepArrays, scene: Scene) -> dict[str, float]:
    if made.angles is None:
        return {}
    return {scene.nodes[i].id: a for i, a in enumerate(made.angles()[0].tolist()) if not math.isnan(a)}
