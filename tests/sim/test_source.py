"""What a scene is drawn from is part of the key under which it is kept: an edited world is drawn again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from espire_dsl.pipeline.content import key_of
from espire_dsl.pipeline.scenes import SceneSeed, staging_jobs
from espire_dsl.pipeline.simulator import NO_BACKEND, BackendSpec
from espire_dsl.resources import resource_path
from espire_dsl.tasks.worlds import load_world, worlds_of

TABLETOP = resource_path("families/library/tabletop.espire").read_text(encoding="utf-8")


def key(folder: Path, text: str) -> str:
    path = folder / "mine.espire"
    path.write_text(text.replace("world tabletop", "world mine"), encoding="utf-8")
    place = SceneSeed("mine", 0, 0, "easy")
    (job,) = staging_jobs([place], worlds_of(path), BackendSpec(NO_BACKEND, "rays"))
    return job.keys[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("gap: 5 cm", "gap: 6 cm"),
        ("part: 0.3", "part: 0.31"),
        ("hard: 6 .. 8", "hard: 5 .. 8"),
        ("lateral: -50 cm .. 50 cm", "lateral: -50 cm .. 51 cm"),
        ("floor     8 m", "tries     41\n  floor     8 m"),
        ("floor     8 m", "require   count(books) > 0\n  floor     8 m"),
    ],
)
def test_an_edited_world_has_another_key(tmp_path: Path, old: str, new: str) -> None:
    assert old in TABLETOP
    assert key(tmp_path, TABLETOP.replace(old, new)) != key(tmp_path, TABLETOP)


def test_comments_and_places_in_the_file_are_no_part_of_it(tmp_path: Path) -> None:
    commented = TABLETOP.replace("world tabletop", "\n# A comment.\n\nworld tabletop")
    assert key(tmp_path, commented) == key(tmp_path, TABLETOP)


def test_it_is_the_same_in_another_process() -> None:
    code = (
        "from espire_dsl.pipeline.content import key_of; from espire_dsl.tasks.worlds import load_world;"
        "print(key_of(load_world('shelf')))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == key_of(load_world("shelf"))
