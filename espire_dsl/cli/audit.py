"""`espirec audit`: what a task set gives away to shortcuts, how its answers spread, and how fair it is."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from espire_dsl.cli.output import FINDINGS, OK, UsageError, use_colour, write
from espire_dsl.cli.parser import Subparsers, add_command, add_selection, add_task_set

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
        summary="say which shortcuts solve a task set, how its answers spread, and how fair it is",
        details="Tries shortcuts that do not read the sentence: the first candidate, the nearest to the\n"
        "camera, the largest, highest or most central in the image, a random one; always yes,\n"
        "always no. A family that one of them solves well above chance is marked with `!`.\n"
        "Also counts templates and places of answers, and for tasks about distance how often\n"
        "the farther one is higher in the image. Under `how fair tasks are`: what a blind choice\n"
        "gets, how many tasks are decided clearly enough to be judged by eye, in how many the frame of\n"
        "reference matters, the fewest templates, sentences and scenes of a type, the balance of right\n"
        "answers of questions; by family or type, and by every tag.",
        examples=_EXAMPLES,
    )
    add_task_set(parser)
    add_selection(parser)
    parser.add_argument(
        "--by",
        default="family",
        metavar="COLUMN",
        help="what is looked at together: family, type, or tag:NAME for the groups of a tag (family)",
    )
    parser.add_argument("--details", action="store_true", help="a line for every shortcut, with its interval")
    parser.add_argument("--strict", action="store_true", help="exit code 1 when something is flagged")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="for people or programs")


def run(args: argparse.Namespace) -> int:
    from espire_dsl.auditing.audit import audit
    from espire_dsl.auditing.json_format import json_of
    from espire_dsl.auditing.text import text_of
    from espire_dsl.tasks.error import TaskSetError
    from espire_dsl.tasks.files import load

    try:
        task_set = load(args.folder)
        _check_suite(task_set, args.suite)
        audits = audit(task_set, suite=args.suite, family=args.family, by=args.by)
    except TaskSetError as error:
        raise UsageError(str(error)) from None
    if not audits:
        raise UsageError(f"no family fits `{args.family}`")
    if args.format == "json":
        write(json_of(audits))
    else:
        write(_painted(text_of(audits, details=args.details), use_colour(args.color, sys.stdout)))
    return FINDINGS if args.strict and _any_flagged(audits) else OK


def _painted(text: str, coloured: bool) -> str:
    """The text with its marked lines in colour, and with nothing in it that could steer the terminal."""
    from espire_dsl.auditing.text import MARK
    from espire_dsl.diagnostics.cells import harmless
    from espire_dsl.diagnostics.style import Role, Style

    style = Style(coloured)
    lines = harmless(text).split("\n")
    return "\n".join(
        style.paint(line, Role.WARNING) if line.lstrip().startswith(MARK) else line for line in lines
    )


def _any_flagged(audits: tuple[SuiteAudit, ...]) -> bool:
    return any(audit.flagged for audit in audits)


def _check_suite(task_set: TaskSet, suite: str | None) -> None:
    """Refuse to report on nothing."""
    suites = sorted({task.suite for task in task_set.tasks})
    if not suites:
        raise UsageError("this task set has no tasks")
    if suite is not None and suite not in suites:
        raise UsageError(f"there is no suite `{suite}` in this task set; it has {', '.join(suites)}")
