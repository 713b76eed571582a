"""From a task set through runs, people and exports to reports, with scripted models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from espire_dsl.cli import main
from espire_dsl.evaluation.run import Run
from espire_dsl.reporting.report import report_of
from espire_dsl.reporting.table import Cell
from espire_dsl.scoring.scored import scored
from espire_dsl.tasks.files import load


def cells(found: Any, name: str, row: int = 0) -> dict[str, Cell]:
    table = next(table for table in found.tables if table.name == name)
    return dict(zip(table.columns, table.rows[row].cells, strict=True))


def evaluated(out: Path, run: Path, *more: str) -> Path:
    assert main(["evaluate", str(out), "-o", str(run), *more]) == 0
    return run


def test_the_accuracy_of_a_run_is_the_score_of_its_points(made: Path, tmp_path: Path) -> None:
    run = evaluated(made, tmp_path / "run", "--model", "espire/candidate", "--seed", "5")
    lines = [
        {"task": line.task, "points": [list(a.pixel) for a in line.attempts if a.pixel is not None]}
        for line in Run.open(run).localizations()
    ]
    (tmp_path / "points.jsonl").write_text("\n".join(map(json.dumps, lines)))
    score = scored(load(made).tasks, tmp_path / "points.jsonl", answered_only=True)
    part = score.unconstrained or score.all
    assert part is not None
    by_action = {row.name: row for name, rows in part.groups if name == "action" for row in rows}
    found = cells(report_of([run]), "table2")
    of_all = cells(report_of([run]), "table2_of_all_answers")
    assert by_action
    for action, row in by_action.items():
        accuracy = found[f"{action} accuracy"]
        assert (accuracy.hits, accuracy.tasks) == (row.within.hits, row.within.tasks)
        assert of_all[f"{action} accuracy"].hits == row.within_of_all.hits


def test_an_oracle_and_its_replay_give_one_report(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = evaluated(made, tmp_path / "one", "--model", "espire/oracle", "--limit", "5")
    two = evaluated(made, tmp_path / "two", "--replay", str(one))
    capsys.readouterr()
    first, second = report_of([one]), report_of([two])
    assert first.tables == second.tables
    assert all(c.value == 100 for name, c in cells(first, "table2").items() if name.endswith("accuracy"))


def test_a_person_who_knows_all_has_a_share_of_one(made: Path, tmp_path: Path) -> None:
    """The page's own form of the file, with the middle pixel of an answer's mask."""
    from espire_dsl.reports.masks import decoded
    from espire_dsl.scoring.frames import leaves_frame_open

    lines = []
    for task in load(made).tasks:
        if task.feasible and task.masks and not leaves_frame_open(task):
            rows, columns = decoded(task.masks[task.feasible[0]]).nonzero()
            middle = len(rows) // 2
            lines.append({"task": task.id, "points": [[columns[middle] + 0.5, rows[middle] + 0.5]]})
    (tmp_path / "ann.jsonl").write_text("\n".join(json.dumps(line) for line in lines))
    found = report_of((), people=[tmp_path / "ann.jsonl"], task_set=made)
    assert cells(found, "people")["all"].hits == len(lines) > 3
