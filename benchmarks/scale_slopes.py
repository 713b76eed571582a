"""What a scene more costs: processor time and memory by stage, from sets of several sizes.

    python benchmarks/scale_slopes.py [SCENES ...] [--backend none] [--images] [--shards N]

Each set is made by one process of its own, which does all the work, with a task a type for every fifty
scenes. Seconds are those of the processor, so that a busy machine changes little. Memory is what the process
holds at the end of a stage. The slopes are those between the smallest and the largest set.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from espire_dsl.pipeline.run import run
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import BackendSpec
from espire_dsl.tasks.documentation import packaged_suites
from espire_dsl.tasks.forms.shards import ShardChoice

SCENES_A_TASK = 50
PAGE = resource.getpagesize()


def held() -> float:
    """Megabytes of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 2**20


def measured(scenes: int, backend: str, images: bool, shards: int | None) -> dict[str, Any]:
    """Makes a set in this process; seconds and megabytes by stage."""
    stages: dict[str, list[float]] = {}
    last = ["start"]

    def report(stage: str, *_: int) -> None:
        now = time.process_time()
        if stage != last[0]:
            stages[stage] = [now, now, held()]
            last[0] = stage
        stages[stage][1:] = [now, held()]

    suites = [suite for suite in packaged_suites() if suite.name == "espire"]
    settings = Settings(
        per_type=max(1, scenes // SCENES_A_TASK),
        scenes=scenes,
        images=images,
        simulator=BackendSpec(backend, "rays"),
    )
    before = held()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "set"
        choice = None if shards is None else ShardChoice(shards)
        made = run(suites, settings, out, report=report, shards=choice)
        size = sum(p.stat().st_size for p in out.rglob("*") if p.is_file() and ".cache" not in p.parts)
        cache = sum(p.stat().st_size for p in (out / ".cache").rglob("*") if p.is_file())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "scenes": scenes,
        "used": len(made.scenes),
        "tasks": len(made.tasks),
        "seconds": {name: round(end - start, 2) for name, (start, end, _) in stages.items()},
        "held": {"before": round(before, 1), **{name: round(mb, 1) for name, (_, _, mb) in stages.items()}},
        "peak": round(peak, 1),
        "whole": round(time.process_time(), 2),
        "megabytes": round(size / 2**20, 2),
        "kept": round(cache / 2**20, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenes", type=int, nargs="*", default=[150, 450])
    parser.add_argument("--backend", default="none")
    parser.add_argument("--images", action="store_true")
    parser.add_argument("--shards", type=int)
    parser.add_argument("--here", action="store_true", help="measure one size in this process, as JSON")
    given = parser.parse_args()
    if given.here:
        print(json.dumps(measured(given.scenes[0], given.backend, given.images, given.shards)))
        return
    options = ["--backend", given.backend, *(["--images"] if given.images else [])]
    options += [] if given.shards is None else ["--shards", str(given.shards)]
    found = []
    for scenes in sorted(given.scenes):
        command = [sys.executable, __file__, str(scenes), *options, "--here"]
        found.append(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
        print(json.dumps(found[-1]), flush=True)
    first, last = found[0], found[-1]
    more = last["scenes"] - first["scenes"]
    if more:
        for name in last["seconds"]:
            took = (last["seconds"][name] - first["seconds"].get(name, 0.0)) / more
            print(f"{name:<10} {1000 * took:8.1f} ms of the processor a scene")
        print(f"peak       {1000 * (last['peak'] - first['peak']) / more:8.1f} kB a scene")
        print(f"set        {1000 * (last['megabytes'] - first['megabytes']) / more:8.1f} kB a scene")
        print(f"kept work  {1000 * (last['kept'] - first['kept']) / more:8.1f} kB a scene")


if __name__ == "__main__":
    main()
