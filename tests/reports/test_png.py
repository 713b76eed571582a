"""PNG files read and written, against Pillow; rows filtered here, byte by byte as the specification says."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray
from PIL import Image

from espire_dsl.reports.png import PngError, read_colours, read_numbers, write_colours

SIGNATURE = b"\x89PNG\r\n\x1a\n"
FILTERS = st.lists(st.integers(0, 4), min_size=1, max_size=12)
SIDES = st.integers(1, 30)


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def file_of(picture: NDArray[np.uint8] | NDArray[np.uint16], filters: list[int]) -> bytes:
    """A file whose rows have these filters by turns, its data in two parts."""
    height, width = picture.shape[:2]
    kind = (8, 2) if picture.dtype == np.uint8 else (16, 0)
    pixels = picture.reshape(height, width, -1).astype(">u1" if kind[0] == 8 else ">u2")
    rows = np.frombuffer(pixels.tobytes(), np.uint8).reshape(height, width, -1)
    lines = b"".join(bytes([f := filters[y % len(filters)]]) + filtered(rows, y, f) for y in range(height))
    packed = zlib.compress(lines)
    middle = len(packed) // 2
    return (
        SIGNATURE
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, *kind, 0, 0, 0))
        + chunk(b"IDAT", packed[:middle])
        + chunk(b"IDAT", packed[middle:])
        + chunk(b"IEND", b"")
    )


def filtered(rows: NDArray[np.uint8], y: int, kind: int) -> bytes:
    out = []
    for x in range(rows.shape[1]):
        for part in range(rows.shape[2]):
            a = int(rows[y, x - 1, part]) if x else 0
            b = int(rows[y - 1, x, part]) if y else 0
            c = int(rows[y - 1, x - 1, part]) if x and y else 0
            paeth = min((a, b, c), key=lambda v: (abs(a + b - c - v), (a, b, c).index(v)))
            out.append((int(rows[y, x, part]) - (0, a, b, (a + b) // 2, paeth)[kind]) % 256)
    return bytes(out)


def by_pillow(content: bytes) -> NDArray[np.generic]:
    return np.asarray(Image.open(io.BytesIO(content)))


@given(hnp.arrays(np.uint8, st.tuples(SIDES, SIDES, st.just(3))), FILTERS)
def test_colours_are_read_as_pillow_reads_them(picture: NDArray[np.uint8], filters: list[int]) -> None:
    content = file_of(picture, filters)
    assert np.array_equal(by_pillow(content), picture)
    assert np.array_equal(read_colours(content), picture)


@given(hnp.arrays(np.uint16, st.tuples(SIDES, SIDES)), FILTERS)
def test_numbers_are_read_as_pillow_reads_them(picture: NDArray[np.uint16], filters: list[int]) -> None:
    content = file_of(picture, filters)
    assert np.array_equal(by_pillow(content), picture)
    assert np.array_equal(read_numbers(content), picture)


@pytest.mark.parametrize("seed", range(4))
def test_random_pictures_with_every_filter(seed: int) -> None:
    dice = np.random.default_rng(seed)
    slope = np.add.outer(np.arange(37), np.arange(23))
    colours = (slope[..., None] * [3, 5, 7] + dice.integers(0, 90, (37, 23, 3))).astype(np.uint8)
    numbers = (slope * 1021 + dice.integers(0, 5000, (37, 23))).astype(np.uint16)
    for kind in range(5):
        assert np.array_equal(read_colours(file_of(colours, [kind])), colours)
        assert np.array_equal(read_numbers(file_of(numbers, [kind])), numbers)


@pytest.mark.parametrize("seed", range(4))
def test_files_of_pillow_are_read(seed: int) -> None:
    dice = np.random.default_rng(seed)
    slope = np.add.outer(np.arange(40), np.arange(50))
    colours = (slope[..., None] * [3, 5, 7] + dice.integers(0, 40, (40, 50, 3))).astype(np.uint8)
    numbers = (slope * 700 + dice.integers(0, 40, (40, 50))).astype(np.uint16)
    for picture, read in ((colours, read_colours), (numbers, read_numbers)):
        file = io.BytesIO()
        Image.fromarray(picture).save(file, "PNG", optimize=True)
        assert np.array_equal(read(file.getvalue()), picture)


@given(hnp.arrays(np.uint8, st.tuples(SIDES, SIDES, st.just(3))))
def test_what_is_written_is_what_pillow_reads(picture: NDArray[np.uint8]) -> None:
    content = write_colours(picture)
    assert np.array_equal(by_pillow(content), picture)
    assert np.array_equal(read_colours(content), picture)


GOOD = file_of(np.arange(60, dtype=np.uint8).reshape(4, 5, 3), [0])
HEADER = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "no PNG file"),
        (b"GIF89a", "no PNG file"),
        (SIGNATURE, "damaged: it has no header"),
        (SIGNATURE + chunk(b"IHDR", HEADER[:5]), "damaged: it has no header"),
        (GOOD[:40], "cut off"),
        (GOOD[:60], "cut off"),
        (GOOD[:9], "cut off"),
        (GOOD.replace(b"IHDR", b"IHDX"), "changed"),
        (SIGNATURE + chunk(b"IHDR", HEADER), "damaged"),
        (SIGNATURE + chunk(b"IHDR", HEADER) + chunk(b"IDAT", zlib.compress(bytes(13))), "damaged"),
        (
            SIGNATURE + chunk(b"IHDR", HEADER) + chunk(b"IDAT", zlib.compress(b"\x05" + bytes(13))),
            "no filter 5",
        ),
        (
            SIGNATURE + chunk(b"IHDR", bytes(8) + HEADER[8:]) + chunk(b"IDAT", zlib.compress(b"")),
            "no pixels",
        ),
    ],
)
def test_what_is_no_picture_is_refused(content: bytes, problem: str) -> None:
    with pytest.raises(PngError, match=problem):
        read_colours(content)


def test_every_changed_byte_is_noticed() -> None:
    for place in range(len(GOOD)):
        content = bytearray(GOOD)
        content[place] ^= 1
        with pytest.raises(PngError):
            read_colours(bytes(content))


def test_what_follows_the_end_is_not_read() -> None:
    assert np.array_equal(read_colours(GOOD + b"more"), by_pillow(GOOD))


def test_a_picture_of_another_kind_is_refused() -> None:
    with pytest.raises(PngError, match="another kind than one channel of 16 bits"):
        read_numbers(GOOD)
    for mode in ("L", "RGBA", "P", "I;16"):
        file = io.BytesIO()
        Image.new(mode, (4, 4)).save(file, "PNG")
        with pytest.raises(PngError, match="another kind than three colours of 8 bits"):
            read_colours(file.getvalue())


def test_no_more_is_unpacked_than_the_header_says() -> None:
    header = struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0)
    bomb = zlib.compress(bytes(50_000_000), 9)
    parts = ((b"IHDR", header), (b"IDAT", bomb), (b"IEND", b""))
    content = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
    tracemalloc.start()
    with pytest.raises(PngError, match="more in it than its header says"):
        read_colours(content)
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()
