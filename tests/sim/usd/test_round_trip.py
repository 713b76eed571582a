"""A scene becomes a stage and comes back equal, the same text every time."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from pxr import Gf, Usd, UsdGeom

from espire_dsl.scene.camera import Camera, look_at
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import dumps
from espire_dsl.scene.rotation import axis_angle, matrix
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from espire_sim.usd.error import StageError
from espire_sim.usd.names import camera_paths, paths_of, thing_of
from espire_sim.usd.read import read_stage, scene_of
from espire_sim.usd.write import stage_of, write_stage
from espire_sim.worlds.result import Drawn
from tests.nodes import node as new_node
from tests.sim.handmade import book, leaning, on_table, one_slot
from tests.sim.strategies import drawn, scenes


@settings(max_examples=12)
@given(scene=tabletop_scenes() | shelf_scenes())
def test_any_scene_comes_back_equal(scene: Scene) -> None:
    stage = stage_of(scene, None)
    assert dumps(scene_of(stage)) == dumps(scene)


@settings(max_examples=6)
@given(found=scenes("tabletop") | scenes("shelf"))
def test_drawn_scenes_with_their_looks_come_back_equal(found: Drawn) -> None:
    stage = stage_of(found.scene, found.appearance)
    assert scene_of(stage) == found.scene


def test_a_file_reads_back_equal_and_is_the_same_every_time(tmp_path: Path) -> None:
    found = drawn("shelf", "hard", 5)
    one, other = tmp_path / "one.usda", tmp_path / "other.usda"
    write_stage(found.scene, found.appearance, one)
    write_stage(found.scene, found.appearance, other)
    assert one.read_bytes() == other.read_bytes()
    assert one.read_text(encoding="utf-8").startswith("#usda 1.0")
    assert dumps(read_stage(one)) == dumps(found.scene)


IDS = st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=5, unique=True)


@settings(max_examples=60)
@given(ids=IDS, words=st.text(max_size=12))
def test_ids_and_words_of_any_letters_come_back(ids: list[str], words: str) -> None:
    nodes = [new_node(id, "object", (n, 0, 0), extents=(1, 1, 1), name=words) for n, id in enumerate(ids)]
    scene = Scene.build(nodes, [(ids[0], ids[-1], "on")], id=words, world=words)
    stage = stage_of(scene, None)
    assert scene_of(stage) == scene
    paths = list(paths_of(scene).values())
    assert len(set(paths)) == len(paths)
    assert all(stage.GetPrimAtPath(path) for path in paths)


def test_every_field_of_a_node_comes_back() -> None:
    slot = new_node("slot", "slot", extents=(1, 1, 1), row=2, column=3, occupancy=1 / 3)
    thing = new_node(
        "thing",
        "near",
        (0.1, 1 / 3, -2e-7),
        axis_angle((1, 2, 3), 77.7),
        (0.1, 0.2, 0.3),
        category="alarm_clock",
        name="the »clock«\n'\"",
        size="small",
        front=(0.6, 0.8, 0.0),
        perspective="encounter",
        upright=None,
        slot="slot",
        visible={"world": 0.123456789, "wrist": 0.0},
        pixels={"world": 4321},
        instance=2**40,
        labels={"colour": "red", "a:b/c": "ü"},
    )
    flat = new_node("flat", "object", extents=(0.5, 0.0, 0.25))
    edges = [("thing", "slot", "in"), ("flat", "thing", "on"), ("flat", "thing", "supports")]
    scene = Scene.build([slot, thing, flat], edges, id="s", world="w", level="hard", seed=2**63 + 1)
    stage = stage_of(scene, None)
    assert scene_of(stage) == scene


FOCAL = st.floats(50, 5000)
SHIFT = st.floats(-200, 200)


@settings(max_examples=60)
@given(fx=FOCAL, fy=FOCAL, dx=SHIFT, dy=SHIFT, width=st.integers(1, 4000), height=st.integers(1, 4000))
def test_intrinsics_come_back_to_the_bit_and_the_lens_says_the_same(
    fx: float, fy: float, dx: float, dy: float, width: int, height: int
) -> None:
    intrinsics = ((fx, 0.0, width / 2 + dx), (0.0, fy, height / 2 + dy), (0.0, 0.0, 1.0))
    camera = Camera((0.0, -1.0, 1.0), axis_angle((1, 0, 0), 60), intrinsics, width, height)
    scene = Scene.build([], [], {"world": camera})
    stage = stage_of(scene, None)
    assert scene_of(stage).cameras["world"] == camera
    lens = UsdGeom.Camera(stage.GetPrimAtPath(camera_paths(scene)["world"])).GetCamera()
    point = (0.3, -0.2, -2.0)
    u, v = _projected_by_usd(lens, point, width, height)
    assert u == pytest.approx(fx * 0.15 + width / 2 + dx, abs=0.01)
    assert v == pytest.approx(fy * 0.1 + height / 2 + dy, abs=0.01)


@settings(max_examples=60)
@given(fx=FOCAL, fy=FOCAL, dx=SHIFT, dy=SHIFT, width=st.integers(1, 4000), height=st.integers(1, 4000))
def test_orthographic_cameras_come_back_and_usd_projects_the_same(
    fx: float, fy: float, dx: float, dy: float, width: int, height: int
) -> None:
    scales = ((fx, 0.0, width / 2 + dx), (0.0, fy, height / 2 + dy), (0.0, 0.0, 1.0))
    camera = Camera((0.0, -1.0, 1.0), axis_angle((1, 0, 0), 60), scales, width, height, "orthographic")
    scene = Scene.build([], [], {"world": camera})
    stage = stage_of(scene, None)
    assert scene_of(stage) == scene
    prim = UsdGeom.Camera(stage.GetPrimAtPath(camera_paths(scene)["world"]))
    assert prim.GetProjectionAttr().Get() == UsdGeom.Tokens.orthographic
    frustum = prim.GetCamera().frustum
    x, y, _ = frustum.ComputeProjectionMatrix().Transform(Gf.Vec3d(0.3, -0.2, -2.0))
    assert (x + 1) / 2 * width == pytest.approx(fx * 0.3 + width / 2 + dx, abs=0.02)
    assert (1 - y) / 2 * height == pytest.approx(fy * 0.2 + height / 2 + dy, abs=0.02)


def _projected_by_usd(
    lens: Gf.Camera, point: tuple[float, float, float], width: int, height: int
) -> tuple[float, float]:
    """The pixel of a point in the camera's axes, by USD's own projection."""
    frustum = lens.frustum
    window = frustum.GetWindow()
    depth = -point[2]
    x, y = point[0] / depth, point[1] / depth
    low, high = window.GetMin(), window.GetMax()
    return (
        (x - low[0]) / (high[0] - low[0]) * width,
        (high[1] - y) / (high[1] - low[1]) * height,
    )


def test_a_skewed_camera_comes_back() -> None:
    camera = Camera((0, 0, 1), K=((500, 3.5, 320), (0, 510, 240), (0, 0, 1)))
    stage = stage_of(Scene.build([], [], {"other": camera}), None)
    assert scene_of(stage).cameras == {"other": camera}


def test_a_camera_without_a_focal_length_is_refused() -> None:
    camera = Camera((0, 0, 1), K=((0, 0, 320), (0, 500, 240), (0, 0, 1)))
    with pytest.raises(StageError, match='camera "odd" has a focal length of 0'):
        stage_of(Scene.build([], [], {"odd": camera}), None)


def test_what_is_moved_on_the_stage_is_moved_in_the_scene() -> None:
    scene = on_table([book("book")], [("book", "table", "on")])
    stage = stage_of(scene, None)
    prim = stage.GetPrimAtPath(paths_of(scene)["book"])
    prim.GetAttribute("xformOp:translate").Set(Gf.Vec3d(0.1, 0.2, 0.9))
    assert scene_of(stage).node("book") == evolve(scene.node("book"), center=(0.1, 0.2, 0.9))


def test_a_pose_written_as_a_matrix_under_a_moved_parent_is_found() -> None:
    one, support = leaning()
    scene = on_table([one, support])
    stage = stage_of(scene, None)
    prim = UsdGeom.Xformable(stage.GetPrimAtPath(paths_of(scene)["book"]))
    before = prim.GetLocalTransformation()
    prim.ClearXformOpOrder()
    prim.AddTransformOp().Set(before)
    UsdGeom.Xformable(stage.GetPrimAtPath("/World")).AddTranslateOp().Set(Gf.Vec3d(1, 2, 3))
    after = scene_of(stage).node("book")
    assert np.allclose(after.center, np.add(one.center, (1, 2, 3)))
    assert np.allclose(matrix(after.quaternion), matrix(one.quaternion))


def test_a_lens_that_was_changed_is_believed() -> None:
    scene = Scene.build([], [], {"world": look_at((1, 0, 1), (0, 0, 0))})
    stage = stage_of(scene, None)
    camera = UsdGeom.Camera(stage.GetPrimAtPath(camera_paths(scene)["world"]))
    camera.GetFocalLengthAttr().Set(2 * camera.GetFocalLengthAttr().Get())
    (fx, _, cx), (_, fy, cy), _ = scene_of(stage).cameras["world"].K
    focal = 240 / math.tan(math.radians(30))
    assert (fx, fy) == pytest.approx((2 * focal, 2 * focal))
    assert (cx, cy) == pytest.approx((320, 240))


def test_a_stage_of_others_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StageError, match="not written by `write_stage`"):
        scene_of(Usd.Stage.CreateInMemory())
    with pytest.raises(StageError, match="there is no such file"):
        read_stage(tmp_path / "none.usda")
    broken = tmp_path / "broken.usda"
    broken.write_text("#usda 1.0\n(", encoding="utf-8")
    with pytest.raises(StageError, match="USD cannot open it"):
        read_stage(broken)


def test_a_stage_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(StageError, match="cannot be written: No such file"):
        write_stage(on_table([]), None, tmp_path / "no" / "stage.usda")


def test_records_that_make_no_sense_are_refused() -> None:
    scene = on_table([book("book")], [("book", "table", "on")])
    for text, error, message in (
        ("{", StageError, "is no JSON object"),
        ("{}", StageError, "has no id"),
        ('{"id": "book", "kind": "boook"}', SceneError, 'did you mean "book"'),
        ('{"id": "book", "kind": "book", "colour": 1}', SceneError, "no such field"),
    ):
        stage = stage_of(scene, None)
        stage.GetPrimAtPath(paths_of(scene)["book"]).SetCustomDataByKey("espire", text)
        with pytest.raises(error, match=message):
            scene_of(stage)


def test_a_relation_to_nothing_and_a_moved_box_are_refused() -> None:
    scene = on_table([book("book")], [("book", "table", "on")])
    stage = stage_of(scene, None)
    path = paths_of(scene)["book"]
    stage.GetPrimAtPath(path).GetRelationship("espire:on").SetTargets(["/World/Things/nowhere"])
    with pytest.raises(StageError, match="which is no thing of the scene"):
        scene_of(stage)
    stage = stage_of(scene, None)
    UsdGeom.Xformable(stage.GetPrimAtPath(f"{path}/box")).AddTranslateOp()
    with pytest.raises(StageError, match="neither moved nor turned"):
        scene_of(stage)


def test_parts_of_things_are_found_by_their_paths() -> None:
    assert thing_of("/World/Things/book/look/part_3") == "/World/Things/book"
    assert thing_of("/World/Things/book") == "/World/Things/book"
    assert thing_of("/World/Room/part_1") is None


def test_a_shelf_of_one_slot_comes_back(tmp_path: Path) -> None:
    inside = evolve(book("book", 0.0, -0.3, 0.02 + 0.115), slot="slot")
    scene = one_slot([inside])
    write_stage(scene, None, tmp_path / "shelf.usda")
    assert read_stage(tmp_path / "shelf.usda") == scene
