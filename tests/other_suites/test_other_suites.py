"""What other benchmarks need can be said: each file compiles, answers on hand-made scenes, and is worded."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.checking.check import compile_paths
from espire_dsl.checking.known_worlds import known_worlds
from espire_dsl.language.core.labels import MAP_DIRECTIONS
from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.declarations.signatures import named
from espire_dsl.language.families.family import Family
from espire_dsl.program.family_evaluation import evaluate_family
from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.options import Offer, offer_of, options_of
from espire_dsl.testing.run import run_trials
from espire_dsl.wording.instruction import instruction
from espire_dsl.wording.render import Lexicon
from tests.nodes import node as new_node

HERE = Path(__file__).resolve().parent
EMPTY = Scene.build([])
FILES = sorted(HERE.glob("*.espire"))
WORLDS = {
    **known_worlds(),
    "clevr_table": named("clevr_table"),
    "floor_plan": named("floor_plan"),
    "scanned_room": named("scanned_room"),
    "tunnel": named("tunnel", "angle_a", "angle_b"),
}
"""Those of the other suites as well, which no package offers yet."""


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_compiles_without_a_finding_and_its_examples_pass(path: Path) -> None:
    compiled = compile_paths([path], [HERE], worlds=WORLDS)
    assert compiled.result.findings == ()
    trials = compiled.files[path].trials
    assert trials
    outcomes = list(run_trials(trials, Lexicon.load(), load_catalogue()))
    assert [o.finding for o in outcomes if not o.passed] == []


def family(file: str, name: str) -> Family:
    path = HERE / file
    return next(
        f for f in compile_paths([path], [HERE], worlds=WORLDS).files[path].families if f.name == name
    )


def tunnel(angle_a: float, angle_b: float) -> Scene:
    """Two objects at fixed depths on the wall of a tunnel, a farther than b, at any angles."""
    from math import cos, radians, sin

    def at(id: str, depth: float, angle: float) -> Node:
        place = (0.9 * cos(radians(angle)), depth, 1.0 + 0.9 * sin(radians(angle)))
        return new_node(id, "object", place, extents=(0.1, 0.1, 0.1), name=f"{id} cube")

    camera = look_at((0.0, 0.0, 1.0), (0.0, 6.0, 1.0))
    return Scene.build([at("red", 6.0, angle_a), at("blue", 3.0, angle_b)], cameras={"world": camera})


def test_a_depth_question_sweeps_a_grid_with_four_polarities_and_flips_when_swapped() -> None:
    asked = family("tunnel.espire", "tunnel.depth")
    assert asked.contrast == ("A", "B")
    assert asked.sweep == ("alpha", "beta", "P")
    assert asked.rules == {"margin": 0.1}
    grids = {v.name: v.domain for v in asked.variables}
    angles = grids["alpha"].values  # type: ignore[union-attr]
    assert angles == tuple(22.5 * i for i in range(16)) == grids["beta"].values  # type: ignore[union-attr]
    consistent = set()
    for alpha in angles:
        for beta in angles:
            scene = tunnel(alpha, beta)
            truths = {}
            for polarity in ("Closer", "Farther"):
                for a, b in (("red", "blue"), ("blue", "red")):
                    binding = {
                        "A": ThingRef(a, scene),
                        "B": ThingRef(b, scene),
                        "P": TypeValue(polarity),
                        "alpha": alpha,
                        "beta": beta,
                    }
                    result = evaluate_family(asked, scene, binding)
                    assert result.margins["m"] >= 0.1
                    truths[polarity, a] = result.answer
                    consistent.add(result.tags["consistent"])
            assert truths == {
                ("Closer", "red"): False,
                ("Closer", "blue"): True,
                ("Farther", "red"): True,
                ("Farther", "blue"): False,
            }
    assert consistent == {True, False}


def test_four_polarities_are_four_sentences() -> None:
    asked = family("tunnel.espire", "tunnel.depth")
    scene = tunnel(0, 90)
    said = {
        instruction(
            asked,
            asked.sentences[0],
            {
                "A": ThingRef(a, scene),
                "B": ThingRef(b, scene),
                "P": TypeValue(p),
                "alpha": 0.0,
                "beta": 90.0,
            },
            scene,
            Lexicon.load(),
            load_catalogue(),
        )
        for p in ("Closer", "Farther")
        for a, b in (("red", "blue"), ("blue", "red"))
    }
    assert said == {
        "Is the red cube closer to the camera than the blue cube?",
        "Is the blue cube closer to the camera than the red cube?",
        "Is the red cube farther from the camera than the blue cube?",
        "Is the blue cube farther from the camera than the red cube?",
    }


@pytest.mark.parametrize(
    ("east", "north", "label"),
    [
        (0, 1, "top"),
        (1, 1, "top right"),
        (1, 0, "right"),
        (1, -1, "bottom right"),
        (0, -1, "bottom"),
        (-1, -1, "bottom left"),
        (-1, 0, "left"),
        (-1, 1, "top left"),
        (0.01, 0.01, "same place"),
    ],
)
def test_nine_directions_on_a_floor_plan(east: float, north: float, label: str) -> None:
    asked = family("floor_plan.espire", "plan.direction")
    assert asked.answer.kind == "choice"
    scene = Scene.build(
        [
            new_node("sofa", "object", (3 + east, 2 + north, 0.4), extents=(1, 1, 0.8)),
            new_node("bed", "object", (3, 2, 0.4), extents=(1, 1, 0.8)),
        ]
    )
    binding = {"A": ThingRef("sofa", scene), "B": ThingRef("bed", scene)}
    assert evaluate_family(asked, scene, binding).answer == label


def test_wrong_directions_are_other_directions() -> None:
    asked = family("floor_plan.espire", "plan.direction")
    seen = set()
    for place in range(4):
        offer = offer_of(asked, "top", None, EMPTY)
        assert isinstance(offer, Offer)
        options, right = options_of(asked, offer, place, RandomStream.of(place, "options"))
        assert (right, options[place], len(set(options))) == (("top",), "top", 4)
        assert set(options) <= set(MAP_DIRECTIONS)
        seen |= set(options)
    assert len(seen) > 4


def test_wrong_distances_stand_in_the_stated_ratios() -> None:
    asked = family("scanned_room.espire", "room.distance.choice")
    offer = offer_of(asked, 1.2, None, EMPTY)
    assert isinstance(offer, Offer)
    options, right = options_of(asked, offer, 1, RandomStream.of(0, "options"))
    assert right == (options[1],) == (120.0,)
    assert set(options) - {120.0} < {60.0, 100.0, 145.0, 190.0}
    assert len(set(options)) == 4
