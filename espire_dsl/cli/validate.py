"""`espirec validate`: whether a task set is what it says."""

from __future__ import annotations

import argparse

from espire_dsl.cli.output import FINDINGS, OK, UsageError, write
from espire_dsl.cli.parser import Subparsers, add_command, add_task_set

_EXAMPLES = """\
  espirec validate out            say all that is wrong, with file, line and field
  espirec validate out --json     the same for programs"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "validate",
        summary="compute every answer of a task set once more, and check all its files",
        details="Needs nothing but the task set: each program is read from its steps and run on the stored\n"
        "scene by the reference evaluator. Candidates, answers, margins, frames, readings and traces\n"
        "must come out as recorded, sentences are said again, and every task must meet the rules of the\n"
        "manifest as it had to when it was made; masks must be what the pictures show; files must have\n"
        "the hashes of the manifest. An author's own tags are guarded by the hashes alone.\n"
        "Exits with 1 when there are findings.",
        examples=_EXAMPLES,
    )
    add_task_set(parser)
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    from espire_dsl.diagnostics.cells import harmless
    from espire_dsl.validating.text import json_of, text_of
    from espire_dsl.validating.validate import validate

    if not args.folder.is_dir():
        raise UsageError(f"{args.folder}: there is no such folder")
    report = validate(args.folder)
    write(json_of(report) if args.json else harmless(text_of(report)))
    return FINDINGS if report.findings else OK
