"""Files of distances: read back as they were written, and refused before they fill the memory."""

from __future__ import annotations

import tracemalloc
import zlib
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from espire_dsl.depths import depths_file, read_depths

NAME = "distance_to_image_plane"


def packed(**content: NDArray[np.float32]) -> bytes:
    file = BytesIO()
    np.savez_compressed(file, **content)  # type: ignore[arg-type]
    return file.getvalue()


@given(arrays(np.float32, st.tuples(st.integers(1, 9), st.integers(1, 9))))
def test_distances_are_read_as_they_were_written(depths: NDArray[np.float32]) -> None:
    assert read_depths(packed(**{NAME: depths})).tobytes() == depths.tobytes()


@given(st.data())
def test_a_damaged_file_is_read_or_refused(data: st.DataObject) -> None:
    content = bytearray(packed(**{NAME: np.ones((7, 9), dtype=np.float32)}))
    for _ in range(data.draw(st.integers(1, 9))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        assert read_depths(bytes(content[: data.draw(st.integers(0, 2 * len(content)))])).ndim == 2
    except ValueError:
        return


def bomb(shape: tuple[int, int], zeros: int) -> bytes:
    file = BytesIO()
    np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": shape})
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive, archive.open(f"{NAME}.npy", "w") as inner:
        inner.write(file.getvalue())
        for _ in range(zeros):
            inner.write(bytes(1 << 20))
    return whole.getvalue()


def zipped(array: bytes, way: int = ZIP_DEFLATED) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", way) as archive:
        archive.writestr(f"{NAME}.npy", array)
    return file.getvalue()


def array_with(header: bytes, length: int | None = None) -> bytes:
    told = len(header) if length is None else length
    return b"\x93NUMPY\1\0" + told.to_bytes(2, "little") + header + bytes(36)


HEADER = b"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 3), }".ljust(117) + b"\n"


@pytest.mark.parametrize("way", [ZIP_STORED, ZIP_DEFLATED])
def test_what_numpy_packs_or_only_stores_is_read(way: int) -> None:
    assert not read_depths(zipped(array_with(HEADER), way)).any()


@given(st.data())
def test_a_damaged_header_is_read_or_refused(data: st.DataObject) -> None:
    array = bytearray(array_with(HEADER))
    for place in data.draw(st.lists(st.integers(0, 127), min_size=1, max_size=4)):
        array[place] = data.draw(st.integers(0, 255))
    try:
        assert read_depths(zipped(bytes(array))).size == 9
    except ValueError:
        return


@pytest.mark.parametrize(
    "header",
    [
        b"{'descr': (\n",
        b"{'descr': '" + b"'' ",
        b"{[]: 1}\n",
        b"(" * 60_000,
        b"-" * 60_000 + b"1\n",
        HEADER.replace(b"3, 3", b"3L, 3"),
        HEADER.replace(b"3, 3", b"-3, 3"),
        HEADER.replace(b"False", b"True"),
        HEADER.replace(b"<f4", b"|O"),
    ],
)
def test_a_header_that_numpy_does_not_write_is_refused(header: bytes) -> None:
    with pytest.raises(ValueError, match="something else"):
        read_depths(zipped(array_with(header)))


@pytest.mark.parametrize("length", [0, len(HEADER) - 1, len(HEADER) + 1, 1 << 15])
def test_a_header_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="something else"):
        read_depths(zipped(array_with(HEADER, length)))


MEGABYTE = 1 << 20


@pytest.mark.parametrize("way", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_no_more_is_unpacked_than_a_file_claims(way: int) -> None:
    array = array_with(HEADER)
    content = bytearray(zipped(array + bytes(64 * MEGABYTE), way))
    claimed = zlib.crc32(array).to_bytes(4, "little"), len(array).to_bytes(4, "little")
    listed = content.rindex(b"PK\1\2")
    content[listed + 16 : listed + 20], content[listed + 24 : listed + 28] = claimed
    tracemalloc.start()
    try:
        if way == ZIP_DEFLATED:
            assert read_depths(bytes(content)).shape == (3, 3)
        else:
            with pytest.raises(ValueError, match="packed in another way"):
                read_depths(bytes(content))
        assert tracemalloc.get_traced_memory()[1] < MEGABYTE
    finally:
        tracemalloc.stop()


@given(st.sampled_from([ZIP_BZIP2, ZIP_LZMA]), st.data())
def test_a_damaged_file_that_is_packed_otherwise_is_refused(way: int, data: st.DataObject) -> None:
    content = bytearray(zipped(array_with(HEADER), way))
    content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with pytest.raises(ValueError):
        read_depths(bytes(content))


@pytest.mark.parametrize("place", [1, 1 << 20, (1 << 63) - 1, 1 << 63, (1 << 64) - 1])
def test_a_place_where_nothing_begins_is_refused(place: int) -> None:
    array = array_with(HEADER)
    entry = ZipInfo(f"{NAME}.npy")
    entry.extra = b"\1\0\x18\0" + b"".join(n.to_bytes(8, "little") for n in (len(array), len(array), place))
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr(entry, array)
    content = bytearray(file.getvalue())
    listed = content.rindex(b"PK\1\2")
    content[listed + 20 : listed + 28] = b"\xff" * 8
    content[listed + 42 : listed + 46] = b"\xff" * 4
    with pytest.raises(ValueError):
        read_depths(bytes(content))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"no archive", "it holds no distances"),
        (packed(other=np.zeros((2, 2), dtype=np.float32)), "it holds no distances"),
        (packed(**{NAME: np.zeros(4, dtype=np.float32)}), "something else"),
        (bomb((10**5, 10**5), 300), "it is too large"),
        (bomb((10**9, 10**9), 1), "cannot reshape"),
    ],
)
def test_what_is_refused(content: bytes, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read_depths(content)


DISTANCES = arrays(
    np.float32,
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    elements=st.floats(0, 100, width=32) | st.just(np.inf),
)


@given(DISTANCES)
def test_numpy_reads_what_is_written(depths: NDArray[np.float32]) -> None:
    content = depths_file(depths)
    with np.load(BytesIO(content), allow_pickle=False) as file:
        assert file.files == [NAME]
        found = file[NAME]
    assert found.dtype == np.float32
    assert read_depths(content).tobytes() == found.tobytes()
    finite = np.isfinite(depths)
    assert np.array_equal(np.isfinite(found), finite)
    assert (np.abs(found[finite] - depths[finite]) <= 2.0**-13).all()  # half of a quarter of a millimetre


@given(DISTANCES)
def test_files_are_sound_archives_that_do_not_tell_the_time(depths: NDArray[np.float32]) -> None:
    content = depths_file(depths)
    with ZipFile(BytesIO(content)) as archive:
        assert archive.testzip() is None
        (entry,) = archive.infolist()
    assert (entry.filename, entry.date_time) == (f"{NAME}.npy", (1980, 1, 1, 0, 0, 0))
    assert entry.compress_type == ZIP_DEFLATED
    assert content == depths_file(depths.astype(np.float64))


@given(arrays(np.float32, (480, 640), elements=st.floats(0.5, 3, width=32), fill=st.just(np.float32(2))))
@settings(max_examples=5)
def test_files_of_whole_pictures(depths: NDArray[np.float32]) -> None:
    assert np.abs(read_depths(depths_file(depths)) - depths).max() <= 2.0**-13
