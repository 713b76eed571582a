"""What a Ray cluster of this machine costs more than processes of it, for the same compile.

    python benchmarks/engines_speed.py [ROUNDS [SCENES]]

Compiles the espire suite with as many workers as there are processors, by the two engines in turns, so that a
busy machine is busy for both; or a part of it: so many scenes, and two tasks a type. Prints the seconds of
each from start to end and of the stages alone, the processor time of all processes, which a busy machine
changes little, the ratio of the least, and whether the bytes are the same. Ray may take 15 % longer; it ends
with 1 when it takes more. Without Ray it says so and measures nothing. Linux only.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen
from killing.processes import ticks_of

from espire_dsl.pipeline.executor import cores
from espire_dsl.resources import resource_path

ASKED = 1.15
ENGINES = ("local", "ray")


@frozen
class Cost:
    """In seconds: from start to end, what the stages took, and the processor time of all processes."""

    wall: float
    stages: float
    processors: float


def main() -> int:
    if find_spec("ray") is None:
        print("ray is not installed, so there is nothing to compare: pip install 'espire-dsl[ray]'")
        return 0
    rounds, scenes = (*map(int, sys.argv[1:3]), *(1, None)[len(sys.argv) - 1 :])
    costs: dict[str, list[Cost]] = {name: [] for name in ENGINES}
    sets: list[dict[str, bytes]] = []
    for _ in range(rounds):
        for name in ENGINES:
            with tempfile.TemporaryDirectory() as folder:
                out = Path(folder) / "set"
                costs[name].append(cost_of(name, scenes, out))
                sets.append(files_of(out))
            print(f"{name:6} {costs[name][-1]}", flush=True)
    same = all(files == sets[0] for files in sets)
    print(f"{len(sets[0])} files, {'the same bytes' if same else 'OTHER BYTES'} by both engines")
    ratios = {}
    for what in ("wall", "stages", "processors"):
        local, ray = (min(getattr(cost, what) for cost in costs[name]) for name in ENGINES)
        ratios[what] = ray / local
        print(f"{what:10} local {local:7.1f} s, ray {ray:7.1f} s, ratio {ray / local:.2f}")
    print(f"at most {ASKED} is asked for wall time")
    return int(not same or ratios["wall"] > ASKED)


def cost_of(engine: str, scenes: int | None, out: Path) -> Cost:
    families = str(resource_path("families"))
    command = [sys.executable, "-m", "espire_dsl.cli", "compile", families, "--suite", "espire"]
    command += [] if scenes is None else ["--scenes", str(scenes), "--per-type", "2"]
    command += ["-o", str(out)]
    command += ["--engine", engine, "--workers", str(cores())]
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    used: dict[int, int] = {}
    while process.poll() is None:
        for pid in _family_of(process.pid):
            used[pid] = max(ticks_of(pid), used.get(pid, 0))
        time.sleep(0.5)
    wall = time.perf_counter() - started
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    times = json.loads((out / "timings.json").read_text(encoding="utf-8"))
    ticks = sum(used.values()) / os.sysconf("SC_CLK_TCK")
    return Cost(round(wall, 1), round(sum(times.values()), 1), round(ticks, 1))


def _family_of(pid: int) -> list[int]:
    """A process and all below it, by what the kernel tells."""
    found = [pid]
    for one in found:
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, task.read_text().split())
    return found


def files_of(folder: Path) -> dict[str, bytes]:
    """All of a set but the times."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".cache" not in path.parts and path.name != "timings.json"
    }


if __name__ == "__main__":
    sys.exit(main())
