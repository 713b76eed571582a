"""A report: the tables that runs and people give, with the paper's values beside them where that is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.reporting.differences import differences
from espire_dsl.reporting.elsewhere import correlations, read_scores
from espire_dsl.reporting.frames import agreement_table, counts_table, responses_of, unanimity_table
from espire_dsl.reporting.paper import PrintedRow, model_of_paper, printed, printed_table
from espire_dsl.reporting.paper_tables import (
    figure2,
    steps_table,
    table2,
    table2_of_all,
    table3,
    table4,
    table5,
    table7,
    table9,
)
from espire_dsl.reporting.people import People, overlapping, people_table, read_people, set_of
from espire_dsl.reporting.results import RunResults, read_runs
from espire_dsl.reporting.statistics import mean
from espire_dsl.reporting.table import Cell, Row, Table, filled, number, rate

SUITE: Final = "espire"
"""The suite that the paper's tables are about; others stand in a report of their own (--suite)."""
_PRINTED: Final = ("table2", "table3", "table4", "table5", "table8", "table9")


@frozen
class Report:
    """Tables in their order; `notes` are about the whole."""

    runs: tuple[RunResults, ...]
    tables: tuple[Table, ...]
    notes: tuple[str, ...]


def report_of(
    folders: Sequence[Path],
    *,
    people: Sequence[Path] = (),
    task_set: Path | None = None,
    suite: str | None = None,
    paper: bool = False,
    scores: Path | None = None,
) -> Report:
    """The report of runs, in the order in which they are named, and of the files of people."""
    if people and task_set is None:
        raise UsageError("files of people need their task set: --set OUT")
    if not folders and not people:
        raise UsageError("name the folder of a run, or files of people with --people")
    every = read_runs(folders) if folders else ()
    tasks = {} if task_set is None else set_of(task_set, every)
    persons = read_people(people, tasks) if people else None
    chosen, notes = _of_suite(every, suite)
    tables = list(_tables(chosen, every, persons, overlapping(tasks)))
    if scores is not None:
        tables.append(correlations(chosen, read_scores(scores)))
    if task_set is None and any(table.name == "frames" for table in tables):
        notes.append("Without --set, tasks whose readings overlap could not be left out of the frame study.")
    if paper:
        _check_suite(chosen)
        tables = [_beside_paper(table, every) for table in tables]
        notes.append(str(printed()["people"]["text"]))
    return Report(every, tuple(tables), tuple(notes))


def _of_suite(every: Sequence[RunResults], suite: str | None) -> tuple[list[RunResults], list[str]]:
    """The runs on one suite, which is the paper's where it is among them and nothing is said."""
    counts: dict[str, int] = {}
    for run in every:
        for facts in (*(one.facts for one in run.located), *(one.facts for one in run.executed)):
            if not facts.open_frame:
                counts[facts.suite] = counts.get(facts.suite, 0) + 1
    if suite is not None and every and suite not in counts:
        raise UsageError(f"no run has a task of suite {suite}; they have {', '.join(sorted(counts))}")
    chosen = suite or (SUITE if SUITE in counts and len(counts) > 1 else None)
    notes = []
    if chosen is not None:
        others = ", ".join(sorted(set(counts) - {chosen}))
        notes.append(
            f"Tables 2 to 9 are about the suite {chosen}." + (f" Left out: {others}." if others else "")
        )
    return [run.of(chosen) for run in every], notes


def _check_suite(runs: Sequence[RunResults]) -> None:
    """The paper's values are about its own suite."""
    every = (
        *(o.facts for run in runs for o in run.located),
        *(o.facts for run in runs for o in run.executed),
    )
    others = sorted({facts.suite for facts in every if not facts.open_frame and facts.suite != SUITE})
    if others:
        raise UsageError(
            f"the paper's values are about the suite {SUITE}, and these are of {', '.join(others)}"
        )


def _tables(
    runs: Sequence[RunResults],
    every: Sequence[RunResults],
    persons: People | None,
    left_out: frozenset[str],
) -> Iterator[Table]:
    usual = [run for run in runs if not run.is_ablation and (run.located or run.executed)]
    if usual:
        for table in (table2, table2_of_all, table3, figure2, table4, table5):
            yield filled(table(usual))
    acting = [run for run in runs if run.executed]
    if acting:
        yield steps_table(acting)
    ablations = [run for run in acting if run.is_ablation]
    if ablations:
        yield filled(table7(ablations), keep=("asked",))
    yield from _frame_tables(every, persons, left_out)
    if usual:
        yield filled(table9(usual))
    asked = [run for run in every if run.answered]
    if asked:
        yield questions_table(asked)
    yield unread_table([run for run in every if run.located or run.executed])
    if len(runs) > 1:
        compared = differences(runs)
        if compared.rows:
            yield compared
    if persons is not None:
        yield filled(people_table(persons))


def _frame_tables(
    every: Sequence[RunResults], persons: People | None, left_out: frozenset[str]
) -> Iterator[Table]:
    models = [found for run in every if (found := responses_of(run, left_out)).by_task]
    people = [p.frames for p in persons.people if p.frames.by_task] if persons is not None else []
    if models or people:
        yield counts_table([*models, *people])
    if models and people:
        yield agreement_table(models, people)
    if len(people) > 1:
        yield unanimity_table(people)


def questions_table(runs: Sequence[RunResults]) -> Table:
    """Answers in words and numbers by suite and kind."""
    rows = []
    for run in runs:
        for suite, kind in sorted({(one.facts.suite, one.facts.answer_kind) for one in run.answered}):
            some = [o for o in run.answered if (o.facts.suite, o.facts.answer_kind) == (suite, kind)]
            overlaps = [100 * o.overlap for o in some if o.overlap is not None]
            accuracies = [100 * o.accuracy for o in some if o.accuracy is not None]
            cells = (rate(o.right for o in some), number(mean(overlaps)), number(mean(accuracies)))
            rows.append(Row(f"{run.label}: {suite}, {kind}", cells))
    notes = ("EM: exact matches; PM: mean word overlap; MRA: mean relative accuracy, in percent.",)
    return Table("questions", "Questions", ("EM", "PM", "MRA"), tuple(rows), notes)


def unread_table(runs: Sequence[RunResults]) -> Table:
    """Attempts and moves whose answer had no point that counts."""
    rows = []
    for run in runs:
        attempts, moves = sum(o.attempts for o in run.located), sum(o.moves for o in run.executed)
        cells = (
            _share(sum(o.faults for o in run.located), attempts),
            _share(sum(o.faults for o in run.executed), moves),
        )
        rows.append(Row(run.label, cells))
    title = "Answers without a point that counts: empty, refused, unreadable or outside of the picture"
    return Table("unread", title, ("of attempts", "of moves"), tuple(rows))


def _share(hits: int, tries: int) -> Cell:
    return Cell(100 * hits / tries, hits=hits, tasks=tries) if tries else Cell()


def _beside_paper(table: Table, runs: Sequence[RunResults]) -> Table:
    """The printed value in each cell of a model of the paper, rows of its other models, and its footnotes."""
    if table.name == "table7":
        return _beside_table7(table)
    if table.name not in _PRINTED:
        return table
    known = printed_table(table.name)
    by_label = {run.label: run.manifest for run in runs}
    rows, used = [], set()
    for row in table.rows:
        manifest = by_label.get(row.label)
        if manifest is None:
            values: Mapping[str, Any] = known.average if row.label == "AVERAGE" else {}
        else:
            found = known.row(model_of_paper(manifest.model), manifest.choices.reflect)
            values = {} if found is None else found.values
            used.add(found)
        rows.append(_with_printed(row, table.columns, values))
    others = [_printed_row(row, table.columns) for row in known.rows if row not in used]
    told = evolve(table, rows=(*rows, *others))
    return told.with_notes(["Before a stroke: the paper's value.", *(_footnote(n) for n in known.notes)])


def _beside_table7(table: Table) -> Table:
    known = {row.model: row.values for row in printed_table("table7").rows}
    rows = [_with_printed(row, table.columns, known.get(row.cells[0].text or "", {})) for row in table.rows]
    notes = [_footnote(note) for note in printed_table("table7").notes]
    return evolve(table, rows=tuple(rows)).with_notes(
        ["Before a stroke: the paper's value, of Qwen3-VL-235B-A22B.", *notes]
    )


def _with_printed(row: Row, columns: Sequence[str], values: Mapping[str, Any]) -> Row:
    cells = zip(columns, row.cells, strict=True)
    return evolve(row, cells=tuple(evolve(cell, printed=values.get(column)) for column, cell in cells))


def _printed_row(row: PrintedRow, columns: Sequence[str]) -> Row:
    label = f"paper: {row.model}, with reflection" if row.reflect else f"paper: {row.model}"
    return _with_printed(Row(label, (Cell(),) * len(columns), of_paper=True), columns, row.values)


def _footnote(note: Any) -> str:
    where = ", ".join(part for part in (note.row, note.column) if part is not None)
    return f"Paper, {where}: {note.text}" if where else f"Paper: {note.text}"
