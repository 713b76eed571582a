"""Asks families of many rows at once, with the batched evaluator; a row is a scene and values of variables.

Where the margin of an hour of the clock is too small by itself and may be clear after all (see `margins`),
the reference evaluator looks at the row again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.language.core.constructor import DEFAULT_MARGIN
from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.family import Family
from espire_dsl.language.operators import COMPARING
from espire_dsl.language.typed import Read
from espire_dsl.program.batched import (
    Request,
    RowResults,
    SceneBatch,
    Step,
    Thing,
    Things,
    columns_of,
    evaluate_rows,
)
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.seen import is_seen
from espire_dsl.tasks.binding import Values, in_scene
from espire_dsl.tasks.margins import CLOCK
from espire_dsl.tasks.outcome import Outcome, answer_of, outcome_of, problem_of
from espire_dsl.tasks.reason import Reason

Row = tuple[int, Values]
"""The index of a scene, and a value for each variable."""

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@frozen(eq=False)
class Measured:
    """What the asked step measured of its candidates; for hours of the clock also how far they are."""

    values: Floats
    reaches: Floats | None = None


@frozen(eq=False)
class Asker:
    """Asks about the scenes of one batch."""

    batch: SceneBatch
    ids: tuple[tuple[str, ...], ...]
    seen: tuple[tuple[bool, ...], ...]

    @classmethod
    def of(cls, scenes: Iterable[Scene]) -> Asker:
        batch = SceneBatch.of(scenes)
        return cls(
            batch,
            tuple(tuple(node.id for node in scene.nodes) for scene in batch.scenes),
            tuple(tuple(is_seen(node) for node in scene.nodes) for scene in batch.scenes),
        )

    def ask(self, family: Family, rows: Sequence[Row]) -> list[Outcome]:
        """The outcome of each row."""
        found: dict[int, Outcome] = {}
        for numbers, results in self._results(family, rows):
            group = [rows[n] for n in numbers]
            found.update(zip(numbers, self._outcomes(family, group, results), strict=True))
        return [found[n] for n in range(len(rows))]

    def measure(self, family: Family, rows: Sequence[Row]) -> list[Measured | Reason]:
        """What the asked step measures in each row, whatever it is asked about that; or why it cannot."""
        found: dict[int, Measured | Reason] = {}
        for numbers, results in self._results(family, rows):
            measured, asked = results.measured, results.asked.asked if results.asked else None
            for row, number in enumerate(numbers):
                problem = results.error(row)
                if problem is not None:
                    found[number] = problem_of(problem)
                    continue
                assert measured is not None
                assert asked is not None
                places = np.flatnonzero(asked[row])
                far = None
                if results.asked is not None and results.asked.made.constructor == CLOCK:
                    far = self._reaches(family, rows[number], results, row, places)
                found[number] = Measured(measured[row, places], far)
        return [found[n] for n in range(len(rows))]

    def _results(self, family: Family, rows: Sequence[Row]) -> Iterator[tuple[list[int], RowResults]]:
        """Rows that ask with the same types are evaluated together."""
        groups: dict[tuple[str, ...], list[int]] = {}
        for number, (_, values) in enumerate(rows):
            types = tuple(v.constructor for v in values.values() if isinstance(v, TypeValue))
            groups.setdefault(types, []).append(number)
        for numbers in groups.values():
            requests = [
                Request(index, in_scene(family, values, self.batch.scenes[index]))
                for index, values in (rows[n] for n in numbers)
            ]
            scenes = np.array([r.scene for r in requests], dtype=np.int64)
            yield numbers, evaluate_rows(family, self.batch, scenes, columns_of(self.batch, requests))

    def _outcomes(self, family: Family, rows: Sequence[Row], results: RowResults) -> Iterator[Outcome]:
        clear, doubtful = _margins(results)
        angles = results.angles
        answers = self._named(results.answers, rows) if isinstance(results.value, Things | Thing) else None
        candidates = None if results.candidates is None else self._named(results.candidates, rows)
        holds: Bools = np.all(results.required, axis=1)
        for row, (index, values) in enumerate(rows):
            problem = results.error(row)
            if problem is not None:
                yield Outcome(problem_of(problem))
                continue
            if doubtful[row]:
                yield outcome_of(family, self.batch.scenes[index], values)
                continue
            turned = {}
            if angles is not None:
                chosen = np.flatnonzero(~np.isnan(angles[row])).tolist()
                turned = {self.ids[index][p]: float(angles[row, p]) for p in chosen}
            yield Outcome(
                None,
                answer_of(results.at(row)) if answers is None else answers[row],
                None if candidates is None else candidates[row],
                bool(clear[row]),
                bool(holds[row]),
                turned,
            )

    def _named(self, mask: Bools, rows: Sequence[Row]) -> list[tuple[str, ...]]:
        """The ids of what a mask marks and is seen in each row; many rows of a scene mark the same."""
        known: dict[tuple[int, bytes], tuple[str, ...]] = {}
        named = []
        for (index, _), marks in zip(rows, mask, strict=True):
            key = (index, marks.tobytes())
            if key not in known:
                places = np.flatnonzero(marks).tolist()
                known[key] = tuple(self.ids[index][p] for p in places if self.seen[index][p])
            named.append(known[key])
        return named

    def _reaches(
        self, family: Family, asked: Row, results: RowResults, row: int, places: NDArray[np.int64]
    ) -> Floats:
        """How far the candidates are from the middle of the clock, on the floor."""
        index, values = asked
        reference = family.asked.argument("of")
        if isinstance(reference, Read) and reference.name in values:
            origin = self.batch.scenes[index].node(values[reference.name]).center
        else:
            frame = results.frame(row)
            assert frame is not None
            origin = frame.origin
        centers = self.batch.centers[index, places]
        return np.array([math.hypot(x - origin[0], y - origin[1]) for x, y, _ in centers.tolist()])


def _margins(results: RowResults) -> tuple[Bools, Bools]:
    """Which rows were decided clearly at every step, and which of the others deserve a second look."""
    clear: Bools = np.ones(len(results), dtype=bool)
    hopeless: Bools = np.zeros(len(results), dtype=bool)
    for step in results.steps:
        small = _too_small(step)
        clear &= ~small
        if step.made.constructor != CLOCK:
            hopeless |= small
    return clear, ~clear & ~hopeless


def _too_small(step: Step) -> Bools:
    required: Any = step.required_margin
    if step.function in COMPARING:
        unit = step.unit(0) if len(required) else None
        required = np.full(len(required), DEFAULT_MARGIN[unit] if unit else np.nan)
    with np.errstate(invalid="ignore"):
        small: Bools = step.margin < required
    return small
