"""Tables as values: rows of cells that know their counts, so that every format writes the same numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import evolve, frozen

from espire_dsl.reporting.paper import Printed
from espire_dsl.reports.intervals import wilson

NOTHING: Final = "-"


@frozen
class Cell:
    """A number with its digits, or a text, or nothing.

    A rate has `hits` of `tasks`, and its value is the percentage; a mean has the number of values that it is
    one of, and maybe their sample deviation. `printed` is the paper's value.
    """

    value: float | None = None
    text: str | None = None
    digits: int = 2
    hits: int | None = None
    tasks: int | None = None
    deviation: float | None = None
    printed: Printed | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of a rate after Wilson, in percent."""
        if self.hits is None or not self.tasks:
            return None
        low, high = wilson(self.hits, self.tasks)
        return 100 * low, 100 * high


@frozen
class Row:
    """A label and a cell for each column; `of_paper` says that there are printed values and no others."""

    label: str
    cells: tuple[Cell, ...]
    of_paper: bool = False

    @property
    def shown(self) -> tuple[str, ...]:
        """The cells as people read them."""
        return tuple(shown(cell, alone=self.of_paper) for cell in self.cells)


@frozen
class Table:
    """`name` is a word for programs; `notes` stand below it."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    first: str = "model"

    def with_notes(self, notes: Iterable[str]) -> Table:
        return evolve(self, notes=(*self.notes, *notes))


def rate(hits: Iterable[bool]) -> Cell:
    """The share of those that are true; nothing, of nothing."""
    found = list(hits)
    return counted_rate(sum(found), len(found))


def counted_rate(hits: int, tasks: int) -> Cell:
    return Cell(100 * hits / tasks, hits=hits, tasks=tasks) if tasks else Cell()


def number(value: float | None, digits: int = 2, *, of: int | None = None) -> Cell:
    return Cell() if value is None else Cell(value, digits=digits, tasks=of)


def text(words: str) -> Cell:
    return Cell(text=words)


def shown(cell: Cell, *, alone: bool = False) -> str:
    """A cell as people read it: 57.72 (632/1095) [54.78, 60.61]; with the paper's value before a stroke, or
    that alone."""
    own = _own(cell)
    if cell.printed is None:
        return own
    told = _printed(cell.printed, cell.digits)
    return told if alone else f"{told} / {own}"


def _printed(value: Printed, digits: int) -> str:
    if isinstance(value, tuple):
        return f"{value[0]:.3f} ± {value[1]:.3f}"
    return f"{value:.{digits}f}"


def _own(cell: Cell) -> str:
    if cell.text is not None:
        return cell.text
    if cell.value is None:
        return NOTHING
    told = f"{cell.value:.{cell.digits}f}"
    if cell.hits is not None and cell.interval is not None:
        low, high = cell.interval
        return f"{told} ({cell.hits}/{cell.tasks}) [{low:.2f}, {high:.2f}]"
    return told if cell.deviation is None else f"{told} ± {cell.deviation:.{cell.digits}f}"


def filled(table: Table, keep: Sequence[str] = ()) -> Table:
    """Without columns that no row has anything in, but for those that are kept."""
    used = [
        place
        for place, column in enumerate(table.columns)
        if column in keep or any(row.cells[place] != Cell() for row in table.rows)
    ]
    return evolve(
        table,
        columns=tuple(table.columns[place] for place in used),
        rows=tuple(evolve(row, cells=tuple(row.cells[place] for place in used)) for row in table.rows),
    )
