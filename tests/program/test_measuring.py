"""What distances, ranks and "directly beside" mean, on scenes worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.checking.check import compile_paths
from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.kinds import ANYTHING
from espire_dsl.language.types import Thing
from espire_dsl.program.reference import Evaluation, evaluate
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import yaw
from espire_dsl.testing.strategies import tabletop_scenes
from tests.language.reading import typed
from tests.nodes import node as new_node
from tests.tasks.helpers import pick

VIEWER = new_node("viewer", "viewer", (0, -2, 1), yaw(90), front=(1, 0, 0))
RIGHT = "filter_orientation(spaces(), DirectRight, of: o, in: relative)"
FRONT = yaw(-90)  # a shelf's own +x points at the viewer, to -y


def asked(text: str, scene: Scene, **things: str) -> Evaluation:
    program, findings = typed(text, dict.fromkeys(things, Thing(ANYTHING)))
    assert not findings.errors, findings.errors
    return evaluate(program, scene, {name: ThingRef(id, scene) for name, id in things.items()})


def box(id: str, kind: str, x: float, y: float = 0.0, size: float = 0.2, **fields: Any) -> Node:
    return new_node(id, kind, (x, y, 1), FRONT, (size, size, size), **fields)


def test_the_two_ways_of_measuring() -> None:
    scene = Scene.build([VIEWER, box("a", "book", 0), box("b", "near", 1, size=0.4)])
    for by, far in (("edges", 0.7), ("centres", 1.0)):
        found = asked(f"distance(a, to: b, by: {by})", scene, a="a", b="b")
        assert found.value == pytest.approx(far)
    assert asked("distance(a, to: b)", scene, a="a", b="b").value == pytest.approx(0.7)


def test_a_slot_is_the_middle_of_its_opening() -> None:
    """It opens to -y, 0.3 m before its centre."""
    slot = new_node("s", "slot", (0, 0, 1), FRONT, (0.6, 0.8, 0.4))
    other = new_node("t", "slot", (1, 0, 1), FRONT, (0.2, 0.4, 0.4))
    scene = Scene.build([VIEWER, slot, other, box("o", "near", 1, -0.3)])
    for by, far in (("edges", 0.9), ("centres", 1.0)):
        assert asked(f"distance(a, to: b, by: {by})", scene, a="s", b="o").value == pytest.approx(far)
        viewer = asked(f"distance(a, to: b, by: {by})", scene, a="viewer", b="s").value
        assert viewer == pytest.approx(1.7)
        slots = asked(f"distance(a, to: b, by: {by})", scene, a="s", b="t").value
        assert slots == pytest.approx((1 + 0.2**2) ** 0.5)


def test_a_way_of_measuring_that_is_none_is_told_with_the_two_that_are(tmp_path: Path) -> None:
    clauses = """let O in near
      program filter_distance(candidates, Closest, to: O, by: 3)
      say "{{ Pick }} the book closest to {{ O }}."
    """
    path = tmp_path / "mine.espire"
    path.write_text(f"espire 1\n\n{pick(clauses, 'distance coarse, reference near')}", encoding="utf-8")
    (finding,) = compile_paths([path], [tmp_path]).result.findings
    assert finding.message == "`by` of `filter_distance` is Measuring, not Int"
    assert finding.help == "write `edges` or `centres`"


@settings(max_examples=30, deadline=None)
@given(tabletop_scenes(), st.integers(1, 5))
def test_a_rank_is_one_thing_with_that_many_before_it(scene: Scene, place: int) -> None:
    suffix = {1: "st", 2: "nd", 3: "rd"}.get(place, "th")
    text = f"filter_distance(books(), RankClosest({place}{suffix}), to: o)"
    (_, step) = asked(text, scene, o="viewer").trace
    far = step.measured
    if place > len(far):
        assert step.output == []
        assert step.margin is None
        return
    (it,) = step.output
    before = [id for id in far if (far[id], id) < (far[it], it)]
    assert len(before) == place - 1
    gaps = [abs(far[id] - far[it]) for id in far if id != it]
    assert step.margin == (pytest.approx(min(gaps), abs=2e-9) if gaps else None)


def test_things_within_a_centimetre_are_counted_one_by_one() -> None:
    books = [box(id, "book", x) for id, x in (("a", 0.3), ("b", 0.305), ("c", 0.8))]
    scene = Scene.build([VIEWER, box("o", "near", -0.5), *books])
    for rank, id, margin in (("1st", "a", 0.005), ("2nd", "b", 0.005), ("3rd", "c", 0.495)):
        step = asked(f"filter_distance(books(), RankClosest({rank}), to: o)", scene, o="o").trace[-1]
        assert (step.output, step.margin) == ([id], pytest.approx(margin))


def shelf_with(*things: Node) -> Scene:
    slot = new_node("s", "slot", (0, 0, 1), FRONT, (0.4, 3.0, 0.6))
    return Scene.build([VIEWER, slot, *things])


def space(id: str, x: float) -> Node:
    return new_node(id, "space", (x, 0, 1), FRONT, (0.4, 0.1, 0.6), slot="s")


def test_directly_beside_is_what_is_near_with_nothing_between() -> None:
    """The tower reaches to 0.1; spaces are 0.1 wide, and begin at 0.1, 0.15, 0.19, 0.21 and so on."""
    tower = box("o", "near", 0, slot="s")
    cells = [space("touching", 0.15), space("near", 0.24), space("far", 0.26), space("left", -0.15)]
    found = asked(RIGHT, shelf_with(tower, *cells), o="o")
    step = found.trace[-1]
    assert step.output == ["near", "touching"]
    assert step.measured == {
        "far": pytest.approx(0.11),
        "left": None,
        "near": pytest.approx(0.09),
        "touching": pytest.approx(0.0),
    }
    assert step.margin == pytest.approx(0.01)
    thing = new_node("p", "near", (0.15, 0.1, 0.9), FRONT, (0.02, 0.02, 0.02), slot="s")
    blocked = asked(RIGHT, shelf_with(tower, thing, *cells), o="o")
    assert blocked.value.ids == ("touching",)


@pytest.mark.parametrize("angle", [0, 20, 40, -20, -40])
def test_directly_beside_does_not_depend_on_where_one_looks_from(angle: float) -> None:
    """A viewer who looks at the slot from aside sees the same space next to the tower."""
    aside = Node("viewer", "viewer", (0, -2, 1), yaw(90 + angle), front=(1, 0, 0))
    slot = Node("s", "slot", (0, 0, 1), FRONT, (0.4, 3.0, 0.6))
    cells = [
        Node(name, "space", (x, 0, 1), FRONT, (0.4, 0.1, 0.6), slot="s")
        for name, x in (("next", 0.15), ("second", 0.25), ("left", -0.15))
    ]
    scene = Scene.build([aside, slot, box("o", "near", 0, slot="s"), *cells])
    found = asked(RIGHT, scene, o="o")
    assert found.value.ids == ("next",)
    assert found.trace[-1].measured["next"] == pytest.approx(0.0)
    assert found.trace[-1].measured["second"] == pytest.approx(0.1)


@pytest.mark.parametrize("angle", [50, 90, -70])
def test_nothing_is_beside_along_the_depth_of_a_slot(angle: float) -> None:
    aside = Node("viewer", "viewer", (0, -2, 1), yaw(90 + angle), front=(1, 0, 0))
    slot = Node("s", "slot", (0, 0, 1), FRONT, (0.4, 3.0, 0.6))
    tower = box("o", "near", 0, slot="s")
    scene = Scene.build([aside, slot, tower, space("right", 0.15), space("left", -0.15)])
    assert asked(RIGHT, scene, o="o").value.ids == ()


def test_a_thicker_book_in_hand_reaches_farther() -> None:
    tower = box("o", "near", 0, slot="s")
    robot = new_node("robot", "robot", (0, -1, 0))
    book = new_node("h", "book", (0, -1, 1), extents=(0.2, 0.03, 0.3))
    slot = new_node("s", "slot", (0, 0, 1), FRONT, (0.4, 3.0, 0.6))
    scene = Scene.build(
        [VIEWER, slot, tower, robot, book, space("far", 0.26), space("too_far", 0.3)],
        [("robot", "h", "holds")],
    )
    found = asked(RIGHT, scene, o="o")
    assert found.value.ids == ("far",)
