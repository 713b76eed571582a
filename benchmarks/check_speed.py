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
COLD, WARM, TEN_TIMES = 2.5, 0.8, 12.0


def seconds(folder: Path, cache: Path) -> float:
    started = time.perf_counter()
    command = [sys.executable, "-m", "espire_dsl.cli", "check", str(folder)]
    surroundings = {**os.environ, "ESPIRE_CACHE_DIR": str(cache)}
    subprocess.run(command, check=True, env=surroundings, capture_output=True)
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


def row(what: str, figure: float, note: str) -> None:
    print(f"  {what:20} {figure:7.2f}   {note}")


def main() -> None:
    scratch = Path(tempfile.mkdtemp(prefix="espire-bench-"))
    try:
        one = scratch / "one"
        shutil.copytree(SUITE, one)
        many = multiplied(scratch)
        first, again = cold(one, scratch, RUNS), warm(one, scratch, RUNS)
        first_many, again_many = cold(many, scratch, 1), warm(many, scratch, 2)
        print("espirec check, medians, in seconds")
        row("65 families, cold", first, f"limit {COLD}, ratio {first / COLD:.2f}")
        row("65 families, warm", again, f"limit {WARM}, ratio {again / WARM:.2f}")
        row("650 families, cold", first_many, f"limit {TEN_TIMES} times, ratio {first_many / first:.1f}")
        row("650 families, warm", again_many, f"{again_many / again:.1f} times")
        row("cold against warm", first / again, "times")
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
