"""`espirec check`: says all that is wrong with families."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from espire_dsl.cli.output import FINDINGS, OK, UsageError, say, use_colour, write
from espire_dsl.cli.parser import Subparsers, add_command
from espire_dsl.memory import reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from espire_dsl.diagnostics.value import Diagnostic

FORMATS = ("text", "json", "github")
_EXAMPLES = """\
  espirec check families/                     every .espire file below a folder
  espirec check --format json pick.espire     for an editor
  espirec check --deny warnings families/     for CI: warnings count as findings
  espirec check --deny W0301 families/        only this warning counts"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "check",
        summary="say all that is wrong with families",
        details="Checks syntax, types, specs and sentences of every file, and reports everything at once.\n"
        "Rules in an espire.toml that cannot be are told as well, and end it as a wrong usage does.\n"
        "Warnings alone do not fail, unless they are denied.",
        examples=_EXAMPLES,
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files or folders")
    add_reporting_options(parser)
    parser.add_argument("--no-cache", action="store_true", help="check every file anew")


def add_reporting_options(parser: argparse.ArgumentParser) -> None:
    """How findings are shown, and which of them fail."""
    parser.add_argument("--format", choices=FORMATS, default="text", help="text (default), json or github")
    parser.add_argument(
        "--deny",
        action="append",
        default=[],
        metavar="CODE",
        help="let a warning fail: its code, or `warnings` for all (may be repeated)",
    )


@reading()
def run(args: argparse.Namespace) -> int:
    from espire_dsl.checking.cache import users_cache
    from espire_dsl.checking.paths import espire_files, roots_of
    from espire_dsl.checking.quick import quick_check
    from espire_dsl.checking.rules_file import rule_problems

    check_denied(args.deny)
    files = espire_files(args.paths)
    cache = None if args.no_cache else users_cache()
    result = quick_check(files, roots_of(args.paths), cache)
    show_findings(result.findings, args.format, args.color)
    unruly = rule_problems(files)
    if unruly:
        raise UsageError("\n".join(unruly))
    if args.format == "text" and not result.findings:
        say(result.all_well)
    return FINDINGS if failing(result.findings, args.deny) else OK


def show_findings(findings: Iterable[Diagnostic], form: str, colour: str) -> None:
    """Print them in the form asked for."""
    from espire_dsl.diagnostics.report import text_of_file

    if form == "json":
        from espire_dsl.diagnostics.json_format import render_json

        write(render_json(findings, text_of_file))
    elif form == "github":
        from espire_dsl.diagnostics.github import render_github

        write(render_github(findings, text_of_file))
    else:
        from espire_dsl.diagnostics.text import render_text

        write(render_text(findings, text_of_file, colour=use_colour(colour, sys.stdout)))


def check_denied(codes: Iterable[str]) -> None:
    from espire_dsl.diagnostics.registry import lookup

    for code in codes:
        if code != "warnings" and (not code.startswith("W") or lookup(code) is None):
            raise UsageError(f"--deny {code}: expected `warnings`, or the code of a warning such as W0301")


def failing(findings: Iterable[Diagnostic], denied: Sequence[str]) -> bool:
    """Do these findings fail the run: an error, or a warning that is denied?"""
    return any(d.severity == "error" or "warnings" in denied or d.code in denied for d in findings)
