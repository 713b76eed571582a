"""How much memory sets of several sizes take, all processes together, and the one that gives out the work.

    python benchmarks/large_sets.py [SCENES ...] [--families examples/blocks] [--per-type N] [--backend none]

Makes a set of each size as a user does, without pictures, and prints seconds, peaks of memory, and the ratio
of the largest set's to the smallest one's. It ends with 1 when a set takes more than the 3 GB that are
allowed. `--keep FOLDER` keeps the sets, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from compile_speed import MEMORY, Cost, cost_of

BLOCKS = Path(__file__).parents[1] / "examples" / "blocks"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenes", type=int, nargs="*", default=[150, 450])
    parser.add_argument("--families", type=Path, default=BLOCKS)
    parser.add_argument("--per-type", type=int, default=2000)
    parser.add_argument("--backend", default="none")
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    options = ["--per-type", str(given.per_type), "--backend", given.backend, "--no-images", "--force"]
    costs: list[Cost] = []
    with tempfile.TemporaryDirectory() as folder:
        for scenes in sorted(given.scenes):
            out = (given.keep or Path(folder)) / f"{given.backend}_{scenes}"
            asked = ["compile", str(given.families), "--scenes", str(scenes), *options, "-o", str(out)]
            costs.append(cost_of(asked))
            print(f"{scenes:8} scenes: {told(costs[-1])}; {made(out)}", flush=True)
    first, last = costs[0], costs[-1]
    print(
        f"ratio {last.gigabytes / first.gigabytes:.2f}, of the first process {last.first / first.first:.2f}"
    )
    return int(max(cost.gigabytes for cost in costs) > MEMORY)


def told(cost: Cost) -> str:
    return f"{cost.seconds:.0f} s, {cost.gigabytes:.3f} GB, {cost.first:.3f} of them in the first process"


def made(out: Path) -> str:
    counts = json.loads((out / "manifest.json").read_text(encoding="utf-8"))["counts"]
    return ", ".join(f"{suite} {of['tasks']} tasks" for suite, of in counts.items())


if __name__ == "__main__":
    raise SystemExit(main())
