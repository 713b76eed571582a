"""The strategies that others build on keep their promises, and importing a node stays cheap."""

from __future__ import annotations

import itertools
import subprocess
import sys

import pytest
from hypothesis import Phase, find, given, settings

import espire_dsl.scene
from espire_dsl.scene.box import box_of, shadow
from espire_dsl.scene.fit import POSES, fits
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.places import contents, lines_of_grid, spaces_of
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes

slow = settings(deadline=None, max_examples=25, derandomize=True)
searching = settings(deadline=None, derandomize=True, database=None, phases=(Phase.generate,))
shrinking = settings(searching, phases=(Phase.generate, Phase.shrink))


def assert_no_two_centres_coincide(scene: Scene) -> None:
    centres = [node.center for node in scene.of_kind("book", "near", "distant", "viewer", "table", "shelf")]
    assert len(set(centres)) == len(centres)


@slow
@given(tabletop_scenes())
def test_tabletop_scenes(scene: Scene) -> None:
    assert_no_two_centres_coincide(scene)
    assert 1 <= len(scene.of_kind("book")) <= 6
    assert len(scene.of_kind("near")) <= 3
    assert len(scene.of_kind("distant")) <= 2
    assert scene.viewer.center[1] < 0
    for node in scene.of_kind("book", "near"):
        assert scene.targets(node.id, "on") == ("table",)
        assert shadow(box_of(node), (0, 0, 1))[0] == pytest.approx(0.7, abs=1e-6)
    assert all(node.id == node.category for node in scene.of_kind("near", "distant"))


@slow
@given(shelf_scenes())
def test_shelf_scenes(scene: Scene) -> None:
    assert_no_two_centres_coincide(scene)
    assert scene.targets("robot", "holds") == ("held",)
    assert scene.in_hands == {"held"}
    shelf = box_of(scene.node("shelf"))
    for slot in scene.of_kind("slot"):
        for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
            low, high = shadow(box_of(slot), axis)
            assert shadow(shelf, axis)[0] <= low + 1e-9
            assert high <= shadow(shelf, axis)[1] + 1e-9
        for body, space in itertools.product(contents(scene, slot.id), spaces_of(scene, slot.id)):
            plan = [(shadow(box_of(n), (1, 0, 0)), shadow(box_of(n), (0, 1, 0))) for n in (body, space)]
            overlaps = [min(a[1], b[1]) - max(a[0], b[0]) for a, b in zip(*plan, strict=True)]
            assert min(overlaps) <= 1e-6
    for space in scene.of_kind("space"):
        assert any(fits(scene, space.id, "held", pose) for pose in POSES)


def test_shelves_may_be_irregular() -> None:
    irregular = find(shelf_scenes(grid=False), lambda scene: lines_of_grid(scene) is None, settings=searching)
    assert len(irregular.of_kind("slot")) > 1


def test_scenes_shrink_to_few_things() -> None:
    smallest = find(tabletop_scenes(), lambda scene: len(scene.of_kind("book")) >= 2, settings=shrinking)
    assert [node.id for node in smallest.nodes] == ["a", "b", "table", "viewer"]


def test_a_node_is_imported_without_the_graph_library() -> None:
    code = "import sys, espire_dsl.scene.node; sys.exit('networkx' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_room_hands_out_its_names() -> None:
    assert espire_dsl.scene.Scene is Scene
    for name in espire_dsl.scene._HOMES:
        assert getattr(espire_dsl.scene, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = espire_dsl.scene.nothing
