"""Markdown, CSV, JSON and the page have the same numbers, and no text of a run becomes markup."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve

from espire_dsl.cli import main
from espire_dsl.reporting.formats import csv_text, escaped, json_text, markdown
from espire_dsl.reporting.page import report_html
from espire_dsl.reporting.plots import figures
from espire_dsl.reporting.report import Report, report_of
from espire_dsl.reporting.table import Cell
from tests.reporting.making import executed, facts, located, manifest, write_run

HOSTILE = '=<script>alert("1")</script> | $x^2$ `a` _b_ [c](d) \u202e'


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("runs")
    tasks = range(7)
    places = facts(action="place", level="hard")
    runs = [
        write_run(
            folder / model.split("/")[-1][:4].strip("=<"),
            [
                *(located(f"t{n}", at=1 if n < right else None) for n in tasks),
                *(located(f"p{n}", places, at=2 if n < right else None) for n in tasks),
            ],
            [executed(f"t{n}", at=2 if n % 2 else None, status=bool(n % 2) or None) for n in tasks],
            about=manifest(model),
        )
        for model, right in (("espire/one", 3), (f"x/{HOSTILE}", 5))
    ]
    return report_of(runs, paper=True)


def test_all_formats_have_the_same_numbers(found: Report) -> None:
    text, data = markdown(found), json.loads(json_text(found))
    lines = list(csv.DictReader(io.StringIO(csv_text(found))))
    page = Tags()
    page.feed(report_html(found, ()))
    shown = " ".join(" ".join(page.text).split())
    for table in found.tables:
        by_cell = {(line["row"], line["column"]): line for line in lines if line["table"] == table.name}
        for row, told in zip(table.rows, data["tables"][table.name]["rows"], strict=True):
            assert told["label"] == row.label
            for column, cell, words in zip(table.columns, row.cells, row.shown, strict=True):
                assert words in text
                if cell.hits is None:
                    assert words in shown
                stored = told["cells"][column]
                assert (stored.get("value"), stored.get("hits")) == (cell.value, cell.hits)
                if cell != Cell() and "script" not in row.label:
                    line = by_cell[row.label, column]
                    assert line["value"] == ("" if cell.value is None else repr(cell.value))
                    assert line["tasks"] == ("" if cell.tasks is None else str(cell.tasks))


def test_names_of_models_are_no_markup(found: Report) -> None:
    page = Tags()
    page.feed(report_html(found, ()))
    assert "script" not in page.tags
    assert "alert" in " ".join(page.text)
    html = report_html(found, ())
    assert "\u202e" not in html
    assert "default-src 'none'" in html
    assert not re.search(r'(?:src|href)="(?!data:)', html)
    for line in markdown(found).splitlines():
        if line.startswith("| x/"):
            cells = re.split(r"(?<!\\)\|", line)
            assert "<" not in re.sub(r"\\.", "", line)
            assert len(cells) > 2


def test_rows_of_markdown_have_a_cell_for_each_column(found: Report) -> None:
    for block in re.split(r"\n## ", markdown(found))[1:]:
        rows = [line for line in block.splitlines() if line.startswith("|")]
        assert len({len(re.split(r"(?<!\\)\|", row)) for row in rows}) == 1


def test_a_spreadsheet_takes_no_label_for_a_formula(found: Report) -> None:
    table = found.tables[0]
    row = evolve(table.rows[0], label='=HYPERLINK("x")')
    spoiled = evolve(found, tables=(evolve(table, rows=(row,)),))
    assert all(line["row"] == '\'=HYPERLINK("x")' for line in csv.DictReader(io.StringIO(csv_text(spoiled))))


@pytest.mark.parametrize("text", ["a|b", "<b>", "[x](y)", "`c`", "*d*", "_e_", "a\nb"])
def test_markdown_shows_texts_as_they_are(text: str) -> None:
    plain = re.sub(r"\\(.)", r"\1", escaped(text))
    assert plain == text.replace("\n", " ")
    assert not re.search(r"(?<!\\)[|<`*_\[]", escaped(text))


def test_the_command_writes_one_file_or_all_and_always_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(write_run(tmp_path / "run", [located("a", at=1)]))
    assert main(["report", run, "-o", str(tmp_path / "all")]) == 0
    assert main(["report", run, "-o", str(tmp_path / "again")]) == 0
    names = sorted(path.name for path in (tmp_path / "all").iterdir())
    assert names == ["report.csv", "report.html", "report.json", "report.md"]
    for name in names:
        assert (tmp_path / "all" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()
    assert main(["report", run, "-o", str(tmp_path / "one.json")]) == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "all" / "report.json").read_bytes()
    capsys.readouterr()
    assert main(["report", run]) == 0
    assert capsys.readouterr().out == (tmp_path / "all" / "report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda _: None, "this is no run"),
        (lambda folder: folder.mkdir(), "this is no run"),
        (lambda folder: write_run(folder), "no finished task"),
        (lambda folder: folder.write_text("x"), "this is no run"),
    ],
)
def test_what_is_no_run_is_told_in_a_sentence(
    make: object, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path / "run")  # type: ignore[operator]
    assert main(["report", str(tmp_path / "run"), "-o", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(error.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_figures_are_the_same_each_time_and_take_any_name(found: Report) -> None:
    pytest.importorskip("matplotlib", reason="figures are drawn by matplotlib, of the extra `report`")
    drawn, again = list(figures(found.tables)), list(figures(found.tables))
    assert drawn == again
    assert {"Table 2: accuracy, acceptance and success"} <= {figure.title for figure in drawn}
    for figure in drawn:
        root = ElementTree.fromstring(figure.svg)
        assert not [part for part in root.iter() if part.tag.endswith("script")]
    html = report_html(found, drawn)
    assert html.count("data:image/svg+xml;base64,") == len(drawn)
