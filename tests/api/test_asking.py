"""Asking a family with plain values, and what is wrong with some."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import espire_dsl as espire
from espire_dsl.scene.transform import remove
from espire_dsl.testing.strategies import tabletop_scenes
from tests.api.conftest import FAMILIES, FAMILY


def ids_called(scene: espire.Scene, name: str) -> str:
    return next(node.id for node in scene.nodes if node.name == name)


def test_an_answer_explains_itself(families: espire.Families, scene: espire.Scene) -> None:
    reply = families[FAMILY].ask(scene, O="bear", R="Closest")
    bear = ids_called(scene, "teddy bear")
    assert reply.values == {"O": bear, "R": "Closest"}
    nearest = min(
        (node.id for node in scene.of_kind("book")),
        key=lambda id: espire.relations(scene)[id][bear]["distance"]["edges"],
    )
    assert reply.answers == (nearest,)
    assert reply.is_fair
    text = str(reply)
    for part in (nearest, "closest to the teddy bear", "margin", "edges", "filter_distance", "fair"):
        assert part in text
    assert all("teddy bear" in sentence for sentence in reply.sentences)
    assert reply.margin["m"] > 0


def test_ways_to_name_a_thing(families: espire.Families, scene: espire.Scene) -> None:
    family, bear = families[FAMILY], scene.node(ids_called(scene, "teddy bear"))
    for name in (bear.id, bear.name, bear.category, "Teddy  BEAR", "teddy", bear):
        assert family.ask(scene, O=name, R="Closest").values["O"] == bear.id


def test_what_has_one_value_may_be_left_out(families: espire.Families, scene: espire.Scene) -> None:
    family = families["pick.distance.viewer.threshold"]
    assert family.ask(scene, R="LessThan(3 m)").values["R"] == "LessThan(3 m)"


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_every_fair_binding_can_be_asked(world: str) -> None:
    scene = espire.world(world).draw("hard", seed=5)
    families = espire.families(FAMILIES)
    about = [family for family in families.values() if family.world == world]
    asked = [
        (family.name, values, family.ask(scene, **values))
        for family in about[::4]
        for values in family.bindings(scene)[:2]
    ]
    assert len(asked) > 5
    assert [(name, values, reply.refusal) for name, values, reply in asked if not reply.is_fair] == []


def problem(family: espire.LoadedFamily, scene: espire.Scene, **values: Any) -> espire.EspireError:
    with pytest.raises(espire.EspireError) as raised:
        family.ask(scene, **values)
    return raised.value


@pytest.mark.parametrize(
    ("values", "code", "says"),
    [
        ({"o": "bear", "R": "Closest"}, "E0602", "did you mean `O`?"),
        ({"O": "bear", "R": "Closets"}, "E0201", "did you mean `Closest`?"),
        ({"O": "bear", "R": "Left"}, "E0604", "`R` is `Closest` or `Farthest`"),
        ({"O": "bear", "R": 0.5}, "E0604", "`R` is `Closest` or `Farthest`"),
        ({"O": "bear"}, "E0603", "does not say what `R` is"),
        ({"O": "table", "R": "Closest"}, "E0604", "`O` is near"),
        ({"O": "book", "R": "Closest"}, "E0604", "`book` could be `book_1` or `book_2`"),
        ({"O": "ber", "R": "Closest"}, "E0201", "the scene has near_1 (teddy bear)"),
        ({"O": "teddy baer", "R": "Closest"}, "E0201", "did you mean `teddy bear`?"),
        ({"O": 3, "R": "Closest"}, "E0604", "`O` is a thing of the scene"),
        ({"O": "bear", "R": "Closest\n  given R = Farthest"}, "E0604", "a value is one expression"),
        ({"O": "bear", "R": "Closest } family x {"}, "E", ""),
        ({"O": "bear", "R": ""}, "E", ""),
        ({"O": "bear", "R": "\0"}, "E", ""),
        ({"O": '"', "R": "Closest"}, "E0201", "nothing in the scene is called"),
    ],
)
def test_wrong_values_are_told(
    families: espire.Families, scene: espire.Scene, values: dict[str, Any], code: str, says: str
) -> None:
    error = problem(families[FAMILY], scene, **values)
    assert error.findings
    assert all(finding.code.startswith(code) for finding in error.findings)
    assert says in str(error)


def test_a_scene_that_lacks_something(scene: espire.Scene, families: espire.Families) -> None:
    bear = ids_called(scene, "teddy bear")
    error = problem(families[FAMILY], remove(scene, bear), O="bear", R="Closest")
    assert "nothing in the scene is called `bear`" in str(error)
    family = families["pick.relationship.table.region"]
    error = problem(family, remove(scene, "table"), R="Left")
    assert [finding.code for finding in error.findings] == ["E0614"]
    assert "`pick.relationship.table.region` has no answer here: the program asks for the table" in str(error)
    assert "relationship.espire:" in str(error)


def test_a_scene_that_nobody_looks_at(families: espire.Families, scene: espire.Scene) -> None:
    nodes = [node for node in scene.nodes if node.kind != "viewer"]
    unseen = espire.Scene.build(nodes, scene.edges)
    reply = families["pick.orientation.oriented.side"].ask(unseen, O="bear", R="Front")
    assert set(reply.readings) <= {"intrinsic"}
    error = problem(families["pick.relationship.viewer.side"], unseen, R="Left")
    assert "viewer" in str(error)


def test_an_unfair_binding_says_why(families: espire.Families, scene: espire.Scene) -> None:
    first, second = scene.of_kind("book")
    twins = scene.with_parts(
        [evolve(n, center=first.center) if n.id == second.id else n for n in scene.nodes]
    )
    reply = families[FAMILY].ask(twins, O="bear", R="Closest")
    assert not reply.is_fair
    assert reply.refusal
    assert f"no: {reply.refusal}" in str(reply)


def test_unknown_families_are_told(families: espire.Families) -> None:
    with pytest.raises(espire.EspireError, match=f"did you mean `{FAMILY}`"):
        families[FAMILY[:-1]]
    assert families.get("nothing") is None
    assert FAMILY in families


@settings(max_examples=15)
@given(tabletop_scenes(), st.sampled_from(["Closest", "Farthest"]), st.data())
def test_answers_agree_with_the_graph(scene: espire.Scene, asked: str, data: st.DataObject) -> None:
    near = [node.id for node in scene.of_kind("near")]
    if not near:
        return
    family = espire.families(FAMILIES / "espire" / "pick" / "distance.espire", family=FAMILY)[FAMILY]
    thing = data.draw(st.sampled_from(near))
    reply = family.ask(scene, O=thing, R=asked)
    graph = espire.relations(scene)
    away = {book.id: graph[book.id][thing]["distance"]["edges"] for book in scene.of_kind("book")}
    best = (min if asked == "Closest" else max)(away.values())
    assert away[reply.answers[0]] == pytest.approx(best, abs=1e-8) if reply.answers else len(away) != 1


def test_values_outside_of_a_domain_are_answered_and_not_fair(
    families: espire.Families, scene: espire.Scene
) -> None:
    family = families["pick.distance.near.threshold"]
    inside = family.ask(scene, O="bear", R="LessThan(40 cm)")
    outside = family.ask(scene, O="bear", R="LessThan(40.5 cm)")
    assert inside.answers == outside.answers
    assert outside.refusal == "`R` has no such value in its domain"
    assert inside.refusal != outside.refusal


def test_quantities_are_numbers_or_texts(scene: espire.Scene) -> None:
    questions = espire.families(FAMILIES.parent / "tests" / "other_suites" / "questions.espire")
    family = questions["question.few"]
    replies = [family.ask(scene, A="bear", d=d) for d in (0.3, np.float64(0.3), "30 cm")]
    assert {reply.values["d"] for reply in replies} == {0.3}
    assert family.ask(scene, A="bear", d=1).values["d"] == 1.0
    assert "`d` is Length" in str(problem(family, scene, A="bear", d="30 deg"))
    assert "`d` is Length" in str(problem(family, scene, A="bear", d=True))
    assert problem(family, scene, A="bear", d=float("inf")).findings
