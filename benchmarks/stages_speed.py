"""What each stage of a compile costs: processor time a scene, binding, verdict, record and picture.

    python benchmarks/stages_speed.py [SCENES] [TASKS]

Makes the sets of the suites that `make tasks` makes, with so many scenes a suite and tasks a type, in this
process alone. Seconds are those of the processor, so that a busy machine changes little. What jobs gave is
hashed in the order of the jobs: when nothing but speed has changed, the hashes stay.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from attrs import define, field

from espire_dsl.pipeline.executor import local_executor
from espire_dsl.pipeline.generate import generate
from espire_dsl.pipeline.job import Done, Executor, Job
from espire_dsl.pipeline.job_runner import JobRunner
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.store import Store
from espire_dsl.tasks.documentation import packaged_suites

SUITES: Final = ("espire", "espire_plus", "espire_frames")
SCENES, TASKS = 120, 3
ASKED_MILLISECONDS: Final = {"RecordJob": 3.0}
NAMES: Final = {
    "StagingJob": "scene",
    "BindingJob": "family on up to 40 scenes",
    "VerdictJob": "verdict",
    "RecordJob": "record",
    "PaintingJob": "file of a picture",
}


@define
class Cost:
    """Of one sort of job: how many units of work were done, in which time, and what they gave."""

    units: int = 0
    seconds: float = 0.0
    given: hashlib._Hash = field(factory=hashlib.sha256)


@define
class Watch:
    """An executor that looks at the clock."""

    executor: Executor
    costs: dict[str, Cost] = field(factory=dict)

    def __call__(self, jobs: Iterable[Job]) -> Iterator[Done]:
        started = time.process_time()
        for done in self.executor(jobs):
            cost = self.costs.setdefault(type(done.job).__name__, Cost())
            cost.seconds += time.process_time() - started
            cost.units += len(done.results)
            for result in done.results:
                cost.given.update(hashlib.sha256(result).digest())
            yield done
            started = time.process_time()


def main(scenes: int, tasks: int) -> int:
    suites = [suite for suite in packaged_suites() if suite.name in SUITES]
    settings = Settings(scenes=scenes, per_type=tasks)
    started = time.process_time()
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder)) as store, local_executor(1) as executor:
        watch = Watch(executor)
        generate(suites, settings, JobRunner(store, watch, settings.simulator, lambda *_: None))
    whole = time.process_time() - started
    missed = 0
    print(f"{', '.join(SUITES)}: {scenes} scenes a suite, {tasks} tasks a type")
    for name, cost in watch.costs.items():
        each = 1000 * cost.seconds / max(cost.units, 1)
        asked = ASKED_MILLISECONDS.get(name)
        missed += asked is not None and each > asked
        allowed = "" if asked is None else f", {asked:g} allowed"
        print(
            f"  {cost.seconds:7.1f} s  {cost.units:6} x {each:7.2f} ms a {NAMES.get(name, name)}{allowed}"
            f"  {cost.given.hexdigest()[:16]}"
        )
    print(f"  {whole - sum(cost.seconds for cost in watch.costs.values()):7.1f} s  between jobs")
    print(f"  {whole:7.1f} s  in all")
    return int(missed > 0)


if __name__ == "__main__":
    raise SystemExit(main(*(int(n) for n in sys.argv[1:3]), *(SCENES, TASKS)[len(sys.argv[1:3]) :]))
