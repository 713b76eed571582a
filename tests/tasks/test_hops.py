"""Hops that could be left out make a binding degenerate."""

from __future__ import annotations

from pathlib import Path

from espire_dsl.tasks.hops import hops, shortened
from espire_dsl.tasks.reason import Reason
from tests.tasks.helpers import bound_on, family_from, pick, scene_from

TABLE = "viewer at (0, -1, 0.8)\n table at (0, 0)\n near ceramic_jar jar at (-0.5, 0)\n"
THROUGH_A_BOOK = """let O in near
  program candidates |> filter_attribute(Small)
    |> filter_distance(Closest, to: unique(filter_distance(filter_attribute(books, Large), Closest, to: O)))
  say "{{ Pick }} the small book closest to the large book that is closest to {{ O }}."
"""
SPEC = "distance coarse, reference book"


def test_every_hop_counts_once(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(THROUGH_A_BOOK, SPEC))
    assert [hop.function for hop in hops(family)].count("filter_attribute") == 2
    assert len(shortened(family)) == 8, "each of four hops left out, and replaced by nothing"


NOT_THE_OTHER = """let A, B in near
  let R in { LessThan(d) } where d in 30 cm .. 30 cm step 5 cm
  program filter_distance(candidates, R, to: A) - filter_distance(candidates, R, to: B)
  say naming measure "{{ Pick }} a book {{ R.of(A) }} but not {{ R.of(B) }}, {{ measure }}."
"""


def test_what_is_subtracted_must_remove_something(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(NOT_THE_OTHER, "distance coarse, reference near"))
    things = (
        TABLE
        + "near rubiks_cube cube at ({}, 0)\n"
        + "book a at (-0.65, 0)\n book b at (-0.25, 0)\n book c at (0.6, 0.2)"
    )
    between = bound_on(scene_from(things.format(0.0)), family)
    assert [(b.values["A"], b.answer) for b in between.bindings[0]] == [("jar", ("a",))]
    far_away = bound_on(scene_from(things.format(0.3)), family)
    assert not far_away.bindings
    assert far_away.refused[Reason.IDLE_HOP] > 0


def test_a_binding_in_which_every_hop_matters(tmp_path: Path) -> None:
    scene = scene_from(
        """viewer at (0, -1, 0.8)
        table at (0, 0)
        near ceramic_jar jar at (0, 0.25)
        book l1 at (-0.3, 0.1) size large
        book l2 at (0.6, 0) size large
        book m at (0.1, 0.2) size medium
        book s1 at (-0.55, 0) size small
        book s2 at (0.35, 0) size small"""
    )
    found = bound_on(scene, family_from(tmp_path, pick(THROUGH_A_BOOK, SPEC)))
    assert [bound.answer for bound in found.bindings[0]] == [("s1",)]


def test_one_large_book_makes_the_choice_of_it_idle(tmp_path: Path) -> None:
    scene = scene_from(
        TABLE
        + """book l1 at (-0.3, 0) size large
        book m at (-0.4, 0.1) size medium
        book s1 at (-0.1, 0) size small
        book s2 at (0.35, 0) size small"""
    )
    found = bound_on(scene, family_from(tmp_path, pick(THROUGH_A_BOOK, SPEC)))
    assert dict(found.refused) == {Reason.IDLE_HOP: 1}


def test_another_referent_with_the_same_answers_is_idle(tmp_path: Path) -> None:
    scene = scene_from(
        TABLE
        + """book l1 at (-0.3, 0) size large
        book l2 at (-0.2, 0.15) size large
        book m at (-0.4, 0.1) size medium
        book s1 at (-0.05, 0) size small
        book s2 at (0.55, 0) size small"""
    )
    found = bound_on(scene, family_from(tmp_path, pick(THROUGH_A_BOOK, SPEC)))
    assert Reason.IDLE_HOP in found.refused
    assert not found.bindings
