"""Scores of a shortcut: correctness as a whole, where the shortcut helps and where it misleads, over a grid
of two swept values, and along a third."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

import numpy as np
from attrs import frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.probing.bootstrap import Mean, Resampled
from espire_dsl.probing.correctness import Correctness, Judged, Measure
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.rotation import Array
from espire_dsl.tasks.task import Task

SPLIT, DV = "split", "dv"
"""The tags by which families say whether the shortcut helps, and by how many pixels."""
CONSISTENT, COUNTER = "consistent", "counter"


@frozen
class Layout:
    """Which swept values span the heat map of a family, and along which one its curve runs."""

    grid: tuple[str, str] | None = None
    curve: str | None = None


LAYOUTS: Final[Mapping[str, Layout]] = {
    "tunnel.phase": Layout(grid=("a", "b")),
    "tunnel.size": Layout(curve="s"),
}
"""What families of the package are drawn by; others are told."""


@frozen
class GridCell:
    """The mean over all questions about one pair of swept values; `split` where all of them have the same."""

    row: float
    column: float
    value: float
    count: int
    split: str | None


@frozen
class Grid:
    """A heat map: the values of its two axes, and the cells that have any answers."""

    names: tuple[str, str]
    rows: tuple[float, ...]
    columns: tuple[float, ...]
    cells: tuple[GridCell, ...]

    def as_array(self, split: str | None = None) -> Array:
        """Rows by columns, with NaN where there is nothing; of one split alone, if one is named."""
        found = np.full((len(self.rows), len(self.columns)), np.nan)
        for cell in self.cells:
            if split is None or cell.split == split:
                found[self.rows.index(cell.row), self.columns.index(cell.column)] = cell.value
        return found


@frozen
class Curve:
    """The mean at each swept value; `gap` is that at the first less that at the last."""

    name: str
    unit: str | None
    points: tuple[tuple[float, Mean], ...]
    gap: Mean | None


@frozen
class FamilyScores:
    """The scores of one family. `gap` is consistent less counter: 0 without the shortcut, and also for a
    model that guesses, so that `v` belongs beside it. `left_out` counts questions within the band about
    level."""

    family: str
    v: Mean
    consistent: Mean | None
    counter: Mean | None
    gap: Mean | None
    grid: Grid | None
    curve: Curve | None
    left_out: int


@frozen
class Scores:
    """The scores of all families, by one measure."""

    measure: Measure
    families: tuple[FamilyScores, ...]
    unreadable: int


def scores_of(
    correctness: Correctness,
    cameras: Mapping[str, Mapping[str, Camera]],
    *,
    band: float = 0.0,
    layout: Layout | None = None,
    family: str = "*",
) -> Scores:
    """The scores of each family that is asked for. Questions whose `dv` is less than `band` of the picture's
    height count in `v`, and neither as consistent nor as counter; `cameras` are those of scenes."""
    by_family: dict[str, list[Judged]] = {}
    for judged in correctness.judged:
        if fnmatchcase(judged.task.family, family):
            by_family.setdefault(judged.task.family, []).append(judged)
    if not by_family:
        raise UsageError(f"no answered question belongs to a family {family}")
    return Scores(
        correctness.measure,
        tuple(
            _family(name, some, cameras, band, layout or LAYOUTS.get(name, Layout()))
            for name, some in sorted(by_family.items())
        ),
        correctness.unreadable,
    )


def _family(
    name: str,
    judged: Sequence[Judged],
    cameras: Mapping[str, Mapping[str, Camera]],
    band: float,
    layout: Layout,
) -> FamilyScores:
    splits = [one.task.tags.get(SPLIT) for one in judged]
    near = [_is_within(one.task, cameras, band) for one in judged]
    along = [] if layout.curve is None else [swept(one.task, layout.curve) for one in judged]
    values = sorted(set(along))
    groups = [
        np.ones(len(judged), dtype=bool),
        *(np.array([s == name and not n for s, n in zip(splits, near, strict=True)]) for name in _SIDES),
        *(np.array([at == value for at in along]) for value in values),
    ]
    resampled = _resampled(judged, groups)
    whole = resampled.mean(0)
    assert whole is not None
    points = [(value, resampled.mean(place)) for place, value in enumerate(values, 1 + len(_SIDES))]
    curve = None
    if layout.curve is not None:
        last = len(groups) - 1
        gap = resampled.difference(1 + len(_SIDES), last) if len(values) > 1 else None
        known = tuple((value, mean) for value, mean in points if mean is not None)
        curve = Curve(layout.curve, _unit(judged[0].task, layout.curve), known, gap)
    return FamilyScores(
        name,
        whole,
        resampled.mean(1),
        resampled.mean(2),
        resampled.difference(1, 2),
        None if layout.grid is None else _grid(judged, layout.grid),
        curve,
        sum(near),
    )


_SIDES: Final = (CONSISTENT, COUNTER)


def _resampled(judged: Sequence[Judged], groups: Sequence[Any]) -> Resampled:
    """The sums and counts of groups of questions by scene, resampled."""
    scenes = {id: number for number, id in enumerate(sorted({one.task.scene for one in judged}))}
    places = np.array([scenes[one.task.scene] for one in judged])
    values = np.array([one.v for one in judged])
    sums, counts = np.zeros((len(scenes), len(groups))), np.zeros((len(scenes), len(groups)))
    for number, group in enumerate(groups):
        np.add.at(sums[:, number], places[group], values[group])
        np.add.at(counts[:, number], places[group], 1)
    return Resampled.of(sums, counts)


def _is_within(task: Task, cameras: Mapping[str, Mapping[str, Camera]], band: float) -> bool:
    """Whether two things are about equally high in the picture of a task that a side is known of."""
    if not band or DV not in task.tags:
        return False
    return bool(abs(task.tags[DV]) < band * cameras[task.scene][task.view].height)


def swept(task: Task, name: str) -> float:
    """The value of a variable of a task."""
    for argument in task.args:
        if argument["name"] == name and isinstance(argument["value"], int | float):
            return float(argument["value"])
    known = ", ".join(a["name"] for a in task.args if isinstance(a["value"], int | float))
    raise UsageError(f"tasks of {task.family} have no number {name}; they have {known or 'none'}")


def _unit(task: Task, name: str) -> str | None:
    return next((argument["unit"] for argument in task.args if argument["name"] == name), None)


def _grid(judged: Sequence[Judged], names: tuple[str, str]) -> Grid:
    found: dict[tuple[float, float], list[Judged]] = {}
    for one in judged:
        found.setdefault((swept(one.task, names[0]), swept(one.task, names[1])), []).append(one)
    return Grid(
        names,
        tuple(sorted({row for row, _ in found})),
        tuple(sorted({column for _, column in found})),
        tuple(_cells(found)),
    )


def _cells(found: Mapping[tuple[float, float], Sequence[Judged]]) -> Iterator[GridCell]:
    for (row, column), some in sorted(found.items()):
        splits = {one.task.tags.get(SPLIT) for one in some}
        split = splits.pop() if len(splits) == 1 else None
        yield GridCell(row, column, sum(one.v for one in some) / len(some), len(some), split)
