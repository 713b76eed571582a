"""The other ways in which a sentence could be meant: frames of reference, ways of measuring."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.language.core.values import TypeValue
from espire_dsl.tasks.readings import readings_of
from espire_dsl.tasks.reason import Reason
from tests.tasks.helpers import bound_on, family_from, outcome_of, pick, place, plan_of, scene_from

SIDE = """let O in {sort}
  let R in {{ Left, Front }}
  program filter_orientation(candidates, R, of: O, in: {frame})
  say "{{{{ Pick }}}} a book {{{{ R.of(O) }}}}."
"""
SCENE = """viewer at (0, -1, 0.8)
  table at (0, 0)
  near teddy_bear bear at (0, 0) facing +x
  book west at (-0.3, 0)
  book east at (0.3, 0)
  book north at (0, 0.25)
  book south at (0, -0.25)
"""
FAR = """let O in near
  let R in { Closest }
  program filter_distance(candidates, R, to: O)
  say "{{ Pick }} the book {{ R.of(O) }}."
  say naming measure "{{ Pick }} the book {{ R.of(O) }}, {{ measure }}."
"""


def names(text: str, spec: str, folder: Path) -> list[str]:
    """The names of all readings of a family about books, its own first."""
    return [reading.name for reading in readings_of(plan_of(family_from(folder, pick(text, spec)))).all]


@pytest.mark.parametrize(
    ("type_", "intrinsic", "relative"), [("Left", {"north"}, {"west"}), ("Front", {"east"}, {"south"})]
)
def test_a_thing_with_a_front_has_two_frames(
    type_: str, intrinsic: set[str], relative: set[str], tmp_path: Path
) -> None:
    expected = {"intrinsic": intrinsic, "relative": relative}
    opposite = {"north": "south", "west": "east", "east": "west", "south": "north"}
    for own, other in (("intrinsic", "relative"), ("relative", "intrinsic")):
        text = SIDE.format(sort="oriented near", frame="intrinsic(O)" if own == "intrinsic" else own)
        spec = f"orientation coarse, frame {own}, reference oriented near"
        readings = readings_of(plan_of(family_from(tmp_path, pick(text, spec)), type_))
        assert [reading.name for reading in readings.all] == [own, other]
        for reading in readings.all:
            found = outcome_of(reading.family, scene_from(SCENE), {"O": "bear", "R": TypeValue(type_)})
            assert expected[reading.name] <= set(found.answer)
            assert not {opposite[id] for id in expected[reading.name]} & set(found.answer)


def test_the_viewer_and_plain_things_have_one_frame(tmp_path: Path) -> None:
    own = SIDE.format(sort="viewer", frame="intrinsic(O)")
    assert names(own, "orientation coarse, frame intrinsic, reference viewer", tmp_path) == [""]
    plain = SIDE.format(sort="plain near", frame="relative")
    assert names(plain, "orientation coarse, frame relative, reference plain near", tmp_path) == [""]


def test_rows_are_in_no_other_frame(tmp_path: Path) -> None:
    rows = place(
        "let R in { Row(n) } where n in 1 .. 3\n"
        "program filter_relation(candidates, R, of: shelf, in: intrinsic(shelf))\n"
        'say "{{ Place }} it {{ R }}."',
        "relationship fine, frame intrinsic, reference shelf",
    )
    assert readings_of(plan_of(family_from(tmp_path, rows))).points == ()


def test_a_distance_can_be_measured_in_two_ways(tmp_path: Path) -> None:
    """The lying book reaches nearer to the jar, the small one has its centre nearer."""
    family = family_from(tmp_path, pick(FAR, "distance coarse, reference near"))
    readings = readings_of(plan_of(family))
    assert [reading.name for reading in readings.all] == ["edges", "centres"]
    scene = scene_from(
        """viewer at (0, -1, 0.8)
        table at (0, 0)
        near ceramic_jar jar at (0, 0)
        book small at (-0.2, 0) size small
        book long at (0.29, 0) size (0.5, 0.02, 0.2)"""
    )
    values = {"O": "jar", "R": TypeValue("Closest")}
    answers = [outcome_of(reading.family, scene, values).answer for reading in readings.all]
    assert answers == [("long",), ("small",)]
    (bound,) = bound_on(scene, family).bindings[0]
    assert (bound.answer, bound.names_measure, bound.names_frame) == (("long",), True, False)


def test_every_hop_takes_part_and_hops_of_one_frame_are_read_together(tmp_path: Path) -> None:
    both = """let O in oriented near
      let P in oriented distant
      let R in { Left }
      program candidates |> filter_distance(LessThan(50 cm), to: O)
        |> filter_orientation(Front, of: O, in: intrinsic(O)) |> filter_orientation(R, of: P, in: SECOND)
      say "{{ Pick }} a book within half a metre in front of {{ O }} and {{ R.of(P) }}."
    """
    spec = "orientation coarse, frame {}, reference oriented distant"
    apart = names(both.replace("SECOND", "relative"), spec.format("relative"), tmp_path)
    assert apart[0] == "edges+intrinsic+relative"
    assert len(set(apart)) == 8
    same = both.replace("of: O, in: intrinsic(O)", "of: O, in: relative").replace("SECOND", "relative")
    assert set(names(same, spec.format("relative"), tmp_path)) == {
        f"{measure}+{frame}" for measure in ("edges", "centres") for frame in ("relative", "intrinsic")
    }


INNER = """let O in oriented near
  let R in { Small }
  program candidates |> filter_orientation(Left, of: O, in: intrinsic(O)) |> filter_attribute(R)
"""


def test_the_frame_of_an_inner_hop_must_be_named_where_it_matters(tmp_path: Path) -> None:
    scene = scene_from(
        """viewer at (0, -1, 0.8)
        table at (0, 0)
        near teddy_bear bear at (0, 0) facing -y
        book a at (-0.4, 0) size small
        book b at (0.4, 0) size small
        book c at (0.5, 0.1) size large
        book d at (-0.5, 0.1) size large"""
    )
    unnamed = INNER + 'say "{{ Pick }} the {{ R }} book to the left of {{ O }}."'
    found = bound_on(scene, family_from(tmp_path, pick(unnamed, "attribute coarse")))
    assert dict(found.refused) == {Reason.OTHER_READING: 1}
    named = INNER + 'say naming frame "{{ Pick }} the {{ R }} book to the left of {{ O }}, {{ frame }}."'
    (bound,) = bound_on(scene, family_from(tmp_path, pick(named, "attribute coarse"))).bindings[0]
    assert (bound.answer, bound.names_frame) == (("b",), True)
