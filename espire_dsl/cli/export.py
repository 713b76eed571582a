"""`espirec export`: a task set for another evaluation harness, and the way back."""

from __future__ import annotations

import argparse
from pathlib import Path

from espire_dsl.cli.output import OK, UsageError, say, write
from espire_dsl.cli.parser import Subparsers, add_command, add_selection
from espire_dsl.cli.score import ORDERS, POINTS

FORMS = ("lmms-eval", "vlmevalkit", "predictions")
_EXAMPLES = """\
  espirec export lmms-eval out -o harness --suite espire
  espirec export vlmevalkit out -o harness --points pixel
  espirec export predictions out -o mine.jsonl --replies model_espire_openended.tsv"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "export",
        summary="write a task set for lmms-eval or VLMEvalKit",
        details="lmms-eval: a folder for --include_path, with YAML files of tasks, utils.py and tables.\n"
        "vlmevalkit: TSV files for the folder that LMUData names.\n"
        "predictions: the way back, a file for `espirec score` from a table of replies.\n"
        "Questions ask for points as --points and --order say; what a model is used to is best.\n"
        "Tasks that leave the frame open are neither right nor wrong and are left out, as are\n"
        "tasks without pictures or masks.",
        examples=_EXAMPLES,
    )
    parser.add_argument("form", choices=FORMS, metavar="FORM", help=", ".join(FORMS))
    parser.add_argument("folder", type=Path, metavar="OUT", help="the folder of a task set")
    parser.add_argument(
        "-o", dest="target", type=Path, required=True, metavar="PATH", help="a new folder, or a new file"
    )
    parser.add_argument("--points", choices=POINTS, default="thousand", help="how points are asked for")
    parser.add_argument("--order", choices=ORDERS, default="xy", help="which coordinate comes first")
    parser.add_argument("--name", default="espire", metavar="NAME", help="of the dataset in VLMEvalKit")
    parser.add_argument(
        "--replies", type=Path, metavar="TABLE", help="what a harness collected (.tsv, .csv, .jsonl)"
    )
    add_selection(parser)


def run(args: argparse.Namespace) -> int:
    from espire_dsl.tasks.error import TaskSetError

    if (args.form == "predictions") != (args.replies is not None):
        raise UsageError("--replies TABLE belongs to `espirec export predictions`, and is needed there")
    try:
        return _predictions(args) if args.form == "predictions" else _harness(args)
    except TaskSetError as error:
        raise UsageError(str(error)) from None


def _harness(args: argparse.Namespace) -> int:
    from espire_dsl.exporting import lmms_eval, vlmevalkit
    from espire_dsl.exporting.questions import chosen
    from espire_dsl.scoring.conventions import Convention
    from espire_dsl.tasks.stored import StoredSet

    convention = Convention(args.points, args.order)
    stored = StoredSet(args.folder)
    exported = chosen(stored.tasks, stored.form, args.suite, args.family)
    if args.form == "lmms-eval":
        names = lmms_eval.export(exported, stored.form, args.target, convention)
        use = f'cd {args.target}; lmms_eval --include_path "$PWD" --tasks {",".join(names)} ...'
    else:
        names = vlmevalkit.export(exported, stored.form, args.target, convention, args.name)
        use = f"LMUData={args.target} python run.py --data {' '.join(names)} ..."
    for reason, count in exported.left_out.items():
        say(f"espirec: {count} tasks {reason}: left out")
    write(f"{len(exported.tasks)} tasks in {args.target}\n  {use}\n")
    return OK


def _predictions(args: argparse.Namespace) -> int:
    from espire_dsl.cli.atomic import create_text
    from espire_dsl.exporting.predictions import predictions_of
    from espire_dsl.tasks.files import load

    tasks = {task.id: task for task in load(args.folder).tasks}
    lines = list(predictions_of(args.replies, tasks, args.order))
    create_text(args.target, "".join(lines))
    write(
        f"{len(lines)} predictions in {args.target}\n"
        f"  espirec score {args.folder} {args.target} --points {args.points} --order {args.order}\n"
    )
    return OK
