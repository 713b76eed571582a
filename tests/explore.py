"""Draws examples that no test run has drawn, until the time is over: `make explore`.

Each round has a seed of its own, made of the one that is printed at the start. What fails is shrunk, shown,
and kept in tests/explored, where every test run finds it. Another round begins only if there is time for it.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.conftest import FOUND, ORDER, UNTIL

TESTS = Path(__file__).parent
KEPT = TESTS / "explored"
_FAILED, _NOTHING_TO_RUN = 1, 5
_ENOUGH = 60.0
"""So many seconds are worth another round, even if the last one took longer."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.explore", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--workers", default="auto")
    parser.add_argument("--keep", type=Path, default=KEPT, help="the folder for what is found")
    parser.add_argument("paths", nargs="*", default=[str(TESTS)], help="only these tests")
    args = parser.parse_args()
    print(f"exploring for {args.minutes:g} minutes; again with: --seed {args.seed}", flush=True)
    dice = random.Random(args.seed)
    until = time.time() + 60 * args.minutes
    failed = False
    with tempfile.TemporaryDirectory() as found:
        rounds, needed = 0, 0.0
        while time.time() + needed < until:
            began = time.time()
            rounds += 1
            failed |= _round(dice.randrange(2**32), until, found, args.workers, args.paths)
            needed = min(time.time() - began, _ENOUGH)
        if failed:
            shutil.copytree(found, args.keep, dirs_exist_ok=True)
    if not failed:
        print(f"{rounds} rounds; nothing was found")
        return 0
    tried = ", and `pytest` tries it again in every run" if args.keep == KEPT else ""
    print(f"{rounds} rounds; what was found is in {args.keep}{tried}")
    print(f"where that folder is lost: make explore MINUTES={args.minutes:g} SEED={args.seed}")
    return 1


def _round(seed: int, until: float, found: str, workers: str, paths: list[str]) -> bool:
    """Runs all tests that draw examples, once; True if one failed."""
    command = [sys.executable, "-m", "pytest", "-n", workers, f"--hypothesis-seed={seed}", "--no-header"]
    explored = {UNTIL: str(until), FOUND: found, ORDER: str(seed)}
    print(f"round with seed {seed}", flush=True)
    code = subprocess.run([*command, *paths], env={**os.environ, **explored}, check=False).returncode
    if code not in (0, _FAILED, _NOTHING_TO_RUN):
        print(f"this round did not end by itself: pytest left with {code}", flush=True)
    return code not in (0, _NOTHING_TO_RUN)


if __name__ == "__main__":
    raise SystemExit(main())
