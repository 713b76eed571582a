"""Kills `espirec compile` at random moments, and starves it of memory: a resumed run gives the same bytes.

    python benchmarks/kills.py [KILLS [SEED]] [--memory MB ...] [--engine ray]

After every chunk of kills those so far are counted by their stages, so that a log tells how far a long run
has come. What goes wrong is told, its folder kept, and the next kill tried.

A kill takes the first process, a worker, all of them, a worker in the middle of what it sends (the first
process is stopped until a worker blocks), or from some moment on every worker that has begun to work, so that
parts of the work are given up. It comes at a random moment of a stage drawn at random, so that
short stages have as many as long ones. Whoever is left must end by itself; then the run is resumed, killed
again in a later stage, and after some kills resumed until it is whole. Memory is limited in steps from too
little to enough: each run ends with a sentence and an exit code of ours or with the right bytes, and a run
without the limit then gives the right bytes. Linux only.

With `--engine ray` the runs are on a Ray cluster of three nodes, the first of which only gives out the work.
A kill takes the first process, a worker, all workers, or a whole node, which stays away until the run has
ended. What was begun there is resumed in a process of this machine. Memory is not limited then.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

from attrs import frozen
from killing.processes import blocks_in_write, has_begun, is_running, killed, send, ticks_of, workers_of

from espire_dsl.resources import resource_path

STAGES = ("start", "scenes", "bindings", "verdicts", "tasks", "pictures", "writing")
"""What a run says that it is at, in this order."""

FAMILY = resource_path("families") / "espire" / "pick" / "attribute.espire"
TINY = ["--scenes", "3", "--per-type", "1", "--seed", "7", "--resolution", "120x90"]
SENT = [*TINY[:-1], "480x360"]
"""Pictures that are larger than what a line between processes holds, so that whoever sends them must wait."""

PATIENCE = 120.0
"""A run hangs if none of its processes computes anything for so many seconds. On a busy machine one that does
not hang may take any time."""

CHUNK = 20
ROUND = 3
"""So many kills meet one run, which is resumed after each of them."""

MEGABYTES = (60, 120, 240, 400, 600, 700, 750, 800, 850, 900, 950, 1000, 1100, 1300, 1500, 1700, 2500)
FAILED = 2  # the exit code of a run that could not be done, as a sentence says


class HangsError(Exception):
    """A run that waits for something that never comes."""


def command(out: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "espire_dsl.cli", "compile", "-o", str(out), *more]


def files_of(folder: Path) -> dict[str, bytes]:
    """All of a set but the times."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".cache" not in path.parts and path.name != "timings.json"
    }


def kill_main(main: int) -> bool:
    return send(main, signal.SIGKILL)


def kill_worker(main: int) -> bool:
    return killed(workers_of(main)[:1]) > 0


def kill_all(main: int) -> bool:
    return killed([*workers_of(main), main]) > 0


def kill_all_workers(main: int) -> bool:
    return killed(workers_of(main)) > 0


def kill_sender(main: int) -> bool:
    """Stops the first process until a worker waits to send on, and kills that one."""
    if not send(main, signal.SIGSTOP):
        return False
    until = time.monotonic() + PATIENCE / 2
    try:
        while time.monotonic() < until:
            for worker in workers_of(main):
                if blocks_in_write(worker):
                    return send(worker, signal.SIGKILL)
            time.sleep(0.01)
    finally:
        send(main, signal.SIGCONT)
    return False


def kill_whoever_works(main: int) -> bool:
    """Kills every worker that has begun to work, until the run ends: what was tried twice is given up."""
    until, met = time.monotonic() + PATIENCE, 0
    while is_running(main) and time.monotonic() < until:
        met += killed([worker for worker in workers_of(main) if has_begun(worker)])
        time.sleep(0.01)
    return met > 0


def interrupt(main: int) -> bool:
    return send(main, signal.SIGINT)


Way = Callable[[int], bool]
"""Kills something of a run, by the number of its first process; says whether it met anybody."""


@frozen
class Setting:
    """How runs are started, the ways of killing them, and what is done before each. One that takes longer
    than `longest` seconds hangs, whatever it computes: Ray's threads always do something."""

    options: tuple[str, ...]
    ways: tuple[Way, ...]
    longest: float = float("inf")
    prepare: Callable[[], None] = lambda: None


LOCAL = Setting(
    ("--workers", "2"),
    (kill_main, kill_worker, kill_all, kill_all_workers, kill_sender, kill_whoever_works, interrupt),
)
OF_WORKERS = (
    "kill_worker",
    "kill_all_workers",
    "kill_whoever_works",
    "kill_ray_worker",
    "kill_all_ray_workers",
)
"""Ways that meet nobody before there are workers."""


@contextmanager
def setting_of(engine: str) -> Iterator[Setting]:
    if engine == "local":
        yield LOCAL
        return
    from killing.ray_machines import Machines

    machines = Machines()
    try:
        ways = (machines.kill_node, machines.kill_ray_worker, machines.kill_all_ray_workers)
        yield Setting(machines.options, (*ways, machines.kill_node, kill_main), 600.0, machines.prepare)
    finally:
        machines.close()


def stage_of(said: str) -> str:
    """What a run was at last, by what it said."""
    told = (line.split()[0] for line in reversed(said.splitlines()) if "/" in line)
    return next((word for word in told if word in STAGES), STAGES[0])


def one_kill(out: Path, options: list[str], setting: Setting, way: Way, wanted: str, after: float) -> str:
    """Kills something so long after a stage was begun; gives at which stage that was, nothing if too late."""
    setting.prepare()
    log = out.with_suffix(".log")
    with log.open("w") as stderr:
        run = command(out, *begun(out, options), *setting.options)
        process = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=stderr)
    while STAGES.index(stage_of(log.read_text())) < STAGES.index(wanted) and process.poll() is None:
        time.sleep(0.005)
    time.sleep(after)
    stage, met = stage_of(log.read_text()), process.poll() is None and way(process.pid)
    await_end(process, setting.longest)
    if way is interrupt and met and process.returncode == 0 and stage != STAGES[-1]:
        raise AssertionError("the interrupt was lost")
    said = log.read_text()
    if "Traceback" in said or "internal error" in said:
        raise AssertionError(said)
    return stage if met else ""


def await_end(process: subprocess.Popen[Any], longest: float = float("inf")) -> None:
    """Waits until a run ends; one that hangs is killed, and HangsError raised."""
    used, since = -1, time.monotonic()
    until = since + longest
    while process.poll() is None:
        now = sum(map(ticks_of, (process.pid, *workers_of(process.pid))))
        if now != used:
            used, since = now, time.monotonic()
        if time.monotonic() - since > PATIENCE or time.monotonic() > until:
            kill_all(process.pid)
            process.wait()
            raise HangsError("it hangs")
        time.sleep(0.1)


def begun(out: Path, options: list[str]) -> list[str]:
    """How a run goes on: where it was begun, as it was begun."""
    return ["--resume"] if (out / ".cache" / "run.json").exists() else [str(FAMILY), *options]


def run_to_end(run: list[str], out: Path, limit: Callable[[], None] | None = None) -> tuple[int, str]:
    """The exit code of a command, and what it said."""
    log = out.with_suffix(".log")
    with log.open("w") as stderr:
        process = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=stderr, preexec_fn=limit)
    await_end(process)
    return process.returncode, log.read_text()


def resumed(out: Path, options: list[str], whole: dict[str, bytes]) -> int:
    """Resumes a run until it is whole, with one process where two had begun; gives how often that took."""
    for attempt in range(1, 4):
        alone = ("--engine", "local", "--workers", "1")
        code, said = run_to_end(command(out, *begun(out, options), *alone), out)
        if code not in (0, 1):
            raise AssertionError(f"{code}: {said}")
        if files_of(out) == whole:
            return attempt
        if "given up" not in said:
            raise AssertionError(f"other bytes: {said}")
    raise AssertionError("it never becomes whole")


Kill = tuple[int, Way, float]
"""In which stage, by its place among them, in which way, and how long after the stage was begun."""


def drawn(ways: Iterable[Way], dice: random.Random) -> list[Kill]:
    """Kills of one run, in the order of their stages."""
    plan: list[Kill] = []
    for way in ways:
        first = 1 if way.__name__ in OF_WORKERS else 0  # at the start there are none
        stage = STAGES.index("pictures") if way is kill_sender else dice.randrange(first, len(STAGES))
        plan.append((stage, way, dice.uniform(0.0, 2.0 if stage == 0 else 0.6)))
    return sorted(plan, key=lambda kill: kill[0])


def kills(number: int, setting: Setting, dice: random.Random, folder: Path, whole: dict[str, bytes]) -> int:
    """Kills so often; gives how often something went wrong."""
    stages: Counter[str] = Counter()
    ways = cycle(setting.ways)
    wrong = done = told = 0
    while done < number:
        out = folder / f"kill{done}"
        what, is_whole = "", False
        try:
            for wanted, way, after in drawn(islice(ways, ROUND), dice):
                what = f"{done + 1:>4} {way.__name__:<17} {after:4.2f} s after {STAGES[wanted]:<9}"
                stage = one_kill(out, SENT, setting, way, STAGES[wanted], after)
                met = f"in {stage}" if stage else "met nobody, does not count"
                print(f"{what} {met}", flush=True)
                stages[f"{way.__name__} in {stage}"] += bool(stage)
                done += bool(stage)
                is_whole = out.exists() and files_of(out) == whole
                if is_whole:  # who was killed was replaced; the next kill meets another run
                    shutil.rmtree(out)
            print(f"     whole after {0 if is_whole else resumed(out, SENT, whole)}", flush=True)
        except (AssertionError, HangsError) as problem:
            wrong += 1
            done += 1
            kept = Path(tempfile.mkdtemp(prefix="kill-"), "set")
            shutil.copytree(out, kept, symlinks=True) if out.exists() else kept.mkdir()
            print(f"{what}: WRONG, kept in {kept}: {problem}", flush=True)
        shutil.rmtree(out, ignore_errors=True)
        if done // CHUNK > told or done >= number:
            told = done // CHUNK
            print(f"--- {done} of {number} kills, {wrong} went wrong", flush=True)
            print("\n".join(f"{n:>5}  {place}" for place, n in sorted(stages.items()) if n), flush=True)
    return wrong


def limited(megabytes: int) -> Callable[[], None]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return limit


def starved(steps: Iterable[int], folder: Path, whole: dict[str, bytes]) -> int:
    """Runs with so little memory; gives how many ended badly."""
    wrong = done = 0
    for workers, megabytes in product(("1", "2"), steps):
        out = folder / f"memory{workers}-{megabytes}"
        run = command(out, str(FAMILY), *TINY, "--workers", workers)
        what = f"{megabytes:>5} MB, {workers} workers:"
        done += 1
        try:
            code, said = run_to_end(run, out, limited(megabytes))
            told = ending(code, said, out.exists() and files_of(out) == whole)
            print(f"{what} {code:>4}, {told}; whole after {resumed(out, TINY, whole)}", flush=True)
        except (AssertionError, HangsError) as problem:
            wrong += 1
            print(f"{what} WRONG: {problem}", flush=True)
        shutil.rmtree(out, ignore_errors=True)
    print(f"--- {done} runs with little memory, {wrong} ended badly", flush=True)
    return wrong


def ending(code: int, said: str, is_right: bool) -> str:
    """How a run ended: with the right bytes, or with a sentence; an AssertionError if with neither."""
    lines = [line for line in said.splitlines() if line.strip()]
    last = lines[-1] if lines else "no sentence"
    if "Traceback" in said or "internal error" in said:
        raise AssertionError(f"{code}: {said}")
    if code in (0, 1) and is_right:
        return "the right bytes"
    if code == 1 and "given up" in said:
        return last
    if code != FAILED or not last.startswith("espirec: error: "):
        raise AssertionError(f"it ended with {code}; {last}")
    return last


def undisturbed(out: Path, options: list[str]) -> dict[str, bytes]:
    """What a run writes that nobody disturbs."""
    started = time.monotonic()
    subprocess.run(command(out, str(FAMILY), *options, "--workers", "2"), capture_output=True, check=False)
    whole = files_of(out)
    shutil.rmtree(out)
    seconds = time.monotonic() - started
    print(f"a run that nobody disturbs takes {seconds:.1f} s and writes {len(whole)} files", flush=True)
    return whole


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kills", nargs="?", type=int, default=20)
    parser.add_argument("seed", nargs="?", type=int, default=0)
    parser.add_argument("--memory", nargs="*", type=int, default=MEGABYTES, metavar="MB", help="limits")
    parser.add_argument("--engine", choices=("local", "ray"), default="local")
    given = parser.parse_args()
    # Whoever is started in the background of a script would hear no interrupt, and nor would what it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        wrong = 0
        if given.kills:
            dice, whole = random.Random(given.seed), undisturbed(folder / "whole", SENT)
            with setting_of(given.engine) as setting:
                wrong += kills(given.kills, setting, dice, folder, whole)
        if given.memory and given.engine == "local":
            wrong += starved(given.memory, folder, undisturbed(folder / "whole", TINY))
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
