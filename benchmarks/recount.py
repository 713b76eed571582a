"""Counts a compiled set again, by an independent way, against the rules of tasks that people agree with.

`python benchmarks/recount.py [OUT]` reads OUT/tasks.jsonl and OUT/scenes.jsonl with NumPy alone and prints,
for every rule, how many tasks (types, families) it applies to, how many violate it, and the first of them.
The exit code is 1 when a rule is violated; figures that are no rules stand in brackets. Where the manifest
lists other numbers for a family, these hold for its tasks, and the family is shown. `--suite NAME` looks at
one suite, `--family PATTERN` at some families, `--all RULE` lists all that violate the rules with these
words.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from recounting import clearness, fairness
from recounting.look import OPEN_FRAMES, POINTING, Look
from recounting.rules import Recount, Rule, listed_for
from recounting.scene import WORLD, Scene

RULES = (*clearness.RULES, *fairness.RULES)
SHOWN = 3
PRESENT_SCHEMA = 2


def main() -> int:
    started = time.perf_counter()
    given = _arguments()
    if not (given.folder / "tasks.jsonl").is_file():
        print(f"not recounted: {given.folder} has no tasks.jsonl; make a set with `make tasks`")
        return 0
    recount = read(given.folder, given.suite, given.family)
    print(f"{len(recount.tasks)} pointing tasks, and {len(recount.open_tasks)} that leave the frame open")
    violated = 0
    for rule in RULES:
        bad, total = _counted(rule, recount)
        violated += bool(bad) and rule.strict
        shown = bad if given.all is not None and given.all in rule.words else bad[:SHOWN]
        words = rule.words if rule.strict else f"({rule.words})"
        mark = "!" if bad and rule.strict else " "
        print(f"{mark} {words:<60} {total:>6} {len(bad):>6}  {', '.join(shown)}")
    print(f"{violated} of {len(RULES)} rules violated; {time.perf_counter() - started:.0f} s")
    return 1 if violated else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("OUT"))
    parser.add_argument("--suite")
    parser.add_argument("--family", default="*")
    parser.add_argument("--all", metavar="RULE", help="list all that violate the rules with these words")
    return parser.parse_args()


def _counted(rule: Rule, recount: Recount) -> tuple[list[str], int]:
    verdicts = list(rule.verdicts(recount))
    return [name for name, bad in verdicts if bad], len(verdicts)


def read(folder: Path, suite: str | None = None, family: str = "*") -> Recount:
    """The pointing tasks of a set, in files of the present layout or of the one before."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    present = manifest.get("schema", 1) >= PRESENT_SCHEMA
    records = {record["graph"]["id"]: record for record in _lines(folder / "scenes.jsonl")}

    @cache
    def seen(scene: str, view: str) -> Scene:
        return Scene(records[scene], present, view)

    looks = [
        Look(
            task,
            seen(task["scene"], task.get("view", WORLD)),
            present,
            listed_for(manifest, task["suite"], task["family"]),
        )
        for task in _lines(folder / "tasks.jsonl")
        if task["answer_kind"] in POINTING
        and suite in (None, task["suite"])
        and fnmatchcase(task["family"], family)
    ]
    is_open = [look.task["suite"] == OPEN_FRAMES for look in looks]
    return Recount(
        [look for look, open_ in zip(looks, is_open, strict=True) if not open_],
        [look for look, open_ in zip(looks, is_open, strict=True) if open_],
        manifest,
    )


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


if __name__ == "__main__":
    raise SystemExit(main())
