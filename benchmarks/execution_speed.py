"""How long a step of an episode takes, and how often one who knows everything is accepted and succeeds.

    python benchmarks/execution_speed.py [OUT [TASKS]]

OUT is a compiled task set. Tasks of all families take turns. In each the hand is sent to look from somewhere,
with one picture and with two after it; then the oracle acts. Times are of one core.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from espire_dsl.domain.worlds import WRIST_CAMERA
from espire_dsl.evaluation.episode import Episode
from espire_dsl.evaluation.execution import can_be_executed
from espire_dsl.evaluation.oracle import oracle_point
from espire_dsl.evaluation.sources import TaskSource
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.tasks.task import Task

SEED = 0
BOTH = (WORLD_CAMERA, WRIST_CAMERA)
ALLOWED_SECONDS = {"one view": 0.5, "two views": 0.8}
ASKED_RATE = 0.98


def chosen(source: TaskSource, count: int) -> Iterator[Task]:
    """Tasks that can be acted out, of one family after the other."""
    families: dict[str, list[Task]] = defaultdict(list)
    for task in source.tasks:
        if can_be_executed(task):
            families[task.family].append(task)
    stream = random.Random(SEED)
    names = sorted(families)
    for number in range(count):
        yield stream.choice(families[names[number % len(names)]])


def timed_steps(episode: Episode, stream: random.Random) -> Iterator[tuple[str, float]]:
    """The seconds of moves that went somewhere, with the pictures after them."""
    for name, cameras in (("one view", (WRIST_CAMERA,)), ("two views", BOTH)):
        moved = False
        while not moved and not episode.done:
            view = episode.observe((WORLD_CAMERA,))[WORLD_CAMERA]
            pixel = (stream.uniform(0, view.optics.width), stream.uniform(0, view.optics.height))
            started = time.process_time()
            moved = episode.step(WORLD_CAMERA, pixel).moved
            if moved:
                episode.observe(cameras)
                yield name, time.process_time() - started


def oracle_acts(episode: Episode) -> float | None:
    """Lets the oracle act to the end; the seconds of the accepted move and two pictures after it."""
    cameras: tuple[str, ...] = (WORLD_CAMERA,)
    while not episode.done:
        point = oracle_point(episode, episode.observe(cameras))
        if point is None and cameras == BOTH:
            return None
        cameras = BOTH
        if point is not None:
            started = time.process_time()
            move = episode.step(*point)
            if move.accepted:
                episode.observe(BOTH)
                return time.process_time() - started
    return None


def episode_of(task: Task, source: TaskSource) -> Episode:
    assert task.feasible
    return source.episode(task, random.Random(f"{SEED} {task.id}").choice(task.feasible), SEED)


def main(out: Path, count: int) -> int:
    if not (out / "manifest.json").is_file():
        print(f"{out} is no task set: compile one, or name another")
        return 0
    source = TaskSource(out)
    seconds: dict[str, list[float]] = defaultdict(list)
    moves: list[int] = []
    accepted = successful = 0
    for task in chosen(source, count):
        for name, took in timed_steps(episode_of(task, source), random.Random(f"{SEED} {task.id}")):
            seconds[name].append(took)
        episode = episode_of(task, source)
        took_at_all = oracle_acts(episode)
        if took_at_all is not None:
            seconds["accepted, two views"].append(took_at_all)
            moves.append(len(episode.record))
        judgement = episode.status_check() if episode.accepted else None
        accepted += episode.accepted
        successful += judgement is not None and judgement.success
        if judgement is None or not judgement.success:
            why = episode.record[-1].detail if judgement is None and episode.record else judgement
            print(f"task {task.id}, {task.family}, {episode.target}: {why}")
    missed = 0
    for name, times in sorted(seconds.items()):
        median = statistics.median(times)
        allowed = ALLOWED_SECONDS.get(name)
        told = "" if allowed is None else f", {median / allowed:.0%} of the {allowed:g} s allowed"
        missed += allowed is not None and median > allowed
        worst = sorted(times)[int(0.9 * len(times))]
        print(f"{name}: {len(times)} steps, median {median:.3f} s{told}; 90 % within {worst:.3f} s")
    for name, number in (("accepted", accepted), ("successful", successful)):
        print(f"{name}: {number} of {count}, {number / count:.1%}; {ASKED_RATE:.0%} asked for")
        missed += number < ASKED_RATE * count
    print(f"moves of accepted ones: {statistics.fmean(moves or [0]):.2f} on average")
    return 1 if missed else 0


if __name__ == "__main__":
    folder, count = (*sys.argv[1:], *("OUT", "60")[len(sys.argv) - 1 :])
    raise SystemExit(main(Path(folder), int(count)))
