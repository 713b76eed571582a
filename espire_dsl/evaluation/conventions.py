"""How a model gives points: declared by its family in conventions.toml, never guessed from the numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.evaluation.records import ConventionRecord
from espire_dsl.scoring.conventions import Convention, Size
from espire_dsl.scoring.prediction import Point


@frozen
class PointConvention:
    """`record` is what a run writes down; `models` are the names of models that it is the default of."""

    record: ConventionRecord
    models: tuple[str, ...]
    source: str

    @property
    def name(self) -> str:
        return self.record.name

    @property
    def order(self) -> str:
        return self.record.order

    def in_pixels(self, given: Point, size: Size) -> Point:
        """A point as a model wrote it, in pixels of the picture that was sent. Nothing is clipped."""
        seen = self._seen_size(size)
        x, y = Convention(self.record.points, self.record.order).in_pixels(given, seen)
        return x * size[0] / seen[0], y * size[1] / seen[1]

    def as_given(self, pixel: Point, size: Size) -> Point:
        """The other way round: how the model would write a pixel."""
        seen = self._seen_size(size)
        far = Convention(self.record.points, "xy").in_pixels((1.0, 1.0), seen)
        x, y = (pixel[axis] * seen[axis] / size[axis] / far[axis] for axis in (0, 1))
        return (x, y) if self.order == "xy" else (y, x)

    def form(self, size: Size) -> str:
        """What a system text says about the form of an answer."""
        table = _table()
        seen = self._seen_size(size)
        unit = table["unit"][self.record.points].replace("{width}", str(seen[0]))
        text: str = table["form"][self.record.form]
        return text.replace("{unit}", unit.replace("{height}", str(seen[1])))

    def _seen_size(self, size: Size) -> Size:
        """The size of the picture as the model sees it."""
        grid = self.record.grid
        if grid is None:
            return size
        width, height = (max(grid, round(side / grid) * grid) for side in size)
        return width, height


@cache
def _table() -> dict[str, Any]:
    text = files("espire_dsl.evaluation").joinpath("conventions.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def conventions() -> Mapping[str, PointConvention]:
    """All that are declared, by name."""
    return {
        name: PointConvention(
            ConventionRecord(name, entry["points"], entry["order"], entry["form"], entry.get("grid")),
            tuple(entry["models"]),
            entry["source"],
        )
        for name, entry in _table()["convention"].items()
    }


def convention_of(model: str, name: str | None = None) -> PointConvention:
    """The convention of this name, or else the one that is declared for a model."""
    known = conventions()
    if name is not None:
        if name not in known:
            near = nearest(name, tuple(known))
            hint = f"did you mean {near}?" if near else f"there are {', '.join(known)}"
            raise UsageError(f"there is no convention of points called {name}; {hint}")
        return known[name]
    told = model.lower()
    for one in known.values():
        if any(fnmatchcase(told, pattern) for pattern in one.models):
            return one
    raise UsageError(
        f"no convention of points is declared for the model {model}: say with --convention how it gives"
        f" points, one of {', '.join(known)}"
    )
