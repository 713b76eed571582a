"""Masks of all slots and spaces at once are those that each pixel's own ray says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from espire_dsl.reports.masks import run_lengths
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.places import contents, slot_of
from espire_dsl.scene.rotation import matrix
from espire_sim.interfaces import Mask, Observation
from espire_sim.rendering.masks import mask_of, masks_of, shown_things
from espire_sim.rendering.numbers import windows_of
from espire_sim.rendering.observe import observe
from espire_sim.rendering.rle import counts_of, encoded
from tests.sim.strategies import drawn

KINDS = ("slot", "space", "book", "near")


def rays_of(camera: Camera) -> np.ndarray:
    """The direction of each pixel's ray, of the length 1 along the optical axis."""
    v, u = np.mgrid[: camera.height, : camera.width] + 0.5
    (fx, skew, cx), (_, fy, cy), _ = camera.K
    y = (v - cy) / fy
    own = np.stack([(u - cx - skew * y) / fx, -y, -np.ones_like(u)], axis=-1)
    rays: np.ndarray = own @ matrix(camera.quaternion).T
    return rays


def shown_pixels(scene: Scene, camera: Camera, picture: Observation, id: str) -> Mask:
    """The definition of a mask of a slot or space, for the whole picture: what is seen through the front of
    the slot; of a space the empty part of that which, lifted by its depth, is beside no end of the space."""
    part = scene.node(id)
    slot = scene.node(slot_of(scene, id) or "")
    rotation = matrix(slot.quaternion)
    eye = (np.array(camera.position) - slot.center) @ rotation
    rays = rays_of(camera) @ rotation
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = (slot.extents[0] / 2 - eye[0]) / rays[..., 0]
        met = eye + depth[..., None] * rays
        lifted = eye + picture.distance_to_image_plane[..., None].astype(np.float64) * rays
    half = np.array(slot.extents) / 2
    through = (rays[..., 0] < 0) & (depth > 0) & (np.abs(met[..., 1:]) <= half[1:]).all(axis=-1)
    numbers = {id: number for number, id in picture.ids.items()}
    inside = [numbers[body.id] for body in contents(scene, slot.id) if body.id in numbers]
    within = np.isin(picture.instance_id_segmentation, inside)
    free = picture.distance_to_image_plane >= depth - 1e-4
    if part.kind == "slot":
        return through & (free | within)
    aside = lifted[..., 1] - ((np.array(part.center) - slot.center) @ rotation)[1]
    return through & free & ~within & (np.abs(aside) <= part.extents[1] / 2 + 1e-4)


@pytest.mark.parametrize("camera", ["world", "wrist"])
def test_masks_of_all_places_are_what_their_definition_says(camera: str) -> None:
    found = drawn("shelf", "hard", 3)
    picture = observe(found.scene, camera, found.appearance)
    ids = [node.id for node in found.scene.of_kind(*KINDS)]
    masks = masks_of(found.scene, camera, picture, ids)
    assert sorted(masks) == sorted(ids)
    assert any(masks[node.id].any() for node in found.scene.of_kind("space"))
    for id in ids:
        if found.scene.node(id).kind in ("slot", "space"):
            expected = shown_pixels(found.scene, found.scene.cameras[camera], picture, id)
            assert (masks[id] != expected).sum() <= 2, id
        else:
            assert np.array_equal(masks[id], picture.mask(id))
    for id, shown in shown_things(found.scene, camera, picture, ids).items():
        left, right, top, bottom = shown.window
        assert np.array_equal(masks[id][top:bottom, left:right], shown.mask), id
        assert masks[id].sum() == shown.pixels, id
        counts = counts_of(shown.mask, top, left, *masks[id].shape)
        assert counts == encoded(masks[id])["counts"], id
    some = ids[::7]
    assert all(np.array_equal(mask_of(found.scene, camera, picture, id), masks[id]) for id in some)


@settings(max_examples=40)
@given(left=st.integers(0, 8), width=st.integers(0, 8), top=st.integers(0, 6), height=st.integers(0, 6))
def test_run_lengths_of_masks_that_touch_no_or_every_edge(
    left: int, width: int, top: int, height: int
) -> None:
    mask = np.zeros((6, 8), dtype=np.bool_)
    mask[top : top + height, left : left + width] = True
    changed = mask.ravel(order="F")
    runs, last = [0], False
    for pixel in changed.tolist():
        if pixel != last:
            runs.append(0)
            last = pixel
        runs[-1] += 1
    assert list(run_lengths(encoded(mask)["counts"])) == runs


@given(hnp.arrays(np.uint16, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(0, 3)))
def test_windows_of_numbers_are_as_tight_as_can_be(numbers: NDArray[np.uint16]) -> None:
    for number, window in enumerate(windows_of(numbers, 2)):
        rows, columns = np.nonzero(numbers == number)
        expected = (columns.min(), columns.max() + 1, rows.min(), rows.max() + 1) if len(rows) else (0,) * 4
        assert window == expected


@settings(max_examples=40)
@given(
    left=st.integers(0, 3),
    width=st.integers(0, 5),
    top=st.integers(0, 2),
    height=st.integers(0, 4),
    seed=st.integers(0, 9),
)
def test_a_part_of_a_mask_is_encoded_as_the_whole(
    left: int, width: int, top: int, height: int, seed: int
) -> None:
    mask = np.zeros((6, 8), dtype=np.bool_)
    part = mask[top : top + height, left : left + width]
    part[:] = np.random.default_rng(seed).random(part.shape) < 0.6
    assert counts_of(part, top, left, 6, 8) == encoded(mask)["counts"]
