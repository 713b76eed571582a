"""Whether there is enough memory to begin with."""

from __future__ import annotations

import subprocess
import sys

import pytest

from espire_dsl.memory import check_room, give_back


def test_more_memory_than_any_machine_has_is_refused() -> None:
    check_room()
    with pytest.raises(MemoryError):
        check_room(1 << 60)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of address space are those of Linux")
@pytest.mark.parametrize("megabytes", [60, 200, 400, 650])
def test_a_compile_that_cannot_begin_says_so(megabytes: int) -> None:
    begin = (
        f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({megabytes} << 20, {megabytes} << 20)); "
        "from espire_dsl.cli import main; raise SystemExit(main())"
    )
    ended = subprocess.run(
        [sys.executable, "-c", begin, "compile", "families", "-o", "nowhere"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (2, "espirec: error: there is not enough memory\n")


_KEEPS = """
import resource
from espire_dsl.memory import give_back

def held():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()

pieces = [bytes([1]) * 50_000 for _ in range(2000)]
last = bytes([1]) * 50_000  # above the others, so that the heap cannot shrink
full = held()
del pieces
give_back()
print(full - held())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other C libraries keep no free memory")
def test_free_memory_goes_back_to_the_machine() -> None:
    told = subprocess.run([sys.executable, "-c", _KEEPS], capture_output=True, text=True, check=True)
    assert int(told.stdout) > 80_000_000
    give_back()  # and does no harm where nothing is free
