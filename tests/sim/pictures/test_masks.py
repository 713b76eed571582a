"""Masks of slots and spaces, their run lengths, and PNG files."""

from __future__ import annotations

import io

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from PIL import Image
from pycocotools import mask as coco

from espire_dsl.reports.masks import pixels, run_lengths
from espire_dsl.scene.camera import look_at
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_sim.interfaces import Mask
from espire_sim.pictures.masks import mask_of
from espire_sim.pictures.png import png
from espire_sim.pictures.renderer import RayRenderer
from espire_sim.pictures.rle import encoded
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
    inside = Node("in", "object", (0.0, 0.2, 0.12), extents=(0.1, 0.2, 0.2), slot="slot")
    empty = mask(one_slot(front=FRONT), "front", "slot")
    assert np.array_equal(mask(one_slot([inside], front=FRONT), "front", "slot"), empty)
    before = Node("before", "object", (0.5, -0.1, 0.1), extents=(0.1, 0.2, 0.2))
    scene = one_slot([inside], front=FRONT)
    hidden = scene.with_parts([*scene.nodes, before])
    picture = RayRenderer(smooth=False).render(hidden, "front")
    assert picture.mask("before").sum() > 100
    assert np.array_equal(mask_of(hidden, "front", picture, "slot"), empty & ~picture.mask("before"))


def test_the_mask_of_a_space_is_its_part_of_the_front_without_things() -> None:
    spaces = [
        Node(f"space_{n}", "space", (0.01, -0.36 + 0.24 * n, 0.25), extents=(0.38, 0.24, 0.46), slot="slot")
        for n in range(4)
    ]
    thing = Node("in", "object", (0.1, 0.36, 0.12), extents=(0.1, 0.1, 0.2), slot="slot")
    scene = one_slot([thing], spaces, above=ABOVE)
    picture = RayRenderer(smooth=False).render(scene, "above")
    parts = [mask_of(scene, "above", picture, space.id) for space in spaces]
    whole = mask_of(scene, "above", picture, "slot")
    assert all(part.sum() > 50 for part in parts)
    assert np.array_equal(np.sum(parts, axis=0), whole & ~picture.mask("in"))


def test_from_behind_a_slot_has_no_mask() -> None:
    assert not mask(one_slot(back=BEHIND), "back", "slot").any()


def test_a_body_has_the_pixels_in_which_it_is_seen() -> None:
    thing = Node("in", "object", (0.0, 0.0, 0.12), extents=(0.1, 0.2, 0.2), slot="slot")
    scene = one_slot([thing], front=FRONT)
    picture = RayRenderer(smooth=False).render(scene, "front")
    assert np.array_equal(mask_of(scene, "front", picture, "in"), picture.mask("in"))
    assert picture.mask("in").any()


def test_a_space_in_no_slot_has_no_mask() -> None:
    stray = Node("stray", "space", (0, 0, 0.25), extents=(0.1, 0.1, 0.1))
    scene = one_slot(front=FRONT)
    lost = scene.with_parts([*scene.nodes, evolve(stray)])
    with pytest.raises(SceneError, match='space "stray" is in no slot'):
        mask(lost, "front", "stray")


@settings(deadline=None, max_examples=30, derandomize=True)
@given(
    picture=hnp.arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9), st.just(3)))
    | hnp.arrays(np.uint16, st.tuples(st.integers(1, 9), st.integers(1, 9)))
)
def test_png_files_are_read_by_others_as_they_were_written(picture: np.ndarray) -> None:
    with Image.open(io.BytesIO(png(picture))) as read:
        assert np.array_equal(np.asarray(read), picture)


def test_other_arrays_are_no_pictures() -> None:
    with pytest.raises(ValueError, match="no PNG"):
        png(np.zeros((4, 4), dtype=np.uint8))
