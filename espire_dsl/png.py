"""PNG files: pictures of 8 bits a colour, and instance ids of 16 bits a pixel.

They are written by libdeflate, in the same bytes everywhere, and read by Pillow. What is read may come from
anywhere, so the header is looked at before anything is decoded, and nothing may stand behind the end.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Final
from warnings import catch_warnings, simplefilter

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from espire_dsl.packing import deflated_with_checksum

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEADER: Final = struct.Struct(">IIBB3x")  # width, height, bits and type of colour
_CHUNK: Final = struct.Struct(">I4s")  # how many bytes of data it has, and its name
_CHECKSUM: Final = 4
_UP: Final = 2
"""The filter of rows that are written as differences to the row above."""
_PACKING: Final = 1
"""The quickest: the next level takes a quarter longer for a thirtieth of the size."""
_END: Final = b"\0\0\0\0IEND\xaeB`\x82"
"""The last chunk of every file."""
_UNREADABLE: Final = (Warning, OSError, SyntaxError, ValueError, IndexError, EOFError, struct.error)
"""What Pillow raises for files that are no sound PNG."""
_MOST_PIXELS: Final = 8192 * 8192
"""More than any camera has, and fewer than those at which Pillow warns."""


@frozen
class _PixelFormat:
    """A format of pixels: in words, and as bits and type of colour in the header of a file."""

    words: str
    header: tuple[int, int]


_RGB: Final = _PixelFormat("three colours of 8 bits", (8, 2))
_GRAY16: Final = _PixelFormat("one channel of 16 bits", (16, 0))


class PngError(Exception):
    """A file that is no PNG, or one of another pixel format."""


def encode_png(picture: NDArray[np.uint8] | NDArray[np.uint16]) -> bytes:
    """The file of a picture: (height, width, 3) of 8 bits, or (height, width) of 16 bits.

    Every row is written as what it adds to the row above. Choosing a filter for each row takes as long as
    packing, and shortens files by a thirtieth.
    """
    if picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3:
        pixels = _RGB
    elif picture.dtype == np.uint16 and picture.ndim == 2:
        pixels = _GRAY16
    else:
        raise ValueError(f"no PNG for an array {picture.shape} of {picture.dtype}")
    height, width = picture.shape[:2]
    rows = np.ascontiguousarray(picture, picture.dtype.newbyteorder(">")).view(np.uint8).reshape(height, -1)
    lines = np.empty((height, 1 + rows.shape[1]), dtype=np.uint8)
    lines[:, 0] = _UP
    lines[:1, 1:] = rows[:1]
    np.subtract(rows[1:], rows[:-1], out=lines[1:, 1:])
    header = _HEADER.pack(width, height, *pixels.header)
    data = deflated_with_checksum(lines, _PACKING)
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes | bytearray) -> bytes:
    checksum = zlib.crc32(data, zlib.crc32(name))
    return b"".join((_CHUNK.pack(len(data), name), data, struct.pack(">I", checksum)))


def decode_rgb(content: bytes) -> NDArray[np.uint8]:
    """The colours of a file, as (height, width, 3)."""
    return np.asarray(_decoded(content, _RGB), dtype=np.uint8)


def decode_gray16(content: bytes) -> NDArray[np.uint16]:
    """The numbers of a file, such as instance ids, as (height, width)."""
    return np.asarray(_decoded(content, _GRAY16), dtype=np.uint16)


def rgb_size(content: bytes) -> tuple[int, int]:
    """The height and the width of a file of colours whose checksums are right; nothing is decoded."""
    return _size(content, _RGB)


def gray16_size(content: bytes) -> tuple[int, int]:
    """The same of a file of numbers."""
    return _size(content, _GRAY16)


def _size(content: bytes, pixels: _PixelFormat) -> tuple[int, int]:
    width, height = _opened(content, pixels).size
    return height, width


def _decoded(content: bytes, pixels: _PixelFormat) -> Image.Image:
    picture = _opened(content, pixels)
    with _refused():
        picture.load()
    return picture


def _opened(content: bytes, pixels: _PixelFormat) -> Image.Image:
    """A file of this pixel format and a bounded size, whose checksums are right, before it is decoded."""
    _check_header(content, pixels)
    with _refused():
        with Image.open(BytesIO(content), formats=["PNG"]) as picture:
            picture.verify()  # after which a picture cannot be used
        _check_end(content)
        return Image.open(BytesIO(content), formats=["PNG"])


@contextmanager
def _refused() -> Iterator[None]:
    """What Pillow cannot read, or warns of, is no file of a task set."""
    try:
        with catch_warnings():
            simplefilter("error")
            yield
    except UnidentifiedImageError:
        raise PngError("it is damaged: its header cannot be read, or no data follow it") from None
    except _UNREADABLE as error:
        raise PngError(f"it is damaged: {error}") from None


def _check_header(content: bytes, pixels: _PixelFormat) -> None:
    if not content.startswith(_SIGNATURE):
        raise PngError("it is no PNG file")
    try:
        _, name = _CHUNK.unpack_from(content, len(_SIGNATURE))
        width, height, *header = _HEADER.unpack_from(content, len(_SIGNATURE) + _CHUNK.size)
    except struct.error:
        name = b""
    if name != b"IHDR":
        raise PngError("it is damaged: it has no header")
    if tuple(header) != pixels.header:
        raise PngError(f"it is a PNG file of another kind than {pixels.words}")
    if not width or not height:
        raise PngError("it is damaged: it has no pixels")
    if width * height > _MOST_PIXELS:
        raise PngError(f"it is too large: {width} x {height} pixels")


def _check_end(content: bytes) -> None:
    """Refuse a file that goes on behind its last chunk, which is as far as Pillow looks."""
    place = len(_SIGNATURE)
    size, name = _CHUNK.unpack_from(content, place)
    while name != b"IEND":
        place += _CHUNK.size + size + _CHECKSUM
        size, name = _CHUNK.unpack_from(content, place)
    if not content.startswith(_END, place):
        raise PngError("it is damaged: its last part is spoiled")
    if len(content) > place + len(_END):
        raise PngError("it is damaged: something stands behind the end of the picture")
