"""Reads and writes the PNG files of a task set: colours of 8 bits each, or one number of 16 bits a pixel."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEADER: Final = ">IIBBBBB"
_LARGEST: Final = 1 << 30
_NONE, _SUB, _UP, _AVERAGE, _PAETH = range(5)


@frozen
class _Kind:
    """A kind of PNG file: its words, bits and type of colour in the header, and bytes of a pixel."""

    words: str
    bits: int
    colour: int
    size: int

    @property
    def header(self) -> tuple[int, ...]:
        """The numbers after width and height: deflate, the five filters, no interlacing."""
        return self.bits, self.colour, 0, 0, 0


_COLOURS: Final = _Kind("three colours of 8 bits", 8, 2, 3)
_NUMBERS: Final = _Kind("one channel of 16 bits", 16, 0, 2)


class PngError(Exception):
    """A file that is no PNG, or one of another kind."""


def read_colours(content: bytes) -> Bytes:
    """The colours of a file, as (height, width, 3)."""
    rows = _rows(content, _COLOURS)
    return rows.reshape(len(rows), -1, _COLOURS.size)


def read_numbers(content: bytes) -> NDArray[np.uint16]:
    """The numbers of a file, such as those of the things in each pixel, as (height, width)."""
    return _rows(content, _NUMBERS).view(">u2").astype(np.uint16)


def size_of(content: bytes) -> tuple[int, int]:
    """The height and the width of a file of colours, all parts of which are sound."""
    width, height = _header(list(_sound(content)), _COLOURS)
    return height, width


def write_colours(picture: Bytes) -> bytes:
    """The file of a picture of (height, width, 3)."""
    height, width, _ = picture.shape
    rows = np.ascontiguousarray(picture).reshape(height, -1)
    lines = np.empty((height, rows.shape[1] + 1), dtype=np.uint8)
    lines[:, 0] = _UP
    lines[:, 1:] = np.diff(rows, axis=0, prepend=np.zeros((1, rows.shape[1]), dtype=np.uint8))
    header = struct.pack(_HEADER, width, height, *_COLOURS.header)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes(), 6)), (b"IEND", b""))
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def _rows(content: bytes, kind: _Kind) -> Bytes:
    """The bytes of a picture, row by row, without their filters."""
    chunks = _sound(content)
    width, height = _header(chunks, kind)
    try:
        packed = _unpacked(chunks, height * (1 + width * kind.size))
        lines = np.frombuffer(packed, dtype=np.uint8).reshape(height, 1 + width * kind.size)
    except (ValueError, zlib.error) as error:
        raise PngError(f"it is damaged: {error}") from None
    return _unfiltered(lines, kind.size)


def _sound(content: bytes) -> list[tuple[bytes, bytes]]:
    """The parts of a file, none of which is cut off or changed."""
    if not content.startswith(_SIGNATURE):
        raise PngError("it is no PNG file")
    try:
        return list(_chunks(content))
    except ValueError as error:
        raise PngError(f"it is damaged: {error}") from None


def _header(chunks: Sequence[tuple[bytes, bytes]], kind: _Kind) -> tuple[int, int]:
    """The width and the height of a picture of a kind."""
    try:
        width, height, *rest = struct.unpack(_HEADER, dict(chunks)[b"IHDR"])
    except (KeyError, struct.error):
        raise PngError("it is damaged: it has no header") from None
    if tuple(rest) != kind.header:
        raise PngError(f"it is a PNG file of another kind than {kind.words}, not interlaced")
    if not width or not height:
        raise PngError("it is damaged: it has no pixels")
    return width, height


def _unpacked(chunks: Sequence[tuple[bytes, bytes]], size: int) -> bytes:
    """The data of a picture of a known size; no more than that is unpacked, however much there would be."""
    if size > _LARGEST:
        raise ValueError("it is too large")
    unpacking = zlib.decompressobj()
    packed = unpacking.decompress(b"".join(data for name, data in chunks if name == b"IDAT"), size + 1)
    if len(packed) > size:
        raise ValueError("there is more in it than its header says")
    return packed


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    place, name = len(_SIGNATURE), b""
    while place < len(content) and name != b"IEND":
        end = place + 8 + int.from_bytes(content[place : place + 4])
        if content[end : end + 4] != struct.pack(">I", zlib.crc32(content[place + 4 : end])):
            raise ValueError("a part of it is cut off or changed")
        name = content[place + 4 : place + 8]
        yield name, content[place + 8 : end]
        place = end + 4


def _unfiltered(lines: Bytes, size: int) -> Bytes:
    """The rows, each of which is told by its difference to what is left of it, above, or both."""
    rows = np.zeros((len(lines) + 1, lines.shape[1] - 1), dtype=np.uint8)
    for number, line in enumerate(lines, start=1):
        kind, data, above = int(line[0]), line[1:], rows[number - 1]
        if kind == _NONE:
            rows[number] = data
        elif kind == _UP:
            rows[number] = data + above
        elif kind == _SUB:
            rows[number] = np.cumsum(data.reshape(-1, size), axis=0, dtype=np.uint8).ravel()
        elif kind in (_AVERAGE, _PAETH):
            rows[number] = _by_byte(kind, data.tolist(), above.tolist(), size)
        else:
            raise PngError(f"it is damaged: there is no filter {kind}")
    return rows[1:]


def _by_byte(kind: int, data: list[int], above: list[int], size: int) -> list[int]:
    """The filters whose every byte waits for the one a pixel before it."""
    left, corner = [0] * size + data, [0] * size + above
    for place, value in enumerate(data):
        a, b, c = left[place], above[place], corner[place]
        if kind == _AVERAGE:
            guess = (a + b) // 2
        else:
            near = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
            guess = (a, b, c)[near.index(min(near))]
        left[place + size] = (value + guess) & 0xFF
    return left[size:]
