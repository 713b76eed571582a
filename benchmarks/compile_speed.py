"""What `espirec compile` costs, as a user runs it: the espire suite cold and unchanged, ten tasks, `--help`.

Run it on a quiet machine: `python benchmarks/compile_speed.py`, about ten minutes on two cores. Prints
seconds, the peak memory of all processes together, and the ratio of each to what is asked for; then a line
fitted to how time grows with scenes and tasks. It ends with 1 when a figure misses what is asked for.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from attrs import frozen

from espire_dsl.resources import resource_path

COLD, AGAIN, TEN, HELP, MEMORY = 360.0, 20.0, 10.0, 0.25, 3.0
GROWTH = ((60, 2), (120, 4), (240, 8))
"""Scenes and tasks a type."""


@frozen
class Cost:
    """Seconds, and peaks of memory: of all processes together, and of the one that gives out the work."""

    seconds: float
    gigabytes: float
    first: float


def main() -> int:
    families = str(resource_path("families"))
    espire = ["compile", families, "--suite", "espire"]
    rows: list[tuple[str, float, float, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        starts = [cost_of(["--help"]).seconds for _ in range(5)]
        rows.append(("espirec --help", min(starts), HELP, "s"))
        family = ["--family", "pick.orientation.oriented.side", "--limit", "10", "-o", str(out / "ten")]
        rows.append(("ten tasks of one family", cost_of([*espire, *family]).seconds, TEN, "s"))
        cold = cost_of([*espire, "-o", str(out / "set")])
        rows.append(("espire, cold", cold.seconds, COLD, "s"))
        rows.append(("  memory of all processes", cold.gigabytes, MEMORY, "GB"))
        show_stages(out / "set")
        rows.append(
            ("espire, nothing changed", cost_of([*espire, "-o", str(out / "set")]).seconds, AGAIN, "s")
        )
        growth = [
            cost_of([*espire, "--scenes", str(n), "--per-type", str(t), "-o", str(out / f"g{n}")]).seconds
            for n, t in GROWTH
        ]
    for name, value, asked, unit in rows:
        print(f"{name:28} {value:8.2f} {unit:2}   at most {asked:6.2f}, ratio {value / asked:.2f}")
    show_growth(growth)
    return int(any(value > asked for _, value, asked, _ in rows))


def show_stages(out: Path) -> None:
    made = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    times = json.loads((out / "timings.json").read_text(encoding="utf-8"))
    counts = made["counts"]["espire"]
    short = len(made["shortfalls"])
    print(f"espire: {counts['tasks']} tasks, {counts['actions']}, types short of their quota: {short}")
    print("  " + ", ".join(f"{stage} {seconds:.1f} s" for stage, seconds in times.items()))


def show_growth(seconds: list[float]) -> None:
    """A straight line through the times; the largest distance from it says how straight they lie."""
    scenes = np.array([n for n, _ in GROWTH], dtype=float)
    slope, start = np.polyfit(scenes, seconds, 1)
    off = np.abs(start + slope * scenes - seconds) / seconds
    shown = ", ".join(f"{n} scenes {s:.1f} s" for (n, _), s in zip(GROWTH, seconds, strict=True))
    print(f"growth: {shown}; {start:.1f} s + {slope:.3f} s a scene, off by at most {off.max():.0%}")


def cost_of(arguments: list[str]) -> Cost:
    """Runs espirec and watches the memory of it and of all its workers."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "espire_dsl.cli", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peaks = [0.0, 0.0]
    watcher = threading.Thread(target=_watch, args=(process, peaks))
    watcher.start()
    code = process.wait()
    seconds = time.perf_counter() - started
    watcher.join()
    if code not in (0, 1):
        raise SystemExit(f"espirec {' '.join(arguments)} ended with {code}")
    return Cost(seconds, *peaks)


def _watch(process: subprocess.Popen[bytes], peaks: list[float]) -> None:
    while process.poll() is None:
        first, *others = (_resident(pid) / 2**20 for pid in _family_of(process.pid))
        peaks[:] = max(peaks[0], first + sum(others)), max(peaks[1], first)
        time.sleep(0.2)


def _family_of(pid: int) -> list[int]:
    """A process and all below it, by what the kernel tells."""
    found = [pid]
    for one in found:
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                children = Path(f"/proc/{one}/task/{task}/children").read_text()
                found += map(int, children.split())
        except OSError:
            continue
    return found


def _resident(pid: int) -> int:
    """Kilobytes of memory that are the process's own, so that nothing shared is counted twice."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


if __name__ == "__main__":
    sys.exit(main())
