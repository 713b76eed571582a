"""Kills `espirec compile` at random moments, and starves it of memory: a resumed run gives the same bytes.

    python benchmarks/kills.py [KILLS [SEED]]

After every chunk of kills those so far are counted by their stages, so that a log tells how far a long run
has come. What goes wrong is told, its folder kept, and the next kill tried.

A kill takes the first process, a worker, all of them, or a worker in the middle of what it sends (the first
process is stopped until a worker blocks). Whoever is left must end by itself; then the run is resumed until
it is whole. Memory is limited in steps from too little to enough: each run ends with a sentence or with the
right bytes, and a run without the limit then gives the right bytes. Linux only.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from espire_dsl.resources import resource_path

FAMILY = resource_path("families") / "espire" / "pick" / "attribute.espire"
TINY = ["--scenes", "10", "--per-type", "1", "--seed", "7", "--resolution", "200x150"]
PATIENCE = 240.0
CHUNK = 20
MEGABYTES = (60, 120, 180, 240, 275, 300, 350, 400, 450, 500, 600, 700, 850, 1000, 1300, 1700, 2500)
WRITING = ("1", "64")  # the number of `write` on x86-64 and on arm64


def command(out: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "espire_dsl.cli", "compile", "-o", str(out), *more]


def files_of(folder: Path) -> dict[str, bytes]:
    """All of a set but the times."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".cache" not in path.parts and path.name != "timings.json"
    }


def workers_of(process: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                spawned = b"spawn_main" in (entry / "cmdline").read_bytes()
            except (OSError, IndexError):
                continue
            if parent == process and spawned:
                found.append(int(entry.name))
    return found


def send(process: int, number: signal.Signals) -> None:
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return


def blocks_in_write(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/syscall").read_text().split()[0] in WRITING
    except (OSError, IndexError):
        return False


def kill_main(main: int) -> None:
    send(main, signal.SIGKILL)


def kill_worker(main: int) -> None:
    for worker in workers_of(main)[:1]:
        send(worker, signal.SIGKILL)


def kill_all(main: int) -> None:
    for process in (*workers_of(main), main):
        send(process, signal.SIGKILL)


def kill_all_workers(main: int) -> None:
    for worker in workers_of(main):
        send(worker, signal.SIGKILL)


def kill_sender(main: int) -> None:
    send(main, signal.SIGSTOP)
    until = time.monotonic() + 5.0
    while time.monotonic() < until:
        blocked = [worker for worker in workers_of(main) if blocks_in_write(worker)]
        if blocked:
            send(blocked[0], signal.SIGKILL)
            break
        time.sleep(0.01)
    send(main, signal.SIGCONT)


def interrupt(main: int) -> None:
    send(main, signal.SIGINT)


WAYS: tuple[Callable[[int], None], ...] = (
    kill_main,
    kill_worker,
    kill_all,
    kill_all_workers,
    kill_sender,
    interrupt,
)


def one_kill(out: Path, way: Callable[[int], None], after: float) -> str:
    """Starts a run, kills something, and says at which stage that was."""
    process = subprocess.Popen(
        command(out, str(FAMILY), *TINY, "--workers", "2"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(after)
    way(process.pid)
    try:
        _, said = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        kill_all(process.pid)
        raise
    if "Traceback" in said or "internal error" in said:
        raise AssertionError(said)
    return next((line.split()[0] for line in reversed(said.splitlines()) if "/" in line), "start")


def resumed(out: Path, whole: dict[str, bytes]) -> int:
    """Resumes a run until it is whole; gives how often that took."""
    for attempt in range(1, 4):
        more = ["--resume"] if (out / ".cache" / "run.json").exists() else [str(FAMILY), *TINY]
        ended = subprocess.run(
            command(out, *more, "--workers", "2"),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        if ended.returncode not in (0, 1):
            raise AssertionError(f"{ended.returncode}: {ended.stderr}")
        if files_of(out) == whole:
            return attempt
        if "given up" not in ended.stderr:
            raise AssertionError(f"other bytes: {ended.stderr}")
    raise AssertionError("it never becomes whole")


def kills(number: int, dice: random.Random, folder: Path, whole: dict[str, bytes], seconds: float) -> int:
    """Kills so often; gives how often something went wrong."""
    stages: Counter[str] = Counter()
    wrong = 0
    for count in range(number):
        way, after = WAYS[count % len(WAYS)], dice.uniform(0.2, seconds)
        out = folder / f"kill{count}"
        what = f"{count + 1:>4} {way.__name__:<17} after {after:5.2f} s"
        try:
            stage = one_kill(out, way, after)
            print(f"{what}, in {stage:<10} whole after {resumed(out, whole)}", flush=True)
            stages[f"{way.__name__} in {stage}"] += 1
        except (AssertionError, subprocess.TimeoutExpired) as problem:
            wrong += 1
            kept = Path(tempfile.mkdtemp(prefix="kill-"), "set")
            shutil.copytree(out, kept, symlinks=True) if out.exists() else kept.mkdir()
            print(f"{what}: WRONG, kept in {kept}: {problem}", flush=True)
        shutil.rmtree(out, ignore_errors=True)
        if (count + 1) % CHUNK == 0 or count + 1 == number:
            print(f"--- {count + 1} of {number} kills, {wrong} went wrong", flush=True)
            print("\n".join(f"{n:>5}  {told}" for told, n in sorted(stages.items())), flush=True)
    return wrong


def limited(megabytes: int) -> Callable[[], None]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return limit


def starved(folder: Path, whole: dict[str, bytes]) -> None:
    for workers in ("1", "2"):
        for megabytes in MEGABYTES:
            out = folder / f"memory{workers}-{megabytes}"
            ended = subprocess.run(
                command(out, str(FAMILY), *TINY, "--workers", workers),
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                preexec_fn=limited(megabytes),
                check=False,
            )
            right = out.exists() and files_of(out) == whole
            lines = [line for line in ended.stderr.splitlines() if line.strip()]
            if not right and not lines:
                raise AssertionError(f"{megabytes} MB: no sentence, other bytes: {ended.returncode}")
            told = "the right bytes" if right else lines[-1][:90]
            again = resumed(out, whole)
            what = f"{megabytes:>5} MB, {workers} workers: {ended.returncode:>4}, {told}"
            print(f"{what}; whole after {again}", flush=True)


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        started = time.monotonic()
        subprocess.run(
            command(folder / "whole", str(FAMILY), *TINY, "--workers", "2"), capture_output=True, check=False
        )
        seconds = time.monotonic() - started
        whole = files_of(folder / "whole")
        print(f"a run that nobody disturbs takes {seconds:.1f} s and writes {len(whole)} files", flush=True)
        wrong = kills(number, random.Random(seed), folder, whole, seconds)
        starved(folder, whole)
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
