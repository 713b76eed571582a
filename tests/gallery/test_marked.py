"""Pictures marked and written, against pycocotools."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from espire_dsl.gallery.marked import marked, write_marked
from espire_dsl.png import PngError, decode_rgb
from espire_dsl.reports.masks import decoded
from espire_dsl.tasks.forms.plain import PlainForm
from tests.gallery.making import HEIGHT, WIDTH, invented_mask, pictured_set, pixels_of, record_of


def noise(seed: int, height: int, width: int) -> np.ndarray:
    dice = np.random.default_rng(seed)
    smooth = np.add.outer(np.arange(height), np.arange(width))[..., None] * [3, 5, 7]
    return (smooth + dice.integers(0, 40, (height, width, 3))).astype(np.uint8)


@pytest.mark.parametrize("seed", range(8))
def test_masks_are_decoded_as_pycocotools_does(seed: int) -> None:
    record = record_of(invented_mask(seed))
    assert np.array_equal(decoded(record), pixels_of(record))


@pytest.mark.parametrize("seed", range(8))
def test_only_pixels_of_masks_change(seed: int) -> None:
    picture = noise(seed, HEIGHT, WIDTH)
    mask = invented_mask(seed)
    changed = (marked(picture, [record_of(mask)]) != picture).any(axis=2)
    assert not changed[~mask].any()
    assert changed[mask].mean() > 0.95


def test_a_mask_of_another_size_is_refused() -> None:
    with pytest.raises(PngError, match="mask of the task"):
        marked(noise(0, 5, 5), [record_of(invented_mask(0))])


def test_the_picture_of_a_task(tmp_path: Path) -> None:
    made = pictured_set(tmp_path / "set")
    task = made.tasks[0]
    target = tmp_path / "deep" / "marked.png"
    assert write_marked(task, PlainForm(tmp_path / "set"), target)
    before = decode_rgb((tmp_path / "set" / "images" / task.scene / "world.png").read_bytes())
    changed = (decode_rgb(target.read_bytes()) != before).any(axis=2)
    answers = np.any([pixels_of(mask) for mask in task.masks.values()], axis=0)
    assert not changed[~answers].any()
    assert changed.any()
