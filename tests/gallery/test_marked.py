"""Pictures read, marked and written, against Pillow and pycocotools."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from espire_dsl.gallery.marked import marked, write_marked
from espire_dsl.gallery.png import PngError, read_png, write_png
from espire_dsl.reports.masks import decoded
from tests.gallery.making import HEIGHT, WIDTH, invented_mask, pictured_set, pixels_of, record_of


def noise(seed: int, height: int = 13, width: int = 17) -> np.ndarray:
    dice = np.random.default_rng(seed)
    smooth = np.add.outer(np.arange(height), np.arange(width))[..., None] * [3, 5, 7]
    return (smooth + dice.integers(0, 40, (height, width, 3))).astype(np.uint8)


@given(st.integers(0, 10_000), st.integers(1, 30), st.integers(1, 30))
def test_what_is_written_is_what_pillow_reads(seed: int, height: int, width: int) -> None:
    picture = noise(seed, height, width)
    content = write_png(picture)
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(content))), picture)
    assert np.array_equal(read_png(content), picture)


@pytest.mark.parametrize("seed", range(6))
def test_pictures_of_pillow_with_all_its_filters_are_read(seed: int) -> None:
    picture = noise(seed, 40, 50)
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "PNG", optimize=True)
    assert np.array_equal(read_png(file.getvalue()), picture)


def test_every_filter_is_undone() -> None:
    picture = noise(1, 10, 9).astype(np.int64)
    lines = b"".join(bytes([y % 5]) + _filtered(picture, y, y % 5) for y in range(len(picture)))

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", 9, 10, 8, 2, 0, 0, 0)
    content = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines))
    content += chunk(b"IEND", b"")
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(content))), picture)
    assert np.array_equal(read_png(content), picture)


def _filtered(picture: np.ndarray, y: int, kind: int) -> bytes:
    """A row as the PNG specification filters it, pixel by pixel."""
    out = []
    for x in range(picture.shape[1]):
        for channel in range(3):
            a = int(picture[y, x - 1, channel]) if x else 0
            b = int(picture[y - 1, x, channel]) if y else 0
            c = int(picture[y - 1, x - 1, channel]) if x and y else 0
            guesses = [
                0,
                a,
                b,
                (a + b) // 2,
                min((a, b, c), key=lambda v: (abs(a + b - c - v), (a, b, c).index(v))),
            ]
            out.append((int(picture[y, x, channel]) - guesses[kind]) % 256)
    return bytes(out)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"GIF89a", "no PNG file"),
        (write_png(noise(0))[:-30], "damaged"),
        (b"\x89PNG\r\n\x1a\n", "damaged"),
    ],
)
def test_what_is_no_picture_is_refused(content: bytes, problem: str) -> None:
    with pytest.raises(PngError, match=problem):
        read_png(content)


def test_a_changed_byte_is_noticed() -> None:
    content = bytearray(write_png(noise(0)))
    content[60] ^= 1
    with pytest.raises(PngError, match="changed"):
        read_png(bytes(content))


def test_a_grey_picture_is_refused() -> None:
    file = io.BytesIO()
    Image.new("L", (4, 4)).save(file, "PNG")
    with pytest.raises(PngError, match="another kind"):
        read_png(file.getvalue())


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
    assert write_marked(task, tmp_path / "set", target)
    before = read_png((tmp_path / "set" / "images" / task.scene / "world.png").read_bytes())
    changed = (read_png(target.read_bytes()) != before).any(axis=2)
    answers = np.any([pixels_of(mask) for mask in task.masks.values()], axis=0)
    assert not changed[~answers].any()
    assert changed.any()
