"""Every command that reads a set gives the same on a folder of files, on Parquet shards, and on tars."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import espire_dsl as espire
from espire_dsl.cli import main
from espire_dsl.gallery import extract, shown_scenes
from espire_dsl.tasks.files import load
from espire_dsl.tasks.forms.shards import PARQUET, WEBDATASET
from espire_dsl.tasks.stored import StoredSet
from espire_dsl.tasks.task import task_to_line
from tests.task_sets.making import make_set

from .conftest import CHOICES

SHARDED = (PARQUET, WEBDATASET)


def said(
    folder: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    monkeypatch.chdir(folder)
    code = main(arguments)
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.mark.parametrize(
    "command",
    [
        ["validate", "set"],
        ["stats", "set"],
        ["stats", "set", "--json"],
        ["audit", "set", "--format", "json"],
        ["score", "set", "--baseline", "oracle", "--json"],
        ["score", "set", "--baseline", "random", "--seed", "3"],
    ],
    ids=" ".join,
)
def test_commands_say_the_same(
    command: list[str],
    forms: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = said(forms["files"], command, monkeypatch, capsys)
    assert whole[0] == 0, whole
    assert len(whole[1]) > 20
    for name in SHARDED:
        assert said(forms[name], command, monkeypatch, capsys) == whole


@pytest.mark.parametrize(
    ("command", "written"),
    [
        (["people", "set", "-o", "page.html", "--tasks", "5"], ["page.html"]),
        (["export", "vlmevalkit", "set", "-o", "kit"], ["kit/espire_openended.tsv"]),
        (
            ["export", "lmms-eval", "set", "-o", "lmms"],
            ["lmms/localization.parquet", "lmms/utils.py", "lmms/espire_dsl_localization.yaml"],
        ),
        (
            [
                "evaluate",
                "set",
                "--model",
                "espire/oracle",
                "-o",
                "run",
                "--limit",
                "5",
                "--concurrency",
                "1",
            ],
            ["run/localization.jsonl"],
        ),
    ],
    ids=lambda value: value[0] if len(value) > 2 else "",
)
def test_commands_write_the_same(
    command: list[str],
    written: list[str],
    forms: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = said(forms["files"], command, monkeypatch, capsys)
    assert whole[0] == 0, whole
    for name in SHARDED:
        assert said(forms[name], command, monkeypatch, capsys)[:2] == whole[:2]  # progress tells times
        for file in written:
            expected = (forms["files"] / file).read_bytes()
            assert expected
            assert (forms[name] / file).read_bytes() == expected


def test_view_shows_the_same_task_and_gallery(
    forms: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    task = next(task for task in load(forms["files"] / "set").tasks if task.masks)
    command = ["view", "set", task.id, "--picture", "marked.png"]
    whole = said(forms["files"], command, monkeypatch, capsys)
    page = (forms["files"] / "set" / "index.html").read_bytes()
    for name in SHARDED:
        assert said(forms[name], command, monkeypatch, capsys) == whole
        assert (forms[name] / "marked.png").read_bytes() == (forms["files"] / "marked.png").read_bytes()
        code, out, _ = said(forms[name], ["view", "set", "--no-open"], monkeypatch, capsys)
        assert (code, out) == (0, "set/.view/index.html\n")
        assert (forms[name] / "set" / ".view" / "index.html").read_bytes() == page
        picture = Path("images", task.scene, f"{task.view}.png")
        shown = (forms[name] / "set" / ".view" / picture).read_bytes()
        assert shown == (forms["files"] / "set" / picture).read_bytes()


def test_the_page_of_a_large_set_shows_its_first_scenes_in_every_form(
    forms: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(shown_scenes, "MOST_TASKS", 4)
    monkeypatch.setattr(extract, "MOST_TASKS", 4)
    shutil.copytree(forms["files"] / "set", tmp_path / "set")
    whole = (tmp_path / "set" / "index.html").read_bytes()
    (tmp_path / "set" / "index.html").unlink()  # so that all is written once more
    make_set(tmp_path / "set")
    page = (tmp_path / "set" / "index.html").read_bytes()
    assert len(page) < len(whole)
    for name in SHARDED:
        code, _, told = said(forms[name], ["view", "set", "--no-open"], monkeypatch, capsys)
        assert (code, "note: the page shows the first " in told) == (0, True)
        assert (forms[name] / "set" / ".view" / "index.html").read_bytes() == page


def test_python_reads_the_same(forms: dict[str, Path]) -> None:
    whole = espire.load(forms["files"] / "set")
    for name in SHARDED:
        found = espire.load(forms[name] / "set")
        assert [task.id for task in found] == [task.id for task in whole]
        assert list(found.scenes) == list(whole.scenes)
        one, other = found[whole[3].id[:8]], whole[3]
        assert one.record == other.record
        assert list(one.pictures) == list(other.pictures)
        assert one.picture is not None
        assert other.picture is not None
        assert one.picture.png == other.picture.png
        assert np.array_equal(one.picture.depth, other.picture.depth)
        assert np.array_equal(one.picture.ids, other.picture.ids)
        assert one._repr_html_() == other._repr_html_()


def test_shards_have_the_lines_looks_and_pictures_of_the_files(forms: dict[str, Path]) -> None:
    whole = StoredSet(forms["files"] / "set")
    lines = (forms["files"] / "set" / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    for name in SHARDED:
        found = StoredSet(forms[name] / "set")
        assert [found.form.tasks.text(place) for place in range(len(lines))] == lines
        assert [task_to_line(task) for task in found.tasks] == lines
        for scene in whole.scenes.ids:
            assert found.look(scene) == whole.look(scene)
            assert found.form.picture_names(scene) == whole.form.picture_names(scene) != ()
            for file in whole.form.picture_names(scene):
                assert found.form.picture(scene, file) == whole.form.picture(scene, file)
        assert found.form.picture("nowhere", "world.png") is None
        assert found.look("nowhere") is None
        assert not {"tasks.jsonl", "scenes.jsonl", "images"} & {p.name for p in found.folder.iterdir()}


def test_a_run_writes_the_same_bytes_again_and_knows_what_is_written(
    forms: dict[str, Path], tmp_path: Path
) -> None:
    import shutil

    for name, choice in CHOICES.items():
        again = Path(shutil.copytree(forms["files"] / "set", tmp_path / name))
        make_set(again, choice)
        expected = {p.name: p.read_bytes() for p in (forms[name] / "set" / "shards").iterdir()}
        assert len(expected) == (6 if name == PARQUET else 3)
        assert {p.name: p.read_bytes() for p in (again / "shards").iterdir()} == expected
        manifest = json.loads((again / "manifest.json").read_text())
        assert manifest == json.loads((forms[name] / "set" / "manifest.json").read_text())
        written = (again / "manifest.json").stat().st_mtime_ns
        make_set(again, choice)
        assert (again / "manifest.json").stat().st_mtime_ns == written
        first = min((again / "shards").iterdir())
        first.write_bytes(first.read_bytes()[:-100])  # is found, and made again of the work that is kept
        make_set(again, choice)
        assert {p.name: p.read_bytes() for p in (again / "shards").iterdir()} == expected
