"""`if c then a else b`: only what is chosen is computed, counts in margins, and must matter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.families.answers import labels_of
from espire_dsl.language.kinds import sort_of
from espire_dsl.language.types import BOOL, INT, LABEL, LENGTH, NUMBER, Set, Thing, Type
from espire_dsl.program.batched import SceneBatch, has_batched_form
from espire_dsl.program.family_evaluation import evaluate_family
from espire_dsl.program.gloss import gloss
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.program.stored import StoredProgram, StoredProgramError
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.hops import shortened
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.program_text import program_text
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.steps import steps_of
from espire_dsl.testing.programs import expressions
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from tests.language.reading import typed
from tests.nodes import kinds
from tests.program.agreement import assert_program_agrees
from tests.program.test_generated_agree import NAMES, rows_of
from tests.program.test_margins import VIEWER, book, near
from tests.tasks.helpers import answering, bound_on, family_from, pick, scene_from

CHOSEN: tuple[Type, ...] = (
    BOOL,
    LENGTH,
    INT,
    LABEL,
    Set(sort_of(kinds("book"))),
    Thing(sort_of(kinds("book"))),
)
TABLE = Scene.build([VIEWER, near("o", 0, 0), near("p", 1, 0), book("a", 0.3, 0), book("b", 0.52, 0)])


@pytest.mark.parametrize("wanted", CHOSEN, ids=str)
@settings(max_examples=20, deadline=None, derandomize=True)
@given(data=st.data())
def test_evaluators_agree_with_the_oracle(wanted: Type, data: st.DataObject) -> None:
    condition = data.draw(expressions(BOOL, 2, NAMES), label="condition")
    yes, no = (data.draw(expressions(wanted, 2, NAMES), label=name) for name in ("yes", "no"))
    program, findings = typed(f"if distance(b, to: viewer) < d and {condition} then {yes} else {no}", NAMES)
    assert not findings.errors
    assume(has_batched_form(program))
    drawn = data.draw(st.lists(st.one_of(tabletop_scenes(), shelf_scenes()), min_size=1, max_size=2))
    assert_program_agrees(program, SceneBatch.of_scenes(drawn), rows_of(drawn))


def test_what_is_not_chosen_cannot_fail() -> None:
    program, _ = typed(
        "if exists(slots) then unique(books) else unique(filter_category(things, pagoda) - things)"
    )
    with pytest.raises(EvaluationError, match="`unique` was given 0 things"):
        evaluate(program, TABLE)
    program, _ = typed("if exists(slots) then distance(unique(books), to: viewer) else 1 m")
    assert evaluate(program, TABLE).value == 1.0


def test_a_whole_number_beside_a_fraction_is_one_too() -> None:
    program, _ = typed("if true then 1 else 0.5")
    assert program.type == NUMBER
    assert type(evaluate(program, TABLE).value) is float


CLOSER = """let A, B in near
  program if distance(A, to: viewer) < distance(B, to: viewer) then "closer" else "farther"
  answer choice
  distract 1 from others
  say "Is {{ A }} closer to you than {{ B }}, or farther?"
"""


def test_a_label_from_a_truth(tmp_path: Path) -> None:
    family = family_from(tmp_path, answering(CLOSER, "distance fine, reference viewer"))
    assert labels_of(family.program) == ("closer", "farther")
    scene = Scene.build([VIEWER, near("o", 0, 0), near("p", 0, 1)])
    asked = evaluate_family(family, scene, {"A": ThingRef("o", scene), "B": ThingRef("p", scene)})
    assert asked.answer == "closer"
    assert asked.margins == {"m": pytest.approx(1.0, abs=0.1)}


BY_CROWD = """let O in near
  let R in { Closest, Farthest }
  program
    if at_least(3, b in candidates, distance(b, to: O) < 60 cm)
      then filter_distance(filter_attribute(candidates, Small), R, to: O)
      else filter_distance(filter_attribute(candidates, Large), R, to: O)
  say "{{ Pick }} {{ answers.article }} book {{ R.of(O) }}, a small one if 3 are within 60 cm, or a large."
"""


def test_a_stored_program_computes_what_was_chosen(tmp_path: Path) -> None:
    family = family_from(tmp_path, answering(CLOSER, "distance fine, reference viewer"))
    values = {"A": ThingRef("o", TABLE), "B": ThingRef("p", TABLE)}
    asked = evaluate_family(family, TABLE, values)
    steps = json.loads(json.dumps(steps_of(family, values), sort_keys=True))
    run = StoredProgram.read(steps, TABLE).run(TABLE, None)
    assert run.answer() == asked.answer
    told = {repr({**s.to_json(), "step": None}) for s in run.trace}
    assert told == {repr(s.to_json()) for s in asked.evaluation.trace}
    del steps[-1]["arguments"]["else"]
    with pytest.raises(StoredProgramError, match="its arguments are condition, then, else"):
        StoredProgram.read(steps, TABLE)


def test_hops_that_were_not_chosen_are_not_idle(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(BY_CROWD, "distance coarse, reference near"))
    assert all(short.reached is not None for short in shortened(family))
    assert not any(plan.separable for plan in plans_of(family))
    few = """viewer at (0, -1, 0.8)
        table at (0, 0)
        near ceramic_jar jar at (-0.6, 0)
        book s1 at (-0.35, 0) size small
        book s2 at (-0.1, 0.2) size small
        book l1 at (0.3, 0) size large
        book l2 at (0.6, 0) size large"""
    found = bound_on(scene_from(few), family, "Closest")
    assert [bound.answer for bound in found.bindings[0]] == [("l1",)]
    alone = few.replace("size small", "size large")
    assert bound_on(scene_from(alone), family, "Closest").refused[Reason.IDLE_HOP] > 0


def test_conditions_are_told_as_they_were_written() -> None:
    text = 'if exists(books) then "some" else if exists(slots) then "none yet" else "nowhere"'
    program, _ = typed(text)
    assert program_text(program) == text
    assert gloss(program) == (
        "some if whether there are any the books, otherwise none yet if whether there are any the slots, "
        "otherwise nowhere"
    )
