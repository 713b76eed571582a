"""The pages about worlds and painters: their code runs, their pictures are there and small."""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image

from espire_sim.interfaces import SettlingFailure

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "worlds.md").read_text(encoding="utf-8")
PAINTERS = (DOCS / "painters.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"\((pictures/\w+\.jpg)\)", PAGE + PAINTERS)


def test_the_code_on_the_page_runs() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)
    assert isinstance(names["file"], bytes)
    assert names["file"].startswith(b"\x89PNG")


def test_ten_pictures_of_each_world_are_shown_and_none_is_lost() -> None:
    for world in ("tabletop", "shelf"):
        assert sum(bool(re.search(rf"{world}_\d\d", name)) for name in SHOWN) >= 10
    pages = "".join(
        page.read_text(encoding="utf-8") for page in (*DOCS.glob("*.md"), DOCS.parent / "README.md")
    )
    assert [
        path.name for path in (DOCS / "pictures").iterdir() if f"pictures/{path.name})" not in pages
    ] == []


def test_the_same_scenes_are_shown_by_every_painter() -> None:
    shown = {
        f"pictures/{way}_{world}.jpg" for way in ("rays", "gl", "photo") for world in ("tabletop", "shelf")
    }
    assert shown <= set(SHOWN)


def test_pictures_are_small_files() -> None:
    for name in SHOWN:
        assert (DOCS / name).stat().st_size <= 60_000
        with Image.open(DOCS / name) as picture:
            assert picture.size in {(640, 480), (960, 540)}


def test_every_reason_for_a_refusal_is_explained() -> None:
    for reason in SettlingFailure:
        assert f"| {reason} |" in PAGE
