"""Files of distances: one array of metres, packed, as `numpy.savez_compressed` writes them.

They are packed by libdeflate, faster than NumPy packs them, in the same bytes everywhere, and without the
time of day. No more is unpacked than a picture can have, whatever a file says of itself.
"""

from __future__ import annotations

import re
import struct
import zlib
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

import numpy as np
from numpy.lib.format import write_array
from numpy.typing import NDArray

from espire_dsl.packing import deflated

_NAME: Final = "distance_to_image_plane.npy"
_LARGEST: Final = 1 << 28  # bytes
_WAYS: Final = (ZIP_STORED, ZIP_DEFLATED)
"""How NumPy packs arrays; of other ways of zip files a step of unpacking has no bound."""
_UNREADABLE: Final = (
    *(KeyError, EOFError, OSError, OverflowError, NotImplementedError, RuntimeError),
    *(BadZipFile, struct.error, zlib.error),
)
"""What `zipfile` raises for files that are no sound zip file with distances, besides ValueError."""
_HEADER: Final = re.compile(
    rb"\x93NUMPY\x01\x00(..)"
    rb"(\{'descr': '<f4', 'fortran_order': False, 'shape': \((\d{1,10}), (\d{1,10})\), \} *\n)",
    re.DOTALL,
)
"""How an array of distances starts: the length of a text, and the text, which NumPy would read as Python."""
_STEP: Final = 2.0**-12
"""Distances are rounded to a quarter of a millimetre, which shortens their files."""
_PACKING: Final = 2
"""A sixth longer than the quickest, and a tenth shorter."""

# The parts of a zip file, all of whose numbers are little-endian.
_ENTRY: Final = struct.Struct("<5H3I2H")
"""Version, flags, method, time and day, checksum, packed and own size, lengths of the name and of nothing."""
_PLACE: Final = struct.Struct("<3H2I")
"""In the directory, behind an entry: comment, disk and attributes of a file, and where its entry starts."""
_END: Final = struct.Struct("<4H2IH")
_VERSION, _DEFLATED, _NEW_YEAR_1980 = 20, 8, 1 << 5 | 1


def read_depths(content: bytes) -> NDArray[np.float32]:
    """Metres to the image plane, (height, width); a ValueError says why there are none."""
    array = _unpacked(content)
    header = _HEADER.match(array)
    if header is None or int.from_bytes(header[1], "little") != len(header[2]):
        raise ValueError("it holds no distances, but something else")
    shape = int(header[3]), int(header[4])
    return np.frombuffer(array[header.end() :], dtype=np.float32).reshape(shape)


def _unpacked(content: bytes) -> bytes:
    """The array of a file, up to the size that it claims."""
    try:
        with ZipFile(BytesIO(content)) as file:
            info = file.getinfo(_NAME)
            if info.file_size > _LARGEST:
                raise ValueError("it is too large")
            if info.compress_type not in _WAYS:
                raise ValueError("it is packed in another way than by NumPy")
            with file.open(info) as array:
                return array.read(info.file_size)
    except _UNREADABLE as error:
        raise ValueError(f"it holds no distances: {error}") from error


def depths_file(depths: NDArray[np.floating]) -> bytes:
    """The file of metres to the image plane, (height, width)."""
    array = BytesIO()
    steps = depths / _STEP
    np.round(steps, out=steps)
    steps *= _STEP
    write_array(array, steps.astype(np.float32, copy=False), allow_pickle=False)
    content, name = array.getvalue(), _NAME.encode()
    packed = deflated(content, _PACKING)
    sizes = (zlib.crc32(content), len(packed), len(content), len(name), 0)
    entry = _ENTRY.pack(_VERSION, 0, _DEFLATED, 0, _NEW_YEAR_1980, *sizes) + name
    start = b"PK\3\4" + entry
    listed = (
        b"PK\1\2" + struct.pack("<H", _VERSION) + entry[: _ENTRY.size] + _PLACE.pack(0, 0, 0, 0, 0) + name
    )
    end = b"PK\5\6" + _END.pack(0, 0, 1, 1, len(listed), len(start) + len(packed), 0)
    return b"".join((start, packed, listed, end))
