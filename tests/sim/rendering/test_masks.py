"""Masks of slots and spaces, and their run lengths."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis.extra import numpy as hnp
from pycocotools import mask as coco

from espire_dsl.reports.masks import pixels, run_lengths
from espire_dsl.scene.camera import Camera, look_at
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import matrix
from espire_sim.interfaces import Mask
from espire_sim.rendering.masks import mask_of, shown_things
from espire_sim.rendering.renderer import RayRenderer
from espire_sim.rendering.rle import encoded
from espire_sim.rendering.visibility import with_visibility
from tests.nodes import node as new_node
from tests.sim.handmade import one_slot

MASKS = hnp.arrays(np.bool_, hnp.array_shapes(min_dims=2, max_dims=2, max_side=40))
FRONT = look_at((1.2, 0.0, 0.25), (0.0, 0.0, 0.25), width=160, height=120)
ABOVE = look_at((1.0, 0.3, 1.0), (0.2, 0.0, 0.25), width=160, height=120)
BEHIND = look_at((-1.2, 0.0, 0.25), (0.0, 0.0, 0.25), width=160, height=120)


@settings(deadline=None, derandomize=True)
@given(mask=MASKS)
def test_run_lengths_are_those_of_coco(mask: Mask) -> None:
    expected = coco.encode(np.asfortranarray(mask.astype(np.uint8)))
    assert encoded(mask) == {"size": list(mask.shape), "counts": expected["counts"].decode()}


@settings(deadline=None, derandomize=True)
@given(mask=MASKS)
def test_run_lengths_read_back_to_the_mask(mask: Mask) -> None:
    flat: list[bool] = []
    for number, run in enumerate(run_lengths(encoded(mask)["counts"])):
        flat += [number % 2 == 1] * run
    assert np.array_equal(np.array(flat).reshape(mask.shape, order="F"), mask)
    assert pixels(encoded(mask)) == mask.sum()


def mask(scene: Scene, camera: str, id: str) -> Mask:
    return mask_of(scene, camera, RayRenderer(smooth=False).render(scene, camera), id)


def test_the_mask_of_an_empty_slot_is_its_opening() -> None:
    scene = one_slot(front=FRONT)
    found = mask(scene, "front", "slot")
    focal = FRONT.K[0][0]
    v, u = np.mgrid[:120, :160] + 0.5
    expected = (np.abs(u - 80) <= focal * 0.48) & (np.abs(v - 60) <= focal * 0.23)
    assert np.array_equal(found, expected)


def test_what_stands_in_a_slot_belongs_to_its_mask_and_what_is_before_it_does_not() -> None:
    inside = new_node("in", "object", (0.0, 0.2, 0.12), extents=(0.1, 0.2, 0.2), slot="slot")
    empty = mask(one_slot(front=FRONT), "front", "slot")
    assert np.array_equal(mask(one_slot([inside], front=FRONT), "front", "slot"), empty)
    before = new_node("before", "object", (0.5, -0.1, 0.1), extents=(0.1, 0.2, 0.2))
    scene = one_slot([inside], front=FRONT)
    hidden = scene.with_parts([*scene.nodes, before])
    picture = RayRenderer(smooth=False).render(hidden, "front")
    assert picture.mask("before").sum() > 100
    assert np.array_equal(mask_of(hidden, "front", picture, "slot"), empty & ~picture.mask("before"))


def test_a_pixel_of_a_space_lifted_by_its_depth_is_in_the_space() -> None:
    spaces = [
        new_node(
            f"space_{n}", "space", (0.01, -0.36 + 0.24 * n, 0.25), extents=(0.38, 0.24, 0.46), slot="slot"
        )
        for n in range(4)
    ]
    thing = new_node("in", "object", (0.1, 0.36, 0.12), extents=(0.1, 0.1, 0.2), slot="slot")
    scene = one_slot([thing], spaces, above=ABOVE)
    picture = RayRenderer(smooth=False).render(scene, "above")
    parts = [mask_of(scene, "above", picture, space.id) for space in spaces]
    whole = mask_of(scene, "above", picture, "slot")
    assert all(part.sum() > 50 for part in parts)
    depth = picture.distance_to_image_plane.astype(np.float64)
    v, u = np.mgrid[:120, :160] + 0.5
    (focal, _, middle), (_, _, centre), _ = ABOVE.K
    own = np.stack([(u - middle) * depth / focal, (centre - v) * depth / focal, -depth], axis=-1)
    lifted = own @ matrix(ABOVE.quaternion).T + np.asarray(ABOVE.position)
    for space, part in zip(spaces, parts, strict=True):
        off = np.abs(lifted[..., 1] - space.center[1]) - space.extents[1] / 2
        sure = np.abs(off) > 1e-3
        assert np.array_equal(part[sure], ((off < 0) & whole & ~picture.mask("in"))[sure])


def seen(scene: Scene, camera: str, ids: list[str]) -> dict[str, float]:
    picture = RayRenderer(smooth=False).render(scene, camera)
    shown = shown_things(scene, camera, picture, ids)
    parts = with_visibility(scene, {camera: picture}, {camera: shown})
    assert all(parts.node(id).pixels[camera] == mask_of(scene, camera, picture, id).sum() for id in ids)
    return {id: parts.node(id).visible[camera] for id in ids}


SPACES = [
    new_node(f"space_{n}", "space", (0.01, -0.36 + 0.24 * n, 0.25), extents=(0.38, 0.24, 0.46), slot="slot")
    for n in range(4)
]
PLACES = ["slot", "space_0", "space_1", "space_2", "space_3"]


@pytest.mark.parametrize("camera", [FRONT, ABOVE])
def test_an_opening_with_nothing_in_the_way_is_wholly_visible(camera: Camera) -> None:
    assert seen(one_slot((), SPACES, camera=camera), "camera", PLACES) == dict.fromkeys(PLACES, 1.0)


def test_what_is_before_an_opening_hides_its_part_and_what_stands_in_a_slot_hides_spaces_only() -> None:
    inside = new_node("in", "object", (0.1, 0.12, 0.13), extents=(0.1, 0.1, 0.2), slot="slot")
    before = new_node("before", "object", (0.35, -0.36, 0.25), extents=(0.02, 0.1, 1.0))
    scene = one_slot([inside], SPACES, front=FRONT)
    parts = seen(scene.with_parts([*scene.nodes, before]), "front", PLACES)
    shade = 0.1 * (1.2 - 0.2) / (1.2 - 0.36)  # of the thing before the shelf, on the plane of the openings
    assert parts["slot"] == pytest.approx(1 - shade / 0.96, abs=0.02)
    assert 0.4 < parts["space_0"] < 0.7
    assert (parts["space_1"], parts["space_3"]) == (1.0, 1.0)
    assert 0.6 < parts["space_2"] < 0.9


def test_what_is_beyond_the_edge_of_the_picture_is_not_visible() -> None:
    """The same view in a wider picture has all of the opening; the narrow one cuts it in the middle."""
    narrow = evolve(FRONT, width=80)
    scene = one_slot((), SPACES, front=FRONT, narrow=narrow)
    parts = seen(scene, "narrow", PLACES)
    whole, left = mask(scene, "front", "slot"), mask(scene, "narrow", "slot")
    assert parts["slot"] == pytest.approx(left.sum() / whole.sum(), abs=1e-9)
    assert parts["slot"] == pytest.approx(0.5, abs=0.01)
    assert sorted(parts[f"space_{n}"] for n in range(4)) == [0.0, 0.0, 1.0, 1.0]


def test_from_behind_nothing_of_a_slot_is_visible() -> None:
    assert seen(one_slot((), SPACES, back=BEHIND), "back", PLACES) == dict.fromkeys(PLACES, 0.0)


def test_from_behind_a_slot_has_no_mask() -> None:
    assert not mask(one_slot(back=BEHIND), "back", "slot").any()


def test_a_body_has_the_pixels_in_which_it_is_seen() -> None:
    thing = new_node("in", "object", (0.0, 0.0, 0.12), extents=(0.1, 0.2, 0.2), slot="slot")
    scene = one_slot([thing], front=FRONT)
    picture = RayRenderer(smooth=False).render(scene, "front")
    assert np.array_equal(mask_of(scene, "front", picture, "in"), picture.mask("in"))
    assert picture.mask("in").any()


def test_a_space_in_no_slot_has_no_mask() -> None:
    stray = new_node("stray", "space", (0, 0, 0.25), extents=(0.1, 0.1, 0.1))
    scene = one_slot(front=FRONT)
    lost = scene.with_parts([*scene.nodes, evolve(stray)])
    with pytest.raises(SceneError, match='space "stray" is in no slot'):
        mask(lost, "front", "stray")
