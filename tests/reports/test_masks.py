"""Masks, against masks encoded here."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from espire_dsl.reports.masks import decoded, fault, on_mask, pixels, run_lengths


def encoded(runs: list[int]) -> str:
    """Run lengths as COCO's text."""
    text = ""
    for place, run in enumerate(runs):
        value = run - runs[place - 2] if place > 2 else run
        more = True
        while more:
            bits, value = value & 0x1F, value >> 5
            more = value != (-1 if bits & 0x10 else 0)
            text += chr((bits | (0x20 if more else 0)) + 48)
    return text


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=20))
def test_runs_read_back(runs: list[int]) -> None:
    assert list(run_lengths(encoded(runs))) == runs
    assert pixels({"size": [480, 640], "counts": encoded(runs)}) == sum(runs[1::2])


def test_a_known_text() -> None:
    assert list(run_lengths("06100")) == [0, 6, 1, 6, 1]


def test_what_is_no_mask_has_no_pixels() -> None:
    assert pixels(None) is None
    assert pixels({"size": [2, 2]}) is None


PICTURES = hnp.arrays(np.bool_, hnp.array_shapes(min_dims=2, max_dims=2, max_side=12))


def mask_of(picture: NDArray[np.bool_]) -> dict[str, Any]:
    """The mask of a picture, its runs counted one pixel after the other."""
    runs, now = [0], False
    for pixel in picture.ravel(order="F").tolist():
        if pixel is not now:
            runs.append(0)
            now = pixel
        runs[-1] += 1
    return {"size": list(picture.shape), "counts": encoded(runs)}


@given(PICTURES)
def test_masks_read_back(picture: NDArray[np.bool_]) -> None:
    mask = mask_of(picture)
    assert fault(mask) is None
    assert np.array_equal(decoded(mask), picture)


@given(PICTURES, st.floats(-2, 14), st.floats(-2, 14))
def test_a_point_is_on_the_mask_where_its_pixel_is(picture: NDArray[np.bool_], x: float, y: float) -> None:
    height, width = picture.shape
    inside = 0 <= x < width and 0 <= y < height
    assert on_mask(mask_of(picture), x, y) == (inside and bool(picture[math.floor(y), math.floor(x)]))


@pytest.mark.parametrize(
    ("mask", "words"),
    [
        (None, "an object with size and counts"),
        ({"size": [2, 2]}, "an object with size and counts"),
        ({"size": [2], "counts": "4"}, "height and the width"),
        ({"size": [2, True], "counts": "2"}, "height and the width"),
        ({"size": [2, 2], "counts": 4}, "a text of COCO run lengths"),
        ({"size": [2, 2], "counts": "\x20"}, "a text of COCO run lengths"),
        ({"size": [2, 2], "counts": "3"}, "its runs have 3 pixels"),
        ({"size": [2, 2], "counts": encoded([5, -1])}, "below zero"),
    ],
)
def test_what_is_wrong_with_a_mask(mask: Any, words: str) -> None:
    found = fault(mask)
    assert found is not None
    assert words in found


@pytest.mark.parametrize("counts", ["o" * 400_000, "o" * 400_000 + "1", "PPPPPPPP1"])
def test_numbers_that_no_picture_has_are_refused_at_once(counts: str) -> None:

    assert "no picture has" in str(fault({"size": [4, 4], "counts": counts}))
    assert pixels({"size": [4, 4], "counts": counts}) is None


def test_a_picture_larger_than_any_is_refused() -> None:
    assert "size must be" in str(fault({"size": [10**9, 10**9], "counts": "0"}))
