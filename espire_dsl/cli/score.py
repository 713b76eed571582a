"""`espirec score`: how well predictions answer a task set."""

from __future__ import annotations

import argparse
from pathlib import Path

from espire_dsl.cli.output import OK, UsageError, write
from espire_dsl.cli.parser import Subparsers, add_command, add_selection, add_task_set

BASELINES = ("random", "centre", "oracle")
_EXAMPLES = """\
  espirec score out predictions.jsonl              accuracy with intervals, by groups
  espirec score out predictions.jsonl --json       the same for programs
  espirec score out --baseline random --seed 3     what blind guessing gets
  espirec score out mine.jsonl --family 'pick.*' --answered-only"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "score",
        summary="say how many tasks some predictions answer rightly",
        details="A line of the predictions is one of\n"
        '  {"task": "ID", "points": [[x, y], ...]}   for tasks that ask for things or places\n'
        '  {"task": "ID", "answer": VALUE}           for tasks that ask for yes or no, a label, a number\n'
        "A point is an attempt, and there may be three. x runs to the right and y down, in pixels of the\n"
        "world view, from 0 at its upper left corner. A point is right on the mask of any answer.\n"
        "A length may be off by 3 cm and an angle by 10 degrees, in the unit of the task; options and\n"
        "counts must be met. A task without an answer is wrong, as is an answer that cannot be read.",
        examples=_EXAMPLES,
    )
    add_task_set(parser)
    parser.add_argument(
        "predictions", type=Path, nargs="?", metavar="FILE", help="the predictions, a .jsonl file"
    )
    parser.add_argument("--baseline", choices=BASELINES, help="score this instead of a file")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of the random baseline (default: 0)"
    )
    add_selection(parser)
    parser.add_argument("--answered-only", action="store_true", help="leave out tasks that have no answer")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    from fnmatch import fnmatchcase

    from espire_dsl.diagnostics.cells import harmless
    from espire_dsl.scoring.baselines import predictions_of
    from espire_dsl.scoring.judging import can_be_scored
    from espire_dsl.scoring.reading import read_predictions
    from espire_dsl.scoring.score import score
    from espire_dsl.scoring.text import json_of, text_of
    from espire_dsl.tasks.error import TaskSetError
    from espire_dsl.tasks.files import load

    if (args.predictions is None) == (args.baseline is None):
        raise UsageError("give a file of predictions or --baseline, one of the two")
    try:
        every = load(args.folder).tasks
    except TaskSetError as error:
        raise UsageError(str(error)) from None
    tasks = [t for t in every if args.suite in (None, t.suite) and fnmatchcase(t.family, args.family)]
    if not tasks:
        raise UsageError("no task of this set has that suite and family")
    if args.baseline is not None:
        predictions = predictions_of(args.baseline, filter(can_be_scored, tasks), args.seed)
    else:
        predictions = read_predictions(args.predictions, {task.id: task for task in every})
    found = score(tasks, predictions, answered_only=args.answered_only)
    write(json_of(found) if args.json else harmless(text_of(found)))
    return OK
