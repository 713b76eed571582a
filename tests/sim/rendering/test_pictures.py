"""Pictures of scenes: ids, depths, what is visible, and colours."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from espire_dsl.scene.camera import look_at
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import yaw
from espire_sim.rendering.renderer import RayRenderer
from espire_sim.rendering.visibility import with_visibility
from espire_sim.worlds.result import Appearance, Light
from tests.nodes import node as new_node
from tests.sim.handmade import TOP, book, on_table
from tests.sim.strategies import drawn

FAST = RayRenderer(smooth=False)
SIDE = look_at((1.0, 0.0, TOP + 0.1), (0.0, 0.0, TOP + 0.1), width=320, height=240)


def box(id: str, x: float, y: float, extents: tuple[float, float, float] = (0.1, 0.2, 0.2)) -> Node:
    """A plain thing on the table."""
    return new_node(id, "object", (x, y, TOP + extents[2] / 2), extents=extents)


def test_a_lone_thing_is_wholly_visible_at_its_exact_depth() -> None:
    picture = FAST.render(on_table([box("a", 0.0, 0.0)], camera=SIDE), "world")
    assert picture.visible()["a"] == 1.0
    depth = picture.distance_to_image_plane[picture.mask("a")]
    assert depth == pytest.approx(0.95, abs=1e-5)
    focal = SIDE.K[0][0]
    assert picture.mask("a").sum() == pytest.approx((0.2 * focal / 0.95) ** 2, rel=0.02)


def test_a_half_hidden_thing_is_half_visible() -> None:
    """Seen from 1 m, the nearer plate covers what is left of the middle line, whatever its depth."""
    hidden, plate = box("a", 0.0, 0.0), box("b", 0.3, -0.25, (0.02, 0.5, 0.4))
    picture = FAST.render(on_table([hidden, plate], camera=SIDE), "world")
    assert picture.visible()["a"] == pytest.approx(0.5, abs=0.01)
    assert picture.visible()["b"] == 1.0


def test_a_thing_behind_another_or_outside_the_picture_is_not_visible() -> None:
    wall = box("wall", 0.25, 0.0, (0.02, 1.0, 0.5))
    picture = FAST.render(on_table([box("a", 0.0, 0.0), wall], camera=SIDE), "world")
    assert picture.visible()["a"] == 0.0
    aside = FAST.render(on_table([box("a", 0.0, 50.0)], camera=SIDE), "world")
    assert (aside.visible()["a"], aside.alone["a"]) == (0.0, 0)


def test_every_number_is_a_thing_or_the_room() -> None:
    found = drawn("tabletop", "hard", 4)
    picture = FAST.render(found.scene, "world", found.appearance)
    assert set(np.unique(picture.instance_id_segmentation).tolist()) <= {0, *picture.ids}
    assert set(picture.ids.values()) == {
        node.id for node in found.scene.nodes if node.kind not in ("viewer", "slot", "space")
    }
    assert np.isfinite(picture.distance_to_image_plane[picture.instance_id_segmentation > 0]).all()


def test_numbers_that_all_nodes_have_are_kept() -> None:
    scene = on_table([box("a", 0.0, 0.0), box("b", 0.0, 0.4)], camera=SIDE)
    numbers = {"a": 40, "b": 7, "floor": 9, "table": 65535}
    numbered = scene.with_parts(evolve(node, instance=numbers.get(node.id)) for node in scene.nodes)
    picture = FAST.render(numbered, "world")
    assert {id: number for number, id in picture.ids.items()} == numbers
    assert picture.visible() == FAST.render(scene, "world").visible()


@pytest.mark.parametrize("number", [0, 1, 65536])
def test_numbers_of_which_some_are_missing_or_of_no_use_are_given_anew(number: int) -> None:
    scene = on_table([evolve(box("a", 0.0, 0.0), instance=number)], camera=SIDE)
    assert FAST.render(scene, "world").ids == {1: "a", 2: "floor", 3: "table"}


def test_what_was_seen_is_written_into_the_scene() -> None:
    scene = on_table([box("a", 0.0, 0.0)], camera=SIDE, other=SIDE)
    picture = FAST.render(scene, "world")
    seen = with_visibility(scene, {"world": picture})
    assert seen.node("a").visible == {"world": 1.0}
    assert picture.ids[seen.node("a").instance or 0] == "a"
    assert seen.viewer.visible == {}
    both = with_visibility(seen, {"other": FAST.render(seen, "other")})
    assert both.node("a").visible == {"other": 1.0, "world": 1.0}


def test_an_unknown_camera_is_refused() -> None:
    with pytest.raises(SceneError, match='no camera "wirst"; it has world'):
        FAST.render(on_table([]), "wirst")


def test_a_camera_at_the_other_side_of_the_world_sees_nothing() -> None:
    scene = Scene.build(
        [box("a", 0.0, 0.0)], cameras={"world": look_at((5, 0, 1), (9, 0, 1), width=32, height=24)}
    )
    picture = FAST.render(scene, "world")
    assert not picture.instance_id_segmentation.any()
    assert np.isinf(picture.distance_to_image_plane).all()
    assert len(np.unique(picture.rgb)) == 1


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_colours_are_those_of_a_lit_room(world: str) -> None:
    found = drawn(world, "medium", 3)
    picture = RayRenderer().render(found.scene, "world", found.appearance)
    assert picture.rgb.shape == (480, 640, 3)
    assert 50 < picture.rgb.mean() < 220
    assert picture.rgb.std() > 15
    assert np.array_equal(picture.rgb, RayRenderer().render(found.scene, "world", found.appearance).rgb)


def test_looks_change_colours_and_nothing_else() -> None:
    scene = on_table([book("book", rotation=yaw(90.0))], camera=SIDE)
    lamp = (Light((2.0, 1.0, 2.5), 4000.0, 1.0),)
    red, blue = (
        FAST.render(scene, "world", Appearance(lamp, {"book": colour}, {})) for colour in ("red", "blue")
    )
    assert np.array_equal(red.instance_id_segmentation, blue.instance_id_segmentation)
    mask = red.mask("book")
    assert red.rgb[mask][:, 0].mean() > red.rgb[mask][:, 2].mean() + 30
    assert blue.rgb[mask][:, 2].mean() > blue.rgb[mask][:, 0].mean() + 30
    assert np.array_equal(red.rgb[~mask], blue.rgb[~mask])


def test_smooth_pictures_have_the_same_ids_and_more_shades() -> None:
    scene = on_table([box("a", 0.0, 0.0)], camera=SIDE)
    hard, soft = FAST.render(scene, "world"), RayRenderer().render(scene, "world")
    assert np.array_equal(hard.instance_id_segmentation, soft.instance_id_segmentation)
    assert np.array_equal(hard.distance_to_image_plane, soft.distance_to_image_plane)
    hard_shades, soft_shades = (len(np.unique(one.rgb.reshape(-1, 3), axis=0)) for one in (hard, soft))
    assert soft_shades > 2 * hard_shades


def test_light_casts_a_shadow_on_the_table() -> None:
    above = look_at((0.9, 0.0, 1.9), (0.0, 0.0, TOP), width=160, height=120)
    appearance = Appearance((Light((0.0, 2.0, 1.6), 5000.0, 1.0),), {"table": "laminate"}, {})
    bare = FAST.render(on_table([], camera=above), "world", appearance)
    shaded = FAST.render(on_table([box("a", 0.0, 0.2)], camera=above), "world", appearance)
    table = bare.mask("table") & shaded.mask("table")
    darker = (bare.rgb.astype(int) - shaded.rgb).sum(axis=2)[table]
    assert (darker > 40).mean() > 0.01
    assert (darker < 0).sum() == 0


def test_shadows_are_soft_and_softer_the_farther_what_throws_them() -> None:
    """The light falls from the left along the table; as many pixels as are told are in half shadow."""
    above = look_at(
        (0.0, 0.0, 2.4), (0.0, 0.0, TOP), up=(1, 0, 0), width=320, height=240, vertical_degrees=30
    )
    appearance = Appearance((Light((0.0, 2.0, TOP + 1.2), 5000.0, 1.0),), {"table": "laminate"}, {})

    def between(height: float) -> int:
        plate = new_node("a", "object", (0.0, 0.1, TOP + height), extents=(0.5, 0.2, 0.02))
        row = (
            RayRenderer()
            .render(on_table([plate], camera=above), "world", appearance)
            .rgb[120, :, 0]
            .astype(int)
        )
        bare = (
            RayRenderer().render(on_table([], camera=above), "world", appearance).rgb[120, :, 0].astype(int)
        )
        lost = (bare - row) / max((bare - row)[170:].max(), 1)
        return int(((lost > 0.25) & (lost < 0.75)).sum())

    assert 2 <= between(0.08) < between(0.3)


def test_what_is_near_keeps_light_away() -> None:
    """Beside a box, on its side that faces away from all lamps' shadows, the table is darker than alone."""
    above = look_at((0.9, 0.0, 1.9), (0.0, 0.0, TOP), width=160, height=120)
    appearance = Appearance((Light((0.0, 2.0, 1.6), 5000.0, 1.0),), {"table": "laminate"}, {})
    bare, shaded = (
        RayRenderer().render(on_table(things, camera=above), "world", appearance)
        for things in ([], [box("a", 0.0, -0.2)])
    )
    lit = FAST.render(on_table([box("a", 0.0, -0.2)], camera=above), "world", appearance)
    unshadowed = FAST.render(on_table([], camera=above), "world", appearance)
    table = bare.mask("table") & shaded.mask("table")
    table &= (lit.rgb == unshadowed.rgb).all(axis=2)  # where no shadow of the lamp falls
    darker = (bare.rgb.astype(int) - shaded.rgb)[table].mean(axis=1)
    assert (darker > 8).sum() > 20
    assert darker.min() >= -1


@pytest.mark.parametrize("smooth", [False, True])
def test_where_a_lamp_is_at_the_very_point_it_gives_no_light(smooth: bool) -> None:
    """There the way to it has no direction."""
    above = look_at((0.0, 0.0, 2.0), (0.0, 0.0, 0.0), width=65, height=65, metres=0.3)
    floor = Scene.build([new_node("floor", "floor", (0.0, 0.0, -0.05), extents=(4.0, 4.0, 0.1))])
    look = Appearance((Light((0.0, 0.0, 0.0), 4000.0, 1.0),), {}, {})
    picture = RayRenderer(smooth=smooth).render(evolve(floor, cameras={"world": above}), "world", look)
    about = picture.rgb[30:35, 30:35].reshape(-1, 3).astype(int)
    assert about.min() > 0
    assert np.ptp(about, axis=0).max() <= 2, "light of the sky alone, as all around it"
