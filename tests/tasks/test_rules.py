"""Every reason for which a binding is refused, provoked once on a scene made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from espire_dsl.language.rules import USUAL
from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import axis_angle, product
from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.rulebook import RuleBook
from tests.tasks.helpers import answering, bound_on, family_from, pick, place, scene_from

TABLE = "viewer at (0, -1, 0.8)\n table at (0, 0)\n"
TWO_BOOKS = TABLE + "book a at (-0.3, 0)\n book b at (0.3, 0)\n"
SHELF = """viewer at (0, -2)
  shelf at (0, 0, 1)
  slot s1 at (-0.5, 0, 1) in shelf row 1 column 1
  slot s2 at (0, 0, 1) in shelf row 1 column 2
  slot s3 at (0.5, 0, 1) in shelf row 1 column 3
  slot s4 at (-0.5, 0, 0.5) in shelf row 2 column 1
"""
GRID = """viewer at (0, -2)
  shelf at (0, 0, 1)
""" + "".join(
    f"slot s{row}{column} at ({0.5 * column - 1:.1f}, 0, {1.9 - 0.5 * row:.1f}) in shelf "
    f"row {row} column {column}\n"
    for row in (1, 2, 3)
    for column in (1, 2, 3)
)
EXTREME = (
    "let R in { Closest }\n program filter_distance(candidates, R, to: O)\n"
    'say naming measure "{{ Pick }} the book {{ R.of(O) }}, {{ measure }}."'
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
  say naming measure "{{ Pick }} the medium book closest to {{ O }}, {{ measure }}."
"""
OF_UNIQUE = """let R in { Closest }
  program filter_distance(candidates, R, to: unique(near_ornaments))
  say naming measure "{{ Pick }} the book {{ R }} the ornament, {{ measure }}."
"""
CHOICE = """let R in { Closest }
  let O in near
  program filter_distance(candidates, R, to: O)
  answer choice
  distract 3 from others
  say naming measure "{{ Pick }} the book {{ R.of(O) }}, {{ measure }}."
"""
JAR = "near ceramic_jar jar at (0, 0.1)\n"
ABOUT = """let O in near
  let R in { EqualTo(d) } where d in 20 cm .. 60 cm step 20 cm
  program filter_distance(candidates, R, to: O)
  say naming measure "{{ Pick }} a book {{ R.of(O) }}, {{ measure }}."
"""
RANK = """let R in { RankClosest(n) } where n in 2nd .. 3rd
  program filter_distance(candidates, R, to: viewer)
  say naming measure "{{ Pick }} the book {{ R }} you, {{ measure }}."
"""
OF_SPACES = """let O in plain near
  let R in { Left }
  program filter_orientation(candidates, R, of: O, in: relative)
  say naming frame "{{ Place }} it {{ R.of(O) }}, {{ frame }}."
"""
ONLY_ONE = """let R in { Small }
  program filter_attribute(candidates, R)
  say "{{ Pick }} the {{ R }} book."
"""

REFUSED: dict[Reason, tuple[str, str]] = {
    Reason.NO_VALUE: (pick(f"let O in near\n {EXTREME}", NEAR), TWO_BOOKS),
    Reason.NAME_NOT_UNIQUE: (
        pick(f"let O in near\n {EXTREME}", NEAR),
        TWO_BOOKS + JAR + "near ceramic_jar other at (0, -0.1)",
    ),
    Reason.HIDDEN_REFERENCE: (
        pick(f"let O in near\n {EXTREME}", NEAR),
        TWO_BOOKS + "near ceramic_jar jar at (0.1, 0) visible 0.4",
    ),
    Reason.FACES_AWAY: (
        pick(OWN_SIDE.replace("say ", "say naming frame "), OWN_SIDES),
        TWO_BOOKS + "near teddy_bear bear at (0, 0) facing +y",
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
    Reason.FEW_CANDIDATES: (
        pick(RANK, "distance fine, reference viewer"),
        TABLE + "book a at (0, -0.2)\n book b at (0, 0)\n book c at (0, 0.25)",
    ),
    Reason.TRIVIAL: (
        pick(SIZE, "attribute coarse"),
        TABLE
        + "book a at (-0.3, 0) size small\n book b at (0.3, 0) size small\n book c at (0, 0) size large",
    ),
    Reason.UNDECIDED: (
        place(OF_SPACES, "orientation coarse, frame relative, reference plain near", "spaces"),
        GRID
        + "near ceramic_jar jar at (0, 0, 0.85) in s22\n"
        + "space p1 at (-0.15, 0, 0.9) in s22\n space p2 at (0.02, 0, 0.9) in s22\n"
        + "space p3 at (-0.03, 0, 0.9) in s22",
    ),
    Reason.HIDDEN_ANSWER: (
        pick(SIZE, "attribute coarse"),
        TABLE + "book a at (-0.3, 0) size small visible 0.3\n book b at (0.3, 0)\n book c at (0, 0)",
    ),
    Reason.NOT_SPOKEN: (
        pick(ABOUT, "distance fine, reference near"),
        TABLE + "book a at (-0.3, 0)\n book b at (0.55, 0)\n near ceramic_jar jar at (0, 0)",
    ),
    Reason.SEVERAL_ANSWERS: (
        pick(ONLY_ONE, "attribute coarse"),
        TABLE
        + "book a at (-0.3, 0) size small\n book b at (0.3, 0) size small\n"
        + "book c at (0, 0.1) size large\n book d at (0, -0.1) size large",
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
    Reason.OPTIONS_ALIKE: (
        pick(CHOICE.replace("3 from", "1 from"), NEAR),
        TWO_BOOKS + "near ceramic_jar jar at (0.1, 0)",
    ),
    Reason.IDLE_HOP: (
        pick(HOPS, "attribute coarse"),
        TABLE + "book a at (-0.3, 0)\n book b at (0.3, 0)\n near ceramic_jar jar at (0.1, 0)",
    ),
    Reason.OTHER_READING: (
        pick(OWN_SIDE, OWN_SIDES),
        TWO_BOOKS + "near teddy_bear bear at (0, 0) facing -y",
    ),
}


def test_every_reason_that_binding_knows_is_provoked() -> None:
    elsewhere = {Reason.PICTURE_ORDER, Reason.ONE_READING, Reason.INCOMPLETE, Reason.UNREACHABLE}
    elsewhere |= {Reason.ROUNDING, Reason.UNBALANCED}
    assert REFUSED.keys() | elsewhere | {Reason.OPTIONS_ALIKE} == set(Reason)


@pytest.mark.parametrize("reason", REFUSED)
def test_refused(reason: Reason, tmp_path: Path) -> None:
    text, things = REFUSED[reason]
    found = bound_on(scene_from(things), family_from(tmp_path, text))
    assert dict(found.refused).keys() == {reason}
    assert not found.bindings


def test_open_frames_are_asked_where_a_suite_wants_them_and_readings_share_no_answer(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(OWN_SIDE, OWN_SIDES))
    faces_viewer = scene_from(TWO_BOOKS + "near teddy_bear bear at (0, 0) facing -y")
    faces_away = scene_from(TWO_BOOKS + "near teddy_bear bear at (0, 0) facing +y")
    rules = RuleBook(USUAL.changed({"frames": "open", "front_angle": 180.0}))
    (binding,) = bound_on(faces_viewer, family, rules=rules).bindings[0]
    assert (binding.answer, binding.frame_sensitive, binding.names_frame) == (("b",), True, False)
    agreed = bound_on(faces_away, family, rules=rules)
    assert (dict(agreed.refused), dict(agreed.bindings)) == ({Reason.ONE_READING: 1}, {})
    anywhere = RuleBook(USUAL.changed({"front_angle": 180.0}))
    (named,) = bound_on(faces_away, family, rules=anywhere).bindings[0]
    assert (named.frame_sensitive, named.names_frame) == (False, False)


def test_a_viewer_s_left_must_be_that_of_the_picture(tmp_path: Path) -> None:
    """Far away things move towards the middle of the picture: on the floor b is left of the jar, in the
    picture it is right of it."""
    family = family_from(
        tmp_path, pick(SIDE.replace("near", "plain near"), SIDES.replace("near", "plain near"))
    )
    things = TABLE + "near ceramic_jar jar at (-0.5, -0.25)\n book a at (-0.7, -0.25)\n book c at (0.3, 0)\n"
    for behind, reasons in ((-0.25, {}), (1.5, {Reason.PICTURE_ORDER: 1})):
        scene = scene_from(things + f"book b at (-0.6, {behind})\n book d at (0.5, 0)\n book e at (0.1, 0)")
        camera = look_at((0, -1, 0.8), (0, 0, 0.8))
        seen = Scene.build(scene.nodes, scene.edges, {"world": camera}, id="s", world="made", level="easy")
        assert dict(bound_on(seen, family).refused) == reasons


@pytest.mark.parametrize(
    ("roll", "reasons"),
    [(0, {}), (60, {}), (-20, {}), (-60, {Reason.PICTURE_ORDER: 1}), (-90, {Reason.PICTURE_ORDER: 1})],
)
def test_a_viewer_s_own_left_must_be_that_of_the_picture_too(
    roll: float, reasons: dict[Reason, int], tmp_path: Path
) -> None:
    """Books on the left lie low: if the camera is rolled to the right, they go over to the right side."""
    text = """let R in { Left }
  let O in viewer
  program filter_orientation(candidates, R, of: O, in: intrinsic(O))
  say naming frame "{{ Pick }} a book {{ R.of(O) }}."
"""
    family = family_from(tmp_path, pick(text, "orientation coarse, frame intrinsic, reference viewer"))
    books = ((-0.3, 0.5), (-0.4, 0.5), (0.3, 1.1), (0.4, 1.1), (0.5, 1.1))
    things = "".join(f"book {'abcde'[n]} at ({x}, 0, {z})\n" for n, (x, z) in enumerate(books))
    scene = scene_from(TABLE + things)
    level = look_at((0, -1, 0.8), (0, 0, 0.8))
    camera = evolve(level, quaternion=product(level.quaternion, axis_angle((0, 0, 1), roll)))
    seen = Scene.build(scene.nodes, scene.edges, {"world": level, "wrist": camera}, id="s", level="easy")
    found = bound_on(seen.through("wrist"), family)
    assert dict(found.refused) == reasons
    assert [b.answer for b in found.bindings.get(0, ())] == ([] if reasons else [("a", "b")])


@pytest.mark.parametrize(("nearer", "reasons"), [(-0.36, {}), (-0.393, {Reason.PICTURE_ORDER: 1})])
def test_what_is_counted_from_the_left_is_told_apart_in_the_picture(
    nearer: float, reasons: dict[Reason, int], tmp_path: Path
) -> None:
    """On the floor b is 11 cm right of a, and in the picture 33 columns, or 6 only."""
    text = """let R in { LeftMost }
  program filter_relation(candidates, R, of: table, in: relative)
  say naming frame "{{ Pick }} the {{ R }} book, {{ frame }}."
"""
    family = family_from(tmp_path, pick(text, "relationship coarse, frame relative, reference table"))
    others = "book c at (0.3, 0)\n book d at (0.5, 0)"
    scene = scene_from(TABLE + f"book a at (-0.5, -0.25)\n book b at ({nearer}, -0.4)\n {others}")
    camera = look_at((0, -1, 0.8), (0, 0, 0.8))
    seen = Scene.build(scene.nodes, scene.edges, {"world": camera}, id="s", world="made", level="easy")
    assert dict(bound_on(seen, family).refused) == reasons


def test_what_is_within_the_margin_of_a_boundary_is_undecided_if_it_is_a_space(tmp_path: Path) -> None:
    family = family_from(
        tmp_path, place(OF_SPACES, "orientation coarse, frame relative, reference plain near", "spaces")
    )
    spaces = "".join(
        f"space p{i} at ({x}, 0, 0.9) in s22\n" for i, x in enumerate((-0.2, -0.1, -0.03, 0.1, 0.2))
    )
    scene = scene_from(GRID + "near ceramic_jar jar at (0, 0, 0.85) in s22\n" + spaces)
    (binding,) = bound_on(scene, family).bindings[0]
    assert (binding.answer, binding.undecided) == (("p0", "p1"), ("p2",))


@pytest.mark.parametrize(
    ("facing", "type_", "answer"),
    [
        ("-y", "Left", ("p2", "p3")),
        ("-y", "Front", None),
        ("+x", "Front", ("p2", "p3")),
        ("+x", "Left", None),
    ],
)
def test_a_space_is_on_a_side_if_all_of_it_is(
    facing: str, type_: str, answer: tuple[str, ...] | None, tmp_path: Path
) -> None:
    """Spaces are as deep as their slot: none of them is before or behind a thing that stands in it."""
    text = place(
        f"let O in oriented near\n let R in {{ {type_} }}\n"
        "program filter_orientation(candidates, R, of: O, in: intrinsic(O))\n"
        'say naming frame "{{ Place }} it in a free space {{ R.of(O) }}, {{ frame }}."',
        "orientation coarse, frame intrinsic, reference oriented near",
        "spaces",
    )
    spaces = "".join(
        f"space p{i} at ({x}, 0.08, 0.9) in s22 size (0.4, 0.08, 0.3)\n"
        for i, x in enumerate((-0.2, -0.1, 0.1, 0.2))
    )
    scene = scene_from(GRID + f"near teddy_bear bear at (0, 0, 0.85) facing {facing} in s22\n" + spaces)
    found = bound_on(scene, family_from(tmp_path, text))
    assert [binding.answer for bindings in found.bindings.values() for binding in bindings] == (
        [answer] * bool(answer)
    )
    assert answer or found.refused.keys() <= {Reason.NO_ANSWER, Reason.UNDECIDED}


@pytest.mark.parametrize(("visible", "reasons"), [(0.6, set()), (0.4, {Reason.HIDDEN_REFERENCE})])
def test_a_reference_that_the_program_finds_must_be_seen(
    visible: float, reasons: set[Reason], tmp_path: Path
) -> None:
    scene = scene_from(TWO_BOOKS + "book c at (0.7, 0)\n near ceramic_jar jar at (-0.4, 0)")
    parts = [evolve(n, visible={"world": visible}) if n.id == "jar" else n for n in scene.nodes]
    found = bound_on(scene.with_parts(parts), family_from(tmp_path, pick(OF_UNIQUE, NEAR)))
    assert (found.refused.keys(), bool(found.bindings)) == (reasons, not reasons)


def test_lines_of_a_grid_are_counted_where_the_program_says_so(tmp_path: Path) -> None:
    def binding(counted: str) -> dict[int, tuple[Binding, ...]]:
        text = place(
            "let R in { RankLeftMost(n) } where n in 2nd .. 2nd\n"
            f"program filter_relation(candidates, R, of: shelf, in: relative{counted})\n"
            'say naming frame "{{ Place }} it in a slot of the {{ R.line }}, {{ frame }}."',
            "relationship fine, frame relative, reference shelf",
        )
        return dict(bound_on(scene_from(GRID), family_from(tmp_path, text)).bindings)

    assert binding("") == {}, "three slots are second from the left, so that none of them is"
    assert [b.answer for b in binding(", count: lines")[0]] == [("s12", "s22", "s32")]


def test_a_weaker_rule_of_a_family_is_known_as_such(tmp_path: Path) -> None:
    things = TABLE + "book a at (-0.3, 0)\n book b at (0.34, 0)\n near ceramic_jar jar at (0, 0)"
    for clause, strict in (("", None), ("require margin >= 3 cm\n require margin_share >= 0.05\n", False)):
        family = family_from(tmp_path, pick(f"let O in near\n {clause}{EXTREME}", NEAR))
        found = bound_on(scene_from(things), family).bindings.get(0, ())
        assert [b.strict for b in found] == ([] if strict is None else [strict])


def test_a_sentence_that_names_its_frame_may_have_other_readings(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(SIDE, SIDES))
    scene = scene_from(TWO_BOOKS + "near teddy_bear bear at (0, 0) facing -y")
    (binding,) = bound_on(scene, family).bindings[0]
    assert (binding.answer, binding.names_frame, binding.frame_sensitive) == (("a",), True, True)


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
    (binding,) = bound_on(scene_from(TWO_BOOKS), family_from(tmp_path, text)).bindings[0]
    assert binding.answer == ("a",)


def test_slots_of_the_reference_s_own_row_are_not_doubtful(tmp_path: Path) -> None:
    above = place(
        "let O in near\n let R in { Above, Below }\n program filter_orientation(candidates, R, of: O)\n"
        'say "{{ Place }} it {{ R.of(O) }}."',
        "orientation coarse, frame absolute, reference near",
    )
    scene = scene_from(SHELF + "near pagoda tower at (-0.5, 0, 1) in s1")
    (binding,) = bound_on(scene, family_from(tmp_path, above), "Below").bindings[0]
    assert binding.answer == ("s4",)
    between = family_from(tmp_path, place(IN_ROW, "relationship coarse, reference two near"))
    things = "near pagoda tower at (-0.5, 0, 1) in s1\n near ceramic_jar jar at (0.5, 0, 1) in s3"
    (binding,) = bound_on(scene_from(SHELF + things), between).bindings[0]
    assert binding.answer == ("s2",)
    assert binding.values["A"] < binding.values["B"], "a pair is looked at in one order"


def test_a_front_is_seen_by_whatever_name_the_program_has_it(tmp_path: Path) -> None:
    text = OWN_SIDE.replace("say ", "say naming frame ")
    aliased = text.replace("program filter", "program let it = O in filter").replace("of: O", "of: it")
    aliased = aliased.replace("intrinsic(O)", "intrinsic(it)")
    family = family_from(tmp_path, pick(aliased, OWN_SIDES))
    found = bound_on(scene_from(TWO_BOOKS + "near teddy_bear bear at (0, 0) facing +y"), family)
    assert dict(found.refused).keys() == {Reason.FACES_AWAY}


def test_lengths_that_are_read_twice_are_such_as_people_say_too(tmp_path: Path) -> None:
    text = """let A, B in near
  let R in { LessThan(d) } where d in 63 cm .. 63 cm step 1 cm
  program filter_distance(candidates, R, to: A) - filter_distance(candidates, R, to: B)
  say naming measure "{{ Pick }} a book {{ R.of(A) }} and not {{ R.of(B) }}, {{ measure }}."
"""
    things = TABLE + "book a at (-0.9, 0)\n book b at (-0.15, 0)\n book c at (0.8, 0)\n book d at (2, 0)\n"
    scene = scene_from(things + "near ceramic_jar jar at (-0.6, 0)\n near pagoda tower at (0.3, 0)")
    for length, reasons in (("63 cm", {Reason.NOT_SPOKEN}), ("65 cm", set())):
        family = family_from(tmp_path, pick(text.replace("63 cm", length), "distance coarse, reference near"))
        found = bound_on(scene, family)
        assert (dict(found.refused).keys(), bool(found.bindings)) == (reasons, not reasons)


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


SEPARATE = """let O in near
  let P in near
  program direction(P, from: O, in: relative)
  {}
  say naming frame "Where is {{{{ P }}}} from {{{{ O }}}}, {{{{ frame }}}}?"
"""


@pytest.mark.parametrize(
    ("requirement", "pairs"),
    [
        ("", {("jar", "tower"), ("tower", "jar")}),
        ("require O == P", {("jar", "jar"), ("tower", "tower")}),
        ("require O != P", {("jar", "tower"), ("tower", "jar")}),
    ],
)
def test_variables_stand_for_different_things_unless_a_requirement_compares_them(
    requirement: str, pairs: set[tuple[str, str]], tmp_path: Path
) -> None:
    spec = "orientation coarse, frame relative, reference near"
    family = family_from(tmp_path, answering(SEPARATE.format(requirement), spec))
    scene = scene_from(
        "viewer at (0, -1, 0.8)\n table at (0, 0)\n"
        "near ceramic_jar jar at (-0.5, 0)\n near pagoda tower at (0, 0)"
    )
    found = bound_on(scene, family).bindings.get(0, ())
    assert {(b.values["O"], b.values["P"]) for b in found} == pairs


@pytest.mark.parametrize(("count", "refused"), [(1, True), (2, False)])
def test_a_number_in_the_middle_of_two_steps_is_refused(count: int, refused: bool, tmp_path: Path) -> None:
    """In steps of two, one book is as near to none as to two."""
    question = "spec attribute coarse\n world tabletop\n program count(filter_attribute(books, Large))"
    text = f'family ask.mine {{\n {question}\n answer number to 2\n say "How many large books are there?"\n}}'
    books = "".join(f"book b{n} at ({n * 0.3 - 0.3}, 0) size large\n" for n in range(count))
    found = bound_on(scene_from(TABLE + books), family_from(tmp_path, text))
    assert (Reason.ROUNDING in found.refused) is refused
    assert bool(found.bindings) is not refused
