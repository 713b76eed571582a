"""What others declare beside a family costs it nothing. Work is counted in calls of functions, not timed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import espire_dsl as espire
from espire_dsl.checking.check import compile_paths
from espire_dsl.resources import resource_path

OTHERS = """espire 2

use world

kind trinket_N is movable

world shop_N is blocks {
}
"""


def calls(file: Path, root: Path) -> int:
    """How many functions are called to compile a file with families."""
    count = 0

    def seen(_: Any, event: str, __: Any) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(seen)
    try:
        compiled = compile_paths([file], [root])
    finally:
        sys.setprofile(None)
    assert compiled.files[file].families
    return count


def folder(root: Path, others: int) -> Path:
    """The blocks, with so many files of others, which are sound."""
    shutil.copytree(resource_path("examples") / "blocks", root)
    files = [root / f"others_{number}.espire" for number in range(others)]
    for number, file in enumerate(files):
        file.write_text(OTHERS.replace("N", str(number)), encoding="utf-8")
    assert not others or not espire.check(files[0]).findings
    return root


def test_what_others_declare_costs_a_family_nothing(tmp_path: Path) -> None:
    alone, among = folder(tmp_path / "alone", 0), folder(tmp_path / "among", 60)
    calls(alone / "zero.espire", alone)  # what a process does once is done
    one, other = (calls(root / "zero.espire", root) for root in (alone, among))
    assert one > 10_000
    assert abs(other - one) <= one // 100
