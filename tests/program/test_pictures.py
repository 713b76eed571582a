"""Where things are in pictures: pinhole cameras, pixels as a unit, and what authors do with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.checking.check import compile_paths
from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.families.views import cameras_seen
from espire_dsl.language.kinds import sort_of
from espire_dsl.language.types import PIXELS, Thing, Type
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.pictures import centres
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
from tests.program.oracle.reference import evaluate as ask_oracle
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


AT = st.tuples(*[st.floats(-1, 1)] * 3)
LENSES = st.builds(
    lambda position, metres: look_at(
        (2 + position[0], position[1], 2 + position[2]), (0, 0, 0), metres=metres
    ),
    AT,
    st.none() | st.floats(1, 9),
)


@given(st.lists(AT, min_size=1, max_size=4), st.lists(st.tuples(LENSES, LENSES), min_size=1, max_size=3))
def test_pixels_of_any_camera_are_those_of_the_oracle(
    places: list[tuple[float, float, float]], cameras: list[tuple[Camera, Camera]]
) -> None:
    """Rows about several scenes, in a second camera and in the usual one."""
    scenes = [
        scene_with(one, *(new_node(f"p{n}", "object", at) for n, at in enumerate(places)), top=other)
        for one, other in cameras
    ]
    batch = SceneBatch.of_scenes(scenes)
    for text in ("image_row(p)", 'image_column(p, camera: "top")', 'image_row(p, camera: "top")'):
        rows = [(scene, f"p{n}") for scene in range(len(scenes)) for n in range(len(places))]
        program = typed(text, NAMES)[0]
        for scene, id in rows:
            thing = {"p": ThingRef(id, scenes[scene])}
            expected = ask_oracle(program, scenes[scene], thing).value
            assert evaluate(program, scenes[scene], thing).value == pytest.approx(expected, abs=1e-8)
            column, row = centres(batch, "top" if "top" in text else None)[scene, batch.place(scene, id)]
            assert (row if "row" in text else column) == pytest.approx(expected, abs=1e-8)


def test_in_a_family_the_view_is_the_usual_camera(tmp_path: Path) -> None:
    """Also in functions of authors, which are written out where they are called."""
    text = """espire 2

kind toy is movable {
  noun "toy"
}
asset ball is toy {
  size 5 cm, 5 cm, 5 cm
}
world hall {
  floor   8 m, 8 m
  put     ball: ball, at: (1 m, 0 m)
  camera  world, at: (4 m, 0 m, 3 m), to: (0 m, 0 m, 0 m)
  camera  map, at: (0 m, 0 m, 4 m), to: (0 m, 0 m, 0 m), orthographic: 5 m
}
fn seen(x: thing) = visibility(x) > 0.5
family point.hall.edge {
  spec        relationship coarse
  world       hall
  view        map
  candidates  { t in in_view(toys) where seen(t) and image_row(t, camera: "world") > 1 px }
  program     least(candidates, by: image_row)
  say "Point to the toy that is highest on the map."
}
law rows_are_of_the_world(s: Scene in hall) {
  all(t in toys(s), image_row(t) > -1000 px)
}
"""
    path = tmp_path / "mine.espire"
    path.write_text(text, encoding="utf-8")
    compiled = compile_paths([path], [tmp_path])
    assert not compiled.result.errors, [d.message for d in compiled.result.findings]
    (family,) = compiled.files[path].families
    assert family.view == "map"
    assert cameras_seen(family) == {"map"}
    assert program_text(family.program) == 'least(x in candidates, by: image_row(x, camera: "map"))'
    assert family.candidates is not None
    said = program_text(family.candidates)
    assert 'in_view(toys, camera: "map")' in said
    assert 'visibility(t, camera: "map")' in said
    assert "image_row(t) > 1 px" in said


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
