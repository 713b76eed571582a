"""Pages of reports: one file, without script, with a policy that lets nothing else load."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from importlib.resources import files

from attrs import asdict

from espire_dsl.evaluation.records import RunManifest
from espire_dsl.markup import TABLE, Markup, element, joined
from espire_dsl.reporting.plots import Figure
from espire_dsl.reporting.report import Report
from espire_dsl.reporting.table import Row, Table

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def whole_page(title: str, *content: str | None) -> str:
    """A page of escaped content."""
    style = files("espire_dsl.reporting").joinpath("page.css").read_text(encoding="utf-8")
    head = joined(
        Markup('<meta charset="utf-8">\n'),
        element("title", title),
        Markup(f'\n<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">\n'),
        Markup('<meta name="color-scheme" content="light">\n'),
        Markup(f"<style>\n{style}</style>\n"),
    )
    body = element("main", element("h1", title), *content)
    return f'<!doctype html>\n<html lang="en">\n<head>\n{head}</head>\n<body>\n{body}\n</body>\n</html>\n'


def report_html(report: Report, figures: Iterable[Figure], without_figures: str | None = None) -> str:
    """The page of a report; `without_figures` says why there are none, if there are none."""
    drawn = {figure.title: figure for figure in figures}
    parts = [element("p", note) for note in report.notes]
    if without_figures:
        parts.append(element("p", without_figures, class_="note"))
    for table in report.tables:
        parts += [element("h2", table.title, id=table.name), _table(table)]
        parts += [element("p", note, class_="note") for note in table.notes]
        if table.title in drawn:
            parts.append(figure_html(drawn[table.title]))
    parts.append(element("h2", "Runs"))
    parts += [_about(run.label, run.manifest) for run in report.runs]
    return whole_page("Report", *parts)


def _table(table: Table) -> Markup:
    head = element("tr", element("th", table.first), *(element("th", column) for column in table.columns))
    rows = (_row(row) for row in table.rows)
    whole = element(TABLE, element("thead", head), element("tbody", *rows))
    return element("div", whole, class_="wide")


def _row(row: Row) -> Markup:
    pairs = zip(row.cells, row.shown, strict=True)
    cells = (element("td", _cell(text, is_rate=cell.hits is not None)) for cell, text in pairs)
    kind = "printed" if row.of_paper else None
    return element("tr", element("th", row.label, scope="row"), *cells, class_=kind)


def _cell(text: str, *, is_rate: bool) -> Markup:
    """The value, and below it in small print the count and the interval."""
    value, bracket, rest = text.partition(" (")
    return joined(value, element("small", f"({rest}")) if is_rate and bracket else joined(text)


def figure_html(figure: Figure) -> Markup:
    """A figure that stands in the page itself."""
    source = f"data:image/svg+xml;base64,{base64.b64encode(figure.svg).decode('ascii')}"
    return element("figure", element("img", src=source, alt=figure.title))


def _about(label: str, manifest: RunManifest) -> Markup:
    text = json.dumps(asdict(manifest), indent=2, ensure_ascii=False)
    return element("details", element("summary", label), element("pre", text))
