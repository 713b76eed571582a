"""What a caller can mend is told by one class of errors, whatever the machine calls it."""

from __future__ import annotations

from pathlib import Path

import pytest

import espire_dsl as espire

PATHS = ["", "missing", "\0", "\ud800", "x" * 5000, ".."]


@pytest.mark.parametrize("path", PATHS)
def test_paths_that_cannot_be_used(path: str, dataset: espire.Dataset) -> None:
    with pytest.raises(espire.EspireError):
        espire.load(path)
    with pytest.raises(espire.EspireError):
        espire.score(dataset, path)
    if path not in ("", ".."):  # folders may well have families
        for call in (espire.check, espire.families):
            with pytest.raises(espire.EspireError):
                call(path)
    assert dataset.pictures("missing") == {}


def test_a_name_of_a_scene_that_no_file_can_have(dataset: espire.Dataset) -> None:
    for name in ("\0", "x" * 5000):
        try:
            assert dataset.pictures(name) == {}
        except espire.EspireError:
            continue


def test_a_text_that_cannot_be_encoded() -> None:
    with pytest.raises(espire.EspireError, match="cannot be encoded"):
        espire.format("\ud800")


@pytest.mark.parametrize("size", [(0, 3), (3, -1), (10**400, 3), (2.5, 2)])
def test_sizes_that_no_picture_has(size: tuple[int, int]) -> None:
    with pytest.raises(espire.EspireError, match="size: it must be"):
        espire.world("tabletop").draw("easy", size=size)


@pytest.mark.parametrize("resolution", [f"{'9' * 5000}x3", "3", (0, 3), (10**400, 3)])
def test_resolutions_that_no_picture_has(resolution: str | tuple[int, int], tmp_path: Path) -> None:
    with pytest.raises(espire.EspireError, match="resolution"):
        espire.compile(tmp_path, tmp_path / "out", resolution=resolution)


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    family = Path(__file__).resolve().parents[2] / "families" / "espire" / "pick" / "attribute.espire"
    with pytest.raises(espire.EspireError):
        espire.compile(family, tmp_path / "file" / "out", backend="none", scenes=1, limit=1)
