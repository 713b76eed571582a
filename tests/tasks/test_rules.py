"""Every reason for which a binding is refused, provoked once on a scene made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.tasks.reason import Reason
from tests.tasks.helpers import bound_on, family_from, pick, place, scene_from

TABLE = "viewer at (0, -1, 0.8)\n table at (0, 0)\n"
TWO_BOOKS = TABLE + "book a at (-0.3, 0)\n book b at (0.3, 0)\n"
SHELF = """viewer at (0, -2)
  shelf at (0, 0, 1)
  slot s1 at (-0.5, 0, 1) in shelf row 1 column 1
  slot s2 at (0, 0, 1) in shelf row 1 column 2
  slot s3 at (0.5, 0, 1) in shelf row 1 column 3
  slot s4 at (-0.5, 0, 0.5) in shelf row 2 column 1
"""
EXTREME = (
    'let R in { Closest }\n program filter_distance(candidates, R, to: O)\n say "{{ Pick }} {{ R.of(O) }}."'
)
SIDE = """let O in near
  let R in { Left }
  program filter_orientation(candidates, R, of: O, in: relative)
  say "{{ Pick }} a book {{ R.of(O) }}."
  say naming frame "{{ Pick }} a book {{ R.of(O) }}, {{ frame }}."
"""
OWN_SIDE = """let O in oriented near
  let R in { Left }
  program filter_orientation(candidates, R, of: O, in: intrinsic(O))
  say "{{ Pick }} a book {{ R.of(O) }}."
"""
IN_ROW = """let A, B in near
  let R in { BetweenSlots }
  program filter_between(candidates, R, a: A, b: B)
  say "{{ Place }} it between {{ A }} and {{ B }}, {{ R }}."
"""
SIDES = "orientation coarse, frame relative, reference near"
OWN_SIDES = "orientation coarse, frame intrinsic, reference oriented near"
NEAR = "distance coarse, reference near"
SIZE = 'let R in { Small }\n program filter_attribute(candidates, R)\n say "{{ Pick }} a {{ R }} book."'
HOPS = """let O in near
  program filter_attribute(filter_distance(candidates, Closest, to: O), Medium)
  say "{{ Pick }} the medium book closest to {{ O }}."
"""
OF_UNIQUE = """let R in { Closest }
  program filter_distance(candidates, R, to: unique(near_ornaments))
  say "{{ Pick }} the book {{ R }} the ornament."
"""
CHOICE = """let R in { Closest }
  let O in near
  program filter_distance(candidates, R, to: O)
  answer choice
  distract 3 from others
  say "{{ Pick }} the book {{ R.of(O) }}."
"""
JAR = "near ceramic_jar jar at (0, 0.1)\n"

REFUSED: dict[Reason, tuple[str, str]] = {
    Reason.NO_VALUE: (pick(f"let O in near\n {EXTREME}", NEAR), TWO_BOOKS),
    Reason.NAME_NOT_UNIQUE: (
        pick(f"let O in near\n {EXTREME}", NEAR),
        TWO_BOOKS + JAR + "near ceramic_jar other at (0, -0.1)",
    ),
    Reason.NO_GRID: (
        place(
            "let R in { Row(n) } where n in 1 .. 3\n"
            "program filter_relation(candidates, R, of: shelf, in: intrinsic(shelf))\n"
            'say "{{ Place }} it {{ R }}."',
            "relationship fine, frame intrinsic, reference shelf",
        ),
        SHELF,
    ),
    Reason.NOT_IN_ONE_ROW: (
        place(IN_ROW, "relationship coarse, reference two near"),
        SHELF + "near pagoda tower at (-0.5, 0, 1) in s1\n near ceramic_jar jar at (-0.5, 0, 0.5) in s4",
    ),
    Reason.NOT_UNIQUE: (
        pick(OF_UNIQUE, "distance coarse, reference near"),
        TWO_BOOKS + JAR + "near pagoda tower at (0, -0.1)",
    ),
    Reason.UNDEFINED: (
        place(
            "let O in near\n let R in { DirectAbove }\n program filter_orientation(candidates, R, of: O)\n"
            'say "{{ Place }} it {{ R.of(O) }}."',
            "orientation fine, frame absolute, reference near",
        ),
        SHELF + "near pagoda tower at (2, 0, 0.1)",
    ),
    Reason.NO_ANSWER: (pick(SIZE, "attribute coarse"), TWO_BOOKS),
    Reason.TRIVIAL: (
        pick(SIZE, "attribute coarse"),
        TABLE + "book a at (-0.3, 0) size small\n book b at (0.3, 0) size small",
    ),
    Reason.MARGIN: (
        pick(f"let O in near\n {EXTREME}", NEAR),
        TABLE + "book a at (-0.3, 0)\n book b at (0.32, 0)\n near ceramic_jar jar at (0, 0)",
    ),
    Reason.REQUIREMENT: (
        pick(f"let O in near\n require count(answers) > 1\n {EXTREME}", NEAR),
        TWO_BOOKS + "near ceramic_jar jar at (0.1, 0)",
    ),
    Reason.NOT_SALIENT: (
        pick(SIDE, SIDES),
        TABLE + "book a at (-0.1, 0.2)\n book b at (0.3, 0)\n near ceramic_jar jar at (0, 0)",
    ),
    Reason.TOO_FEW_OPTIONS: (pick(CHOICE, NEAR), TWO_BOOKS + "near ceramic_jar jar at (0.1, 0)"),
    Reason.IDLE_HOP: (
        pick(HOPS, "attribute coarse"),
        TABLE + "book a at (-0.3, 0)\n book b at (0.3, 0)\n near ceramic_jar jar at (0.1, 0)",
    ),
    Reason.OTHER_READING: (
        pick(OWN_SIDE, OWN_SIDES),
        TWO_BOOKS + "near teddy_bear bear at (0, 0) facing -y",
    ),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_refused(reason: Reason, tmp_path: Path) -> None:
    text, things = REFUSED[reason]
    found = bound_on(scene_from(things), family_from(tmp_path, text))
    assert dict(found.refused).keys() == {reason}
    assert not found.bindings


def test_open_frames_are_wanted_in_a_suite_of_their_own(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(OWN_SIDE, OWN_SIDES))
    faces_viewer = scene_from(TWO_BOOKS + "near teddy_bear bear at (0, 0) facing -y")
    faces_away = scene_from(TWO_BOOKS + "near teddy_bear bear at (0, 0) facing +y")
    (bound,) = bound_on(faces_viewer, family, suite="espire_frames").bindings[0]
    assert bound.open_frame
    assert bound.answer == ("b",)
    agreed = bound_on(faces_away, family, suite="espire_frames")
    assert (dict(agreed.refused), dict(agreed.bindings)) == ({Reason.ONE_READING: 1}, {})
    assert [b.open_frame for b in bound_on(faces_away, family).bindings[0]] == [False]


def test_a_sentence_that_names_its_frame_may_have_other_readings(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(SIDE, SIDES))
    scene = scene_from(TWO_BOOKS + "near teddy_bear bear at (0, 0) facing -y")
    (bound,) = bound_on(scene, family).bindings[0]
    assert (bound.answer, bound.open_frame) == (("a",), True)


def test_poses_of_placing_may_be_possible_everywhere(tmp_path: Path) -> None:
    family = family_from(
        tmp_path,
        place(
            'let R in { Vertical }\n program place_orientation(candidates, R)\nsay "{{ Place }} it {{ R }}."',
            "orientation coarse, frame absolute",
        ),
    )
    held = "robot at (0, -1.5)\n book h at (0, -1.2, 1) in robot\n"
    found = bound_on(scene_from(SHELF + held), family)
    assert found.bindings[0][0].answer == ("s1", "s2", "s3", "s4")


def test_the_viewer_s_own_sides_need_no_salience(tmp_path: Path) -> None:
    text = pick(
        "let O in viewer\n let R in { Left }\n"
        "program filter_orientation(candidates, R, of: O, in: intrinsic(O))\n"
        'say "{{ Pick }} one {{ R.of(O) }}."',
        "orientation coarse, frame intrinsic, reference viewer",
    )
    (bound,) = bound_on(scene_from(TWO_BOOKS), family_from(tmp_path, text)).bindings[0]
    assert bound.answer == ("a",)


def test_slots_of_the_reference_s_own_row_are_not_doubtful(tmp_path: Path) -> None:
    above = place(
        "let O in near\n let R in { Above, Below }\n program filter_orientation(candidates, R, of: O)\n"
        'say "{{ Place }} it {{ R.of(O) }}."',
        "orientation coarse, frame absolute, reference near",
    )
    scene = scene_from(SHELF + "near pagoda tower at (-0.5, 0, 1) in s1")
    (bound,) = bound_on(scene, family_from(tmp_path, above), "Below").bindings[0]
    assert bound.answer == ("s4",)
    between = family_from(tmp_path, place(IN_ROW, "relationship coarse, reference two near"))
    things = "near pagoda tower at (-0.5, 0, 1) in s1\n near ceramic_jar jar at (0.5, 0, 1) in s3"
    (bound,) = bound_on(scene_from(SHELF + things), between).bindings[0]
    assert bound.answer == ("s2",)
    assert bound.values["A"] < bound.values["B"], "a pair is looked at in one order"


def test_a_row_in_an_inner_hop_needs_a_grid_too(tmp_path: Path) -> None:
    text = place(
        "let n in 1 .. 3\n let R in { LeftMost, RightMost }\n"
        "program candidates |> filter_relation(Row(n), of: shelf, in: intrinsic(shelf))"
        " |> filter_relation(R, of: shelf, in: intrinsic(shelf))\n"
        'say naming frame "{{ Place }} it in row {{ n }}, {{ R.adjective }}, {{ frame }}."',
        "relationship coarse, frame intrinsic, reference shelf",
    )
    found = bound_on(scene_from(SHELF), family_from(tmp_path, text))
    assert dict(found.refused).keys() == {Reason.NO_GRID}
