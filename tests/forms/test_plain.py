"""Sets as folders of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.tasks.forms.plain import PlainForm


def test_pictures_are_files_and_links_that_stay_among_them(tmp_path: Path) -> None:
    (tmp_path / "outside.png").write_text("")
    scene = tmp_path / "set" / "images" / "one"
    (scene / "folder.png").mkdir(parents=True)
    (scene / "world.png").write_text("")
    try:
        (scene / "again.png").symlink_to(scene / "world.png")
        (scene / "leads_out.png").symlink_to(tmp_path / "outside.png")
        (scene / "leads_nowhere.png").symlink_to(scene / "nowhere.png")
    except OSError:
        pytest.skip("no links here")
    form = PlainForm(tmp_path / "set")
    assert form.picture_names("one") == ("again.png", "world.png")
    assert form.picture_names("two") == ()
