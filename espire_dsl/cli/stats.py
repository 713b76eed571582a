"""`espirec stats`: what is in a task set."""

from __future__ import annotations

import argparse

from espire_dsl.cli.output import OK, UsageError, write
from espire_dsl.cli.parser import Subparsers, add_columns, add_command, add_selection, add_task_set

_EXAMPLES = """\
  espirec stats out                             all tables
  espirec stats out --suite espire              of one suite
  espirec stats out --by tag:by_eye             only by a tag
  espirec stats out --family 'pick.*' --json    for programs"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "stats",
        summary="count what is in a task set",
        details="Tasks by suite, action, aspect, granularity, level, family and every tag; how many answers\n"
        "and candidates tasks have, margins, lengths of sentences, use of templates; what the planner said\n"
        "of the answers, and why bindings were refused when the set was made.",
        examples=_EXAMPLES,
    )
    add_task_set(parser)
    add_selection(parser)
    add_columns(parser)
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    from fnmatch import fnmatchcase

    from espire_dsl.diagnostics.cells import harmless
    from espire_dsl.statistics.count import statistics_of
    from espire_dsl.statistics.text import json_of, text_of
    from espire_dsl.tasks.error import TaskSetError
    from espire_dsl.tasks.files import load

    try:
        task_set = load(args.folder)
    except TaskSetError as error:
        raise UsageError(str(error)) from None
    tasks = [
        t for t in task_set.tasks if args.suite in (None, t.suite) and fnmatchcase(t.family, args.family)
    ]
    if not tasks:
        raise UsageError("no task of this set has that suite and family")
    found = statistics_of(task_set, tasks, args.by or ())
    write(json_of(found) if args.json else harmless(text_of(found)))
    return OK
