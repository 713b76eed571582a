"""espirec view, as a user calls it."""

from __future__ import annotations

import os
import shutil
import webbrowser
from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.cli.view import _has_display
from espire_dsl.gallery import shown_scenes
from espire_dsl.png import decode_rgb
from espire_dsl.tasks.files import save
from tests.auditing.making import options, task
from tests.auditing.making import task_set as set_of
from tests.gallery.making import HEIGHT, WIDTH, pictured_set, plain_set
from tests.task_sets.fixtures import made
from tests.task_sets.making import make_set

__all__ = ["made"]


@pytest.fixture(scope="module")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("view") / "set"
    pictured_set(out)
    return out


def test_without_a_task_it_says_where_the_gallery_is(
    pictured: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda url: pytest.fail(f"opened {url} without a terminal"))
    assert main(["view", str(pictured)]) == 0
    where = Path(capsys.readouterr().out.strip())
    assert where == pictured / "index.html"
    assert where.is_file()


def test_a_terminal_with_a_display_opens_it(pictured: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("DISPLAY", ":0")
    assert main(["view", str(pictured), "--no-open"]) == 0
    assert opened == []
    assert main(["view", str(pictured)]) == 0
    assert opened == [(pictured / "index.html").resolve().as_uri()]


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
    ],
)
def test_where_there_is_a_display(environ: dict[str, str], platform: str, expected: bool) -> None:
    assert _has_display(environ, platform) is expected


def test_a_task_is_told_with_its_steps_and_answers(
    pictured: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = next(t for t in plain_set().tasks if len(t.trace) > 2 and len(t.answers) > 1)
    assert main(["view", str(pictured), chosen.id]) == 0
    out = capsys.readouterr().out
    told = " ".join(out.split())
    assert chosen.instruction in told
    assert " ".join(chosen.program.split()) in told
    for step in chosen.program_steps:
        assert step["function"] in told
    *reached, lost = chosen.answers
    assert f"{lost} no_path" in told
    assert all(f"{answer} reached" in told for answer in reached)
    path = Path(out.rstrip().rpartition("marked: ")[2])
    assert path == pictured / ".view" / f"{chosen.id}.png"
    assert decode_rgb(path.read_bytes()).shape == (HEIGHT, WIDTH, 3)


def test_nothing_is_written_or_read_through_links(
    pictured: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(pictured, tmp_path / "set")
    out, victim = tmp_path / "set", tmp_path / "victim"
    shutil.rmtree(out / ".view", ignore_errors=True)
    victim.write_text("mine")
    chosen = plain_set().tasks[0]
    (out / ".view").mkdir()
    (out / ".view" / f"{chosen.id}.png").symlink_to(victim)
    assert main(["view", str(out), chosen.id]) == 0
    assert not (out / ".view" / f"{chosen.id}.png").is_symlink()
    shutil.rmtree(out / ".view")
    (tmp_path / "elsewhere").mkdir()
    (out / ".view").symlink_to(tmp_path / "elsewhere")
    assert main(["view", str(out), chosen.id]) == 2
    assert "this is a link" in capsys.readouterr().err
    (out / ".view").unlink()
    (out / "index.html").unlink(missing_ok=True)
    (out / "index.html").symlink_to(victim)
    assert main(["view", str(out), "--no-open"]) == 0
    shutil.move(out / "images", tmp_path / "images")
    (out / "images").symlink_to(tmp_path / "images")
    picture = out / "images" / chosen.scene / "world.png"
    picture.rename(tmp_path / "world.png")
    picture.symlink_to(tmp_path / "world.png")
    assert main(["view", str(out), chosen.id]) == 0
    assert "no picture" in capsys.readouterr().err
    assert victim.read_text() == "mine"
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_the_page_is_as_private_as_the_user_wants(tmp_path: Path) -> None:
    save(tmp_path / "set", plain_set(), {})
    before = os.umask(0o077)
    try:
        assert main(["view", str(tmp_path / "set"), "--no-open"]) == 0
    finally:
        os.umask(before)
    assert (tmp_path / "set" / "index.html").stat().st_mode & 0o077 == 0


def test_the_beginning_of_an_id_is_enough(
    pictured: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = plain_set().tasks[3]
    target = tmp_path / "answers.png"
    assert main(["view", str(pictured), chosen.id[:9], "--picture", str(target)]) == 0
    assert chosen.id in capsys.readouterr().out
    assert target.is_file()


def test_an_unknown_task_gets_suggestions(pictured: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = plain_set().tasks[3].id[:-1] + "x"
    assert main(["view", str(pictured), wrong]) == 2
    err = capsys.readouterr().err
    assert f"there is no task `{wrong}`; the nearest: {plain_set().tasks[3].id}" in err


def test_a_beginning_of_several_tasks_lists_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(tmp_path / "set", set_of([task(1), task(2), task(12)]), {})
    assert main(["view", str(tmp_path / "set"), "task"]) == 2
    assert "3 tasks begin with `task`: task1, task2, task12" in capsys.readouterr().err
    assert main(["view", str(tmp_path / "set"), "task1"]) == 0


def test_without_pictures_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(tmp_path / "set", plain_set(), {})
    assert main(["view", str(tmp_path / "set"), plain_set().tasks[0].id]) == 0
    told = capsys.readouterr()
    assert "not verified" in told.out
    assert "no picture" in told.err
    assert not (tmp_path / "set" / ".view").exists()


def test_plain_answers_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    yes = task(1, answer_kind="yes_no", answers=[True], candidates=None)
    number = task(2, answer_kind="number", answers=[12.5], answer_unit="cm")
    save(tmp_path / "set", set_of([yes, number]), {})
    assert main(["view", str(tmp_path / "set"), "task1"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("answers\n  yes")
    assert main(["view", str(tmp_path / "set"), "task2"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("answers\n  12.500 cm")


def test_options_are_told_with_their_letters_and_the_right_one_marked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    choice = task(1, answer_kind="choice", answers=["b"], options=options("a", "b", of_things=True))
    save(tmp_path / "set", set_of([choice]), {})
    assert main(["view", str(tmp_path / "set"), "task1"]) == 0
    said = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["A", "the", "a", "a"] in said
    assert ["B", "the", "b", "*", "right", "b"] in said


def test_what_a_task_says_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path / "set", set_of([task(1, instruction="Pick \x1b[31mit.")]), {})
    assert main(["view", str(tmp_path / "set"), "task1"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_damaged_picture_is_named(
    pictured: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(pictured, tmp_path / "set")
    chosen = plain_set().tasks[0]
    (tmp_path / "set" / "images" / chosen.scene / "world.png").write_bytes(b"nothing")
    assert main(["view", str(tmp_path / "set"), chosen.id]) == 2
    assert "world.png: it is no PNG file" in capsys.readouterr().err


def test_a_folder_without_a_set_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", str(tmp_path)]) == 2
    assert "no task set" in capsys.readouterr().err


def test_a_picture_of_no_task_is_refused(pictured: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", str(pictured), "--picture", "x.png"]) == 2
    assert "--picture needs a task" in capsys.readouterr().err


@pytest.mark.parametrize(
    "limits", [{}, {"MOST_TASKS": 4}, {"LARGEST_PAGE": 3, "MOST_SCENES": 2}], ids=["", "tasks", "scenes"]
)
def test_a_page_that_is_missing_is_written_as_it_was(
    limits: dict[str, int], made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Path(shutil.copytree(made, tmp_path / "set"))
    whole = (out / "index.html").read_bytes()
    for name, number in limits.items():
        monkeypatch.setattr(shown_scenes, name, number)
    (out / "index.html").unlink()  # so that all is written once more
    make_set(out)
    page = (out / "index.html").read_bytes()
    assert (page == whole) is (not limits)
    (out / "index.html").unlink()
    assert main(["view", str(out), "--no-open"]) == 0
    assert (out / "index.html").read_bytes() == page
    assert main(["validate", str(out)]) == 0
