"""Whether there is enough memory to begin with."""

from __future__ import annotations

import subprocess
import sys

import pytest

from espire_dsl.memory import check_room


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
