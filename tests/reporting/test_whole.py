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

pytestmark = pytest.mark.slow


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


def told(report: Any, name: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The cells of a table in report.json, by row and column."""
    rows = report["tables"][name]["rows"]
    return {(row["label"], column): cell for row in rows for column, cell in row["cells"].items()}


def counted(run: Path, protocol: str, action: str) -> list[dict[str, Any]]:
    """The lines of a run that the paper's tables count, as plain JSON."""
    lines = map(json.loads, (run / f"{protocol}.jsonl").read_text().splitlines())
    wanted = {"action": action, "constrained": False, "open_frame": False}
    return [line for line in lines if wanted.items() <= line["facts"].items()]


def test_executions_of_a_real_set_become_the_numbers_of_the_tables(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A small set, a ceiling and a floor in the arena, the report of both; everything is counted again here,
    from nothing but the lines of the runs."""
    more = ("--protocol", "execution", "--limit", "6", "--seed", "1")
    models = ("espire/oracle", "espire/random")
    runs = {
        model: evaluated(made, tmp_path / model.replace("/", "-"), "--model", model, *more)
        for model in models
    }
    assert main(["report", *map(str, runs.values()), "-o", str(tmp_path / "report")]) == 0
    capsys.readouterr()
    report = json.loads((tmp_path / "report" / "report.json").read_text())
    two, five, nine = (told(report, name) for name in ("table2", "table5", "table9"))
    acceptances: dict[str, dict[str, int]] = {"pick": {}, "place": {}}
    seen = 0
    for model, run in runs.items():
        for action in ("pick", "place"):
            found = {line["task"]: line for line in counted(run, "localization", action)}
            done = counted(run, "execution", action)
            assert set(found) == {line["task"] for line in done}
            seen += len(done)
            accepted = [line for line in done if line["turns"][-1]["move"]["accepted"]]
            acceptances[action][model] = len(accepted)
            right = {id for id, line in found.items() if any(a["hit"] for a in line["attempts"])}
            both = [line for line in accepted if line["task"] in right]
            passed = [line for line in both if all(check["passed"] for check in line["status"]["checks"])]
            for column, hits in (
                ("accuracy", len(right)),
                ("acceptance", len(accepted)),
                ("success", len(passed)),
                ("success without status check", len(both)),
            ):
                cell = two[model, f"{action} {column}"]
                assert (cell["hits"], cell["tasks"]) == (hits, len(done)), (model, action, column)
                assert cell["value"] == pytest.approx(100 * hits / len(done))
            moves = [len(line["turns"]) for line in done]
            assert nine[model, f"{action} #update"]["value"] == pytest.approx(2 * sum(moves) / len(moves))
            ends = [line["turns"][-1]["move"] for line in accepted]
            for column, values in (
                ("#localization", [len(found[id]["attempts"]) for id in right]),
                ("#move", [len(line["turns"]) for line in accepted]),
                ("at success", [move["distances_after"]["centre"] for move in ends]),
                ("before success", [move["distances_before"]["centre"] for move in ends]),
            ):
                value = five[model, f"{action} {column}"].get("value")
                assert value == (pytest.approx(sum(values) / len(values)) if values else None), column
    assert seen > 2 * 2
    for action, numbers in acceptances.items():
        assert numbers["espire/oracle"] > numbers["espire/random"]
        assert five["espire/oracle", f"{action} rank"]["value"] == 1
        assert five["espire/random", f"{action} rank"]["value"] == 2
