"""What compile refuses, validate finds: tasks written down from bindings that break one rule each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.rules import USUAL
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import Binding, frame_sensitive, told_otherwise
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.record import Wording, task_of
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.task import Task
from espire_dsl.validating.belonging import belonging_problems
from espire_dsl.validating.finding import SchemaProblem
from espire_dsl.validating.masks import SeenNumbers
from espire_dsl.validating.validate import problems_of_task
from espire_dsl.wording.render import Lexicon
from tests.tasks.helpers import family_from, pick, scene_from
from tests.tasks.test_rules import REFUSED, TABLE

CATALOGUE = load_catalogue()
LARGE = TABLE + "".join(f"book {n} at ({x}, 0) size large\n" for n, x in (("a", -0.5), ("b", 0), ("c", 0.5)))
FROM_THE_LEFT = 'say naming frame "{{ Pick }} the book {{ R }}, {{ frame }}."'
OF_TABLE = "relationship coarse, frame relative, reference table"


def task_by(folder: Path, text: str, scene: Scene, values: dict[str, Any], type: str | None = None) -> Task:
    """The task of a binding, whether it is fair or not."""
    family = family_from(folder, text)
    plan = next(p for p in plans_of(family) if type in (None, p.type))
    evaluator, rows = BatchEvaluator.of([scene]), [(0, values)]
    (outcome,), (told,) = evaluator.evaluate(family, rows), told_otherwise(plan, rows, evaluator)
    assert outcome.problem is None
    sensitive = frame_sensitive(outcome, told)
    binding = Binding(
        values, outcome.answer, outcome.undecided, frame_sensitive=sensitive, by_eye=outcome.by_eye
    )
    wording = Wording(0, 0, 0)
    return task_of("mine", plan, scene, binding, wording, Lexicon.load(), CATALOGUE, 0, RuleBook())


def problems(task: Task, scene: Scene, **rules: Any) -> list[SchemaProblem]:
    manifest = {"rules": {"mine": RuleBook(USUAL.changed(rules)).to_json(())}}
    return list(problems_of_task(task, scene, SeenNumbers(None), manifest))


def refused(task: Task, scene: Scene, **rules: Any) -> dict[str, str]:
    """The reasons for which validate would have refused a task, each with its field."""
    sign = "this task should have been refused: "
    found = {
        p.message.removeprefix(sign): p.field for p in problems(task, scene, **rules) if sign in p.message
    }
    return {Reason(words).name: field for words, field in found.items()}


CLOSEST, LEFT = TypeValue("Closest"), TypeValue("Left")
BROKEN: dict[Reason, tuple[str, dict[str, Any]]] = {
    Reason.NAME_NOT_UNIQUE: ("references", {"O": "jar", "R": CLOSEST}),
    Reason.HIDDEN_REFERENCE: ("references", {"O": "jar", "R": CLOSEST}),
    Reason.FACES_AWAY: ("references", {"O": "bear", "R": LEFT}),
    Reason.NO_GRID: ("scene", {"R": TypeValue("Row", (1,))}),
    Reason.NOT_IN_ONE_ROW: ("references", {"A": "tower", "B": "jar", "R": TypeValue("BetweenSlots")}),
    Reason.NO_ANSWER: ("answers", {"R": TypeValue("Small")}),
    Reason.FEW_CANDIDATES: ("answers", {"R": TypeValue("RankClosest", (2,))}),
    Reason.TRIVIAL: ("answers", {"R": TypeValue("Small")}),
    Reason.UNDECIDED: ("answers", {"O": "jar", "R": LEFT}),
    Reason.HIDDEN_ANSWER: ("answers", {"R": TypeValue("Small")}),
    Reason.NOT_SPOKEN: ("args", {"O": "jar", "R": TypeValue("EqualTo", (0.2,))}),
    Reason.MARGIN: ("answers", {"O": "jar", "R": CLOSEST}),
    Reason.NOT_SALIENT: ("answers", {"O": "jar", "R": LEFT}),
    Reason.IDLE_HOP: ("program_steps", {"O": "jar"}),
    Reason.OTHER_READING: ("names_frame", {"O": "bear", "R": LEFT}),
}


@pytest.mark.parametrize("reason", BROKEN)
def test_what_is_refused_is_found(reason: Reason, tmp_path: Path) -> None:
    (text, things), (field, values) = REFUSED[reason], BROKEN[reason]
    scene = scene_from(things)
    assert refused(task_by(tmp_path, text, scene, values), scene).get(reason.name) == field


def test_reasons_that_no_record_can_show() -> None:
    """Without a value there is no task; requirements and the number of options are the family's alone."""
    without_value = {Reason.NO_VALUE, Reason.NOT_UNIQUE, Reason.UNDEFINED}
    of_the_family = {Reason.REQUIREMENT, Reason.TOO_FEW_OPTIONS}
    elsewhere = {Reason.OPTIONS_ALIKE, Reason.SEVERAL_ANSWERS}
    assert REFUSED.keys() - BROKEN.keys() == without_value | of_the_family | elsewhere


def leftmost(program: str, candidates: str = "books") -> str:
    """A family that asks for what is leftmost on the table."""
    text = pick(f"let R in {{ LeftMost }}\n program {program}\n {FROM_THE_LEFT}", OF_TABLE)
    return text.replace("candidates books", f"candidates {candidates}")


CLAUSES = ["filter_attribute(books, Large)", "filter_distance(books, LessThan(9 m), to: viewer)"]
ON_TABLE = "filter_relation(R, of: table, in: relative)"


def test_a_hop_that_keeps_all_candidates_is_idle(tmp_path: Path) -> None:
    scene = scene_from(LARGE)
    text = leftmost(f"candidates |> filter_attribute(Large) |> {ON_TABLE}")
    task = task_by(tmp_path, text, scene, {"R": TypeValue("LeftMost")})
    assert refused(task, scene) == {"IDLE_HOP": "program_steps"}


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_clause_of_the_candidates_is_no_hop_and_has_no_readings(clause: str, tmp_path: Path) -> None:
    scene, values = scene_from(LARGE), {"R": TypeValue("LeftMost")}
    text = leftmost(f"candidates |> {ON_TABLE}", clause)
    assert problems(task_by(tmp_path, text, scene, values), scene) == []


WHICH = """let R in { Closest }
  program filter_distance(candidates, R, to: viewer)
  answer choice
  distract 1 from others
  say naming measure "Which one is {{ R }} you, {{ measure }}?"
"""
ORNAMENTS = """near ceramic_jar jar at (0, -0.4)
  near pagoda tower at (0, 0)
  near teddy_bear bear at (0.1, 0.4)
"""


def test_an_option_whose_name_another_thing_has(tmp_path: Path) -> None:
    text = pick(WHICH, "distance coarse, reference viewer").replace("books", "near_ornaments")
    text = text.replace("action pick", "action point")
    scene = scene_from(TABLE + ORNAMENTS)
    task = task_by(tmp_path, text, scene, {"R": CLOSEST})
    assert problems(task, scene) == []
    jar = scene.node("jar")
    crowded = scene.with_parts(evolve(n, name=jar.name) if n.kind == "table" else n for n in scene.nodes)
    told = {p.field: p.message for p in problems(task, crowded)}
    assert told == {"options": "something else in the scene has the name of one of them"}


def test_a_group_that_lacks_a_member(tmp_path: Path) -> None:
    scene = scene_from(LARGE)
    text = leftmost(f"candidates |> {ON_TABLE}")
    one = task_by(tmp_path, text, scene, {"R": TypeValue("LeftMost")})
    tasks = [evolve(one, id=f"{place:016x}", group=group) for place, group in enumerate("aabcc")]
    found = [(line, p.field, p.message) for line, _, p in belonging_problems(list(enumerate(tasks)))]
    assert found == [(2, "group", "it has 1 tasks, and others of the family 2")]
