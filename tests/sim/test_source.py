"""The fingerprint of a world: another description or other code, another fingerprint; nothing else."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from espire_sim.fingerprint import code_hash
from espire_sim.worlds.description import World
from espire_sim.worlds.recipes import ValueRange
from espire_sim.worlds.shelf import SHELF
from espire_sim.worlds.source import WorldSource
from espire_sim.worlds.tabletop import BOOKS, NEAR, TABLETOP

ON_TOP, BEHIND = TABLETOP.scatters


@pytest.mark.parametrize(
    "edited",
    [
        evolve(TABLETOP, tries=41),
        evolve(TABLETOP, rig=evolve(TABLETOP.rig, lateral=ValueRange(-0.5, 0.51))),
        evolve(TABLETOP, rig=evolve(TABLETOP.rig, at_least={**TABLETOP.rig.at_least, "book": 0.31})),
        evolve(TABLETOP, textures=TABLETOP.textures[:-1]),
        evolve(TABLETOP, scatters=(evolve(ON_TOP, gap=0.06), BEHIND)),
        evolve(
            TABLETOP,
            scatters=(
                evolve(ON_TOP, items=(NEAR, evolve(BOOKS, count={**BOOKS.count, "hard": (5, 8)}))),
                BEHIND,
            ),
        ),
        SHELF,
    ],
)
def test_an_edited_world_has_another_fingerprint(edited: World) -> None:
    assert WorldSource(edited).fingerprint != WorldSource(TABLETOP).fingerprint


def test_equal_worlds_have_one_fingerprint_whatever_the_order_of_their_levels_in_a_table() -> None:
    backwards = {level: BOOKS.count[level] for level in reversed(BOOKS.count)}
    same = evolve(TABLETOP, scatters=(evolve(ON_TOP, items=(NEAR, evolve(BOOKS, count=backwards))), BEHIND))
    assert same == TABLETOP
    assert WorldSource(same).fingerprint == WorldSource(TABLETOP).fingerprint


def test_it_is_the_same_in_another_process() -> None:
    code = "from espire_sim.worlds.source import shelf; print(shelf.fingerprint)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == WorldSource(SHELF).fingerprint


def test_edited_code_of_the_package_that_provides_it_changes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "package_with_a_world"

    def written(comment: str) -> str:
        return (
            "from attrs import frozen\n"
            "from espire_sim.worlds.source import WorldSource\n"
            f"@frozen\nclass Own(WorldSource):\n    {comment!r}\n"
        )

    found = []
    for number, comment in enumerate(("once", "again")):
        folder = tmp_path / str(number)
        package = folder / name
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(written(comment), encoding="utf-8")
        with monkeypatch.context() as patch:
            patch.syspath_prepend(str(folder))
            code_hash.cache_clear()
            found.append(importlib.import_module(name).Own(TABLETOP).fingerprint)
            sys.modules.pop(name)
    assert found[0] != found[1]
