"""Figures of a report by matplotlib (the extra `report`), as SVG: the same report gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, Final

from attrs import frozen

from espire_dsl.diagnostics.cells import harmless
from espire_dsl.reporting.table import Cell, Row, Table

_SETTINGS: Final[Mapping[str, Any]] = {
    "svg.hashsalt": "espire",
    "svg.fonttype": "path",
    "text.parse_math": False,
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
COLOURS: Final = ("#2457c5", "#e0812b", "#1f9d6b", "#b3261e", "#7a5bd0", "#5d626b", "#c2a100", "#2aa7c9")
_PALE: Final = 0.45
_LONGEST: Final = 44
_WIDTH, _HEIGHT = 9.0, 3.4


@frozen
class Figure:
    """An SVG file, with words for those who do not see it."""

    title: str
    svg: bytes


def is_available() -> bool:
    """Whether matplotlib is installed."""
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def figures(tables: Sequence[Table]) -> Iterator[Figure]:
    """The figures of those tables that have one."""
    for table in tables:
        columns = _DRAWN.get(table.name)
        if columns is None:
            continue
        wanted = [column for column in table.columns if columns(column)]
        if wanted and _drawn_rows(table, wanted):
            yield Figure(table.title, _bars(table, wanted))


_DRAWN: Final[Mapping[str, Callable[[str], bool]]] = {
    "table2": lambda column: "without" not in column,
    "table3": lambda _: True,
    "figure2": lambda _: True,
    "table4": lambda _: True,
    "table7": lambda column: column != "asked",
    "frames": lambda _: True,
}


def _drawn_rows(table: Table, columns: Sequence[str]) -> list[tuple[Row, list[Cell]]]:
    """Rows with a rate in one of the columns; of the paper's rows, the printed values are drawn."""
    places = [table.columns.index(column) for column in columns]
    rows = [(row, [row.cells[place] for place in places]) for row in table.rows]
    return [(row, cells) for row, cells in rows if any(_height(cell) is not None for cell in cells)]


def _height(cell: Cell) -> float | None:
    if cell.value is not None:
        return cell.value
    return None if isinstance(cell.printed, tuple) else cell.printed


def _bars(table: Table, columns: Sequence[str]) -> bytes:
    """Groups of bars, one a column, with a bar for each row and the interval of its rate."""
    rows = _drawn_rows(table, columns)

    def draw(canvas: Any) -> None:
        axes = canvas.add_subplot()
        width = 0.8 / len(rows)
        for number, (row, cells) in enumerate(rows):
            places = [group + (number + 0.5) * width - 0.4 for group in range(len(columns))]
            heights = [_height(cell) or 0.0 for cell in cells]
            colour = COLOURS[number % len(COLOURS)]
            strength = _PALE if row.of_paper else 1.0
            axes.bar(places, heights, width * 0.92, color=colour, alpha=strength, label=short(row.label))
            _draw_intervals(axes, places, cells)
        axes.set_xticks(range(len(columns)), [column.replace(" ", "\n", 1) for column in columns])
        axes.set_ylim(0, 100)
        axes.set_ylabel("percent")
        canvas.legend(loc="outside lower center", ncols=2, frameon=False)

    return as_svg(draw, (max(_WIDTH, 0.16 * len(rows) * len(columns)), _HEIGHT))


def as_svg(draw: Callable[[Any], None], size: tuple[float, float]) -> bytes:
    """What is drawn on a canvas of matplotlib, so many inches wide and high."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Canvas

    with mpl.rc_context(dict(_SETTINGS)):
        canvas = Canvas(figsize=size, layout="constrained")
        draw(canvas)
        out = BytesIO()
        FigureCanvasSVG(canvas).print_svg(out, metadata={"Date": None, "Creator": None})
    return out.getvalue()


def _draw_intervals(axes: Any, places: Sequence[float], cells: Sequence[Cell]) -> None:
    known = [(place, cell) for place, cell in zip(places, cells, strict=True) if cell.interval is not None]
    for place, cell in known:
        low, high = cell.interval or (0.0, 0.0)
        axes.plot([place, place], [low, high], color="#1d1f23", linewidth=0.8)


def short(label: str) -> str:
    """A label that fits into a legend."""
    clean = harmless(label)
    # matplotlib leaves out what begins with an underscore.
    text = clean if len(clean) <= _LONGEST else f"{clean[: _LONGEST - 1]}…"
    return f" {text}" if text.startswith("_") else text
