"""The spatial relations of a scene as edges of a NetworkX graph, with what programs measure as attributes.

Every pair of things has an edge from the one that is spoken of to the one that it is seen from, "the book
from the bear", for each of these keys:

- `distance`: `edges` and `centres`, in metres, as `distance(a, to: b)` measures them;
- `relative`: seen by the viewer. `left` and `front` are metres along those directions (below zero: right,
  behind), which `Left` and `Front` decide by; `direction` is that of `direction(a, from: b)`, `hour` that of
  `clock_hour(a, of: b)`, None right at the middle;
- `intrinsic`: the same in the other thing's own frame, where it has a front;
- `absolute`: `up` is in metres (below zero: below), `direction` that of `map_direction(a, from: b)`.

All numbers come from the functions of programs, so that graph and programs agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import networkx as nx
import numpy as np
from attrs import frozen

from espire_dsl.language.types import MEASURING, WORDS
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.call import BatchedCall, BatchedResult
from espire_dsl.program.arrays.columns import Column, FrameColumn, Ints, ThingColumn
from espire_dsl.program.arrays.frames import PlacedFrame, coordinates, place_frame
from espire_dsl.program.arrays.functions import BATCHED
from espire_dsl.program.single import batch_of
from espire_dsl.scene.frames import Direction, FrameKind
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.networkx_io import DERIVED

Attributes = dict[str, Any]
Line = tuple[str, str, str, Attributes]

_GRAPHS_KEPT: Final = 8
"""The graph of a full shelf takes some ten megabytes."""
FRAMES: Final[tuple[FrameKind, ...]] = ("relative", "intrinsic")
SIDES: Final[tuple[Direction, ...]] = ("left", "front")


def relations(scene: Scene) -> nx.MultiDiGraph[str]:
    """The graph of a scene with its spatial relations, derived when first asked for; it is frozen."""
    return _derived(scene)


@lru_cache(_GRAPHS_KEPT)
def _derived(scene: Scene) -> nx.MultiDiGraph[str]:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(scene.graph)
    pairs = _Pairs.of(batch_of(scene))
    framed = (_framed(pairs, kind) for kind in FRAMES)
    for lines in (_distances(pairs), *framed, _absolute(pairs)):
        graph.add_edges_from((a, b, key, {**told, DERIVED: True}) for a, b, key, told in lines)
    return nx.freeze(graph)


@frozen(eq=False)
class _Pairs:
    """All pairs of different things of one scene, as rows: `a` is spoken of, `b` is where it is seen from."""

    batch: SceneBatch
    a: Ints
    b: Ints

    @classmethod
    def of(cls, batch: SceneBatch) -> _Pairs:
        number = len(batch.nodes)
        a, b = np.nonzero(~np.eye(number, dtype=bool))
        return cls(batch, a, b)

    @property
    def scenes(self) -> Ints:
        return np.zeros(len(self.a), dtype=np.int64)

    def call(self, function: str, seen_from: str, **arguments: Column) -> BatchedResult:
        """A function of programs, of every pair."""
        things = {"a": ThingColumn(self.a), seen_from: ThingColumn(self.b)}
        return BATCHED[function](BatchedCall(self.batch, self.scenes, {**things, **arguments}))

    def along(self, kind: FrameKind, direction: Direction) -> list[float]:
        """How far each thing lies in a direction from the other."""
        places = np.arange(len(self.batch.nodes))
        found = coordinates(self.batch, np.zeros_like(places), PlacedFrame(kind, places), direction, places)
        return list(found[self.b, self.a].tolist())

    def lines(self, key: str, has: Ints | None = None, **columns: list[Any]) -> Iterator[Line]:
        """An edge for each pair that has no failure, with the attributes of its row."""
        ids = [node.id for node in self.batch.nodes]
        failed = np.zeros(len(self.a), dtype=np.int64) if has is None else has
        for row, (a, b) in enumerate(zip(self.a.tolist(), self.b.tolist(), strict=True)):
            if not failed[row]:
                yield ids[a], ids[b], key, {name: column[row] for name, column in columns.items()}


def _distances(pairs: _Pairs) -> Iterator[Line]:
    ways = {
        way: _values(pairs.call("distance", "to", by=np.full(len(pairs.a), way, dtype=object)))
        for way in WORDS[MEASURING]
    }
    return pairs.lines("distance", None, **ways)


def _framed(pairs: _Pairs, kind: FrameKind) -> Iterator[Line]:
    """Directions as the viewer or the other thing sees them; none where these have no front."""
    frame = FrameColumn(kind, pairs.b if kind == "intrinsic" else None)
    _, failed = place_frame(pairs.batch, pairs.scenes, frame, pairs.b)
    if failed is not None and failed.all():
        return iter(())
    arguments: Mapping[str, Column] = {"in": frame}
    hours = pairs.call("clock_hour", "of", **arguments)
    return pairs.lines(
        kind,
        failed,
        **{side: pairs.along(kind, side) for side in SIDES},
        direction=_values(pairs.call("direction", "from", **arguments)),
        hour=_values(hours),
    )


def _absolute(pairs: _Pairs) -> Iterator[Line]:
    return pairs.lines(
        "absolute",
        None,
        up=pairs.along("absolute", "up"),
        direction=_values(pairs.call("map_direction", "from")),
    )


def _values(given: BatchedResult) -> list[Any]:
    """The values of a column; None where there is none."""
    assert isinstance(given.column, np.ndarray)
    values = given.column.tolist()
    if given.failed is None:
        return list(values)
    return [None if bad else value for value, bad in zip(values, given.failed.tolist(), strict=True)]
