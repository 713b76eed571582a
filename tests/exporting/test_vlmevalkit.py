"""The export for VLMEvalKit, read with pandas in the way that its documentation and its base class state."""

from __future__ import annotations

import base64
import json
import string
from pathlib import Path
from typing import Any

import pandas
import pytest
from attrs import evolve

from espire_dsl.cli import main
from espire_dsl.scoring.frames import leaves_frame_open
from espire_dsl.tasks.task import Task
from tests.exporting.making import options, written
from tests.scoring.handmade import saying

MANDATORY = {"index", "image", "question", "answer"}
LONGEST_INDEX = 64  # a shorter text in `image` is the index of another line


@pytest.fixture(scope="module")
def tables(
    exported_set: tuple[Path, list[Task]], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, pandas.DataFrame]:
    target = tmp_path_factory.mktemp("vlmevalkit") / "LMUData"
    assert main(["export", "vlmevalkit", str(exported_set[0]), "-o", str(target), "--name", "mine"]) == 0
    return {path.stem: pandas.read_csv(path, sep="\t") for path in target.iterdir()}


def test_files_are_taken_for_what_they_are(tables: dict[str, pandas.DataFrame]) -> None:
    """A table with columns A and B is a multiple-choice set; one called openended is asked openly."""
    assert set(tables) == {"mine_choices", "mine_openended"}
    for name, table in tables.items():
        assert set(table.columns) >= MANDATORY
        assert ({"A", "B"} <= set(table.columns)) == (name == "mine_choices")


def test_indices_are_whole_numbers_of_their_own(tables: dict[str, pandas.DataFrame]) -> None:
    for table in tables.values():
        assert table["index"].dtype.kind == "i"
        assert table["index"].is_unique
        assert not table["question"].isna().any()
        assert not table["answer"].isna().any()


def test_every_task_has_its_picture(
    tables: dict[str, pandas.DataFrame], exported_set: tuple[Path, list[Task]]
) -> None:
    out, made = exported_set
    by_id = {task.id: task for task in made}
    seen = set()
    for table in tables.values():
        images = dict(zip(map(str, table["index"]), map(str, table["image"]), strict=True))
        for index, image in images.items():
            if len(image) <= LONGEST_INDEX:
                image = images[image]
                assert len(image) > LONGEST_INDEX
            task = by_id[str(table.set_index("index")["task"][int(index)])]
            assert base64.b64decode(image) == (out / "images" / task.scene / "world.png").read_bytes()
            seen.add(task.id)
    assert seen == {task.id for task in made if not leaves_frame_open(task)}


def test_options_stand_in_the_order_of_the_record(
    tables: dict[str, pandas.DataFrame], exported_set: tuple[Path, list[Task]]
) -> None:
    rows: list[dict[str, Any]] = tables["mine_choices"].to_dict("records")
    by_id = {task.id: task for task in exported_set[1]}
    assert {row["task"] for row in rows} == {"task2", "task3", "task4", "task5"}
    for row in rows:
        task = by_id[row["task"]]
        given = {a: row[a] for a in string.ascii_uppercase if a in row and not pandas.isna(row[a])}
        expected = {o["letter"]: o["text"] for o in task.options or ()} or {"A": "yes", "B": "no"}
        assert given == expected
        assert "Answer with" not in row["question"], "the harness asks for a letter itself"
    assert [row["answer"] for row in rows] == ["A", "B", "B", "B"]


@pytest.mark.parametrize(
    ("texts", "is_choice"),
    [
        (("a", "b", "c"), True),
        (("20 cm", "3rd", "1e5 m"), True),
        (("3", "4", "5"), False),
        (("a", "b", "-2.50"), False),
        (("a", "b", "none"), False),
        (("a", "b", "True"), False),
    ],
)
def test_options_that_pandas_would_change_are_asked_openly(
    texts: tuple[str, ...], is_choice: bool, tmp_path: Path
) -> None:
    """Beside lines without a third option, a column of numbers would become one of floats."""
    tasks = [
        evolve(saying(0, "choice", texts[0], options=options(*texts)), scene="one"),
        evolve(saying(1, "yes_no", True), scene="one", aspect=""),
    ]
    out = tmp_path / "set"
    written(out, tasks)
    assert main(["export", "vlmevalkit", str(out), "-o", str(tmp_path / "new"), "--name", "mine"]) == 0
    table = pandas.read_csv(tmp_path / "new" / "mine_choices.tsv", sep="\t")
    rows = {row["task"]: row for row in table.to_dict("records")}
    assert set(rows) == ({"task0", "task1"} if is_choice else {"task1"})
    if is_choice:
        assert tuple(rows["task0"][letter] for letter in "ABC") == texts
    assert not table["category"].isna().any(), "the harness sorts them"


def test_other_answers_keep_their_types(
    tables: dict[str, pandas.DataFrame], exported_set: tuple[Path, list[Task]]
) -> None:
    by_id = {task.id: task for task in exported_set[1]}
    for row in tables["mine_openended"].to_dict("records"):
        answers = json.loads(row["answer"])
        assert answers == by_id[row["task"]].answers
        assert list(map(type, answers)) == list(map(type, by_id[row["task"]].answers))


def test_what_was_collected_is_scored(
    tables: dict[str, pandas.DataFrame],
    exported_set: tuple[Path, list[Task]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = exported_set[0]
    said = {"task0": "[625, 500]", "task1": "nowhere", "task2": "A", "task3": "B.", "task4": "(b)"}
    both = pandas.concat([table.drop(columns="image") for table in tables.values()])
    both["prediction"] = [said.get(task, "") for task in both["task"]]
    both.to_csv(tmp_path / "replies.tsv", sep="\t", index=False)
    mine = tmp_path / "mine.jsonl"
    argv = ["export", "predictions", str(out), "-o", str(mine), "--replies", str(tmp_path / "replies.tsv")]
    assert main(argv) == 0
    assert main(["score", str(out), str(mine), "--points", "thousand", "--json"]) == 0
    report = json.loads(capsys.readouterr().out.split("\n", 2)[2])
    assert report["all"]["first"]["right"] == 4
    assert report["missing"] == ["task10"], "it leaves the frame open, and was not exported"


@pytest.mark.parametrize("name", ["", "../up", "a b", "1"])
def test_names_that_a_dataset_cannot_have(
    name: str, exported_set: tuple[Path, list[Task]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["export", "vlmevalkit", str(exported_set[0]), "-o", str(tmp_path / "new"), "--name", name]
    assert main(argv) == 2
    assert "cannot be called" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("task\tprediction\nnobody\tyes\n", "no task nobody"),
        ("id\tprediction\ntask2\tyes\n", "columns `task` and `prediction`"),
    ],
)
def test_tables_that_are_about_something_else(
    text: str,
    told: str,
    exported_set: tuple[Path, list[Task]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "t.tsv").write_text(text)
    argv = ["export", "predictions", str(exported_set[0]), "-o", str(tmp_path / "mine.jsonl")]
    assert main([*argv, "--replies", str(tmp_path / "t.tsv")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "mine.jsonl").exists()


def test_a_set_without_pictures_is_refused(
    tmp_path: Path, exported_set: tuple[Path, list[Task]], capsys: pytest.CaptureFixture[str]
) -> None:
    import shutil

    shutil.copytree(exported_set[0], tmp_path / "bare", ignore=shutil.ignore_patterns("images"))
    assert main(["export", "vlmevalkit", str(tmp_path / "bare"), "-o", str(tmp_path / "new")]) == 2
    assert "10 have no picture" in capsys.readouterr().err
