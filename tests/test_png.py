"""PNG files read and written, against a reader and a writer that follow the specification byte by byte."""

from __future__ import annotations

import resource
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from espire_dsl.png import PngError, decode_gray16, decode_rgb, encode_png, gray16_size, rgb_size

SIGNATURE = b"\x89PNG\r\n\x1a\n"
FILTERS = st.lists(st.integers(0, 4), min_size=1, max_size=12)
SIDES = st.integers(1, 30)
RGB = hnp.arrays(np.uint8, st.tuples(SIDES, SIDES, st.just(3)))
GRAY16 = hnp.arrays(np.uint16, st.tuples(SIDES, SIDES))
Picture = NDArray[np.uint8] | NDArray[np.uint16]


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def header(width: int, height: int, bits: int = 8, colour: int = 2) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0))


def file_of(picture: Picture, filters: list[int]) -> bytes:
    """A file whose rows have these filters by turns, its data in two parts."""
    height, width = picture.shape[:2]
    kind = (8, 2) if picture.dtype == np.uint8 else (16, 0)
    pixels = picture.reshape(height, width, -1).astype(">u1" if kind[0] == 8 else ">u2")
    rows = np.frombuffer(pixels.tobytes(), np.uint8).reshape(height, width, -1)
    lines = b"".join(bytes([f := filters[y % len(filters)]]) + filtered(rows, y, f) for y in range(height))
    packed = zlib.compress(lines)
    middle = len(packed) // 2
    data = chunk(b"IDAT", packed[:middle]) + chunk(b"IDAT", packed[middle:])
    return SIGNATURE + header(width, height, *kind) + data + chunk(b"IEND", b"")


def filtered(rows: NDArray[np.uint8], y: int, kind: int) -> bytes:
    return bytes(
        (int(rows[y, x, part]) - guess(rows, x, y, part, kind)) % 256
        for x in range(rows.shape[1])
        for part in range(rows.shape[2])
    )


def guess(rows: NDArray[np.uint8], x: int, y: int, part: int, kind: int) -> int:
    """What a filter expects a byte to be, from those to the left, above, and in the corner."""
    a = int(rows[y, x - 1, part]) if x else 0
    b = int(rows[y - 1, x, part]) if y else 0
    c = int(rows[y - 1, x - 1, part]) if x and y else 0
    paeth = min((a, b, c), key=lambda v: (abs(a + b - c - v), (a, b, c).index(v)))
    return (0, a, b, (a + b) // 2, paeth)[kind]


def by_specification(content: bytes) -> Picture:
    """The pixels of a file that is sound."""
    assert content.startswith(SIGNATURE)
    place, parts = len(SIGNATURE), {}
    while place < len(content):
        size, name = struct.unpack_from(">I4s", content, place)
        data = content[place + 8 : place + 8 + size]
        assert content[place : place + 12 + size] == chunk(name, data)
        parts[name] = parts.get(name, b"") + data
        place += 12 + size
    width, height, bits, colour, *rest = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    assert rest == [0, 0, 0]
    size = {(8, 2): 3, (16, 0): 2}[bits, colour]
    lines = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, 1 + width * size)
    rows = np.zeros((height, width, size), np.uint8)
    for y in range(height):
        for x in range(width):
            for part in range(size):
                expected = guess(rows, x, y, part, int(lines[y, 0]))
                rows[y, x, part] = (int(lines[y, 1 + x * size + part]) + expected) % 256
    return rows if bits == 8 else rows.view(">u2")[..., 0].astype(np.uint16)


@given(RGB, FILTERS)
def test_colours_are_read(picture: NDArray[np.uint8], filters: list[int]) -> None:
    content = file_of(picture, filters)
    assert np.array_equal(decode_rgb(content), picture)
    assert rgb_size(content) == picture.shape[:2]


@given(GRAY16, FILTERS)
def test_numbers_are_read(picture: NDArray[np.uint16], filters: list[int]) -> None:
    numbers = decode_gray16(file_of(picture, filters))
    assert numbers.dtype == np.uint16
    assert np.array_equal(numbers, picture)
    assert gray16_size(file_of(picture, filters)) == picture.shape


@given(RGB | GRAY16)
def test_what_is_written_is_what_the_specification_reads(picture: Picture) -> None:
    content = encode_png(picture)
    found = by_specification(content)
    assert found.dtype == picture.dtype
    assert np.array_equal(found, picture)
    assert np.array_equal((decode_rgb if picture.ndim == 3 else decode_gray16)(content), picture)


@pytest.mark.parametrize("seed", range(4))
def test_pictures_with_slopes_and_noise(seed: int) -> None:
    dice = np.random.default_rng(seed)
    slope = np.add.outer(np.arange(37), np.arange(23))
    colours = (slope[..., None] * [3, 5, 7] + dice.integers(0, 90, (37, 23, 3))).astype(np.uint8)
    numbers = (slope * 1021 + dice.integers(0, 5000, (37, 23))).astype(np.uint16)
    assert np.array_equal(by_specification(encode_png(colours)), colours)
    assert np.array_equal(by_specification(encode_png(numbers)), numbers)
    for kind in range(5):
        assert np.array_equal(decode_rgb(file_of(colours, [kind])), colours)
        assert np.array_equal(decode_gray16(file_of(numbers, [kind])), numbers)


def test_views_of_arrays_are_written() -> None:
    picture = np.arange(240, dtype=np.uint8).reshape(8, 10, 3)
    for view in (picture[::-1], picture[:, ::2], picture.transpose(1, 0, 2)):
        assert np.array_equal(by_specification(encode_png(view)), view)
    assert encode_png(picture) == encode_png(picture.copy(order="F"))


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((4, 4), dtype=np.uint8),
        np.zeros((4, 4, 3), dtype=np.uint16),
        np.zeros((4, 4, 4), dtype=np.uint8),
        np.zeros((4, 4), dtype=np.int64),
    ],
    ids=lambda array: f"{array.shape} {array.dtype}",
)
def test_other_arrays_are_no_pictures(array: NDArray[np.uint8]) -> None:
    with pytest.raises(ValueError, match="no PNG"):
        encode_png(array)


GOOD = file_of(np.arange(60, dtype=np.uint8).reshape(4, 5, 3), [0])
END = chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "no PNG file"),
        (b"GIF89a", "no PNG file"),
        (SIGNATURE, "damaged: it has no header"),
        (SIGNATURE + header(2, 2)[:13], "damaged: it has no header"),
        (GOOD[:9], "damaged: it has no header"),
        (GOOD[:40], "damaged"),
        (GOOD[:60], "damaged"),
        (GOOD.replace(b"IHDR", b"IHDX"), "damaged: it has no header"),
        (SIGNATURE + header(2, 2), "damaged"),
        (SIGNATURE + header(2, 2) + END, "damaged"),
        (SIGNATURE + header(2, 2) + chunk(b"IDAT", zlib.compress(bytes(13))) + END, "damaged"),
        (SIGNATURE + header(2, 2) + chunk(b"IDAT", zlib.compress(b"\x05" + bytes(13))) + END, "damaged"),
        (SIGNATURE + header(0, 0) + chunk(b"IDAT", zlib.compress(b"")) + END, "no pixels"),
    ],
)
def test_what_is_no_picture_is_refused(content: bytes, problem: str) -> None:
    with pytest.raises(PngError, match=problem):
        decode_rgb(content)


def test_every_changed_byte_is_noticed() -> None:
    for place in range(len(GOOD)):
        content = bytearray(GOOD)
        content[place] ^= 1
        with pytest.raises(PngError):
            decode_rgb(bytes(content))
        with pytest.raises(PngError):
            rgb_size(bytes(content))


@pytest.mark.parametrize("more", [b"\n", b"more", END, chunk(b"tEXt", b"a\0b"), GOOD, b"PK\3\4" + bytes(99)])
def test_nothing_may_follow_the_end(more: bytes) -> None:
    numbers = file_of(np.arange(6, dtype=np.uint16).reshape(2, 3), [0])
    for read, content in (
        (decode_rgb, GOOD),
        (rgb_size, GOOD),
        (decode_gray16, numbers),
        (gray16_size, numbers),
    ):
        read(content)
        with pytest.raises(PngError, match="damaged: something stands behind the end of the picture"):
            read(content + more)


@pytest.mark.parametrize(("bits", "colour"), [(8, 0), (16, 2), (8, 6), (8, 3), (1, 0), (16, 4)])
def test_a_picture_of_another_kind_is_refused(bits: int, colour: int) -> None:
    content = SIGNATURE + header(2, 2, bits, colour) + chunk(b"IDAT", zlib.compress(bytes(99))) + END
    with pytest.raises(PngError, match="another kind than one channel of 16 bits"):
        decode_gray16(content)
    with pytest.raises(PngError, match="another kind than three colours of 8 bits"):
        decode_rgb(content)


def test_a_picture_that_is_too_large_is_refused_before_it_is_decoded() -> None:
    packed = zlib.compressobj(1)
    data = b"".join(packed.compress(bytes(1 << 20)) for _ in range(16)) + packed.flush()
    content = SIGNATURE + header(1 << 17, 1 << 17) + chunk(b"IDAT", data) + END
    with pytest.raises(PngError, match="too large: 131072 x 131072 pixels"):
        decode_rgb(content)


def test_no_more_is_unpacked_than_the_header_says() -> None:
    packed = zlib.compressobj(1)
    data = b"".join(packed.compress(bytes(1 << 20)) for _ in range(400)) + packed.flush()
    content = SIGNATURE + header(4, 4) + chunk(b"IDAT", data) + END
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert decode_rgb(content).shape == (4, 4, 3)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # of the 400,000 kB in it


NAMES = "tRNS iCCP zTXt iTXt tEXt acTL fcTL fdAT PLTE gAMA cHRM sRGB pHYs eXIf bKGD IHDR IDAT IEND abCd ABCD"
CHUNKS = st.sampled_from(NAMES.encode().split())


@given(st.lists(st.tuples(CHUNKS, st.binary(max_size=40)), max_size=5), st.booleans())
def test_other_parts_of_a_file_are_read_or_refused(parts: list[tuple[bytes, bytes]], before: bool) -> None:
    place = GOOD.index(b"IDAT") - 4 if before else len(GOOD) - len(END)
    inserted = b"".join(chunk(name, data) for name, data in parts)
    try:
        picture = decode_rgb(GOOD[:place] + inserted + GOOD[place:])
    except PngError:
        return
    assert picture.shape[2] == 3


@given(st.data())
def test_spoiled_files_are_read_or_refused(data: st.DataObject) -> None:
    content = bytearray(GOOD)
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(content)))
        content[place : place + data.draw(st.integers(0, 8))] = data.draw(st.binary(max_size=8))
    try:
        decode_rgb(bytes(content))
    except PngError:
        return
