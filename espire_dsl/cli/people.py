"""`espirec people`: a page on which people do tasks of a set."""

from __future__ import annotations

import argparse
from pathlib import Path

from espire_dsl.cli.output import OK, UsageError, say, write
from espire_dsl.cli.parser import Subparsers, add_command, add_selection, add_task_set

_USUAL = 50
_EXAMPLES = """\
  espirec people out -o page.html --tasks 50 --seed 1
  espirec people out -o frames.html --frames           the frame study: 29 near, 62 distant or table
  espirec score out ann.jsonl --answered-only          what a person's file is worth"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "people",
        summary="write a page on which people do tasks by clicking",
        details="The page is one file: it needs no server and no network, has the pictures of its tasks and\n"
        "none of their answers. A person points, chooses or types, and saves a file of predictions that\n"
        "`espirec score` and `espirec report --people` read. Tasks are drawn from the seed, as evenly over\n"
        "families as can be.",
        examples=_EXAMPLES,
    )
    add_task_set(parser)
    parser.add_argument(
        "-o", dest="target", type=Path, required=True, metavar="PAGE", help="the file of the page"
    )
    parser.add_argument(
        "--tasks", type=int, metavar="N", help="how many (default: 50; with --frames the 91 of the paper)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the draw (default: 0)")
    parser.add_argument(
        "--frames",
        action="store_true",
        help="tasks that leave the frame open, whose readings have answers and share none",
    )
    add_selection(parser)


def run(args: argparse.Namespace) -> int:
    from espire_dsl.people.page import page_html
    from espire_dsl.people.sample import STUDY, is_near, sample
    from espire_dsl.tasks.error import TaskSetError
    from espire_dsl.tasks.stored import StoredSet
    from espire_dsl.tasks.writing import write_whole

    if args.tasks is not None and args.tasks < 1:
        raise UsageError("--tasks must be at least 1")
    wanted = args.tasks or (STUDY if args.frames else _USUAL)
    try:
        stored = StoredSet(args.folder)
        tasks = sample(stored.tasks, stored.form, wanted, args.seed, args.suite, args.family, args.frames)
        html = page_html(tasks, stored.form)
        args.target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(args.target, html.encode("utf-8"))
    except TaskSetError as error:
        raise UsageError(str(error)) from None
    told = f"{len(tasks)} tasks in {args.target}"
    if args.frames:
        near = sum(map(is_near, tasks))
        told += f": {near} near, {len(tasks) - near} distant or table"
    write(f"{told}\n")
    if len(tasks) < wanted and (args.tasks or args.frames):
        say(f"espirec: there are no more that fit, though {wanted} were asked for")
    return OK
