"""The other frames in which a sentence could be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.language.core.values import TypeValue
from espire_dsl.tasks.outcome import outcome_of
from espire_dsl.tasks.readings import frame_kind, other_readings
from tests.tasks.helpers import family_from, pick, place, plan_of, scene_from

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


@pytest.mark.parametrize(
    ("type_", "intrinsic", "relative"), [("Left", {"north"}, {"west"}), ("Front", {"east"}, {"south"})]
)
def test_a_thing_with_a_front_has_two(
    type_: str, intrinsic: set[str], relative: set[str], tmp_path: Path
) -> None:
    expected = {"intrinsic": intrinsic, "relative": relative}
    for own, other in (("intrinsic", "relative"), ("relative", "intrinsic")):
        text = SIDE.format(sort="oriented near", frame="intrinsic(O)" if own == "intrinsic" else own)
        spec = f"orientation coarse, frame {own}, reference oriented near"
        plan = plan_of(family_from(tmp_path, pick(text, spec)), type_)
        values = {"O": "bear", "R": TypeValue(type_)}
        assert frame_kind(plan.family) == own
        ((kind, family),) = other_readings(plan)
        assert kind == other
        for asked, frame in ((plan.family, own), (family, other)):
            found = outcome_of(asked, scene_from(SCENE), values)
            assert set(found.answer) - {"north", "south", "east", "west"} == set()
            assert expected[frame] <= set(found.answer)
            opposite = {"north": "south", "west": "east", "east": "west", "south": "north"}
            assert not {opposite[id] for id in expected[frame]} & set(found.answer)


def test_the_viewer_has_only_its_own(tmp_path: Path) -> None:
    text = SIDE.format(sort="viewer", frame="intrinsic(O)")
    family = family_from(tmp_path, pick(text, "orientation coarse, frame intrinsic, reference viewer"))
    assert list(other_readings(plan_of(family))) == []


def test_a_plain_thing_has_no_other_that_could_be_meant(tmp_path: Path) -> None:
    text = SIDE.format(sort="plain near", frame="relative")
    plan = plan_of(
        family_from(tmp_path, pick(text, "orientation coarse, frame relative, reference plain near"))
    )
    scene = scene_from(
        "viewer at (0, -1)\n table at (0, 0)\n near ceramic_jar jar at (0, 0)\n book a at (-0.3, 0)"
    )
    for _, family in other_readings(plan):
        assert outcome_of(family, scene, {"O": "jar", "R": TypeValue("Left")}).problem is not None


def test_rows_and_distances_are_in_no_other_frame(tmp_path: Path) -> None:
    rows = place(
        "let R in { Row(n) } where n in 1 .. 3\n"
        "program filter_relation(candidates, R, of: shelf, in: intrinsic(shelf))\n"
        'say "{{ Place }} it {{ R }}."',
        "relationship fine, frame intrinsic, reference shelf",
    )
    assert list(other_readings(plan_of(family_from(tmp_path, rows)))) == []
    far = (
        "let R in { Closest }\n program filter_distance(candidates, R, to: viewer)\n"
        'say "{{ Pick }} {{ R }} you."'
    )
    family = family_from(tmp_path, pick(far, "distance coarse, reference viewer"))
    assert frame_kind(family) is None
    assert list(other_readings(plan_of(family))) == []
