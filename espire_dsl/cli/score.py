"""`espirec score`: how well predictions answer a task set."""

from __future__ import annotations

import argparse
from pathlib import Path

from espire_dsl.cli.output import OK, UsageError, say, write
from espire_dsl.cli.parser import Subparsers, add_columns, add_command, add_selection, add_task_set

BASELINES = ("random", "candidate", "centre", "oracle")
POINTS = ("pixel", "unit", "percent", "thousand")
ORDERS = ("xy", "yx")
_EXAMPLES = """\
  espirec score out predictions.jsonl              accuracy with intervals, by groups
  espirec score out predictions.jsonl --json       the same for programs
  espirec score out predictions.jsonl --points thousand --order yx
  espirec score out --baseline candidate --seed 3  what blind guessing gets
  espirec score out predictions.jsonl --by level --by tag:by_eye
  espirec score out mine.jsonl --family 'pick.*' --answered-only"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "score",
        summary="say how many tasks some predictions answer rightly",
        details="A line of the predictions is one of\n"
        '  {"task": "ID", "points": [[x, y], ...]}   for tasks that ask for things or places\n'
        '  {"task": "ID", "answer": VALUE}           for all other tasks\n'
        "A point is an attempt, and there may be three. x runs to the right and y down, in pixels of the\n"
        "world view, from 0 at its upper left corner, unless --points and --order say otherwise. A point\n"
        "is right on the mask of any answer that the robot can reach, or of any answer.\n"
        'Yes or no may also be told by how likely a yes is: {"task": "ID", "p_yes": 0.73}.\n'
        'A value is yes or no, the letter or the words of an option ("B", "(b)", "the teddy bear"), a list\n'
        'of them, a label, or a number with any unit ("400.2 cm", "5 ft"). A length may be off by 3 cm and\n'
        "an angle by 10 degrees; options and counts must be met. A task without an answer is wrong, as is\n"
        "an answer that cannot be read. EM is the share of exact matches, PM word overlap, MRA mean\n"
        "relative accuracy. Tasks that leave the frame open are neither right nor wrong: the report says\n"
        "which frame was used.",
        examples=_EXAMPLES,
    )
    add_task_set(parser)
    parser.add_argument(
        "predictions", type=Path, nargs="?", metavar="FILE", help="the predictions, a .jsonl file"
    )
    parser.add_argument("--baseline", choices=BASELINES, help="score this instead of a file")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of the random baselines (default: 0)"
    )
    parser.add_argument(
        "--points",
        choices=POINTS,
        default="pixel",
        help="how points are given: pixels, or shares of the picture's width and height up to 1, 100 or"
        " 1000 (default: pixel)",
    )
    parser.add_argument(
        "--order", choices=ORDERS, default="xy", help="which coordinate comes first (default: xy)"
    )
    add_selection(parser)
    add_columns(parser)
    parser.add_argument("--answered-only", action="store_true", help="leave out tasks that have no answer")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    from espire_dsl.diagnostics.cells import harmless
    from espire_dsl.scoring.conventions import Convention
    from espire_dsl.scoring.scored import scored
    from espire_dsl.scoring.text import json_of, text_of
    from espire_dsl.tasks.error import TaskSetError
    from espire_dsl.tasks.files import load

    if (args.predictions is None) == (args.baseline is None):
        raise UsageError("give a file of predictions or --baseline, one of the two")
    try:
        found = scored(
            load(args.folder).tasks,
            args.predictions,
            baseline=args.baseline,
            seed=args.seed,
            convention=Convention(args.points, args.order),
            suite=args.suite,
            family=args.family,
            answered_only=args.answered_only,
            by=args.by or (),
        )
    except TaskSetError as error:
        raise UsageError(str(error)) from None
    if found.predictions.warning:
        say(f"espirec: warning: {found.predictions.warning}")
    write(json_of(found) if args.json else harmless(text_of(found)))
    return OK
