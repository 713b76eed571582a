"""How long it takes to find every valid binding of the espire suite, and to make its task set.

Draws 1,000 scenes (500 of each world) with two workers, binds all 65 families, samples and writes records;
no simulator is asked. Prints the seconds of each stage, and for drawing and binding the limit.
"""

from __future__ import annotations

import resource
import tempfile
import time
from pathlib import Path

from espire_dsl.checking.check import compile_paths
from espire_dsl.pipeline.executor import local_executor
from espire_dsl.pipeline.generate import generate
from espire_dsl.pipeline.job_runner import JobRunner
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import BackendSpec
from espire_dsl.pipeline.store import Store
from espire_dsl.resources import resource_path
from espire_dsl.tasks.suites import suites_of

SCENES, WORKERS, LIMIT = 1000, 2, 60.0


def main() -> None:
    root = resource_path("families")
    files = sorted((root / "espire").rglob("*.espire"))
    checked = compile_paths(files, [root]).files
    suites = suites_of(checked, files)
    started = time.perf_counter()
    settings = Settings(scenes=SCENES, simulator=BackendSpec("none", "rays"))
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder)) as store,
        local_executor(WORKERS) as executor,
    ):
        made = generate(suites, settings, JobRunner(store, executor, settings.simulator, lambda *_: None))
    seconds = time.perf_counter() - started
    bind = made.timings["stage"] + made.timings["bind"]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{SCENES} scenes, 65 families, {WORKERS} workers")
    print(f"  draw and bind       {bind:7.1f} s   limit {LIMIT:.0f}, ratio {bind / LIMIT:.2f}")
    print(f"  sample              {made.timings['verify']:7.1f} s")
    print(f"  write records       {made.timings['record']:7.1f} s")
    rate = len(made.tasks) / seconds
    print(f"  in all              {seconds:7.1f} s   {len(made.tasks)} tasks, {rate:.0f} a second")
    print(f"  memory              {memory:7.2f} GB")
    print(f"  types short of 15   {len(made.shortfalls):7d}")


if __name__ == "__main__":
    main()
