"""Reads files of distances as compile writes them: one array of metres, squeezed.

No more is unpacked than a picture can have, whatever a file says of itself.
"""

from __future__ import annotations

import zlib
from io import BytesIO
from typing import Final
from zipfile import BadZipFile, ZipFile

import numpy as np
from numpy.lib.format import read_array_header_1_0, read_magic
from numpy.typing import NDArray

_NAME: Final = "distance_to_image_plane.npy"
_LARGEST: Final = 1 << 28  # bytes


def read_depths(content: bytes) -> NDArray[np.float32]:
    """Metres to the image plane, (height, width); a ValueError says why there are none."""
    try:
        with ZipFile(BytesIO(content)) as file:
            if file.getinfo(_NAME).file_size > _LARGEST:
                raise ValueError("it is too large")
            array = BytesIO(file.read(_NAME))  # read up to the size that it claims
    except (KeyError, EOFError, OSError, BadZipFile, zlib.error, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"it holds no distances: {error}") from error
    if read_magic(array) != (1, 0):
        raise ValueError("it holds no distances of a kind that is known")
    shape, by_columns, kind = read_array_header_1_0(array)
    if len(shape) != 2 or kind != np.dtype("<f4") or by_columns:
        raise ValueError("it holds no distances, but something else")
    return np.frombuffer(array.read(), dtype=np.float32).reshape(shape)
