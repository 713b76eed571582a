"""Options of choices, and tasks that belong together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from espire_dsl.language.core.values import DistractorValue
from espire_dsl.tasks.bound import Bound
from espire_dsl.tasks.dice import Dice
from espire_dsl.tasks.options import has_options, options_of, wrong_options
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.variants import units_of
from tests.tasks.helpers import bound_on, family_from, pick, scene_from

SCENE = """viewer at (0, -1, 0.8)
  table at (0, 0)
  near ceramic_jar jar at (-0.5, 0)
  near pagoda tower at (0, 0.2)
  book a at (-0.2, 0)
  book b at (0.4, 0)
"""
DIRECTION = """let O in near
  let P in near
  program direction(P, from: O, in: relative)
  distract 3 from opposite
  say "Where is {{ P }} from {{ O }}?"
"""
METRES = """let O in near
  program distance(O, to: viewer)
  distract 2 from ratios(0.5, 2, 3)
  answer choice in cm
  say "How far is {{ O }}?"
"""
COMPARED = """let A, B in near
  let R in { Closer }
  program compare_distance(A, R, than: B, to: viewer)
  contrast swap(A, B)
  say "Is {{ A }} {{ R }} you than {{ B }}?"
"""
SWEPT = """let d in 50 cm .. 150 cm step 50 cm
  let O in near
  program distance(O, to: viewer) < d
  sweep d
  say "Is {{ O }} nearer to you than {{ d }}?"
"""


def answering(clauses: str, spec: str) -> str:
    text = pick(clauses, spec).replace(" action pick\n candidates books\n", " action answer\n")
    return text.replace("pick.mine", "ask.mine")


def test_opposite_comes_first_and_its_neighbours_next(tmp_path: Path) -> None:
    family = family_from(tmp_path, answering(DIRECTION, "orientation coarse, frame relative, reference near"))
    wrong = wrong_options(family, DistractorValue("opposite"), "front", None)
    assert wrong[:3] == ["back", "back right", "back left"]
    assert wrong_options(family, DistractorValue("opposite"), "same place", None) == []
    assert not has_options(family, "same place", None)


def test_the_right_option_moves_on(tmp_path: Path) -> None:
    family = family_from(tmp_path, answering(DIRECTION, "orientation coarse, frame relative, reference near"))
    places = Counter()
    for number in range(40):
        made = options_of(family, "left", None, number, Dice.of(number, "options"))
        assert made is not None
        options, right = made
        assert right == "left"
        assert set(options) == {"left", "right", "front right", "back right"}
        places[options.index(right)] += 1
    assert places == dict.fromkeys(range(4), 10)


def test_numbers_are_wrong_by_ratios(tmp_path: Path) -> None:
    family = family_from(tmp_path, answering(METRES, "distance fine, reference viewer"))
    assert wrong_options(family, DistractorValue("ratios", (0.5, 2, 3)), 1.2, None) == [0.6, 2.4, 3.6]
    made = options_of(family, 1.2, None, 1, Dice.of(0, "options"))
    assert made is not None
    assert made[0][1] == 1.2
    assert len(set(made[0])) == 3


def test_a_contrast_brings_pairs_whose_answers_differ(tmp_path: Path) -> None:
    family = family_from(tmp_path, answering(COMPARED, "distance coarse, reference viewer"))
    found = bound_on(scene_from(SCENE), family)
    units = units_of(family, {"Closer": found.bindings[0]})
    ((unit,),) = units.by_type.values()
    assert {tuple(m.bound.values[n] for n in "AB"): m.bound.answer for m in unit.members} == {
        ("jar", "tower"): True,
        ("tower", "jar"): False,
    }
    alone = units_of(family, {"Closer": found.bindings[0][:1]})
    assert (alone.by_type, sum(alone.incomplete.values())) == ({}, 1)


def test_a_sweep_brings_the_whole_grid(tmp_path: Path) -> None:
    family = family_from(tmp_path, answering(SWEPT, "distance fine, reference viewer"))
    (name,) = family.types
    bounds = bound_on(scene_from(SCENE), family).bindings[0]
    units = units_of(family, {name: bounds})
    (made,) = units.by_type.values()
    assert [len(unit.members) for unit in made] == [3, 3]
    assert {m.bound.values["d"] for m in made[0].members} == {0.5, 1.0, 1.5}
    lacking = [b for b in bounds if b.values != {"d": 1.0, "O": "jar"}]
    assert sum(units_of(family, {name: lacking}).incomplete.values()) == 2


@pytest.mark.parametrize("answer", [("a",), ("a", "b")])
def test_things_have_the_other_candidates_as_wrong_options(tmp_path: Path, answer: tuple[str, ...]) -> None:
    clauses = """let O in near
      let R in { Closest }
      program filter_distance(candidates, R, to: O)
      answer choice
      distract 1 from others
      say "{{ Pick }} {{ R.of(O) }}."
    """
    family = family_from(tmp_path, pick(clauses, "distance coarse, reference near"))
    made = options_of(family, answer, ("a", "b", "c"), 0, Dice.of(1, "options"))
    assert made is not None
    options, right = made
    assert right in answer
    assert [o for o in options if o not in answer] == options[1:]
    assert bound_on(scene_from(SCENE), family).bindings
    assert Reason.TOO_FEW_OPTIONS not in bound_on(scene_from(SCENE), family).refused


def test_bindings_are_told_apart_by_their_values() -> None:
    assert Bound({"a": 1, "b": 2}, True).key == Bound({"b": 2, "a": 1}, False).key
    assert Bound({"a": 1}, True).key != Bound({"a": 2}, True).key
