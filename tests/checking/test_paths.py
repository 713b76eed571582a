"""Which files the paths of a command line mean."""

import os
from pathlib import Path

import pytest

from espire_dsl.checking.paths import espire_files
from espire_dsl.diagnostics.error import UsageError


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "b.espire",
        "a.espire",
        "sub/c.espire",
        "sub/notes.txt",
        ".hidden/d.espire",
        "sub/.e.espire",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("espire 1\n")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(*paths: str) -> list[str]:
    return [path.as_posix() for path in espire_files(paths)]


@pytest.mark.usefixtures("tree")
def test_folders_are_walked_in_order_without_hidden_ones() -> None:
    assert names(".") == ["a.espire", "b.espire", "sub/c.espire"]
    assert names(".hidden") == [".hidden/d.espire"]


@pytest.mark.usefixtures("tree")
def test_each_file_is_there_once_in_the_order_asked() -> None:
    assert names("sub", "b.espire", ".", "./b.espire") == ["sub/c.espire", "b.espire", "a.espire"]


def test_links_to_folders_are_followed_and_loops_end(tree: Path) -> None:
    (tree / "sub" / "back").symlink_to(tree, target_is_directory=True)
    (tree / "self").symlink_to("self")
    (tree / "elsewhere").symlink_to(".hidden", target_is_directory=True)
    assert names(".") == ["a.espire", "b.espire", "elsewhere/d.espire", "sub/c.espire"]


def test_a_link_that_leads_nowhere_is_named(tree: Path) -> None:
    (tree / "sub" / "dangling.espire").symlink_to("nowhere")
    with pytest.raises(UsageError, match=r"sub/dangling.espire: this link leads nowhere"):
        names("sub")


@pytest.mark.usefixtures("tree")
def test_every_unusable_path_is_named() -> None:
    with pytest.raises(UsageError) as raised:
        names("missing.espire", "empty", "sub/notes.txt", "a.espire")
    assert str(raised.value).splitlines() == [
        "missing.espire: there is no such file or folder",
        "empty: this folder has no .espire files",
        "sub/notes.txt: this is not an .espire file",
    ]


def test_a_pipe_is_not_opened(tree: Path) -> None:
    os.mkfifo(tree / "pipe.espire")
    assert "pipe.espire" not in names(".")
    with pytest.raises(UsageError, match="neither a file nor a folder"):
        names("pipe.espire")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every folder")
def test_an_unreadable_folder_is_named(tree: Path) -> None:
    (tree / "sub").chmod(0)
    try:
        with pytest.raises(UsageError, match="sub: Permission denied"):
            names(".")
    finally:
        (tree / "sub").chmod(0o755)
