"""Replacing files whole."""

import os
import stat
from pathlib import Path

import pytest

from espire_dsl.cli.atomic import replace_text


def test_text_is_replaced_and_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.espire"
    path.write_text("old")
    path.chmod(0o640)
    replace_text(path, "new é\n")
    assert path.read_bytes() == "new é\n".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["a.espire"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.espire").write_text("old")
    link = tmp_path / "link.espire"
    link.symlink_to("real.espire")
    replace_text(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "real.espire").read_text() == "new"


def test_a_failure_leaves_the_old_text_and_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.espire"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError("disk is gone")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk is gone"):
        replace_text(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.espire"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write every file")
def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.espire"
    path.write_text("old")
    path.chmod(0o440)
    with pytest.raises(PermissionError):
        replace_text(path, "new")
    assert path.read_text() == "old"
