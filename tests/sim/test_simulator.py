"""A backend as compiling uses it: staged scenes, their masks and files, and verdicts."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
from attrs import evolve, frozen
from PIL import Image
from pycocotools import mask as coco

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import Staged
from espire_dsl.tasks.drawing import sized
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.backends import Backend
from espire_sim.fingerprint import fingerprint
from espire_sim.interfaces import Mask, Refused, Settled, SettlingFailure
from espire_sim.mujoco import BACKEND
from espire_sim.rendering.masks import masks_of
from espire_sim.rendering.observe import observe
from espire_sim.rendering.renderer import RayRenderer
from espire_sim.simulator import PartsSimulator
from espire_sim.worlds import Drawn, draw

SIZE = (200, 150)


def drawn(world: str, index: int = 0) -> Drawn:
    found = draw(sized(shipped_world(world), SIZE), "medium", 3, load_catalogue(), index=index)
    assert isinstance(found, Drawn)
    return found


@pytest.fixture(scope="module")
def simulator() -> PartsSimulator:
    opened = BACKEND.open("rays")
    assert opened is not None
    return opened


@pytest.fixture(scope="module", params=["tabletop", "shelf"])
def staged(request: pytest.FixtureRequest, simulator: PartsSimulator) -> tuple[Drawn, Staged]:
    for index in range(5):
        found = drawn(request.param, index)
        result = simulator.stage(found)
        if result.scene is not None:
            return found, result
    raise AssertionError("five scenes in a row were refused")


def area(counts: str) -> int:
    return int(coco.area({"size": [SIZE[1], SIZE[0]], "counts": counts.encode()}))


def test_masks_are_those_that_the_scene_counts(staged: tuple[Drawn, Staged]) -> None:
    _, result = staged
    assert result.scene is not None
    pointed_at = result.scene.of_kind("book", "near", "distant", "slot", "space")
    assert {node.id for node in pointed_at} == set(result.masks["world"])
    for node in pointed_at:
        assert node.pixels == {"world": area(result.masks["world"][node.id])}


def test_bodies_have_numbers_and_visible_parts(staged: tuple[Drawn, Staged]) -> None:
    _, result = staged
    assert result.scene is not None
    bodies = result.scene.of_kind("book", "near", "distant")
    assert len({node.instance for node in bodies}) == len(bodies)
    held = {target for _, target, key in result.scene.edges if key == "holds"}
    for node in bodies:
        assert node.visible["world"] >= (0.5 if node.id in held else 0.2)


def test_slots_and_spaces_have_the_visible_part_of_their_openings(staged: tuple[Drawn, Staged]) -> None:
    """Compared with the masks in the same scene with neither robot nor books, through the same camera."""
    _, result = staged
    assert result.scene is not None
    furniture = [n for n in result.scene.nodes if n.kind in ("floor", "shelf", "slot", "space", "table")]
    kept = {node.id for node in furniture}
    edges = [edge for edge in result.scene.edges if edge[0] in kept and edge[1] in kept]
    bare = result.scene.with_parts(furniture, edges)
    places = [node.id for node in result.scene.of_kind("slot", "space")]
    alone = masks_of(bare, "world", observe(bare, "world"), places)
    for id in places:
        node = result.scene.node(id)
        if all(whole_in_picture(alone[id])):
            assert node.visible["world"] == pytest.approx(node.pixels["world"] / alone[id].sum(), abs=1e-9)
        assert 0 <= node.visible["world"] <= 1


def whole_in_picture(mask: Mask) -> tuple[bool, ...]:
    return not mask[0].any(), not mask[-1].any(), not mask[:, 0].any(), not mask[:, -1].any()


def test_pictures_are_files_that_others_read(staged: tuple[Drawn, Staged], simulator: PartsSimulator) -> None:
    found, result = staged
    assert result.scene is not None
    files = simulator.paint(result.scene, result.appearance)
    assert set(files) == {
        f"{camera}{suffix}" for camera in ("world", "wrist") for suffix in (".png", ".depth.npz", ".ids.png")
    }
    assert files == simulator.paint(result.scene, json.loads(json.dumps(result.appearance)))
    for camera in ("world", "wrist"):
        observation = observe(result.scene, camera, found.appearance)
        with Image.open(io.BytesIO(files[f"{camera}.png"])) as picture:
            assert (picture.mode, picture.size) == ("RGB", SIZE)
        with Image.open(io.BytesIO(files[f"{camera}.ids.png"])) as picture:
            assert np.array_equal(np.asarray(picture), observation.instance_id_segmentation)
        with np.load(io.BytesIO(files[f"{camera}.depth.npz"])) as arrays:
            depth = arrays["distance_to_image_plane"]
        assert depth.dtype == np.float32
        near = np.isfinite(observation.distance_to_image_plane)
        assert np.array_equal(near, np.isfinite(depth))
        assert np.abs(depth - observation.distance_to_image_plane)[near].max() <= 0.000125


def test_the_planner_is_asked(simulator: PartsSimulator) -> None:
    table, shelf = (simulator.stage(drawn(world)).scene for world in ("tabletop", "shelf"))
    assert table is not None
    assert shelf is not None
    picked = [simulator.verify(table, "pick", book.id, None, 0) for book in table.of_kind("book")]
    assert any(verdict.reached for verdict in picked)
    placed = [simulator.verify(shelf, "place", slot.id, None, 0) for slot in shelf.of_kind("slot")]
    assert any(verdict.reached for verdict in placed)
    assert all(verdict.detail for verdict in (*picked, *placed) if not verdict.reached)
    lost = simulator.verify(table, "pick", "nobody", None, 0)
    assert (lost.status, lost.reached) == ("backend_error", False)
    assert "nobody" in lost.detail


@frozen
class Falling:
    def settle(self, scene: Scene) -> Settled | Refused:
        return Refused(SettlingFailure.FELL, "book_1", f"all of {scene.id} fell")


@frozen
class Burying:
    """Puts a book where nobody sees it."""

    def settle(self, scene: Scene) -> Settled | Refused:
        nodes = [evolve(n, center=(0.0, 0.0, -1.0)) if n.id == "book_1" else n for n in scene.nodes]
        return Settled(scene.with_parts(nodes), 0.0, {})


def test_what_does_not_stand_or_is_not_seen_is_refused_with_a_reason() -> None:
    for physics, reason in ((Falling, "fell"), (Burying, "book: one is hidden")):
        backend = Backend("odd", physics=physics, renderer=lambda _: RayRenderer())
        simulator = backend.open("rays")
        assert simulator is not None
        assert not simulator.verifies
        assert simulator.stage(drawn("tabletop")) == Staged(None, refused=reason)


@frozen
class Standing:
    """Leaves everything where it is."""

    def settle(self, scene: Scene) -> Settled | Refused:
        return Settled(scene, 0.0, {})


def test_a_scene_in_which_the_robot_hides_a_thing_is_refused() -> None:
    """A book is put behind the hand, as the camera sees it, where nothing else would hide it."""
    found = drawn("tabletop")
    scene = found.scene
    eye, hand = (np.array(p) for p in (scene.cameras["world"].position, scene.node("robot").center))
    center = tuple((eye + 1.25 * (hand - eye)).tolist())
    behind = [
        evolve(n, center=center, extents=(0.1, 0.02, 0.12)) if n.id == "book_1" else n for n in scene.nodes
    ]
    backend = Backend("odd", physics=Standing, renderer=lambda _: RayRenderer())
    simulator = backend.open("rays")
    assert simulator is not None
    hidden = simulator.stage(evolve(found, scene=scene.with_parts(behind)))
    assert hidden.scene is None
    assert hidden.refused in ("book: the robot hides one", "book: one is hidden")
    bare = [evolve(n, center=(9.0, 0.0, 9.0), configuration=None) if n.id == "robot" else n for n in behind]
    assert simulator.stage(evolve(found, scene=scene.with_parts(bare))).scene is not None


def test_the_embedded_backend_names_its_engines() -> None:
    simulator = BACKEND.open("rays")
    assert simulator is not None
    assert set(simulator.engines) == {"deflate", "numba", "numpy", "mujoco-core", "ompl"}
    assert "none" not in simulator.engines.values()


def test_a_fingerprint_tells_versions_apart() -> None:
    assert fingerprint("numpy") == fingerprint("numpy")
    assert len({fingerprint(), fingerprint("numpy"), fingerprint("no such package")}) == 3
