"""Packing where all memory is used up."""

from __future__ import annotations

import subprocess
import sys
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.packing import deflated, deflated_with_checksum


@given(st.binary(max_size=200), st.integers(1, 2))
def test_what_is_packed_is_read_by_zlib(content: bytes, level: int) -> None:
    assert zlib.decompress(deflated(content, level), wbits=-15) == content
    assert zlib.decompress(deflated_with_checksum(np.frombuffer(content, np.uint8), level)) == content


_STARVED = """
import resource, sys
import numpy as np
from espire_dsl.depths import depths_file
from espire_dsl.png import encode_png

make, picture = {
    "png": (encode_png, np.zeros((2, 2, 3), np.uint8)),
    "depths": (depths_file, np.zeros((2, 2), np.float32)),
}[sys.argv[1]]
make(picture)
left, kept = bytearray(int(sys.argv[2])), []
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used, used))
for size in (1 << 20, 1 << 16, 1 << 12):
    try:
        while True:
            kept.append(bytearray(size))
    except MemoryError:
        pass
del left
try:
    make(picture)
except MemoryError:
    del kept
    print("too little")
else:
    print("enough")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of address space are those of Linux")
@pytest.mark.parametrize("what", ["png", "depths"])
@pytest.mark.parametrize(
    ("left", "told"), [(1, "too little"), (100_000, "too little"), (6_000_000, "enough")]
)
def test_no_memory_is_said_and_ends_no_process(what: str, left: int, told: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _STARVED, what, str(left)], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout.strip()) == (0, told), ended.stderr
