"""How long `espirec check` takes: 65 families from cold and again, and ten times as many.

Each figure is the median of several runs of the command in a process of its own, start-up included. Cold
runs have an empty cache folder; warm ones find everything there.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUITE = ROOT / "families" / "espire"
RUNS = 5
COPIES = 10
LIMITS = {"cold": 2.5, "warm": 0.8, "ten times": 12.0}


def seconds(folder: Path, cache: Path) -> float:
    started = time.perf_counter()
    command = [sys.executable, "-m", "espire_dsl.cli", "check", str(folder)]
    subprocess.run(command, check=True, env={**os.environ, "ESPIRE_CACHE_DIR": str(cache)}, capture_output=True)
    return time.perf_counter() - started


def cold(folder: Path, scratch: Path, runs: int) -> float:
    times = []
    for run in range(runs):
        cache = scratch / f"cache-{folder.name}-{run}"
        times.append(seconds(folder, cache))
    return statistics.median(times)


def warm(folder: Path, scratch: Path, runs: int) -> float:
    cache = scratch / f"warm-{folder.name}"
    seconds(folder, cache)
    return statistics.median(seconds(folder, cache) for _ in range(runs))


def multiplied(scratch: Path) -> Path:
    """The suite ten times over, each copy with names of its own."""
    target = scratch / "many"
    for copy in range(COPIES):
        for file in sorted(SUITE.rglob("*.espire")):
            text = file.read_text(encoding="utf-8")
            for word in ("family ", "of "):
                for action in ("pick.", "place."):
                    text = text.replace(f"{word}{action}", f"{word}copy{copy}.{action}")
            place = target / f"copy{copy}" / file.relative_to(SUITE)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
    return target


def main() -> None:
    scratch = Path(tempfile.mkdtemp(prefix="espire-bench-"))
    try:
        one = scratch / "one"
        shutil.copytree(SUITE, one)
        many = multiplied(scratch)
        first, again = cold(one, scratch, RUNS), warm(one, scratch, RUNS)
        first_many, again_many = cold(many, scratch, 1), warm(many, scratch, 2)
        print("espirec check, medians, in seconds")
        print(f"  65 families, cold     {first:6.2f}   (limit {LIMITS['cold']}, ratio {first / LIMITS['cold']:.2f})")
        print(f"  65 families, warm     {again:6.2f}   (limit {LIMITS['warm']}, ratio {again / LIMITS['warm']:.2f})")
        print(f"  650 families, cold    {first_many:6.2f}   ({first_many / first:.1f} times; limit {LIMITS['ten times']})")
        print(f"  650 families, warm    {again_many:6.2f}   ({again_many / again:.1f} times)")
        print(f"  warm against cold     {first / again:6.1f} times faster")
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
