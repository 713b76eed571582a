"""Reads and writes PNG files with three bytes a pixel, as the pictures of a task set have them."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_COLOURS: Final = (8, 2, 0, 0, 0)  # 8 bits, RGB, deflate, the usual filters, no interlace
_NONE, _SUB, _UP, _AVERAGE, _PAETH = range(5)
_BYTES: Final = 3


class PngError(Exception):
    """A file that is no PNG, or one of another kind."""


def read_png(content: bytes) -> Picture:
    """The picture of a file, as (height, width, 3)."""
    if not content.startswith(_SIGNATURE):
        raise PngError("it is no PNG file")
    try:
        chunks = list(_chunks(content))
        width, height, *kind = struct.unpack(">IIBBBBB", dict(chunks)[b"IHDR"])
        if tuple(kind) != _COLOURS:
            raise PngError("it is a PNG file of another kind than 8-bit RGB without interlacing")
        packed = zlib.decompress(b"".join(data for name, data in chunks if name == b"IDAT"))
        lines = np.frombuffer(packed, dtype=np.uint8).reshape(height, 1 + width * _BYTES)
    except (KeyError, ValueError, struct.error, zlib.error) as error:
        raise PngError(f"it is damaged: {error}") from None
    return _unfiltered(lines).reshape(height, width, _BYTES)


def write_png(picture: Picture) -> bytes:
    """The file of a picture."""
    height, width, _ = picture.shape
    rows = np.ascontiguousarray(picture).reshape(height, -1)
    lines = np.empty((height, rows.shape[1] + 1), dtype=np.uint8)
    lines[:, 0] = _UP
    lines[:, 1:] = np.diff(rows, axis=0, prepend=np.zeros((1, rows.shape[1]), dtype=np.uint8))
    header = struct.pack(">IIBBBBB", width, height, *_COLOURS)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes(), 6)), (b"IEND", b""))
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = len(_SIGNATURE)
    while place < len(content):
        (length,) = struct.unpack_from(">I", content, place)
        name, data = content[place + 4 : place + 8], content[place + 8 : place + 8 + length]
        if (
            len(data) != length
            or zlib.crc32(name + data) != struct.unpack_from(">I", content, place + 8 + length)[0]
        ):
            raise ValueError("a part of it is cut off or changed")
        yield name, data
        place += 12 + length


def _unfiltered(lines: Picture) -> Picture:
    rows = np.zeros((len(lines) + 1, lines.shape[1] - 1), dtype=np.uint8)
    for number, line in enumerate(lines, start=1):
        kind, data, above = int(line[0]), line[1:], rows[number - 1]
        if kind == _NONE:
            rows[number] = data
        elif kind == _UP:
            rows[number] = data + above
        elif kind == _SUB:
            rows[number] = np.cumsum(data.reshape(-1, _BYTES), axis=0, dtype=np.uint8).ravel()
        elif kind in (_AVERAGE, _PAETH):
            rows[number] = _by_pixel(kind, data.tolist(), above.tolist())
        else:
            raise PngError(f"it is damaged: there is no filter {kind}")
    return rows[1:]


def _by_pixel(kind: int, data: list[int], above: list[int]) -> list[int]:
    """The filters whose every byte waits for the one before it."""
    left, corner = [0] * _BYTES + data, [0] * _BYTES + above
    for place, value in enumerate(data):
        a, b, c = left[place], above[place], corner[place]
        if kind == _AVERAGE:
            guess = (a + b) // 2
        else:
            near = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
            guess = (a, b, c)[near.index(min(near))]
        left[place + _BYTES] = (value + guess) & 0xFF
    return left[_BYTES:]
