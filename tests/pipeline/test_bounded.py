"""What a run holds in memory does not grow with its scenes and tasks; how much it holds changes nothing."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from espire_dsl.pipeline import generate as generating
from espire_dsl.pipeline import recording, scene_ref, task_file
from espire_dsl.pipeline.executor import local_executor
from espire_dsl.pipeline.generate import generate
from espire_dsl.pipeline.job_runner import JobRunner
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.store import Store
from espire_dsl.pipeline.task_file import TaskFile
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.task import Task, order_of
from tests.pipeline.helpers import NONE, nobody
from tests.pipeline.jobs import Square
from tests.pipeline.test_again import two_families

KINDS = (Scene, Binding, Task)
FEW, MANY = 6, 24
Report = Callable[[str, int, int], None]


@pytest.fixture
def small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is done some at a time is done two or four at a time."""
    monkeypatch.setattr(scene_ref, "_opened", lru_cache(2)(scene_ref._open))
    monkeypatch.setattr(generating, "SCENES_A_CHUNK", 2)
    monkeypatch.setattr(recording, "TASKS_A_JOB", 2)
    monkeypatch.setattr(recording, "TASKS_A_PART", 4)
    monkeypatch.setattr(task_file, "_KEPT", 2)


def made_of(folder: Path, suites: tuple[Suite, ...], scenes: int, report: Report = nobody) -> list[Task]:
    settings = Settings(per_type=scenes // 2, scenes=scenes, simulator=NONE)
    with Store(folder) as store, local_executor(1) as executor:
        return list(generate(suites, settings, JobRunner(store, executor, NONE, report)).tasks)


def alive() -> Counter[type]:
    gc.collect()
    return Counter(type(thing) for thing in gc.get_objects())


def most_alive(folder: Path, suites: tuple[Suite, ...], scenes: int, before: Counter[type]) -> Counter[type]:
    """By class how many objects more there were at most than before, whenever progress was told."""
    most: Counter[type] = Counter()

    def count(*_: object) -> None:
        now = alive()
        most.update({kind: max(0, now[kind] - before[kind] - most[kind]) for kind in KINDS})

    made_of(folder, suites, scenes, count)
    return most


@pytest.fixture
def uncounted() -> Iterator[None]:
    """What other tests keep alive is not counted, as a run that is done with reading leaves out what it has
    read."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("small_portions", "uncounted")
def test_four_times_the_scenes_and_tasks_are_not_more_objects(tmp_path: Path) -> None:
    suites = two_families(tmp_path / "families")
    before = alive()
    few = most_alive(tmp_path / "few", suites, FEW, before)
    many = most_alive(tmp_path / "many", suites, MANY, before)
    for kind in KINDS:
        assert 0 < many[kind] <= 1.5 * few[kind], kind


def test_portions_change_nothing(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    suites = two_families(tmp_path / "families")
    usual = made_of(tmp_path / "usual", suites, FEW)
    assert len(usual) == 4 * FEW // 2
    request.getfixturevalue("small_portions")
    assert made_of(tmp_path / "small", suites, FEW) == usual
    assert made_of(tmp_path / "usual", suites, FEW) == usual, "from what is remembered of other portions"


@pytest.mark.parametrize("workers", [1, 2])
def test_jobs_are_taken_when_there_is_room_for_them(workers: int) -> None:
    taken: list[int] = []

    def jobs() -> Iterator[Square]:
        for number in range(20):
            taken.append(number)
            yield Square(number)

    with local_executor(workers) as executor:
        for done, _ in enumerate(executor(jobs())):
            assert len(taken) <= done + 1 + 2 * workers
    assert len(taken) == 20


def test_a_file_of_tasks_is_a_sequence_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = made_of(tmp_path / "store", two_families(tmp_path / "families"), FEW)
    monkeypatch.setattr(task_file, "_KEPT", 2)
    file = TaskFile(tmp_path, reversed(tasks))
    ordered = sorted(tasks, key=order_of)
    assert list(file) == ordered
    assert file == tuple(ordered)
    assert file != ordered[1:]
    assert file[-1] == ordered[-1]
    assert file[2:5] == tuple(ordered[2:5])
    places = file.about()
    assert {scene: [file[place].scene for place in some] for scene, some in places.items()} == {
        scene: [scene] * len(some) for scene, some in places.items()
    }
    assert sum(map(len, places.values())) == len(tasks)
    assert sum(file.kinds.values()) == len(tasks)
    assert not list(tmp_path.glob("tmp*")), "the file has no name"
