"""`espirec compile`: makes a task set of families."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from espire_dsl.cli.check import roots_of, show_findings
from espire_dsl.cli.output import FINDINGS, OK, UsageError, say, write
from espire_dsl.cli.parser import Subparsers, add_command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from espire_dsl.tasks.suites import Suite

BACKENDS = ("none",)
_EVERY_SECONDS = 3.0
_EXAMPLES = """\
  espirec compile families/ -o tasks                          all suites, 15 tasks a type
  espirec compile families/ -o tasks --suite espire --seed 7  one suite, another set
  espirec compile mine.espire -o try --per-type 2 --scenes 40 a quick look"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "compile",
        summary="make a task set of families",
        details="Draws scenes, finds every question that can be asked about them, and samples with balance.\n"
        "The result depends on the families, the catalogue and the seed, not on the number of workers.\n"
        "Exits with 1 when a type stays below its quota; what there is, is written all the same.",
        examples=_EXAMPLES,
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files or folders")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="OUT", help="the folder to write")
    parser.add_argument("--seed", type=_whole, default=0, metavar="N", help="default: 0")
    parser.add_argument(
        "--per-type", type=_positive, default=15, metavar="N", help="tasks a type (default: 15)"
    )
    parser.add_argument("--total", type=_positive, metavar="N", help="at most so many tasks a suite")
    parser.add_argument(
        "--scenes",
        type=_positive,
        default=600,
        metavar="N",
        help="scenes a suite, in all worlds (default: 600)",
    )
    parser.add_argument("--suite", metavar="NAME", help="only this suite")
    parser.add_argument("--family", default="*", metavar="PATTERN", help="only these, * stands for anything")
    parser.add_argument("--level", metavar="LEVEL", help="only scenes of this level")
    parser.add_argument(
        "--backend", choices=BACKENDS, default="none", help="none: geometry only, no pictures"
    )
    parser.add_argument("--workers", type=_positive, metavar="N", help="processes (default: one a core)")
    parser.add_argument("--force", action="store_true", help="write into a folder that holds other files")


def run(args: argparse.Namespace) -> int:
    from espire_dsl.catalogue.error import CatalogueError
    from espire_dsl.cli.compile_summary import summary
    from espire_dsl.tasks.error import TaskSetError
    from espire_dsl.tasks.files import TaskSet, check_target, save
    from espire_dsl.tasks.generate import Settings, generate
    from espire_dsl.tasks.manifest import manifest_of
    from espire_dsl.tasks.worlds import UnknownWorldError

    settings = Settings(args.seed, args.per_type, args.total, args.scenes, args.level)
    try:
        check_target(args.output, force=args.force)
        suites = _suites(args)
        if suites is None:
            return FINDINGS
        generated = generate(
            suites, settings, workers=args.workers or _cores(), progress=_Progress(sys.stderr.isatty())
        )
        manifest = manifest_of(suites, settings, generated, args.backend)
        task_set = TaskSet(manifest, generated.tasks, generated.scenes)
        save(args.output, task_set, generated.timings, force=args.force)
    except (TaskSetError, UnknownWorldError, CatalogueError) as error:
        raise UsageError(str(error)) from None
    write(summary(suites, generated))
    say(f"wrote {len(generated.tasks)} tasks about {len(generated.scenes)} scenes to {args.output}")
    return FINDINGS if generated.shortfalls else OK


def _suites(args: argparse.Namespace) -> Sequence[Suite] | None:
    """The suites that are asked for, or None after showing why they do not compile."""
    from espire_dsl.checking.check import compile_paths
    from espire_dsl.cli.paths import espire_files
    from espire_dsl.tasks.suites import suites_of

    files = espire_files(args.paths)
    compiled = compile_paths(files, roots_of(args.paths))
    errors = [d for d in compiled.result.findings if d.severity == "error"]
    if errors:
        show_findings(errors, "text", args.color)
        return None
    suites = suites_of(compiled.files, files, suite=args.suite, family=args.family)
    if not suites:
        named = f" in a suite {args.suite}" if args.suite else ""
        raise UsageError(f"no family here is called {args.family}{named}")
    return suites


class _Progress:
    """One line that moves on a terminal, one line every few seconds elsewhere."""

    def __init__(self, terminal: bool) -> None:
        self._terminal = terminal
        self._told = 0.0

    def __call__(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if self._terminal:
            write(f"\r{what}: {done} of {total}" + ("\n" if done == total else ""), sys.stderr)
            sys.stderr.flush()
        elif done == total or now - self._told >= _EVERY_SECONDS:
            self._told = now
            say(f"{what}: {done} of {total}")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _whole(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is below zero")
    return value


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is below one")
    return value
