"""The command line of espirec: its commands, and the options that all of them share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from espire_dsl.cli.output import USAGE
from espire_dsl.version import LANGUAGE_VERSION, PACKAGE_VERSION

COMMANDS: tuple[tuple[str, str], ...] = (
    ("new", "espire_dsl.cli.new"),
    ("check", "espire_dsl.cli.check"),
    ("fmt", "espire_dsl.cli.fmt"),
    ("test", "espire_dsl.cli.test"),
    ("show", "espire_dsl.cli.show"),
    ("explain", "espire_dsl.cli.explain"),
    ("import", "espire_dsl.cli.import_"),
    ("compile", "espire_dsl.cli.compile"),
    ("stats", "espire_dsl.cli.stats"),
    ("validate", "espire_dsl.cli.validate"),
    ("audit", "espire_dsl.cli.audit"),
    ("score", "espire_dsl.cli.score"),
    ("evaluate", "espire_dsl.cli.evaluate"),
    ("report", "espire_dsl.cli.report"),
    ("people", "espire_dsl.cli.people"),
    ("probe", "espire_dsl.cli.probe"),
    ("export", "espire_dsl.cli.export"),
    ("view", "espire_dsl.cli.view"),
)
"""Each command and its module, in the order of the help. A module has `register` and `run`."""

_DESCRIPTION = """\
Compiles families of spatial-reasoning tasks, written in .espire files.
"""

_EPILOG = """\
examples:
  espirec new pick.mine                write a starter family to begin with
  espirec check families/              say all that is wrong, in all files
  espirec fmt families/                write every file in the one layout
  espirec test families/               run the examples and laws inside the files
  espirec show sentences mine.espire   read the sentences of a family
  espirec explain E0203                what a code means, and how to mend it
  espirec import boxes scan.json -o s  read scenes that others made
  espirec compile families/ -o out     make a task set
  espirec stats out                    count what is in a task set
  espirec validate out                 compute every answer of a task set once more
  espirec audit out                    say which shortcuts solve a task set
  espirec score out mine.jsonl         say how well predictions answer a task set
  espirec evaluate out --model M -o r  put a model to the test
  espirec report run -o report         the tables and figures of runs, side by side
  espirec people out -o page.html      a page on which people do tasks
  espirec probe score out mine.jsonl   find shortcuts in what a model answers, and inside of it
  espirec export lmms-eval out -o dir  a task set for another harness
  espirec view out                     look at a task set, or at one task

exit codes:
  0  nothing to report      1  findings      2  the command line or a file cannot be used

`espirec COMMAND --help` says more about a command.
"""

Subparsers = argparse._SubParsersAction  # argparse gives no public name to what add_subparsers returns


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="espirec",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = f"espirec {PACKAGE_VERSION} (language {LANGUAGE_VERSION})"
    parser.add_argument("--version", action="version", version=version)
    _add_shared_options(parser, colour="auto", debug=False)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for _, module in COMMANDS:
        import_module(module).register(subparsers)
    return parser


def add_command(
    subparsers: Subparsers[argparse.ArgumentParser], name: str, *, summary: str, details: str, examples: str
) -> argparse.ArgumentParser:
    """A command's own parser, laid out as all are and with the options that all share."""
    parser = subparsers.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.\n\n{details}",
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_shared_options(parser, colour=argparse.SUPPRESS, debug=argparse.SUPPRESS)
    return parser


def add_task_set(parser: argparse.ArgumentParser) -> None:
    """The argument of commands that read a task set."""
    parser.add_argument(
        "folder", type=Path, metavar="OUT", help="a task set, as written by `espirec compile`"
    )


def add_selection(parser: argparse.ArgumentParser) -> None:
    """The options of commands that may look at a part of a task set."""
    parser.add_argument("--suite", metavar="NAME", help="only this suite")
    parser.add_argument(
        "--family", default="*", metavar="GLOB", help="only these families, * stands for anything"
    )


def add_columns(parser: argparse.ArgumentParser) -> None:
    """The option of commands that split tasks into groups."""
    parser.add_argument(
        "--by",
        action="append",
        metavar="COLUMN",
        help="split by this alone: level, aspect, ... or tag:NAME; may be said several times",
    )


def positive(text: str) -> int:
    """The type of options that count something."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("it must be at least 1")
    return value


def run_command(argv: Sequence[str]) -> int:
    parser = build_parser()
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help(sys.stderr)
        return USAGE
    exit_code: int = import_module(dict(COMMANDS)[args.command]).run(args)
    return exit_code


def _add_shared_options(parser: argparse.ArgumentParser, *, colour: str, debug: object) -> None:
    """The options may stand before or after the command; the suppressed default keeps the first value."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default=colour,
        help="colours in the output (auto: on a terminal, unless NO_COLOR is set)",
    )
    parser.add_argument(
        "--debug", action="store_true", default=debug, help="show the traceback of an unexpected error"
    )
