"""`espirec audit`: what a task set gives away to shortcuts, and how its answers spread."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from espire_dsl.cli.output import FINDINGS, OK, UsageError, write
from espire_dsl.cli.parser import Subparsers, add_command

if TYPE_CHECKING:
    from espire_dsl.auditing.audit import SuiteAudit
    from espire_dsl.tasks.files import TaskSet

_EXAMPLES = """\
  espirec audit out                                 all suites of a task set
  espirec audit out --suite espire --strict         exit code 1 when a shortcut works too well
  espirec audit out --family 'pick.distance.*' --details
  espirec audit out --by type --format json"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "audit",
        summary="say which shortcuts solve a task set, and how its answers spread",
        details="Tries shortcuts that do not read the sentence: the first candidate, the nearest to the\n"
        "camera, the largest, highest or most central in the image, a random one; always yes,\n"
        "always no. A family that one of them solves well above chance is marked with `!`.\n"
        "Also counts templates and places of answers, and for tasks about distance how often\n"
        "the farther one is higher in the image.",
        examples=_EXAMPLES,
    )
    parser.add_argument(
        "folder", type=Path, metavar="OUT", help="a task set, as written by `espirec compile`"
    )
    parser.add_argument("--suite", metavar="NAME", help="only this suite")
    parser.add_argument(
        "--family", default="*", metavar="GLOB", help="only these families, * stands for anything"
    )
    parser.add_argument(
        "--by", choices=("family", "type"), default="family", help="what is looked at together (family)"
    )
    parser.add_argument("--details", action="store_true", help="a line for every shortcut, with its interval")
    parser.add_argument("--strict", action="store_true", help="exit code 1 when something is flagged")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="for people or programs")


def run(args: argparse.Namespace) -> int:
    from espire_dsl.auditing.audit import audit
    from espire_dsl.auditing.json_format import json_of
    from espire_dsl.auditing.text import text_of
    from espire_dsl.diagnostics.cells import harmless
    from espire_dsl.tasks.error import TaskSetError
    from espire_dsl.tasks.files import load

    try:
        task_set = load(args.folder)
        _check_chosen(task_set, args.suite, args.family)
        audits = audit(task_set, suite=args.suite, family=args.family, by=args.by)
    except TaskSetError as error:
        raise UsageError(str(error)) from None
    write(json_of(audits) if args.format == "json" else harmless(text_of(audits, details=args.details)))
    return FINDINGS if args.strict and _any_flagged(audits) else OK


def _any_flagged(audits: tuple[SuiteAudit, ...]) -> bool:
    return any(audit.flagged for audit in audits)


def _check_chosen(task_set: TaskSet, suite: str | None, family: str) -> None:
    """Refuse to report on nothing."""
    from fnmatch import fnmatchcase

    suites = sorted({task.suite for task in task_set.tasks})
    if not suites:
        raise UsageError("this task set has no tasks")
    if suite is not None and suite not in suites:
        raise UsageError(f"there is no suite `{suite}` in this task set; it has {', '.join(suites)}")
    if not any(suite in (None, t.suite) and fnmatchcase(t.family, family) for t in task_set.tasks):
        raise UsageError(f"no family fits `{family}`")
