"""A published task set, read by what others read it with."""

from __future__ import annotations

import json
import logging
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from espire_dsl.publishing.fields import COLUMNS
from espire_dsl.publishing.parquet import ROWS_IN_GROUP, write_parquet
from espire_dsl.publishing.publish import publish
from espire_dsl.tasks.files import load
from espire_dsl.tasks.task import FIELDS

pytestmark = pytest.mark.filterwarnings("ignore")  # of the packages that read the set here

LISTS = {column.name for column in COLUMNS if column.kind == "JSON"}


def rows_of(folder: Path) -> dict[str, dict[str, Any]]:
    lines = (folder / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the table as its record has it."""
    return {
        name: json.loads(value) if name in LISTS and value is not None else value
        for name, value in row.items()
        if name != "image"
    }


def loaded(folder: Path, cache: Path) -> Any:
    import datasets

    datasets.disable_progress_bars()
    return datasets.load_dataset(str(folder), split="test", cache_dir=str(cache))


def test_datasets_gives_the_rows_with_images_as_images(made: Path, tmp_path: Path) -> None:
    found = loaded(made, tmp_path)
    expected = rows_of(made)
    assert found.column_names == [*FIELDS, "image"]
    assert {row["id"] for row in found} == expected.keys()
    for row in found:
        assert plain(row) == expected[row["id"]]
        picture = Image.open(made / "images" / row["scene"] / "world.png")
        assert row["image"].size == picture.size
        assert np.array_equal(np.asarray(row["image"]), np.asarray(picture))


def test_a_set_without_pictures_loads_too(bare: Path, tmp_path: Path) -> None:
    assert publish(bare, load(bare)) == ()
    found = loaded(bare, tmp_path / "cache")
    assert found.column_names == list(FIELDS)
    assert {row["id"]: plain(row) for row in found} == rows_of(bare)
    card = (bare / "README.md").read_text(encoding="utf-8")
    assert "This set has no pictures and no masks" in card


def test_croissant_is_valid_and_reads_the_records(made: Path, caplog: pytest.LogCaptureFixture) -> None:
    import mlcroissant

    with caplog.at_level(logging.WARNING):
        dataset = mlcroissant.Dataset(str(made / "croissant.json"))
    issues = dataset.metadata.ctx.issues
    assert not issues.errors
    # A task set says nothing about times, so that equal sets are equal.
    assert [str(issue) for issue in issues.warnings if "datePublished" not in str(issue)] == []
    expected = rows_of(made)
    records = list(dataset.records("tasks"))
    assert {record["tasks/id"].decode() for record in records} == expected.keys()
    first = records[0]
    row = expected[first["tasks/id"].decode()]
    assert first["tasks/instruction"].decode() == row["instruction"]
    assert json.loads(first["tasks/answers"]) == row["answers"]
    assert first["tasks/image"].size == Image.open(made / "images" / row["scene"] / "world.png").size


def test_files_of_the_metadata_have_the_stated_hashes(made: Path) -> None:
    from hashlib import sha256

    data = json.loads((made / "croissant.json").read_text(encoding="utf-8"))
    assert {file["contentUrl"] for file in data["distribution"]} == {
        "tasks.jsonl",
        "scenes.jsonl",
        "tasks.parquet",
    }
    for file in data["distribution"]:
        assert file["sha256"] == sha256((made / file["contentUrl"]).read_bytes()).hexdigest()


def test_a_picture_is_stored_once_however_many_tasks_ask_about_it(made: Path) -> None:
    from pyarrow import parquet

    tasks = load(made).tasks
    assert len(tasks) > 2 * len({task.scene for task in tasks})
    pictures = {task.scene: (made / "images" / task.scene / "world.png").stat().st_size for task in tasks}
    data = parquet.ParquetFile(made / "tasks.parquet").metadata
    image = next(i for i in range(data.num_columns) if data.schema.column(i).path == "image.bytes")
    assert data.num_rows <= ROWS_IN_GROUP
    stored = data.row_group(0).column(image).total_compressed_size
    assert sum(pictures.values()) < stored < 1.05 * sum(pictures.values())


def test_the_same_set_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    again = Path(shutil.copytree(made, tmp_path / "again"))
    for name in ("README.md", "croissant.json", "tasks.parquet"):
        (again / name).unlink()
    publish(again, load(again))
    for name in ("README.md", "croissant.json", "tasks.parquet"):
        assert (again / name).read_bytes() == (made / name).read_bytes()


def test_groups_of_rows_are_bounded_and_keep_every_row(copied: Path) -> None:
    from pyarrow import parquet

    tasks = load(copied).tasks * 5
    write_parquet(copied, tasks)
    file = parquet.ParquetFile(copied / "tasks.parquet")
    sizes = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert max(sizes) == ROWS_IN_GROUP
    assert sum(sizes) == len(tasks)


def test_without_pyarrow_the_table_is_left_out_and_that_is_said(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (notice,) = publish(copied, load(copied))
    assert "pip install 'espire-dsl[hf]'" in notice
    assert not (copied / "tasks.parquet").exists()
    card = (copied / "README.md").read_text(encoding="utf-8")
    assert "This set has no tasks.parquet" in card
    assert "configs:" not in card
    data = json.loads((copied / "croissant.json").read_text(encoding="utf-8"))
    assert {field["source"]["fileObject"]["@id"] for field in data["recordSet"][0]["field"]} == {
        "tasks.jsonl"
    }


def test_croissant_without_the_table_reads_the_lines(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import mlcroissant

    with monkeypatch.context() as context:
        context.setitem(sys.modules, "pyarrow", None)
        publish(copied, load(copied))
    dataset = mlcroissant.Dataset(str(copied / "croissant.json"))
    assert not dataset.metadata.ctx.issues.errors
    found = {
        record["tasks/id"].decode(): record["tasks/family"].decode() for record in dataset.records("tasks")
    }
    assert found == {id: row["family"] for id, row in rows_of(copied).items()}


def test_the_card_counts_the_tasks_and_names_every_field_and_the_licence(made: Path) -> None:
    card = (made / "README.md").read_text(encoding="utf-8")
    assert card.startswith("---\nlicense: cc-by-4.0\n")
    assert all(f"| `{name}` |" in card for name in (*FIELDS, "image"))
    assert "creativecommons.org/licenses/by/4.0" in card
    table = [line.split(" | ") for line in card.split("## Counts")[1].split("##")[0].splitlines()]
    numbers = [int(row[4]) for row in table if len(row) > 4 and row[4].strip().isdigit()]
    assert sum(numbers) == len(load(made).tasks)
