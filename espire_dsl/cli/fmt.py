"""`espirec fmt`: writes files in the one layout."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from espire_dsl.cli.output import FINDINGS, OK, UsageError, say, use_colour, write
from espire_dsl.cli.parser import Subparsers, add_command

if TYPE_CHECKING:
    from collections.abc import Iterable

    from espire_dsl.diagnostics.value import Diagnostic
    from espire_dsl.syntax.formatting import Formatted

_STANDARD_INPUT = "-"
_EXAMPLES = """\
  espirec fmt families/               rewrite every .espire file below a folder
  espirec fmt --check families/       change nothing, exit with 1 if a file would change
  espirec fmt --diff pick.espire      show what would change
  espirec fmt - < pick.espire         from standard input to standard output"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "fmt",
        summary="write files in the one layout",
        details="Comments and meaning stay as they are. Files with syntax errors are left alone.",
        examples=_EXAMPLES,
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; name the files that would change"
    )
    parser.add_argument("--diff", action="store_true", help="write nothing; show the changes")


def run(args: argparse.Namespace) -> int:
    if _STANDARD_INPUT not in args.paths:
        return _format_files(args)
    if len(args.paths) > 1:
        raise UsageError("`-` stands for standard input and cannot be mixed with other paths")
    return _format_standard_input(args)


def _format_files(args: argparse.Namespace) -> int:
    from espire_dsl.checking.paths import espire_files
    from espire_dsl.cli.atomic import replace_text
    from espire_dsl.diagnostics.report import counted
    from espire_dsl.syntax.formatting import format_file

    results = [format_file(path) for path in espire_files(args.paths)]
    refused = [result for result in results if result.after is None]
    changing = [result for result in results if result.changes]
    for result in changing:
        if args.check or args.diff:
            _show(result, args)
        else:
            replace_text(Path(result.path), result.after or "")
            say(f"formatted {result.path}")
    _report(refused, args.color)

    unchanged = len(results) - len(changing) - len(refused)
    verb = "would be formatted" if args.check or args.diff else "formatted"
    counts = [(len(changing), verb), (unchanged, "already in form"), (len(refused), "left alone")]
    say(", ".join(f"{counted(number, 'file')} {what}" for number, what in counts if number))
    return FINDINGS if refused or (changing and (args.check or args.diff)) else OK


def _format_standard_input(args: argparse.Namespace) -> int:
    from espire_dsl.syntax.formatting import format_bytes

    result = format_bytes("<stdin>", sys.stdin.buffer.read())
    if result.after is None:
        _report([result], args.color)
        return FINDINGS
    if not (args.check or args.diff):
        sys.stdout.flush()
        sys.stdout.buffer.write(result.after.encode("utf-8"))
        return OK
    if result.changes:
        _show(result, args)
    return FINDINGS if result.changes else OK


def _show(result: Formatted, args: argparse.Namespace) -> None:
    from espire_dsl.diagnostics.style import Style
    from espire_dsl.syntax.formatting import diff

    if args.diff:
        write(diff(result, Style(use_colour(args.color, sys.stdout))))
    else:
        write(f"{result.path} would be formatted\n")


def _report(refused: Iterable[Formatted], colour: str) -> None:
    """Says why files were left alone."""
    from espire_dsl.diagnostics.text import render_text

    texts = {result.path: result.before for result in refused}
    findings: list[Diagnostic] = [finding for result in refused for finding in result.findings]
    write(render_text(findings, texts.get, colour=use_colour(colour, sys.stderr)), sys.stderr)
    for path in texts:
        say(f"{path}: left as it is, because it cannot be read without errors")
