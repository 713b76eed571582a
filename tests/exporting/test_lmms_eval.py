"""The export for lmms-eval, loaded by the package itself where it is installed."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from espire_dsl.cli import main
from espire_dsl.scoring.frames import leaves_frame_open
from espire_dsl.tasks.task import Task, task_to_line

NAMES = ("espire_dsl_localization", "espire_dsl_questions")
REPLIES = {
    **{"task0": "[625, 500]", "task1": "[25, 500]", "task2": "yes", "task3": "yes", "task4": "(B)"},
    **{"task5": "20 cm", "task6": "0.40 m", "task7": "three", "task8": "blue", "task9": "C, A, B"},
}
RIGHT = {"task0", "task1", "task2", "task4", "task6", "task7", "task9"}


@pytest.fixture(scope="module")
def folder(exported_set: tuple[Path, list[Task]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("lmms") / "harness"
    assert main(["export", "lmms-eval", str(exported_set[0]), "-o", str(target)]) == 0
    return target


class _Loader(yaml.SafeLoader):
    """Reads `!function` as the name that it is."""


_Loader.add_constructor("!function", lambda loader, node: loader.construct_scalar(node))


def configs(folder: Path) -> Iterator[dict[str, Any]]:
    for name in NAMES:
        yield yaml.load((folder / f"{name}.yaml").read_text(encoding="utf-8"), _Loader)


def functions(folder: Path) -> Any:
    spec = importlib.util.spec_from_file_location("utils", folder / "utils.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_function_that_a_file_names_is_there(folder: Path) -> None:
    utils = functions(folder)
    for config in configs(folder):
        named = [value for value in config.values() if isinstance(value, str) and value.startswith("utils.")]
        named += [metric["aggregation"] for metric in config["metric_list"]]
        assert len(named) >= 5
        assert all(callable(getattr(utils, name.removeprefix("utils."))) for name in named)


def test_tables_hold_the_records_as_they_are_and_the_pictures(
    folder: Path, exported_set: tuple[Path, list[Task]], tmp_path: Path
) -> None:
    import datasets

    out, made = exported_set
    utils = functions(folder)
    seen = {}
    for config in configs(folder):
        file = folder / config["dataset_kwargs"]["data_files"]["test"]
        table = datasets.load_dataset("parquet", data_files={"test": str(file)}, cache_dir=str(tmp_path))
        for doc in table[config["test_split"]]:
            seen[doc["id"]] = doc
            task = next(task for task in made if task.id == doc["id"])
            assert doc["record"] == task_to_line(task)
            assert task.instruction in utils.doc_to_text(doc)
            assert json.loads(utils.doc_to_target(doc)) == task.answers
            (picture,) = utils.doc_to_visual(doc)
            assert picture.mode == "RGB"
            from PIL import Image

            with Image.open(out / "images" / task.scene / "world.png") as original:
                assert picture.tobytes() == original.convert("RGB").tobytes()
    assert set(seen) == {task.id for task in made if not leaves_frame_open(task)}
    assert seen["task4"]["question"].split("\n")[1:4] == ["A. a", "B. b", "C. c"]


def test_replies_are_right_and_wrong_as_they_are(folder: Path) -> None:
    import pyarrow.parquet

    utils = functions(folder)
    right = set()
    for config in configs(folder):
        results = getattr(utils, config["process_results"].removeprefix("utils."))
        for doc in pyarrow.parquet.read_table(
            folder / config["dataset_kwargs"]["data_files"]["test"]
        ).to_pylist():
            found = results(doc, [REPLIES[doc["id"]]])
            assert set(found) <= {metric["metric"] for metric in config["metric_list"]}
            first = found[config["metric_list"][0]["metric"]]
            right |= {doc["id"]} if first == 1 else set()
    assert right == RIGHT


def test_the_same_set_gives_the_same_bytes(
    folder: Path, exported_set: tuple[Path, list[Task]], tmp_path: Path
) -> None:
    assert main(["export", "lmms-eval", str(exported_set[0]), "-o", str(tmp_path / "again")]) == 0
    for path in folder.iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()


def test_a_folder_that_holds_something_stays_as_it_is(
    exported_set: tuple[Path, list[Task]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["export", "lmms-eval", str(exported_set[0]), "-o", str(tmp_path)]) == 2
    assert "new or empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.filterwarnings("default")
def test_the_package_itself_loads_asks_and_scores(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    tasks = pytest.importorskip(
        "lmms_eval.tasks", reason="lmms-eval is not installed: it needs PyTorch, which takes gigabytes"
    )
    monkeypatch.chdir(folder)  # releases look for tables where they are started
    manager = tasks.TaskManager(include_path=str(folder), include_defaults=False)
    assert set(NAMES) <= set(manager.all_tasks)
    right = set()
    for name, task in tasks.get_task_dict(list(NAMES), manager).items():
        docs = list(task.test_docs())
        assert docs
        for doc in docs:
            assert task.doc_to_visual(doc)[0].size == (40, 30)
            assert task.doc_to_text(doc)
            found = task.process_results(doc, [REPLIES[doc["id"]]])
            assert set(found) <= set(task.aggregation()), name
            right |= {doc["id"]} if next(iter(found.values())) == 1 else set()
        means = {metric: join([0.0, 1.0]) for metric, join in task.aggregation().items()}
        assert set(means.values()) == {0.5}
    assert right == RIGHT
