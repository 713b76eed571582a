"""The adapters for Isaac Sim, run against doubles of its modules. Not run on a GPU: see docs/isaac.md."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from pxr import Usd

from espire_dsl.scene.camera import Camera
from espire_dsl.scene.staged import EngineFailedError
from espire_sim.curobo import PINNED
from espire_sim.interfaces import Refused, Settled, SettlingFailure
from espire_sim.isaac import BACKEND
from espire_sim.isaac.annotators import agreement
from espire_sim.isaac.app import FRANKA, WHITE, franka_asset, running_app, stage
from espire_sim.isaac.error import IsaacError
from espire_sim.isaac.physics import IsaacPhysics
from espire_sim.isaac.renderer import IsaacRenderer
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.rendering.observe import observe
from espire_sim.rendering.renderer import RayRenderer
from espire_sim.usd.names import thing_of
from tests.nodes import node as new_node
from tests.sim.franka_asset import write_franka_asset
from tests.sim.handmade import book, leaning, on_table
from tests.sim.isaac.doubles import install
from tests.sim.isaac.doubles.kit import Kit
from tests.sim.strategies import drawn

LEANS = [("book", "table", "on"), ("support", "table", "on"), ("support", "book", "supports")]


@pytest.fixture
def kit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kit]:
    monkeypatch.setenv("OMNI_KIT_ACCEPT_EULA", "YES")
    for cached in (running_app, stage, franka_asset):
        cached.cache_clear()
    yield install(monkeypatch)
    for cached in (running_app, stage, franka_asset):
        cached.cache_clear()


def test_isaac_with_doubles_settles_as_the_engine_below_it_does(kit: Kit) -> None:
    scene = drawn("tabletop", "hard", 3).scene
    result, embedded = IsaacPhysics().settle(scene), MujocoPhysics().settle(scene)
    assert isinstance(result, Settled)
    assert isinstance(embedded, Settled)
    for node in embedded.scene.nodes:
        assert result.scene.node(node.id).center == pytest.approx(node.center, abs=1e-5)
        assert result.scene.node(node.id).quaternion == pytest.approx(node.quaternion, abs=1e-5)
    assert result.seconds == pytest.approx(embedded.seconds)
    assert kit.device == "cpu"
    assert not kit.playing
    assert "isaacsim.sensors.experimental.rtx" in kit.extensions


def test_isaac_with_doubles_starts_once_and_waits_for_the_stage(kit: Kit) -> None:
    one, support = leaning()
    for _ in range(2):
        assert isinstance(IsaacPhysics().settle(on_table([one, support], LEANS)), Settled)
    assert kit.asked.count("start") == 1
    assert kit.asked.count("open") == 2
    assert kit.asked[1:5] == ["open", "update", "update", "update"]


def test_isaac_with_doubles_refuses_what_falls_or_never_rests(kit: Kit) -> None:
    one, _ = leaning()
    fallen = IsaacPhysics().settle(on_table([one]))
    assert isinstance(fallen, Refused)
    assert fallen.reason in (SettlingFailure.FELL, SettlingFailure.POSE_CHANGED)
    restless = IsaacPhysics(seconds=0.1).settle(on_table([book("book", z=1.2)]))
    assert isinstance(restless, Refused)
    assert (restless.reason, restless.node) == (SettlingFailure.RESTLESS, "book")
    assert not kit.playing


def test_isaac_with_doubles_what_it_cannot_run_says_nothing_about_the_scene(kit: Kit) -> None:
    kit.opens = False
    with pytest.raises(EngineFailedError, match="cannot open the stage"):
        IsaacPhysics().settle(on_table([book("book")]))


def test_isaac_with_doubles_a_body_that_it_lost_says_nothing_about_the_scene(kit: Kit) -> None:
    kit.lost = 1
    with pytest.raises(EngineFailedError, match='no body for "other"'):
        IsaacPhysics().settle(on_table([book("book"), book("other", y=0.3)]))


def test_isaac_with_doubles_a_picture_that_fails_says_nothing_about_the_scene(kit: Kit) -> None:
    kit.fails = "CUDA error 700"
    with pytest.raises(IsaacError, match="Isaac Sim cannot paint the scene: CUDA error 700"):
        IsaacRenderer().render(on_table([]), "world")


def test_isaac_with_doubles_opens_a_scene_once_for_all_its_cameras(kit: Kit) -> None:
    found = drawn("tabletop", "easy", 4)
    renderer = IsaacRenderer(subframes=4)
    cameras = sorted(found.scene.cameras)
    assert len(cameras) > 1
    pictures = [renderer.render(found.scene, camera, found.appearance) for camera in cameras]
    assert kit.asked.count("open") == 1
    assert kit.sensors == 0, "a sensor that stays alive is painted with every picture"
    # Another look, another scene, or a run of physics in between: opened anew.
    renderer.render(found.scene, cameras[0], None)
    assert kit.asked.count("open") == 2
    IsaacPhysics().settle(found.scene)
    again = renderer.render(found.scene, cameras[0], found.appearance)
    assert kit.asked.count("open") == 4
    assert np.array_equal(again.rgb, pictures[0].rgb)


def test_isaac_with_doubles_another_scene_that_looks_alike_is_opened(kit: Kit) -> None:
    renderer = IsaacRenderer(subframes=4)
    one, other = on_table([book("one")]), on_table([book("one", y=0.2)])
    for scene in (one, other, other):
        seen = renderer.annotated(scene, "world")
        assert np.array_equal(
            seen.instance_id_segmentation, observe(scene, "world", None).instance_id_segmentation
        )
    assert kit.asked.count("open") == 2


def test_isaac_with_doubles_keeps_no_files_of_scenes_that_are_closed(kit: Kit, tmp_path: Path) -> None:
    del kit
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(tmp_path))
        for name in ("one", "two", "three"):
            IsaacPhysics().settle(on_table([book(name)]))
    assert len(list(tmp_path.glob("espire_isaac_*"))) == 1


def test_isaac_with_doubles_is_not_started_for_nothing(kit: Kit) -> None:
    assert isinstance(IsaacPhysics().settle(on_table([])), Settled)
    overlapping = IsaacPhysics().settle(on_table([book("a"), book("b", y=0.01)]))
    assert isinstance(overlapping, Refused)
    assert kit.asked == []


def test_isaac_with_doubles_paints_by_rtx_and_sees_by_rays(kit: Kit) -> None:
    found = drawn("tabletop", "easy", 4)
    picture = IsaacRenderer().render(found.scene, "world", found.appearance)
    observation = observe(found.scene, "world", found.appearance)
    assert np.array_equal(picture.instance_id_segmentation, observation.instance_id_segmentation)
    assert np.array_equal(picture.distance_to_image_plane, observation.distance_to_image_plane)
    assert picture.visible() == observation.visible()
    assert np.array_equal(picture.rgb[0, :, 0], np.arange(640) % 256)
    assert kit.frames == kit.first_frame


def test_isaac_with_doubles_its_numbers_become_ours(kit: Kit) -> None:
    del kit
    found = drawn("shelf", "easy", 4)
    rtx = IsaacRenderer().annotated(found.scene, "world")
    observation = observe(found.scene, "world", None)
    assert np.array_equal(rtx.instance_id_segmentation, observation.instance_id_segmentation)
    same = agreement(observation, rtx)
    assert (same.same_thing, same.median_depth, same.largest_depth) == (1.0, 0.0, 0.0)
    off = evolve(rtx, distance_to_image_plane=rtx.distance_to_image_plane + np.float32(0.25))
    assert agreement(observation, off).median_depth == pytest.approx(0.25)
    none = evolve(rtx, instance_id_segmentation=np.full_like(rtx.instance_id_segmentation, 9999))
    assert agreement(observation, none) == evolve(same, same_thing=0.0)


def robots_shown(kit: Kit) -> set[str]:
    """What is seen of the robot on the open stage: the first names below its look."""
    assert kit.stage is not None
    look = kit.stage.GetPrimAtPath("/World/Things/robot/look")
    assert all(thing_of(str(prim.GetPath())) == "/World/Things/robot" for prim in Usd.PrimRange(look))
    return {prim.GetName() for prim in look.GetChildren() if prim.IsActive()}


def test_isaac_with_doubles_its_own_franka_is_shown_where_it_can_be_had(kit: Kit, tmp_path: Path) -> None:
    write_franka_asset(tmp_path / FRANKA.removeprefix("/"))
    kit.assets = str(tmp_path)
    found = drawn("tabletop", "easy", 4)
    for camera in sorted(found.scene.cameras):
        rtx = IsaacRenderer().annotated(found.scene, camera, found.appearance)
        assert robots_shown(kit) == {"franka"}
        # The double says of every part below the look of the robot which one it is; all have one number.
        assert np.array_equal(
            rtx.instance_id_segmentation, observe(found.scene, camera, None).instance_id_segmentation
        )
    assert kit.asked.count("assets") == 1, "a server that does not answer is waited for once"
    IsaacPhysics().settle(found.scene)
    assert kit.stage is not None
    assert not kit.stage.GetPrimAtPath("/World/Things/robot/look"), (
        "engines are given nothing that is only seen"
    )


@pytest.mark.parametrize("reached", [True, False])
def test_isaac_with_doubles_without_its_franka_our_own_shapes_are_shown(
    kit: Kit, tmp_path: Path, reached: bool
) -> None:
    kit.assets = str(tmp_path) if reached else None
    found = drawn("tabletop", "easy", 4)
    IsaacRenderer().render(found.scene, "world", found.appearance)
    assert "part_1" in robots_shown(kit)
    assert "franka" not in robots_shown(kit)


def test_isaac_with_doubles_pictures_are_beside_the_stage_and_lamps_are_for_its_exposure(kit: Kit) -> None:
    found = drawn("tabletop", "easy", 4)
    IsaacRenderer().render(found.scene, "world", found.appearance)
    assert kit.stage is not None
    images = [prim for prim in kit.stage.Traverse() if prim.GetName() == "picture"]
    assert images
    assert all(Path(prim.GetAttribute("inputs:file").Get().resolvedPath).is_file() for prim in images)
    sky = kit.stage.GetPrimAtPath("/World/Lights/sky").GetAttribute("inputs:intensity").Get()
    assert 0.2 * WHITE < sky <= 0.5 * WHITE


def test_isaac_with_doubles_no_picture_is_an_error(kit: Kit) -> None:
    kit.first_frame = 1000
    with pytest.raises(IsaacError, match="gave no picture of /World/Cameras/world after 40 frames"):
        IsaacRenderer(subframes=4).render(on_table([]), "world")


@pytest.mark.parametrize(
    "intrinsics",
    [
        ((500.0, 0.0, 320.0), (0.0, 510.0, 240.0), (0.0, 0.0, 1.0)),
        ((500.0, 0.0, 330.0), (0.0, 500.0, 240.0), (0.0, 0.0, 1.0)),
        ((500.0, 2.0, 320.0), (0.0, 500.0, 240.0), (0.0, 0.0, 1.0)),
    ],
)
def test_isaac_with_doubles_odd_cameras_are_refused(
    kit: Kit, intrinsics: tuple[tuple[float, ...], ...]
) -> None:
    del kit
    scene = on_table([], camera=Camera((1.2, 0.0, 1.2), K=intrinsics))  # type: ignore[arg-type]
    with pytest.raises(IsaacError, match="square pixels"):
        IsaacRenderer().render(scene, "world")


def test_isaac_asks_for_its_licence_to_be_accepted(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMNI_KIT_ACCEPT_EULA")
    with pytest.raises(EngineFailedError, match="OMNI_KIT_ACCEPT_EULA=YES"):
        IsaacPhysics().settle(on_table([book("book")]))
    with pytest.raises(IsaacError, match="OMNI_KIT_ACCEPT_EULA=YES"):
        IsaacRenderer().render(on_table([]), "world")
    assert kit.asked == []
    installed = evolve(BACKEND, needs=())
    assert "OMNI_KIT_ACCEPT_EULA=YES" in str(installed.problem())
    monkeypatch.setenv("OMNI_KIT_ACCEPT_EULA", "YES")
    assert installed.problem() is None
    assert "it paints by rtx, rays" in str(installed.problem("gl"))


def test_isaac_with_doubles_an_old_version_is_told(kit: Kit) -> None:
    kit.unknown_extensions.add("isaacsim.sensors.experimental.rtx")
    with pytest.raises(IsaacError, match=r"must be version 6\.0 or later"):
        IsaacRenderer().render(on_table([]), "world")


def test_isaac_that_is_not_installed_says_what_to_install() -> None:
    problem = BACKEND.problem()
    assert problem is not None
    for words in (
        "isaacsim[all,extscache]",
        "Python 3.12",
        "OMNI_KIT_ACCEPT_EULA=YES",
        "github.com/NVlabs/curobo",
        f"checkout {PINNED}",
        "curobo[cu12-torch]",
        "docs/isaac.md",
    ):
        assert words in problem


def test_isaac_has_two_ways_of_painting() -> None:
    assert BACKEND.paints == ("rtx", "rays")
    assert BACKEND.renderer is not None
    assert isinstance(BACKEND.renderer("rays"), RayRenderer)
    assert isinstance(BACKEND.renderer("rtx"), IsaacRenderer)


def test_nothing_of_the_vendors_is_imported_before_it_is_used() -> None:
    code = (
        "import sys, espire_sim.isaac.physics, espire_sim.isaac.renderer, espire_sim.curobo.planner;"
        "assert not {'isaacsim', 'omni', 'curobo', 'torch', 'pxr'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_isaac_with_doubles_a_held_book_is_no_obstacle_to_rest(kit: Kit) -> None:
    del kit
    hand = new_node("robot", "robot", (0.5, 0, 1.3), extents=(0.08, 0.2, 0.06), front=(1, 0, 0))
    scene = on_table([hand, book("held", 0.38, 0.0, 1.3), book("book")], [("robot", "held", "holds")])
    result = IsaacPhysics().settle(scene)
    assert isinstance(result, Settled)
    assert result.scene.node("held").center == scene.node("held").center
