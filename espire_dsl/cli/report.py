"""`espirec report`: the tables and figures of runs, side by side, and the transcript of a task."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from espire_dsl.cli.output import OK, UsageError, say, write
from espire_dsl.cli.parser import Subparsers, add_command

if TYPE_CHECKING:
    from espire_dsl.reporting.report import Report

SUFFIXES = (".md", ".csv", ".json", ".html")
_EXAMPLES = """\
  espirec report run -o report                   report/report.md, .csv, .json and .html
  espirec report one two three -o all.html       one file, by its ending
  espirec report run -o report --paper           the paper's values beside those of the run
  espirec report run -o report --set out --people ann.jsonl ben.jsonl
  espirec report run -o task.html --task 219d1e  what was shown, said and done in a task
  espirec report run                             the tables as Markdown"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "report",
        summary="write the tables and figures of runs, side by side",
        details="Runs are folders of `espirec evaluate`, all about one task set. Percentages have counts\n"
        "and 95 % intervals beside them, and two runs or more a paired test. Place tasks with an explicit\n"
        "final pose stand apart, as in the paper. The page has figures where matplotlib is installed\n"
        "(pip install 'espire-dsl[report]').",
        examples=_EXAMPLES,
    )
    parser.add_argument("runs", type=Path, nargs="*", metavar="RUN", help="folders of runs")
    parser.add_argument(
        "-o", dest="target", type=Path, metavar="REPORT", help="a folder, or a .md, .csv, .json or .html file"
    )
    parser.add_argument("--set", dest="task_set", type=Path, metavar="OUT", help="the task set of the runs")
    parser.add_argument(
        "--people", type=Path, nargs="+", default=[], metavar="FILE", help="files of people; needs --set"
    )
    parser.add_argument("--suite", metavar="NAME", help="tables of this suite (default: espire, or all)")
    parser.add_argument("--paper", action="store_true", help="the paper's printed values beside the others")
    parser.add_argument(
        "--scores",
        type=Path,
        metavar="CSV",
        help="scores of the models on another benchmark (columns model, score), to be correlated",
    )
    parser.add_argument("--task", metavar="ID", help="the transcript of this task instead, as a page")


def run(args: argparse.Namespace) -> int:
    from espire_dsl.reporting.report import report_of

    if args.task is not None:
        return _transcript(args)
    report = report_of(
        args.runs,
        people=args.people,
        task_set=args.task_set,
        suite=args.suite,
        paper=args.paper,
        scores=args.scores,
    )
    if args.target is None:
        write(_text(report, ".md"))
        return OK
    if args.target.suffix in SUFFIXES:
        _write(args.target, _text(report, args.target.suffix))
    else:
        args.target.mkdir(parents=True, exist_ok=True)
        for suffix in SUFFIXES:
            _write(args.target / f"report{suffix}", _text(report, suffix))
    return OK


def _transcript(args: argparse.Namespace) -> int:
    from espire_dsl.reporting.transcript import transcript_html

    if not args.runs or args.target is None or args.target.suffix != ".html":
        raise UsageError("a transcript is a page: espirec report RUN --task ID -o FILE.html")
    _write(args.target, transcript_html(args.runs, args.task))
    return OK


def _text(report: Report, suffix: str) -> str:
    from espire_dsl.reporting import formats

    if suffix == ".html":
        return _page(report)
    return {".md": formats.markdown, ".csv": formats.csv_text, ".json": formats.json_text}[suffix](report)


def _page(report: Report) -> str:
    from espire_dsl.reporting.page import report_html
    from espire_dsl.reporting.plots import figures, is_available

    if is_available():
        return report_html(report, figures(report.tables))
    missing = "matplotlib is not installed, so there are no figures: pip install 'espire-dsl[report]'"
    say(f"espirec: {missing}")
    return report_html(report, (), missing)


def _write(path: Path, text: str) -> None:
    from espire_dsl.tasks.writing import write_whole

    if path.is_dir():
        raise UsageError(f"{path}: this is a folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode("utf-8"))
    write(f"{path}\n")
