"""Files of people in reports: shares with their deviation, frames, and agreement with models."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from espire_dsl.cli import main
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.reporting.frames import CATEGORIES, Responses, agreement_table, category_of, unanimity_table
from espire_dsl.reporting.report import report_of
from espire_dsl.reporting.table import Table
from espire_dsl.tasks.files import TaskSet, digest_of, load, save
from espire_dsl.tasks.task import Task
from tests.auditing.making import row_scene
from tests.reporting.making import facts, located, manifest, write_run
from tests.scoring.handmade import pointing, saying

INTRINSIC, RELATIVE, NEITHER = (1.0, 1.0), (21.0, 11.0), (35.0, 25.0)
POINTS = {"intrinsic": INTRINSIC, "relative": RELATIVE, "neither": NEITHER}


def open_task(number: int, category: str, **fields: Any) -> Task:
    """The first rectangle is right in the intrinsic frame, the second in the relative one."""
    made = pointing(
        number,
        (0, 0, 5, 5),
        (20, 10, 30, 20),
        family=f"pick.open.{category}.side",
        tags={"frame_sensitive": True},
        readings={"intrinsic": ["thing0"], "relative": ["thing1"]},
    )
    return evolve(made, scene="row", **fields)


def save_set(out: Path, tasks: Sequence[Task]) -> Path:
    save(out, TaskSet({"seed": 0}, tuple(tasks), (row_scene(),)), {})
    return out


def write_person(path: Path, points: dict[str, tuple[float, float] | None]) -> Path:
    lines = [{"task": task, "points": [] if at is None else [list(at)]} for task, at in points.items()]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def table(found: Any, name: str) -> Table:
    return next(one for one in found.tables if one.name == name)


def test_people_are_averaged_with_their_sample_deviation(tmp_path: Path) -> None:
    tasks = [pointing(n, (0, 0, 5, 5), scene="row") for n in range(4)]
    tasks += [saying(4, "yes_no", True, scene="row")]
    out = save_set(tmp_path / "set", tasks)
    ids = [task.id for task in tasks[:4]]
    files = [
        write_person(tmp_path / f"{name}.jsonl", dict(zip(ids, points, strict=True)))
        for name, points in {
            "ann": [INTRINSIC] * 4,
            "ben": [INTRINSIC, INTRINSIC, RELATIVE, None],
            "eve": [INTRINSIC, INTRINSIC, INTRINSIC, RELATIVE],
        }.items()
    ]
    found = table(report_of((), people=files, task_set=out), "people")
    assert [row.label for row in found.rows[:3]] == ["ann", "ben", "eve"]
    assert [(row.cells[0].hits, row.cells[0].tasks) for row in found.rows[:3]] == [(4, 4), (2, 4), (3, 4)]
    assert found.rows[3].cells[0].value == pytest.approx(75.0)
    assert found.rows[3].cells[0].deviation == pytest.approx(25.0)
    assert found.columns == ("all", "pick"), "nobody answered a question or placed anything"


def responses(label: str, **counts: tuple[int, int, int]) -> Responses:
    """So many intrinsic, relative and other responses by category."""
    told = [
        (f"{category}{number}", f"pick.open.{category}.side", reading)
        for category, three in counts.items()
        for number, reading in enumerate(
            [name for name, count in zip(POINTS, three, strict=True) for _ in range(count)]
        )
    ]
    return Responses.of(label, told)


def test_agreement_is_the_mean_of_rho_over_people() -> None:
    """0.8 +- 0.274 of the paper is {1, 1, 1, .5, .5}."""
    model = responses("model", near=(9, 5, 1))
    people = [
        *(responses(f"p{n}", near=(8, 6, 2)) for n in range(3)),
        *(responses(f"q{n}", near=(6, 8, 2)) for n in range(2)),
    ]
    (row,) = agreement_table([model], people).rows
    assert row.cells[0].value == pytest.approx(0.8)
    assert row.cells[0].deviation == pytest.approx(0.274, abs=5e-4)
    assert row.shown[0] == "0.800 ± 0.274"
    assert row.shown[1:] == ("-", "-"), "nothing was asked about distant things and the table"


def test_unanimity_is_about_tasks_that_all_answered() -> None:
    people = [
        responses("a", near=(2, 1, 0), table=(2, 0, 0)),
        responses("b", near=(1, 2, 0), table=(1, 0, 0)),
    ]
    (row,) = unanimity_table(people).rows
    counts = dict(zip(CATEGORIES, ((one.hits, one.tasks) for one in row.cells), strict=True))
    assert counts == {"near": (2, 3), "distant": (None, None), "table": (1, 1)}


@pytest.mark.parametrize(
    ("family", "category"),
    [("pick.open.near.side", "near"), ("pick.open.table.rank", "table"), ("pick.side", None)],
)
def test_categories_are_in_the_names_of_families(family: str, category: str | None) -> None:
    assert category_of(family) == category


def test_the_study_of_frames_from_files_to_tables(tmp_path: Path) -> None:
    tasks = [open_task(n, CATEGORIES[n % 3]) for n in range(9)]
    shared = open_task(9, "near", readings={"intrinsic": ["thing0"], "relative": ["thing0", "thing1"]})
    out = save_set(tmp_path / "set", [*tasks, shared])
    ann = write_person(tmp_path / "ann.jsonl", {t.id: INTRINSIC for t in [*tasks, shared]})
    ben = write_person(
        tmp_path / "ben.jsonl", {t.id: RELATIVE if n < 3 else INTRINSIC for n, t in enumerate(tasks)}
    )
    run = write_run(
        tmp_path / "run",
        [
            located(t.id, facts(suite="hand", family=t.family, open_frame=True), reading="relative")
            for t in [*tasks, shared]
        ],
        about=manifest(task_set=digest_of(load(out).manifest)),
    )
    found = report_of([run], people=[ann, ben], task_set=out)
    near = [(c.hits, c.tasks) for c in table(found, "frames").rows[0].cells[:3]]
    assert near == [(0, 3), (3, 3), (0, 3)], "the task whose readings overlap is left out"
    assert [c.hits for c in table(found, "frames").rows[2].cells[:3]] == [2, 1, 0]
    # Ranks of (3, 0, 0) and (0, 3, 0) give -0.5; of (2, 1, 0) and (0, 3, 0) they give 0.
    assert table(found, "table8").rows[0].cells[0].value == pytest.approx(-0.25)
    assert [(c.hits, c.tasks) for c in table(found, "unanimity").rows[0].cells] == [(2, 3)] * 3


def test_files_of_people_need_their_set(tmp_path: Path) -> None:
    out = save_set(tmp_path / "set", [pointing(0, (0, 0, 5, 5), scene="row")])
    good = write_person(tmp_path / "ann.jsonl", {"task0": INTRINSIC})
    other = write_person(tmp_path / "ben.jsonl", {"nobody": INTRINSIC})
    run = write_run(tmp_path / "run", [located("a", at=1)])
    with pytest.raises(UsageError, match="--set OUT"):
        report_of((), people=[good])
    with pytest.raises(UsageError, match="answers no task of this set"):
        report_of((), people=[other], task_set=out)
    with pytest.raises(UsageError, match="another task set"):
        report_of([run], people=[good], task_set=out)
    (tmp_path / "more").mkdir()
    twin = write_person(tmp_path / "more" / "ann.jsonl", {"task0": INTRINSIC})
    with pytest.raises(UsageError, match="the same name"):
        report_of((), people=[good, twin], task_set=out)
    with pytest.raises(UsageError, match="name the folder of a run"):
        report_of(())


def test_the_command_reads_people_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = save_set(tmp_path / "set", [pointing(0, (0, 0, 5, 5), scene="row")])
    write_person(tmp_path / "ann.jsonl", {"task0": INTRINSIC})
    assert main(["report", "--set", str(out), "--people", str(tmp_path / "ann.jsonl")]) == 0
    assert "| ann | 100.00 (1/1) [20.65, 100.00] |" in capsys.readouterr().out


def test_what_follows_no_single_reading_counts_nowhere() -> None:
    told = [("t0", "pick.open.near.side", "several"), ("t1", "pick.open.near.side", "no answer")]
    vague = Responses.of("vague", [*told, ("t2", "pick.open.near.side", "neither")])
    assert vague.numbers("near") == [0, 0, 1]
    (row,) = unanimity_table([vague, vague]).rows
    assert (row.cells[0].hits, row.cells[0].tasks) == (1, 1)
