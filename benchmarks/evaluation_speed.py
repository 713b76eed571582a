"""How fast a scripted model is put to the test: localizations a second, and the memory that they take.

    python benchmarks/evaluation_speed.py OUT [--tasks 2220] [--model espire/oracle]

OUT is a task set with pictures. The target is 2,220 localizations in at most 3 minutes on two cores, with
less than 2 GB of memory.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path

from espire_dsl.evaluation.evaluating import Order, evaluate
from espire_dsl.evaluation.records import Selection

SECONDS, GIGABYTES, TASKS = 180.0, 2.0, 2220


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("task_set", type=Path, nargs="?", default=Path("OUT"), metavar="OUT")
    parser.add_argument("--tasks", type=int, default=TASKS)
    parser.add_argument("--model", default="espire/oracle")
    args = parser.parse_args()
    if not (args.task_set / "manifest.json").is_file():
        print(f"{args.task_set} is no task set: compile one, or name another")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        selection = Selection("espire", "*", None, args.tasks)
        order = Order(args.task_set, Path(folder) / "run", args.model, selection=selection)
        started, began = time.perf_counter(), time.process_time()
        outcome = evaluate(order)
        seconds, busy = time.perf_counter() - started, time.process_time() - began
        done = sum(1 for _ in outcome.run.localizations())
    unit = 1 << 30 if sys.platform == "darwin" else 1 << 20
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    print(f"{done} localizations, {outcome.spending.calls} calls: {seconds:.1f} s, computing {busy:.1f} s")
    print(f"  {SECONDS * done / TASKS / seconds:.2f} times as fast as the target ({SECONDS:g} s for {TASKS})")
    print(f"  {memory:.2f} GB of memory at most, the target is {GIGABYTES:g} GB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
