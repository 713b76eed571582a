"""Where `use` looks for a file: beside the importer and above it, up to the root of the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.language.modules import resolve


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "espire.toml").touch()
    (tmp_path / "a" / "shared.espire").write_text("espire 1\n", encoding="utf-8")
    (tmp_path / "a" / "b" / "family.espire").write_text("espire 1\nuse shared\n", encoding="utf-8")
    return tmp_path


def test_the_mark_of_the_project_reaches_beyond_the_folder_that_was_given(project: Path) -> None:
    importer = project / "a" / "b" / "family.espire"
    assert resolve("shared", importer, [importer.parent]) == project / "a" / "shared.espire"


def test_without_a_mark_the_folder_that_was_given_is_the_end(project: Path) -> None:
    (project / "espire.toml").unlink()
    importer = project / "a" / "b" / "family.espire"
    assert resolve("shared", importer, [importer.parent]) is None
    assert resolve("shared", importer, [project / "a"]) == project / "a" / "shared.espire"


def test_a_file_of_the_working_folder_finds_what_is_above(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "a" / "b")
    found = resolve("shared", Path("family.espire"), [Path()])
    assert found == Path("..", "shared.espire")


def test_nothing_above_the_mark_is_seen(project: Path) -> None:
    (project / "a" / "b" / "espire.toml").touch()
    importer = project / "a" / "b" / "family.espire"
    assert resolve("shared", importer, [project]) is None


def test_a_name_that_no_file_can_have_is_not_found(project: Path) -> None:
    assert resolve("a" * 400, project / "a" / "b" / "family.espire", [project]) is None
