"""Shards as others read them: `datasets` in streaming mode, Croissant, and a plain reader of tars."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from espire_dsl.tasks.files import load
from espire_dsl.tasks.forms.shards import PARQUET, WEBDATASET, ShardChoice
from espire_dsl.tasks.forms.task_table import TASK_COLUMNS
from espire_dsl.tasks.stored import StoredSet
from tests.forms.sharding import resharded

pytestmark = pytest.mark.filterwarnings("ignore")  # of the packages that read the set here
JSON = {column.name for column in TASK_COLUMNS if column.kind == "JSON"}


def streamed(folder: Path, *config: str) -> list[dict[str, Any]]:
    datasets = pytest.importorskip("datasets", reason="the reader of shards; it is in the extra dev")
    datasets.disable_progress_bars()
    return list(datasets.load_dataset(str(folder), *config, split="test", streaming=True))


def test_datasets_streams_tasks_with_their_pictures(drawn: dict[str, Path]) -> None:
    rows = {row["id"]: row for row in streamed(drawn[PARQUET])}
    stored = StoredSet(drawn["files"])
    assert rows.keys() == set(stored.tasks.ids)
    for task in stored.tasks:
        row = rows[task.id]
        for name in (column.name for column in TASK_COLUMNS):
            cell = row[name]
            assert (json.loads(cell) if name in JSON and cell is not None else cell) == getattr(task, name)
        content = stored.form.picture(task.scene, f"{task.view}.png")
        assert content is not None
        assert np.array_equal(np.asarray(row["image"]), np.asarray(Image.open(io.BytesIO(content))))


def test_datasets_streams_scenes_with_all_pictures(drawn: dict[str, Path]) -> None:
    rows = streamed(drawn[PARQUET], "scenes")
    stored = StoredSet(drawn["files"])
    assert [row["id"] for row in rows] == sorted(stored.scenes.ids)
    for row in rows:
        assert json.loads(row["record"])["graph"]["id"] == row["id"]
        pictures = {file["path"]: file["bytes"] for file in row["pictures"]}
        names = stored.form.picture_names(row["id"])
        assert pictures == {name: stored.form.picture(row["id"], name) for name in names} != {}


def test_datasets_streams_samples_of_tars(drawn: dict[str, Path]) -> None:
    samples = streamed(drawn[WEBDATASET])
    task_set = load(drawn["files"])
    assert len(samples) == len(task_set.scenes)
    ids = [json.loads(line)["id"] for sample in samples for line in sample["tasks.jsonl"].splitlines()]
    assert sorted(ids) == sorted(task.id for task in task_set.tasks)
    assert samples[0]["world.png"].size == (64, 48)


def test_a_tar_is_a_tar(drawn: dict[str, Path]) -> None:
    """By the rules of WebDataset: what belongs together has one name up to its first dot, and is together."""
    keys: list[str] = []
    for path in sorted((drawn[WEBDATASET] / "shards").iterdir()):
        with tarfile.open(path) as tar:
            members = tar.getmembers()
            keys += [member.name.partition(".")[0] for member in members]
            assert all(member.isreg() and member.mtime == 0 and member.uid == 0 for member in members)
    together = [key for key, before in zip(keys, ["", *keys], strict=False) if key != before]
    assert together == [f"{number:08}" for number in range(12)]


def test_croissant_reads_the_shards(drawn: dict[str, Path]) -> None:
    mlcroissant = pytest.importorskip("mlcroissant", reason="the reader of the metadata; in the extra dev")
    for name in (PARQUET, WEBDATASET):
        dataset = mlcroissant.Dataset(str(drawn[name] / "croissant.json"))
        assert not dataset.metadata.ctx.issues.errors
        if name == PARQUET:
            ids = {record["tasks/id"].decode() for record in dataset.records("tasks")}
            assert ids == {task.id for task in load(drawn["files"]).tasks}


@pytest.mark.parametrize("name", [PARQUET, WEBDATASET])
@pytest.mark.parametrize(("asked", "expected"), [(1, [12]), (5, [2, 2, 3, 2, 3]), (50, [1] * 12)])
def test_scenes_are_spread_evenly_and_no_shard_is_empty(
    name: str, asked: int, expected: list[int], drawn: dict[str, Path], tmp_path: Path
) -> None:
    shards = resharded(drawn["files"], tmp_path / "set", ShardChoice(asked, name))
    assert list(shards.scenes) == expected
    assert sum(shards.tasks) == len(load(drawn["files"]).tasks)
    assert load(tmp_path / "set").tasks == load(drawn[name]).tasks
    assert load(tmp_path / "set").scenes == load(drawn[name]).scenes


def test_the_page_about_large_sets_can_be_followed(
    drawn: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("datasets", reason="the page shows it; it is in the extra dev")
    page = Path(__file__).resolve().parents[2] / "docs" / "scale.md"
    code = page.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    (tmp_path / "OUT").symlink_to(drawn[PARQUET])
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(compile(code, "scale.md", "exec"), names)
    assert next(iter(names["scenes"]))["id"]
