"""Task sets on disk: written whole, read back equal, and nothing else touched."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from attrs import evolve

from espire_dsl.tasks import files
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import TaskSet, load, save


@pytest.fixture(scope="module")
def task_set(emitted: Path) -> TaskSet:
    whole = load(emitted)
    task = whole.tasks[0]
    scenes = tuple(scene for scene in whole.scenes if scene.id == task.scene)
    return TaskSet({"seed": 5}, (task,), scenes)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_reads_back_what_was_written(task_set: TaskSet, tmp_path: Path) -> None:
    save(tmp_path / "deep" / "set", task_set, {"bind": 1.5})
    assert load(tmp_path / "deep" / "set") == task_set
    assert names(tmp_path / "deep") == {"set"}
    assert json.loads((tmp_path / "deep" / "set" / "timings.json").read_text()) == {"bind": 1.5}


def test_a_task_set_replaces_another_as_a_whole(task_set: TaskSet, tmp_path: Path) -> None:
    out = tmp_path / "set"
    save(out, task_set, {})
    (out / "images").mkdir()
    save(out, evolve(task_set, manifest={"seed": 6}), {})
    assert load(out).manifest == {"seed": 6}
    assert names(out) == {"manifest.json", "timings.json", "tasks.jsonl", "scenes.jsonl"}
    assert names(tmp_path) == {"set"}


def test_other_files_are_safe_unless_forced(task_set: TaskSet, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    (out / "thesis.txt").write_text("years of work")
    with pytest.raises(TaskSetError, match="holds other files"):
        save(out, task_set, {})
    assert names(out) == {"thesis.txt"}
    save(out, task_set, {}, force=True)
    assert (out / "thesis.txt").read_text() == "years of work"
    assert load(out) == task_set


def test_force_replaces_nothing_that_is_not_ours(task_set: TaskSet, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    (out / "images").mkdir(parents=True)
    (out / "images" / "holiday.png").write_text("a picture")
    (out / "README.md").write_text("mine")
    with pytest.raises(TaskSetError, match=r"has README\.md, images, which a task set would replace"):
        save(out, task_set, {}, force=True)
    assert (out / "images" / "holiday.png").read_text() == "a picture"
    assert names(out) == {"README.md", "images"}


PICTURED = ("images/s1/world.png", "images/s1/world.depth.npz", "images/s1/world.ids.png")


def with_files(out: Path, *names: str) -> None:
    for name in names:
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(name)


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize(
    "mine",
    [
        "images/holiday.png",
        "images/s1/notes.txt",
        "images/s1/world.marked.png",
        "images/s1/mine/world.png",
        "images/s2/world.png",
        "meshes/mug.glb",
        "meshes",
    ],
)
def test_no_file_of_a_user_is_removed_with_the_pictures_of_a_set(
    task_set: TaskSet, tmp_path: Path, mine: str, force: bool
) -> None:
    out = tmp_path / "set"
    save(out, task_set, {})
    with_files(out, *PICTURED, mine)
    with pytest.raises(TaskSetError, match=f"set: {mine} would be removed with the old task set"):
        save(out, evolve(task_set, manifest={"seed": 9}), {}, force=force)
    assert (out / mine).read_text() == mine
    assert load(out) == task_set


def test_pictures_and_meshes_of_a_set_are_its_own_with_or_without_each_other(
    task_set: TaskSet, tmp_path: Path
) -> None:
    out = tmp_path / "set"
    for lost in (None, *PICTURED):
        save(out, task_set, {})
        with_files(out, *PICTURED, "meshes/0123456789abcdef.glb", "images/.DS_Store")
        if lost is not None:
            (out / lost).unlink()
        save(out, evolve(task_set, manifest={"seed": 9}), {})
        assert not (out / "images").exists()


@pytest.mark.parametrize("link", [".cache", ".cache/new", ".cache/old"])
def test_nothing_is_written_or_deleted_behind_links(task_set: TaskSet, tmp_path: Path, link: str) -> None:
    out, mine = tmp_path / "set", tmp_path / "mine"
    save(out, task_set, {})
    mine.mkdir()
    (mine / "thesis.txt").write_text("years of work")
    (out / link).parent.mkdir(exist_ok=True)
    (out / link).symlink_to(mine)
    with pytest.raises(TaskSetError, match="this is a link"):
        save(out, evolve(task_set, manifest={"seed": 9}), {})
    assert names(mine) == {"thesis.txt"}
    assert (out / "tasks.jsonl").exists()


def test_files_that_are_links_are_replaced_and_what_they_lead_to_stays(
    task_set: TaskSet, tmp_path: Path
) -> None:
    out, mine = tmp_path / "set", tmp_path / "mine"
    save(out, task_set, {})
    mine.mkdir()
    (mine / "thesis.txt").write_text("years of work")
    (out / "images").symlink_to(mine)
    (out / "tasks.jsonl").unlink()
    (out / "tasks.jsonl").symlink_to(mine / "thesis.txt")
    (out / "scenes.jsonl").unlink()
    (out / "scenes.jsonl").symlink_to("nowhere")
    save(out, task_set, {})
    assert load(out) == task_set
    assert (mine / "thesis.txt").read_text() == "years of work"


def test_a_file_in_the_way(task_set: TaskSet, tmp_path: Path) -> None:
    (tmp_path / "set").write_text("a file")
    for force in (False, True):
        with pytest.raises(TaskSetError, match="this is a file"):
            save(tmp_path / "set", task_set, {}, force=force)


def test_a_place_that_cannot_be_written(task_set: TaskSet, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TaskSetError, match="cannot be written"):
        save(tmp_path / "file" / "set", task_set, {})


def test_a_failure_half_way_leaves_the_old_set(
    task_set: TaskSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "set"
    save(out, task_set, {})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write_lines", full)
    with pytest.raises(TaskSetError, match="No space left"):
        save(out, evolve(task_set, manifest={"seed": 9}), {})
    assert load(out) == task_set
    assert names(tmp_path) == {"set"}


def test_a_link_to_a_set_stays_a_link(task_set: TaskSet, tmp_path: Path) -> None:
    save(tmp_path / "real", task_set, {})
    (tmp_path / "link").symlink_to(tmp_path / "real")
    save(tmp_path / "link", evolve(task_set, manifest={"seed": 7}), {})
    assert (tmp_path / "link").is_symlink()
    assert load(tmp_path / "real").manifest == {"seed": 7}


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("tasks.jsonl", "{", "tasks.jsonl:2: "),
        ("tasks.jsonl", "[]", "tasks.jsonl:2: not a task: it must be an object"),
        ("tasks.jsonl", '{"id": "x"}', "tasks.jsonl:2: not a task: field suite: it is missing"),
        ("tasks.jsonl", '{"id": "\\ud800"}', "tasks.jsonl:2: it has half of a character, which is no text"),
        ("scenes.jsonl", "{}", "scenes.jsonl:2: "),
    ],
)
def test_a_broken_line_is_named(
    task_set: TaskSet, tmp_path: Path, name: str, line: str, message: str
) -> None:
    save(tmp_path / "set", task_set, {})
    with (tmp_path / "set" / name).open("a") as file:
        file.write(line + "\n")
    with pytest.raises(TaskSetError, match=message):
        load(tmp_path / "set")


def test_a_folder_that_is_no_set(tmp_path: Path) -> None:
    with pytest.raises(TaskSetError, match="no task set"):
        load(tmp_path)
    (tmp_path / "manifest.json").write_text('{"format": "something else"}')
    with pytest.raises(TaskSetError, match="no task set"):
        load(tmp_path)


def test_a_missing_part_is_named(task_set: TaskSet, tmp_path: Path) -> None:
    save(tmp_path / "set", task_set, {})
    os.unlink(tmp_path / "set" / "scenes.jsonl")
    with pytest.raises(TaskSetError, match=r"scenes\.jsonl: it cannot be read"):
        load(tmp_path / "set")


def test_a_set_without_its_manifest_is_unfinished_and_says_what_completes_it(
    task_set: TaskSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "set"
    save(out, task_set, {})
    moves = []

    def killed_at_the_third(source: Path, target: Path) -> None:
        moves.append(source)
        if len(moves) == 3:
            raise KeyboardInterrupt
        os.rename(source, target)

    monkeypatch.setattr(files.os, "replace", killed_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        save(out, evolve(task_set, manifest={"seed": 9}), {})
    monkeypatch.undo()
    with pytest.raises(TaskSetError, match="unfinished; espirec compile --resume"):
        load(out)
    save(out, evolve(task_set, manifest={"seed": 9}), {})
    assert load(out).manifest == {"seed": 9}
    assert names(out) == {"manifest.json", "timings.json", "tasks.jsonl", "scenes.jsonl"}


def test_more_files_come_with_the_set_and_have_a_word_in_the_manifest(
    task_set: TaskSet, tmp_path: Path
) -> None:
    def add(folder: Path) -> dict[str, int]:
        (folder / "index.html").write_text("<p>")
        return {"pages": 1}

    save(tmp_path / "set", task_set, {}, add=add)
    assert load(tmp_path / "set").manifest == {"seed": 5, "pages": 1}
    assert (tmp_path / "set" / "index.html").read_text() == "<p>"
    save(tmp_path / "set", task_set, {})
    assert not (tmp_path / "set" / "index.html").exists()
