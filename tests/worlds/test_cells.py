"""Families that feed their worlds: a scene for each combination, as often as is said; and what they need."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.language.families.family import Family, Need
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import NO_BACKEND, BackendSpec
from espire_dsl.scene.json_io import loads
from espire_dsl.tasks.drawing import draw_scene
from espire_dsl.tasks.quotas import quota_of
from espire_dsl.tasks.scene_cells import cells_of, specialised
from espire_dsl.tasks.suites import compiled_suites
from espire_dsl.tasks.worlds import load_world

WORLD = """espire 2

world row(gap: Length in 10 cm .. 60 cm, more: Bool = false) {
  floor     8 m, 8 m
  furniture table, of: table
  put       bear: teddy_bear, at: (0 m, -30 cm)
  put       jar: ceramic_jar, at: (0 m, gap - 30 cm)
  %s
}

family is.near {
  spec      distance fine, reference near
  world     row(gap: d)
  let A, B in near
  let d in 20 cm .. 50 cm step 10 cm
  program   distance(A, to: B) < 25 cm
  say "Is {{ A }} less than 25 cm from {{ B }}?"
  %s
}
"""


def family(folder: Path, world: str = "", clause: str = "") -> Family:
    path = folder / "mine.espire"
    path.write_text(WORLD % (world, clause), encoding="utf-8")
    (suite,) = compiled_suites([path])
    return suite.families[0]


def test_a_sweep_has_every_combination_as_often_as_is_said(tmp_path: Path) -> None:
    found = family(tmp_path, clause="sweep d times 3")
    cells = cells_of(found, 60, seed=0)
    assert [dict(cell.values)["d"] for cell in cells] == [0.2, 0.3, 0.4, 0.5]
    assert {cell.indices for cell in cells} == {(0, 1, 2)}
    assert quota_of(found, 15) == 12
    assert all(specialised(found, cell).sweep == () for cell in cells)


def test_independent_scenes_have_indices_of_their_own(tmp_path: Path) -> None:
    found = family(tmp_path, clause="sweep d times 3 independent")
    assert [cell.indices for cell in cells_of(found, 60, seed=0)] == [
        (0, 1, 2),
        (3, 4, 5),
        (6, 7, 8),
        (9, 10, 11),
    ]
    assert quota_of(found, 15) == 12


def test_without_a_sweep_scenes_are_spread_over_combinations(tmp_path: Path) -> None:
    cells = cells_of(family(tmp_path), 10, seed=0)
    assert sorted(index for cell in cells for index in cell.indices) == list(range(10))
    assert quota_of(family(tmp_path), 15) == 15
    few = cells_of(family(tmp_path), 2, seed=0)
    assert len(few) == 2
    assert cells_of(family(tmp_path), 2, seed=0) == few


def test_the_values_are_bound_before_the_scene_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    family(tmp_path, clause="sweep d times 2")
    out = tmp_path / "out"
    main(["compile", str(tmp_path / "mine.espire"), "-o", str(out), "--backend", "none", "--workers", "1"])
    scenes = [loads(line) for line in (out / "scenes.jsonl").read_text(encoding="utf-8").splitlines()]
    gaps = sorted(round(s.node("jar").center[1] - s.node("bear").center[1], 3) for s in scenes)
    assert set(gaps) <= {0.2, 0.3, 0.4, 0.5}
    assert len(scenes) >= 4
    capsys.readouterr()


def test_a_world_that_can_never_be_drawn_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    family(tmp_path, world="require count(books) > 3")
    mine, out = str(tmp_path / "mine.espire"), str(tmp_path / "out")
    code = main(["compile", mine, "-o", out, "--backend", "none", "--workers", "1", "--scenes", "2"])
    said = capsys.readouterr().err
    assert code == 2
    assert "world row cannot be drawn: `count(books) > 3` does not hold" in said
    assert "40 tries" in said


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_scenes_have_what_is_needed(world: str) -> None:
    template = load_world(world)
    needs = (Need(1, category="teddy_bear"), Need(3, ("near",)))
    for index in range(3):
        found = draw_scene(template, "easy", 5, index, needs=needs)
        categories = [node.category for node in found.scene.of_kind("near")]
        assert "teddy_bear" in categories
        assert len(categories) == len(set(categories)) >= 3
    lacking = draw_scene(template, "easy", 5, 0, needs=(Need(1, category="cube"),))
    assert lacking.reason == "it needs 1 cube, and has 0"


def test_the_starter_world_checks_is_in_form_and_its_law_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "world", "kitchen"]) == 0
    assert main(["check", "kitchen.espire"]) == 0
    assert main(["fmt", "--check", "kitchen.espire"]) == 0
    assert main(["test", "kitchen.espire", "--scenes", "5"]) == 0
    assert main(["new", "planet", "mars"]) == 2
    assert "espirec new world NAME" in capsys.readouterr().err


def test_settings_leave_the_size_of_pictures_to_worlds() -> None:
    assert Settings(simulator=BackendSpec(NO_BACKEND, "rays")).size is None
