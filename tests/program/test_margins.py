"""Margins: the least over all steps that matter, by unit, and what `require` sees of them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.checking.check import compile_paths
from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.family import Family
from espire_dsl.language.kinds import sort_of
from espire_dsl.language.types import Thing
from espire_dsl.program.batched import Request, SceneBatch, evaluate_requests
from espire_dsl.program.family_evaluation import FamilyResult, evaluate_family
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import yaw
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from tests.language.reading import typed
from tests.nodes import kinds
from tests.nodes import node as new_node
from tests.tasks.helpers import family_from, pick

VIEWER = new_node("viewer", "viewer", (0, -3, 1), yaw(90), front=(1, 0, 0))


def book(id: str, x: float, y: float) -> Node:
    return new_node(id, "book", (x, y, 0.1), extents=(0.1, 0.1, 0.2))


def near(id: str, x: float, y: float) -> Node:
    return new_node(id, "near", (x, y, 0.1), extents=(0.1, 0.1, 0.2), category="pagoda")


def asked_of(family: Family, scene: Scene, **values: str | TypeValue) -> FamilyResult:
    """By the reference and among many rows, which agree."""
    bindings = {n: ThingRef(v, scene) if isinstance(v, str) else v for n, v in values.items()}
    found = evaluate_family(family, scene, bindings)
    ((rows, row),) = evaluate_requests(family, SceneBatch.of_scenes([scene]), [Request(0, bindings)])
    assert tuple(rows.required[row].tolist()) == found.required
    assert {u: m[row] for u, m in rows.margins.items() if not math.isnan(m[row])} == found.margins
    return found


def is_clear(family: Family, scene: Scene, **things: str) -> bool:
    """By the rules of a fair task, with the numbers that the family sets."""
    (outcome,) = BatchEvaluator.of([scene]).evaluate(family, [(0, things)])
    assert outcome.problem is None
    return outcome.is_clear


def test_the_margin_is_the_least_of_all_hops(tmp_path: Path) -> None:
    """The inner hop is decided by 2 cm, the outer one by far more."""
    clauses = """let O in near
      program candidates |> filter_distance(LessThan(50 cm), to: O)
        |> filter_orientation(Left, of: O, in: relative)
      require margin >= 5 cm
      say naming frame "{{ Pick }} one less than 50 cm from {{ O }}, left of it, {{ frame }}."
    """
    family = family_from(tmp_path, pick(clauses, "orientation coarse, frame relative, reference near"))
    assert family.rules == {"margin": 0.05}
    scene = Scene.build([VIEWER, near("o", 0, 0), book("a", -0.58, 0), book("b", 0.4, 0)])
    assert asked_of(family, scene, O="o").margins == {"m": pytest.approx(0.02)}
    assert not is_clear(family, scene, O="o")
    apart = Scene.build([VIEWER, near("o", 0, 0), book("a", -0.5, 0), book("b", 0.4, 0)])
    assert asked_of(family, apart, O="o").margins == {"m": pytest.approx(0.1)}
    assert is_clear(family, apart, O="o")


LABEL = """family answer.mine {{
  spec orientation coarse, frame relative, reference near
  world tabletop
  action answer
  let O, P in near
  program direction(P, from: O, in: relative)
  {clause}
  answer label
  say naming frame "Where is {{{{ P }}}} from {{{{ O }}}}, {{{{ frame }}}}?"
}}
"""


@given(st.floats(1, 44), st.floats(0.06, 2))
def test_the_margin_of_a_direction_is_one_of_degrees_and_one_of_metres(degrees: float, far: float) -> None:
    angle = math.radians(degrees)
    scene = Scene.build([VIEWER, near("o", 0, 0), near("p", far * math.sin(angle), -far * math.cos(angle))])
    text = "direction(p, from: o, in: relative)"
    program, _ = typed(text, dict.fromkeys("op", Thing(sort_of(kinds("near")))))
    (step,) = evaluate(program, scene, {n: ThingRef(n, scene) for n in "op"}).trace
    off = 22.5 - abs((degrees + 22.5) % 45 - 22.5)
    aside = far * math.sin(math.radians(off))
    assert step.margins["deg"] == pytest.approx(off, abs=1e-6)
    assert step.margins["m"] == pytest.approx(min(aside, far - 0.05), abs=1e-6)


@pytest.mark.parametrize(
    ("clause", "far", "holds"),
    [
        ("require margin >= 5 cm", 0.08, False),
        ("require margin >= 5 cm", 1.0, True),
        ("require margin >= 15 deg", 1.0, False),
        ("require margin >= 5 deg", 1.0, True),
        ("require margin >= 5 deg and margin >= 5 cm", 0.08, False),
        ("require margin >= 5 deg and margin >= 5 cm", 1.0, True),
    ],
)
def test_a_required_margin_of_a_label_is_not_vacuous(
    clause: str, far: float, holds: bool, tmp_path: Path
) -> None:
    family = family_from(tmp_path, LABEL.format(clause=clause))
    angle = math.radians(10)
    scene = Scene.build([VIEWER, near("o", 0, 0), near("p", far * math.sin(angle), -far * math.cos(angle))])
    asked = asked_of(family, scene, O="o", P="p")
    assert asked.margins["deg"] == pytest.approx(12.5)
    if family.rules:
        assert asked.required == ()
        assert is_clear(family, scene, O="o", P="p") == holds
    else:
        assert asked.required == (holds,)


def test_a_margin_that_could_be_either_must_be_compared(tmp_path: Path) -> None:
    path = tmp_path / "mine.espire"
    path.write_text("espire 1\n\n" + LABEL.format(clause="tag sure = margin"), encoding="utf-8")
    (finding,) = compile_paths([path], [tmp_path]).result.findings
    assert finding.code == "E0209"
    assert finding.message == "the margin is Angle or Length here"


def test_a_margin_in_a_unit_that_nothing_has_is_a_mistake(tmp_path: Path) -> None:
    clauses = """let O in near
      program filter_distance(candidates, Closest, to: O)
      require margin >= 5 deg
      say "{{ Pick }} the book closest to {{ O }}."
    """
    path = tmp_path / "mine.espire"
    path.write_text(f"espire 1\n\n{pick(clauses, 'distance coarse, reference near')}", encoding="utf-8")
    (finding,) = compile_paths([path], [tmp_path]).result.findings
    assert finding.code == "E0209"


@given(st.floats(-80, 80), st.floats(0.5, 5))
def test_depth_runs_along_the_optical_axis(down: float, far: float) -> None:
    """A camera that looks down at a point sees it as deep as it is far, wherever on the floor it is."""
    angle = math.radians(down)
    target = (0.0, far * math.cos(angle), 2 - far * math.sin(angle))
    scene = Scene.build([new_node("p", "object", target)], cameras={"world": look_at((0, 0, 2), target)})
    program, _ = typed("depth(p)", {"p": Thing(sort_of(kinds("object")))})
    assert evaluate(program, scene, {"p": ThingRef("p", scene)}).value == pytest.approx(far, abs=1e-6)


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [(0, 0, "centre"), (1.4, 0, "right"), (1.5, 1.5, "top right"), (1.6, 0, None), (0, -1.51, None)],
)
def test_a_thing_outside_has_no_position_on_the_map(x: float, y: float, expected: str | None) -> None:
    room = new_node("room", "room", extents=(3, 3, 2))
    scene = Scene.build([room, new_node("p", "object", (x, y, 0))])
    names = {"p": Thing(sort_of(kinds("object"))), "r": Thing(sort_of(kinds("room")))}
    program, _ = typed("map_position(p, of: r)", names)
    bindings = {"p": ThingRef("p", scene), "r": ThingRef("room", scene)}
    if expected is None:
        with pytest.raises(EvaluationError, match="p is outside of room"):
            evaluate(program, scene, bindings)
    else:
        assert evaluate(program, scene, bindings).value == expected
