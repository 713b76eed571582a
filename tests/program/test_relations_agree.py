"""Every reasoning type asked of every thing of a scene, places included: both evaluators give the same."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.kinds import ANYTHING, sort_of
from espire_dsl.language.types import Thing
from espire_dsl.program.batched import Request, SceneBatch
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import FORWARD, Perspective
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from tests.language.reading import typed
from tests.nodes import kinds
from tests.nodes import node as new_node
from tests.program.agreement import assert_program_agrees
from tests.program.odd_scenes import odd_scenes
from tests.program.suites import scenes

SIDES = ("Left", "Right", "Front", "Behind", "LeftMost", "RankFrontMost(2nd)", "ClockPosition(3 o'clock)")
FURNITURE = ("Upper", "Lower", "TopMost", "RankBottomMost(2nd)", "Row(1)", "Column(2)", "Cell(1, 2)")
PROGRAMS = (
    *(f"filter_orientation(things(), {t}, of: o, in: relative)" for t in SIDES),
    *(f"filter_relation(slots(), {t}, of: shelf(), in: intrinsic(shelf()))" for t in FURNITURE),
    *(
        f"filter_relation({xs}, {t}, of: shelf(), in: {frame}, count: lines)"
        for xs, t, frame in (
            ("slots()", "LeftMost", "intrinsic(shelf())"),
            ("slots()", "RankRightMost(2nd)", "relative"),
            ("slots()", "RankTopMost(2nd)", "intrinsic(shelf())"),
            ("things()", "BottomMost", "intrinsic(shelf())"),
            ("slots()", "RankFrontMost(2nd)", "relative"),
            ("spaces()", "RankLeftMost(3rd)", "intrinsic(shelf())"),
            ("filter_attribute(slots(), Empty)", "RankLeftMost(2nd)", "intrinsic(shelf())"),
            ("slots()", "Left", "intrinsic(shelf())"),
        )
    ),
    *(f"filter_orientation(slots(), {t}, of: o)" for t in ("Above", "Below", "DirectAbove", "DirectBelow")),
    *(f"filter_orientation(spaces(), {t}, of: o)" for t in ("Above", "Below")),
    *(f"filter_orientation(spaces(), {t}, of: o, in: relative)" for t in ("DirectLeft", "DirectRight")),
    "filter_between(slots(), BetweenSlots, o, p)",
    "filter_between(spaces(), BetweenSpaces, o, p)",
    "filter_between(things(), Between, o, p)",
    *(f"place_orientation(slots(), {t})" for t in ("Flat", "Vertical", "Tilted", "TiltDegree(30 deg)")),
    *(f"filter_attribute(slots(), {t})" for t in ("Empty", "NonEmpty", "Emptiest", "Width(30 cm)")),
    *(f"filter_distance(things(), {t}, to: o)" for t in ("RankFarthest(2nd)", "Range(20 cm, 60 cm)")),
    *(
        f"filter_distance({xs}, {t}, to: o, by: centres)"
        for xs in ("things()", "slots()")
        for t in ("Closest", "RankFarthest(2nd)", "LessThan(60 cm)")
    ),
    "order_by_distance(things(), to: o, by: centres)",
    *(f"compare_distance(o, Closer, than: p, to: viewer(), by: {m})" for m in ("edges", "centres")),
    *(f"distance(o, to: p, by: {m})" for m in ("edges", "centres")),
)
FACING = Thing(sort_of(kinds("near", "distant", "object"), frozenset({"oriented"})))
NAMES = {"o": Thing(ANYTHING), "p": Thing(ANYTHING)}


def rows_of(scene: Scene) -> list[Request]:
    """Each kind of thing as the reference, a near ornament or the first thing as the other one."""
    other = next((n for n in scene.nodes if n.kind == "near"), scene.nodes[0])
    kinds = {node.kind: node for node in scene.nodes}
    return [
        Request(0, {"o": ThingRef(node.id, scene), "p": ThingRef(other.id, scene)})
        for node in kinds.values()
        if node.kind != "viewer"
    ]


@pytest.mark.parametrize("text", PROGRAMS)
@settings(max_examples=4, deadline=None, derandomize=True)
@given(scene=st.one_of(shelf_scenes(), tabletop_scenes(), odd_scenes()))
def test_reasoning_types_agree(text: str, scene: Scene) -> None:
    program, findings = typed(text, NAMES)
    assert not findings.errors
    assert_program_agrees(program, SceneBatch.of_scenes([scene]), rows_of(scene))


@pytest.mark.parametrize("perspective", ["own", "encounter"])
@pytest.mark.parametrize("type_", SIDES)
def test_own_frames_agree(type_: str, perspective: Perspective) -> None:
    """Everything gets a front, and a left that is its own or that of one who stands before it."""
    scene = scenes("shelf", 1)[0]
    nodes = [evolve(n, front=FORWARD, oriented=True, perspective=perspective) for n in scene.nodes]
    turned = scene.with_parts(nodes)
    program, _ = typed(f"filter_orientation(things(), {type_}, of: o, in: intrinsic(o))", {"o": FACING})
    rows = [Request(0, {"o": row.bindings["o"]}) for row in rows_of(turned)]
    assert_program_agrees(program, SceneBatch.of_scenes([turned]), rows)


def test_nothing_is_above_what_stands_in_no_slot() -> None:
    scene = Scene.build([new_node("loose", "space", (0, 0, 1), extents=(0.1, 0.1, 0.1))])
    program, _ = typed("filter_orientation(spaces(), Above, of: o)", NAMES)
    loose = ThingRef("loose", scene)
    with pytest.raises(EvaluationError, match="stands in no slot"):
        evaluate(program, scene, {"o": loose})
    assert_program_agrees(program, SceneBatch.of_scenes([scene]), [Request(0, {"o": loose, "p": loose})])


def test_slots_of_one_row_are_level_and_no_near_miss() -> None:
    """A slot within a centimetre is neither above nor below; the margin is that of the others."""
    heights = {"own": 1.0, "beside": 1.005, "over": 1.4, "under": 0.5}
    scene = Scene.build(
        [
            new_node(id, "slot", (i, 0, z), extents=(0.4, 0.4, 0.3))
            for i, (id, z) in enumerate(heights.items())
        ]
    )
    own = ThingRef("own", scene)
    for type_, answer in (("Above", ("over",)), ("Below", ("under",))):
        program, _ = typed(f"filter_orientation(slots(), {type_}, of: o)", NAMES)
        result = evaluate(program, scene, {"o": own})
        assert (result.value.ids, result.trace[-1].margin) == (answer, 0.4)
        assert_program_agrees(program, SceneBatch.of_scenes([scene]), [Request(0, {"o": own, "p": own})])
