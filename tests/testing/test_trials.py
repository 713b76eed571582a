"""Examples and laws: what passes, what fails, and whether what is printed can be pasted back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.checking.check import compile_paths
from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.library import library_kinds
from espire_dsl.language.trials.scene_literal import build_scene
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.places import slot_of
from espire_dsl.testing.outcome import TrialOutcome
from espire_dsl.testing.run import run_trials
from espire_dsl.testing.scene_text import scene_literal
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from espire_dsl.wording.render import Lexicon
from tests.program.oracle import measures

FAMILY = """
family pick.near {
  spec        distance coarse, reference O
  world       tabletop
  action      pick
  candidates  books
  let O in near
  let R in { Closest, LessThan(d) } where d in 10 cm .. 1 m step 5 cm
  program     filter_distance(candidates, R, to: O)
  say "{{ Pick }} a book {{ R.of(O) }}."
}
"""
SCENE = """
  scene {
    viewer at (0, -1)
    table at (0, 0)
    near pagoda tower at (0, 0)
    book a at (0.2, 0)
    book b at (0.5, 0)
  }
"""


def outcomes(text: str, folder: Path, scenes: int = 40) -> list[TrialOutcome]:
    path = folder / "trial.espire"
    path.write_text(f"espire 1\n{text}", encoding="utf-8")
    compiled = compile_paths([path], [folder])
    assert [d.message for d in compiled.result.findings if d.severity == "error"] == []
    return list(run_trials(compiled.files[path].trials, Lexicon.load(), load_catalogue(), scenes=scenes))


def example(body: str, of: str = "pick.near") -> str:
    return f'example "this one" of {of} {{ {SCENE} {body} }}\n'


@pytest.mark.parametrize(
    "body",
    [
        "given R = Closest expect { a }",
        "given R = LessThan(1 m) given O = tower expect { a, b }",
        "given R = LessThan(1 cm) expect { }",
        'given R = Closest expect { a } expect says "Grab a book closest to the pagoda."',
    ],
)
def test_a_right_example_passes(body: str, tmp_path: Path) -> None:
    (outcome,) = outcomes(FAMILY + example(body), tmp_path)
    assert outcome.passed


def test_a_wrong_example_says_what_was_found_and_how(tmp_path: Path) -> None:
    (outcome,) = outcomes(FAMILY + example("given R = Closest expect { b }"), tmp_path)
    assert outcome.finding is not None
    assert outcome.finding.code == "E0610"
    assert "expected { b }, found { a }" in outcome.finding.message
    assert any("measured (m): a 0.0" in note for note in outcome.finding.notes)


def test_a_sentence_that_nobody_says(tmp_path: Path) -> None:
    (outcome,) = outcomes(FAMILY + example('given R = Closest expect says "Jump."'), tmp_path)
    assert outcome.finding is not None
    assert "it says: Take a book closest to the pagoda." in outcome.finding.notes


def test_an_example_without_an_answer_names_the_place(tmp_path: Path) -> None:
    family = FAMILY.replace(
        "filter_distance(candidates, R, to: O)",
        "filter_distance(candidates, R, to: unique(ornaments - { O }))",
    )
    family = family.replace("reference O", "reference ornament")
    (outcome,) = outcomes(family + example("given R = Closest expect { b }"), tmp_path)
    assert outcome.finding is not None
    assert outcome.finding.code == "E0614"
    assert "`unique` was given 0 things" in outcome.finding.message


FALSE_LAWS = [
    "law wrong(s: Scene, o: oriented near) { filter_orientation(books(s), Front, of: o, in: intrinsic(o)) == "
    "filter_orientation(books(s), Front, of: o, in: relative) }",
    "law wrong(s: Scene, n: Ordinal in 1st .. 3rd, d: Length) { count(filter_distance(books(s), LessThan(d), "
    "to: viewer(s))) < 1 and exists(filter_relation(books(s), RankLeftMost(n), of: table(s), in: relative))"
    "}",
    "law wrong(s: Scene in shelf, o: near, R: { Above, Below }) "
    "{ exists(filter_orientation(slots(s), R, of: o)) }",
    "law wrong(s: Scene) { exists(filter_pose(books(s), Vertical)) }",
    "law wrong(s: Scene, h: Clock, a: Angle, t: Bool) { t and a < 10 deg and "
    "not exists(filter_orientation(books(s), ClockPosition(h), of: viewer(s), in: intrinsic(viewer(s)))) }",
]


@pytest.mark.parametrize("law", FALSE_LAWS)
def test_what_breaks_a_law_can_be_pasted_back_and_breaks_it_again(law: str, tmp_path: Path) -> None:
    (broken,) = outcomes(law, tmp_path)
    assert broken.finding is not None
    assert broken.finding.code == "E0611"
    pasted = broken.finding.notes[0].partition("\n\n")[2]
    found = {o.kind: o for o in outcomes(f"{law}\n{pasted}", tmp_path)}
    assert found["example"].finding is not None
    assert found["example"].finding.code == "E0610"
    assert "does not hold here" in found["example"].finding.message


def test_the_smallest_scene_is_small(tmp_path: Path) -> None:
    (broken,) = outcomes(FALSE_LAWS[3], tmp_path)
    assert broken.finding is not None
    assert broken.finding.notes[0].count("book ") == 1


def test_a_law_that_assumes_too_much_does_not_pass(tmp_path: Path) -> None:
    (outcome,) = outcomes("law never(s: Scene) when count(books(s)) > 50 { exists(books(s)) }", tmp_path)
    assert outcome.finding is not None
    assert outcome.finding.code == "E0613"


def test_the_same_scenes_are_tried_every_time(tmp_path: Path) -> None:
    first, second = (outcomes(FALSE_LAWS[0], tmp_path)[0].finding for _ in range(2))
    assert first == second


def test_nothing_is_left_in_the_authors_folder(tmp_path: Path) -> None:
    outcomes(FALSE_LAWS[0], tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["trial.espire"]


def rebuilt(scene: Scene) -> Scene:
    findings = Findings()
    again = build_scene(scene_literal(scene), Scope(findings, load_catalogue(), library_kinds()))
    assert again is not None, [d.notes for d in findings]
    return again


def assert_same(scene: Scene, again: Scene) -> None:
    assert [n.id for n in again.nodes] == [n.id for n in scene.nodes]
    for node, other in zip(scene.nodes, again.nodes, strict=True):
        assert (node.kind, node.oriented, node.row) == (other.kind, other.oriented, other.row)
        assert node.kind in ("table", "shelf") or node.category == other.category
        assert slot_of(scene, node.id) == slot_of(again, node.id)
        assert other.center == pytest.approx(node.center, abs=1e-8)
        assert other.extents == pytest.approx(node.extents, abs=1e-8)
        same = abs(sum(a * b for a, b in zip(node.quaternion, other.quaternion, strict=True)))
        assert node.kind == "viewer" or same == pytest.approx(1, abs=1e-8)
    for a in scene.of_kind("book"):
        for b in scene.of_kind("near", "distant"):
            assert measures.distance(again, a.id, b.id) == pytest.approx(
                measures.distance(scene, a.id, b.id), abs=1e-7
            )


@settings(deadline=None, max_examples=30, derandomize=True)
@given(tabletop_scenes())
def test_a_written_tabletop_is_the_same_scene(scene: Scene) -> None:
    assert_same(scene, rebuilt(scene))


@settings(deadline=None, max_examples=15, derandomize=True)
@given(shelf_scenes())
def test_a_written_shelf_is_the_same_scene(scene: Scene) -> None:
    assert_same(scene, rebuilt(scene))
