"""Reads pictures of instance numbers: PNG files with 16 bits a pixel, as a task set has them."""

from __future__ import annotations

import struct
import zlib
from typing import Final

import numpy as np
from numpy.typing import NDArray

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_GREY_16: Final = (16, 0, 0, 0, 0)
_NONE, _SUB, _UP = range(3)


class IdsError(Exception):
    """A file that is no such picture."""


def read_ids(content: bytes) -> NDArray[np.uint16]:
    """The numbers of the things in each pixel, as (height, width)."""
    if not content.startswith(_SIGNATURE):
        raise IdsError("it is no PNG file")
    header, packed = b"", bytearray()
    place = len(_SIGNATURE)
    while place + 8 <= len(content):
        (length,) = struct.unpack_from(">I", content, place)
        name, data = content[place + 4 : place + 8], content[place + 8 : place + 8 + length]
        header = data if name == b"IHDR" else header
        packed += data if name == b"IDAT" else b""
        place += length + 12
    try:
        width, height, *kind = struct.unpack(">IIBBBBB", header)
        if tuple(kind) != _GREY_16:
            raise IdsError("it is no picture with one channel of 16 bits")
        lines = np.frombuffer(zlib.decompress(bytes(packed)), np.uint8).reshape(height, 2 * width + 1)
    except (ValueError, struct.error, zlib.error) as error:
        raise IdsError(f"it is damaged: {error}") from None
    return _unfiltered(lines).view(">u2").astype(np.uint16)


def _unfiltered(lines: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The bytes of the rows, each of which may be told by its difference to what is left of it or above."""
    kinds, rows = lines[:, 0], lines[:, 1:].copy()
    if not np.isin(kinds, (_NONE, _SUB, _UP)).all():
        raise IdsError("its rows are filtered in a way that is not read here")
    if (kinds == _UP).all():
        return np.cumsum(rows, axis=0, dtype=np.uint8)
    for number, kind in enumerate(kinds):
        if kind == _SUB:
            rows[number] = np.cumsum(rows[number].reshape(-1, 2), axis=0, dtype=np.uint8).ravel()
        elif kind == _UP and number:
            rows[number] += rows[number - 1]
    return rows
