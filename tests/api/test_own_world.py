"""A folder of one's own, with kinds, assets and a world: drawn, asked, and what is wrong is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import espire_dsl as espire

THINGS = """espire 2

kind mug is graspable {
  plural    mugs
}

asset red_mug is mug {
  name      "red mug"
  size      8 cm, 12 cm, 10 cm
  part      cylinder(8 cm, 8 cm, 10 cm), at: (0, 0, 5 cm), paint: red
}

asset blue_mug is mug {
  name      "blue mug"
  size      8 cm, 12 cm, 10 cm
  part      cylinder(8 cm, 8 cm, 10 cm), at: (0, 0, 5 cm), paint: blue
}

world counter(apart: Length in 5 cm .. 20 cm = 8 cm) {
  levels    usual
  floor     6 m, 6 m
  furniture table, of: table
  put       bear: teddy_bear, at: (0 m, 0 m)
  items     mug, of: { red_mug, blue_mug }, count: 2, distinct: true
  pose      mug, standing
  scatter   mug, over: top(inset: 5 cm), gap: apart
}
"""
QUESTIONS = """espire 2

use things

family how_far {
  spec        distance fine, reference near
  world       counter
  let M in mug
  let O in near
  program     distance(M, to: O)
  answer      number in cm to 5
  say naming measure "How many centimetres are {{ M }} and {{ O }} apart, {{ measure }}?"
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "espire.toml").touch()
    (tmp_path / "things.espire").write_text(THINGS, encoding="utf-8")
    (tmp_path / "questions.espire").write_text(QUESTIONS, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("source", ["", "things.espire"])
def test_a_world_of_a_folder_or_of_a_file(folder: Path, source: str) -> None:
    counter = espire.world("counter", source=folder / source)
    assert repr(counter) == "<world counter: levels usual, told apart>"
    scene = counter.draw("usual", seed=1, apart=0.1)
    assert {mug.name for mug in scene.of_kind("mug")} == {"red mug", "blue mug"}
    again = espire.Scene.from_networkx(scene.graph)
    for one in (scene, again):
        reply = espire.families(folder)["how_far"].ask(one, M="red mug", O="bear")
        (answer,) = reply.answers
        (step,) = reply.trace
        assert abs(answer - 100 * step["output"]) <= 2.5
        assert answer % 5 == 0
        assert "red mug" in reply._repr_html_()
    assert "red mug" in scene._repr_html_()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda f: espire.world("countr", source=f), "did you mean `counter`"),
        (lambda f: espire.world("counter", source=f / "nothing"), "there is no such file or folder"),
        (lambda f: espire.world("counter", f).draw("hard"), "has no level hard; it has usual"),
        (lambda f: espire.world("counter", f).draw("usual", gap=1), "has no parameter gap"),
        (lambda f: espire.world("counter", f).draw("usual", apart=3), "0.05 m .. 0.2 m, and not 3"),
    ],
)
def test_what_is_wrong_is_told(folder: Path, wrong: Callable[[Path], object], told: str) -> None:
    with pytest.raises(espire.EspireError) as raised:
        wrong(folder)
    assert told in str(raised.value)


def test_two_files_with_different_worlds_of_one_name(folder: Path) -> None:
    other = folder / "more"
    other.mkdir()
    (other / "again.espire").write_text(THINGS.replace("count: 2", "count: 1"), encoding="utf-8")
    with pytest.raises(espire.EspireError, match="declare a world counter: say which file"):
        espire.world("counter", source=folder)
    assert espire.world("counter", source=other).draw("usual").of_kind("mug")
