"""Families whose programs look at things one by one: which candidates are clear, and what is refused."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from espire_dsl.language.families.family import Family
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.hops import hops
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.program_text import program_text
from tests.program.test_margins import VIEWER, book, near
from tests.tasks.helpers import answering, bound_on, family_from, pick, place, scene_from

LONELY = """program { b in candidates where none(o in near_ornaments, distance(b, to: o) < 30 cm) }
  say "{{ Pick }} a book that has nothing within 30 centimetres."
"""
SPEC = "distance coarse, reference near"


def table(x: float = 0.0, *more: Node) -> Scene:
    """Three books between two ornaments, a and c close to one of them; b is at x."""
    ornaments = (evolve(near("jar", -0.5, 0), name="jar"), evolve(near("tower", 0.5, 0), name="tower"))
    books = (book("a", -0.3, 0), book("b", x, 0), book("c", 0.3, 0))
    return Scene.build([VIEWER, *ornaments, *books, *more], level="easy")


def outcome(family: Family, scene: Scene) -> Outcome:
    (found,) = BatchEvaluator.of([scene]).evaluate(family, [(0, {})])
    assert found.problem is None
    return found


def seen_otherwise(scene: Scene, id: str, visible: float) -> Scene:
    nodes = [evolve(n, visible={"world": visible}) if n.id == id else n for n in scene.nodes]
    return Scene.build(nodes, scene.edges, scene.cameras, id=scene.id, world=scene.world, level=scene.level)


def test_a_candidate_that_nearly_fails_its_test_is_not_clear(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(LONELY, SPEC))
    clear = outcome(family, table())
    assert (clear.answer, clear.is_clear) == (("b",), True)
    near_miss = outcome(family, table(0.08))
    assert (near_miss.answer, near_miss.is_clear) == (("b",), False)


def test_one_clear_witness_is_enough(tmp_path: Path) -> None:
    """Whether the cup is within 30 cm of a is not clear, and does not matter: the jar is."""
    family = family_from(tmp_path, pick(LONELY, SPEC))
    found = outcome(family, table(0.0, near("cup", -0.3, 0.41)))
    assert found.answer == ("b",)
    assert found.is_clear


def test_what_cannot_be_seen_settles_nothing(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(LONELY, SPEC))
    scene = table()
    assert not outcome(family, seen_otherwise(scene, "jar", 0.1)).is_clear
    assert outcome(family, seen_otherwise(scene, "a", 0.1)).is_clear, "a candidate that is no answer"


def test_the_truth_of_a_whole_question(tmp_path: Path) -> None:
    text = """program exactly(2, o in near_ornaments, distance(o, to: viewer) < 4 m)
      say "Are exactly two ornaments within four metres of you?"
    """
    family = family_from(tmp_path, answering(text, "distance coarse, reference viewer"))
    scene = table()
    assert (outcome(family, scene).answer, outcome(family, scene).is_clear) == (True, True)
    assert not outcome(family, seen_otherwise(scene, "tower", 0.0)).is_clear


def test_spaces_that_nearly_fail_their_test_are_undecided(tmp_path: Path) -> None:
    text = """program { s in candidates where none(o in near_ornaments, distance(s, to: o) < 30 cm) }
      say "{{ Place }} {{ held }} where nothing is within 30 centimetres."
    """
    family = family_from(tmp_path, place(text, SPEC, "spaces"))
    scene = scene_from(
        """viewer at (0, -1, 0.8)
        shelf at (0, 0)
        near ceramic_jar jar at (0, -0.2, 1)
        space p at (0, 0.12, 1) size (0.01, 0.01, 0.01)
        space q at (0, 0.6, 1) size (0.01, 0.01, 0.01)
        space r at (0, -0.1, 1) size (0.01, 0.01, 0.01)"""
    )
    found = outcome(family, scene)
    assert found.answer == ("q",)
    assert found.undecided == ("p",)
    assert found.is_clear


def test_a_set_that_is_looked_at_is_a_hop(tmp_path: Path) -> None:
    text = """let O in near
      let R in { Closest, Farthest }
      program { b in candidates where none(o in near_ornaments - { O }, distance(b, to: o) < 30 cm) }
        |> filter_distance(R, to: O)
      say "{{ Pick }} {{ answers.article }} book {{ R.of(O) }} of those with no other thing within 30 cm."
    """
    family = family_from(tmp_path, pick(text, "distance coarse, reference near"))
    assert [type(hop).__name__ for hop in hops(family)] == ["Apply", "Each"]
    found = bound_on(table(), family, "Farthest")
    assert found.bindings, found.refused
    assert {bound.answer for bound in found.bindings[0] if bound.values["O"] == "jar"} == {("b",)}


def test_a_type_that_a_test_asks_with_is_bound_whole(tmp_path: Path) -> None:
    text = """let R in { LessThan(d), MoreThan(d) } where d in 30 cm .. 60 cm step 30 cm
      program { b in candidates where exists(filter_distance(near_ornaments, R, to: b)) }
      require chance <= 0.7
      say "{{ Pick }} a book with an ornament {{ R }} it."
    """
    family = family_from(tmp_path, pick(text, "distance coarse, reference book"))
    assert not any(plan.separable for plan in plans_of(family))
    found = bound_on(table(), family)
    assert found.bindings, found.refused
    assert {bound.answer for bound in found.bindings[0]} == {("a", "c")}


def test_the_program_is_told_as_it_was_written(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(LONELY, SPEC))
    assert program_text(family.program) == (
        "{ b in candidates where none(o in near_ornaments, distance(b, to: o) < 30 cm) }"
    )
