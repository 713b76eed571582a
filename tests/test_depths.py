"""Files of distances: read back as they were written, and refused before they fill the memory."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

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
