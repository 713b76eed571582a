"""Writes pictures as PNG: colours in 8 bits, or one channel in 16 bits, such as instance ids."""

from __future__ import annotations

import struct
import zlib
from typing import Final

import numpy as np
from numpy.typing import NDArray

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_GREY, _COLOUR = 0, 2
_UP: Final = 2  # each byte as the difference to the one above it
_EFFORT: Final = 5  # of zlib; one more takes twice the time for a fifteenth less


def png(picture: NDArray[np.uint8] | NDArray[np.uint16]) -> bytes:
    """The file of a picture: (height, width, 3) of bytes, or (height, width) of 16 bits."""
    if picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3:
        kind, depth = _COLOUR, 8
        rows = picture.reshape(len(picture), -1)
    elif picture.dtype == np.uint16 and picture.ndim == 2:
        kind, depth = _GREY, 16
        rows = picture.astype(">u2").view(np.uint8)
    else:
        raise ValueError(f"no PNG for an array {picture.shape} of {picture.dtype}")
    height, width = picture.shape[:2]
    lines = np.empty((height, rows.shape[1] + 1), dtype=np.uint8)
    lines[:, 0] = _UP
    lines[:, 1:] = np.diff(rows, axis=0, prepend=np.zeros((1, rows.shape[1]), dtype=np.uint8))
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return (
        _SIGNATURE
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(lines.tobytes(), _EFFORT))
        + _chunk(b"IEND", b"")
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
