"""Where things are in pictures: pinhole cameras, pixels as a unit, and what authors do with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.kinds import sort_of
from espire_dsl.language.types import PIXELS, Thing, Type
from espire_dsl.program.family_evaluation import evaluate_family
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.scene.camera import Camera, look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scoring.quantities import number_of
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.program_text import program_text
from tests.language.reading import typed
from tests.nodes import kinds
from tests.nodes import node as new_node
from tests.tasks.helpers import answering, family_from, pick

NAMES: dict[str, Type] = {"p": Thing(sort_of(kinds("object")))}


def scene_with(camera: Camera, *nodes: Node, **others: Camera) -> Scene:
    return Scene.build(nodes, cameras={"world": camera, **others})


def value(text: str, scene: Scene, id: str = "p") -> float:
    found: float = evaluate(typed(text, NAMES)[0], scene, {"p": ThingRef(id, scene)}).value
    return found


@given(st.floats(-0.9, 0.9), st.floats(-0.9, 0.9), st.floats(1, 9))
def test_a_point_is_where_its_ray_meets_the_picture(right: float, up: float, far: float) -> None:
    """A camera at the origin that looks along +y sees a point at so many focal lengths from the middle."""
    camera = look_at((0, 0, 0), (0, 1, 0))
    scene = scene_with(camera, new_node("p", "object", (right * far, far, up * far)))
    focal = camera.K[0][0]
    assert value("image_column(p)", scene) == pytest.approx(320 + focal * right, abs=1e-6)
    assert value("image_row(p)", scene) == pytest.approx(240 - focal * up, abs=1e-6)


@given(st.floats(0.02, 0.2), st.floats(1, 5))
def test_the_area_of_a_plate_shrinks_with_the_square_of_its_distance(side: float, far: float) -> None:
    camera = look_at((0, 0, 0), (0, 1, 0))
    scene = scene_with(camera, new_node("p", "object", (0, far, 0), extents=(side, 0.0, side)))
    wide = camera.K[0][0] * side / far
    assert value("image_area(p)", scene) == pytest.approx(wide * wide, rel=1e-6)


def test_cameras_are_called_by_name() -> None:
    aside = look_at((5, 1, 0), (0, 1, 0))
    node = new_node("p", "object", (0, 1, 0.1), visible={"world": 0.25, "aside": 0.5})
    scene = scene_with(look_at((0, 0, 0), (0, 1, 0)), node, aside=aside)
    assert value('image_row(p, camera: "aside")', scene) > value("image_row(p)", scene)
    assert value('visibility(p, camera: "aside")', scene) == 0.5
    assert value("visibility(p)", scene) == 0.25
    with pytest.raises(EvaluationError, match="the scene has no camera wrist"):
        value('image_row(p, camera: "wrist")', scene)
    behind = scene_with(look_at((0, 2, 0), (0, 3, 0)), node)
    with pytest.raises(EvaluationError, match="p is not before the camera world"):
        value("image_column(p)", behind)
    assert value("image_area(p)", behind) == 0.0


def test_the_usual_camera_need_not_be_said() -> None:
    for text in ("image_row(p) < 30 px", 'image_row(p, camera: "wrist") < 30 px'):
        assert program_text(typed(text, NAMES)[0]) == text
    assert typed("image_row(p) + 3 px", NAMES)[0].type == PIXELS


def test_units_of_length() -> None:
    for text, metres in (("3 ft", 0.9144), ("10 inch", 0.254), ("12mm", 0.012)):
        constant = typed(text)[0]
        assert constant.value == pytest.approx(metres)  # type: ignore[union-attr]


ROWS = """let A, B in near
  program if image_row(A) < image_row(B) then "higher" else "lower"
  {more}
  answer choice
  distract 1 from others
  say "Which is {{{{ A }}}} in the picture, higher or lower than {{{{ B }}}}?"
"""


@pytest.mark.parametrize(("more", "clear"), [("", False), ("require margin >= 5 px", True)])
def test_the_far_one_is_higher_in_the_picture(more: str, clear: bool, tmp_path: Path) -> None:
    family = family_from(tmp_path, answering(ROWS.format(more=more), "relationship fine"))
    camera = look_at((0, -1, 1), (0, 0, 0))
    ornament = new_node("near", "near", (0, 0, 0), extents=(0.1, 0.1, 0.1), category="pagoda")
    far = evolve(ornament, id="far", center=(0, 0.025, 0))
    scene = scene_with(camera, ornament, far)
    asked = evaluate_family(family, scene, {"A": ThingRef("far", scene), "B": ThingRef("near", scene)})
    assert asked.answer == "higher"
    assert 5 < asked.margins["px"] < 10
    (outcome,) = BatchEvaluator.of([scene]).evaluate(family, [(0, {"A": "far", "B": "near"})])
    assert outcome.is_clear == clear


def test_the_largest_in_the_picture(tmp_path: Path) -> None:
    text = """program greatest(candidates, by: image_area)
      say "{{ Pick }} the book that is largest in the picture."
    """
    family = family_from(tmp_path, pick(text, "attribute coarse"))
    books = [new_node(f"b{i}", "book", (0.3 * i, 1.0 + i, 0), extents=(0.1, 0.1, 0.2)) for i in range(3)]
    scene = scene_with(look_at((0, 0, 0), (0, 1, 0)), *books)
    asked = evaluate_family(family, scene, {})
    assert asked.answer.ids == ("b0",)
    assert asked.margins.keys() == {"px"}


def test_answers_in_pixels_are_read() -> None:
    assert number_of("about 120 px", "px") == 120
    assert number_of("120 pixels", "px") == 120
    assert np.isclose(number_of("3 ft", "m"), 0.9144)
    assert np.isclose(number_of("1 m", "inch"), 1 / 0.0254)
