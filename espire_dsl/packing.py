"""Packing by libdeflate, which gives the same bytes everywhere.

Its binding does not look whether there was memory for what it works with, and would end the process. So as
much is taken and given back first: where there is too little, Python says so.
"""

from __future__ import annotations

from typing import Final

import deflate
import numpy as np
from numpy.typing import NDArray

_NEEDED: Final = 2 << 20
"""More than twice what libdeflate takes at the levels in use."""


def deflated(content: bytes, level: int) -> bytearray:
    """A stream of deflate; a MemoryError where there is too little memory."""
    bytearray(_NEEDED)
    return deflate.deflate_compress(content, level)


def deflated_with_checksum(content: NDArray[np.uint8], level: int) -> bytearray:
    """The same with the header and the checksum of zlib."""
    bytearray(_NEEDED)
    return deflate.zlib_compress(content, level)
