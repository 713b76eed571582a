"""The room of examples/: drawn scenes and scans are asked by the same families."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espire_dsl
from espire_dsl.checking.check import compile_paths
from espire_dsl.cli import main
from espire_dsl.importing.files import read_folder
from espire_dsl.scene.projection import project
from espire_dsl.tasks.drawing import draw_scene
from espire_dsl.tasks.files import load
from espire_dsl.tasks.worlds import load_world
from espire_dsl.testing.run import run_trials
from espire_dsl.validating.validate import validate
from espire_dsl.wording.render import Lexicon

ROOM = Path(__file__).resolve().parents[2] / "examples" / "room"
SCANS = ROOM / "scans" / "flats.json"


def test_all_is_in_form_and_its_laws_and_examples_hold() -> None:
    assert main(["fmt", "--check", str(ROOM)]) == 0
    path = ROOM / "families.espire"
    compiled = compile_paths([path], [ROOM])
    assert compiled.result.findings == ()
    checked = compiled.files[path]
    outcomes = list(run_trials(checked.trials, Lexicon.load(), checked.catalogue, scenes=8))
    assert len(outcomes) == 4
    assert [outcome.finding for outcome in outcomes if not outcome.passed] == []


def test_drawn_rooms_have_areas_and_cameras() -> None:
    world = load_world("room", ROOM / "room.espire")
    for index, (level, chairs) in enumerate((("sparse", (1, 2)), ("full", (3, 4)))):
        scene = draw_scene(world, level, 3, index).scene
        assert sorted(scene.cameras) == ["corner", "top", "world"]
        assert {node.name for node in scene.of_kind("room")} == {"sleeping area", "living area"}
        assert sum(node.category == "chair" for node in scene.nodes) in chairs
        for node in scene.of_kind("piece"):
            x, y, _ = node.center
            assert abs(x) <= 2.5
            around = {id for id, middle in (("sleeping", -1.5), ("living", 1.5)) if abs(y - middle) <= 1.5}
            assert set(scene.targets(node.id, "in")) == around


@pytest.fixture(scope="module")
def mapped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tasks about the map of rooms, with their pictures."""
    out = tmp_path_factory.mktemp("mapped") / "out"
    options = ["--family", "*map*", "--scenes", "8", "--per-type", "2", "--resolution", "320x240"]
    assert (
        main(["compile", str(ROOM), "-o", str(out), "--backend", "mujoco", "--workers", "1", *options]) == 0
    )
    return out


def test_tasks_about_the_map_go_by_its_picture(mapped: Path) -> None:
    assert validate(mapped).findings == ()
    dataset = espire_dsl.load(mapped)
    assert {task.record.view for task in dataset} == {"top"}
    assert {task.record.family.split(".")[-1] for task in dataset} == {"map_edge", "map_place", "map_side"}
    for task in dataset:
        scene = task.scene
        camera = scene.cameras["top"]
        assert (scene.view, scene.viewer.center) == ("top", camera.position)
        assert task.picture is not None
        assert task.picture.camera == "top"
        assert re.search(r"^view +top$", str(task), re.MULTILINE)
        if task.record.family == "point.room.map_edge":
            (answer,) = task.answers
            columns = {node.id: project(camera, node.center) for node in scene.of_kind("piece")}
            assert max(columns, key=lambda id: columns[id] or (0.0, 0.0)) == answer
            mask = task.mask(answer)
            assert mask is not None
            assert np.array_equal(mask, task.picture.ids == scene.node(answer).instance)
            assert mask.sum() == scene.node(answer).pixels["top"]
        if task.record.family == "answer.room.map_side":
            names = {arg["name"]: arg["value"] for arg in task.record.args}
            one, other = (project(camera, scene.node(names[name]).center) for name in "AB")
            assert one is not None
            assert other is not None
            (letter,) = task.answers
            assert letter == ("left" if one[0] < other[0] else "right")
    scored = espire_dsl.score(dataset, baseline="oracle").all
    assert scored is not None
    assert scored.whole.first.share == 1.0


def test_pictures_of_the_view_are_published(mapped: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for row in parquet.read_table(mapped / "tasks.parquet").to_pylist():
        assert row["view"] == "top"
        assert row["image"]["path"].endswith("/top.png")
        assert row["image"]["bytes"] == (mapped / row["image"]["path"]).read_bytes()


@pytest.mark.parametrize("view", ["world", "corner", "tip", "../top"])
def test_a_changed_view_is_found(view: str, mapped: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed"
    shutil.copytree(mapped, changed)
    lines = (changed / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[0])
    record["view"] = view
    (changed / "tasks.jsonl").write_text("\n".join([json.dumps(record), *lines[1:]]) + "\n", encoding="utf-8")
    told = [finding for finding in validate(changed).findings if finding.line == 1]
    assert {"view", "id"} & {finding.field for finding in told}


@pytest.mark.slow
def test_drawn_rooms_become_a_valid_set(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["compile", str(ROOM), "-o", str(out), "--backend", "none", "--per-type", "2"]) == 0
    assert validate(out).findings == ()
    assert len(load(out).tasks) == 20


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scanned")
    assert main(["import", "boxes", str(SCANS), "-o", str(folder / "scenes")]) == 0
    arguments = ["compile", str(ROOM), "--from", str(folder / "scenes"), "-o", str(folder / "out")]
    assert main([*arguments, "--per-type", "6"]) == 0
    return folder


def test_scans_become_a_valid_set_of_the_same_families(scanned: Path) -> None:
    assert [scene.id for scene in read_folder(scanned / "scenes").by_world["room"]] == [
        "flat_a",
        "flat_b",
        "flat_c",
        "flat_d",
    ]
    assert validate(scanned / "out").findings == ()
    tasks = load(scanned / "out").tasks
    assert {task.family for task in tasks} == {
        "answer.room.count",
        "answer.room.side",
        "point.room.distance",
        "point.room.inside",
    }


def test_answers_about_scans_are_those_of_the_file(scanned: Path) -> None:
    scenes = {scene["id"]: scene for scene in json.loads(SCANS.read_text())["scenes"]}
    for task in load(scanned / "out").tasks:
        scene = scenes[task.scene]
        args = {argument["name"]: argument["value"] for argument in task.args}
        if task.family == "answer.room.side":
            assert task.answers == [_side(args["A"], args["B"], scene)]
        if task.family == "point.room.inside":
            room = _room(args["P"], scene)
            assert all(_is_in(_box(id, scene), room) for id in task.answers)


def _box(id: str, scene: Any) -> Any:
    return scene["objects"][int(id.rpartition("_")[2]) - 1]


def _room(id: str, scene: Any) -> Any:
    return scene["rooms"][int(id.rpartition("_")[2]) - 1]


def _is_in(box: Any, room: Any) -> bool:
    """Rooms of the file lie along the axes."""
    away = zip(box["centre"], room["centre"], room["size"], strict=True)
    return all(abs(a - b) <= length / 2 for a, b, length in away)


def _side(a: str, b: str, scene: Any) -> str:
    """By the turn from where the camera looks to where one thing is from the other."""
    (camera, *_) = (scene["cameras"][name] for name in sorted(scene["cameras"], key=lambda n: n != "world"))
    look = [to - at for at, to in zip(camera["position"], camera["look_at"], strict=True)]
    way = [x - y for x, y in zip(_box(a, scene)["centre"], _box(b, scene)["centre"], strict=True)]
    return "left" if look[0] * way[1] - look[1] * way[0] > 0 else "right"
