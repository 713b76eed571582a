"""Families that show the camera at the wrist, from end to end: answers, masks and pictures are that camera's.

The hand may be rolled by any angle, so that left on the floor is not always left in its picture.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import espire_dsl
from espire_dsl.api.dataset import LoadedTask
from espire_dsl.cli import main
from espire_dsl.png import decode_gray16, rgb_size
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, matrix
from espire_dsl.validating.validate import validate
from tests.benchmarks.test_recount import recounted

pytestmark = pytest.mark.slow

TEXT = """espire 2

family pick.wrist.near {
  spec        distance coarse, reference viewer
  world       tabletop
  view        wrist
  action      pick
  candidates  books

  let O in viewer
  let R in { Closest, Farthest }

  program     filter_distance(candidates, R, to: O)

  say "{{ Pick }} the book {{ R.of(O) }}."
}

family pick.wrist.side {
  spec        orientation coarse, frame intrinsic, reference viewer
  world       tabletop
  view        wrist
  action      pick
  candidates  books

  let R in { Left, Right }
  let O in viewer

  program     filter_orientation(candidates, R, of: O, in: intrinsic(O))

  say naming frame "{{ Pick }} a book {{ R.of(O) }}."
}

family pick.wrist.edge {
  spec        relationship coarse
  world       tabletop
  view        wrist
  action      pick
  candidates  books

  program     greatest(candidates, by: image_column)

  say "{{ Pick }} the book that is furthest to the right in the picture."
}
"""
OPTIONS = ["--scenes", "12", "--per-type", "3", "--seed", "3", "--resolution", "480x360", "--workers", "1"]
KEPT = (
    "extremes are those of ordinary counting",
    "other answers are found again",
    "answers half visible",
    "answers of 150 pixels",
    "the viewer's left and right are those of the picture",
)
"""Rules of the recount; it does not know programs about pixels, and so few scenes violate others."""


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wrist")
    family, made = folder / "wrist.espire", folder / "set"
    family.write_text(TEXT, encoding="utf-8")
    main(["compile", str(family), "-o", str(made), "--backend", "mujoco", *OPTIONS])
    return made


@pytest.fixture(scope="module")
def tasks(out: Path) -> list[LoadedTask]:
    return list(espire_dsl.load(out))


def test_the_set_is_valid_and_has_tasks_of_each_family(out: Path, tasks: list[LoadedTask]) -> None:
    assert validate(out).findings == ()
    assert {task.record.family for task in tasks} == {"pick.wrist.near", "pick.wrist.side", "pick.wrist.edge"}
    assert {task.record.view for task in tasks} == {"wrist"}


def test_pictures_and_masks_are_those_of_the_wrist(out: Path, tasks: list[LoadedTask]) -> None:
    elsewhere = 0
    for task in tasks:
        assert task.picture is not None
        assert (task.picture.scene, task.picture.camera) == (task.record.scene, "wrist")
        assert rgb_size(task.picture.png) == (360, 480)
        numbers, others = (
            decode_gray16((out / "images" / task.record.scene / f"{camera}.ids.png").read_bytes())
            for camera in ("wrist", "world")
        )
        assert set(task.record.masks) == set(task.answers)
        for id in task.answers:
            mask, node = task.mask(id), task.scene.node(id)
            assert mask is not None
            assert np.array_equal(mask, numbers == node.instance)
            assert mask.sum() == node.pixels["wrist"] > 0
            elsewhere += not np.array_equal(mask, others == node.instance)
    assert elsewhere


def test_answers_are_those_of_whoever_looks_through_the_wrist_camera(tasks: list[LoadedTask]) -> None:
    others = 0
    for task in tasks:
        assert _asked(task, "wrist") == set(task.answers), task.instruction
        others += _asked(task, "world") != set(task.answers)
    assert others, "no task can tell the cameras apart"


def _asked(task: LoadedTask, camera: str) -> set[str]:
    """The answers once more: distances from the camera, and left and right by what its picture shows."""
    lens, name, type_ = task.scene.cameras[camera], task.record.family.rpartition(".")[2], task.record.type
    books = {id: task.scene.node(id) for id in task.record.candidates or ()}
    if name == "near":
        eye = np.asarray(lens.position)
        away = {id: _distance(eye, book) for id, book in books.items()}
        return {(min if type_ == "Closest" else max)(away, key=lambda id: away[id])}
    right, _, back = matrix(lens.quaternion).T
    seen = {id: np.asarray(book.center) - np.asarray(lens.position) for id, book in books.items()}
    columns = {id: float(way @ right / -(way @ back)) for id, way in seen.items()}
    if name == "edge":
        return {max(columns, key=lambda id: columns[id])}
    return {id for id, column in columns.items() if (column < 0) == (type_ == "Left")}


def _distance(point: Array, book: Node) -> float:
    own = matrix(book.quaternion).T @ (point - np.asarray(book.center))
    half = np.asarray(book.extents) / 2
    return float(np.linalg.norm(own - np.clip(own, -half, half)))


def test_the_recount_finds_the_same(out: Path) -> None:
    said = recounted(out).stdout
    for rule in KEPT:
        (line,) = (line for line in said.splitlines() if line[2:].startswith(f"{rule} "))
        tasks, violated, *_ = line[2:].removeprefix(rule).split()
        assert int(tasks) > 0, line
        assert int(violated) == 0, line
