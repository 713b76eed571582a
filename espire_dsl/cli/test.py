"""`espirec test`: runs the examples and laws inside families."""

from __future__ import annotations

import argparse
import sys
import time
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from espire_dsl.cli.check import add_reporting_options, check_denied, failing, show_findings
from espire_dsl.cli.output import FINDINGS, OK, UsageError, say, use_colour, write
from espire_dsl.cli.parser import Subparsers, add_command

if TYPE_CHECKING:
    from espire_dsl.diagnostics.value import Diagnostic
    from espire_dsl.testing.outcome import TrialOutcome

_EXAMPLES = """\
  espirec test families/                 all examples and laws below a folder
  espirec test -k 'mirror*' laws.espire  only those whose name or title fits
  espirec test --scenes 1000 laws.espire try each law on more scenes"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "test",
        summary="run the examples and laws inside families",
        details="Examples are run exactly, laws on many scenes drawn for them: the same ones every time.\n"
        "What breaks a law is shrunk to the smallest scene and printed as an example to paste.",
        examples=_EXAMPLES,
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files or folders")
    parser.add_argument(
        "-k", dest="pattern", default="*", metavar="PATTERN", help="only these, * stands for anything"
    )
    parser.add_argument(
        "--scenes", type=int, default=100, metavar="N", help="scenes to try each law on (100)"
    )
    add_reporting_options(parser)


def run(args: argparse.Namespace) -> int:
    if args.scenes < 1:
        raise UsageError("--scenes: at least one scene is needed")
    check_denied(args.deny)

    from espire_dsl.checking.check import compile_paths
    from espire_dsl.checking.lexicons import lexicon_for
    from espire_dsl.checking.paths import espire_files, roots_of
    from espire_dsl.testing.run import run_trials

    files = espire_files(args.paths)
    compiled = compile_paths(files, roots_of(args.paths))
    findings: list[Diagnostic] = [d for d in compiled.result.findings if d.severity == "error"]
    started = time.monotonic()
    outcomes = []
    text = args.format == "text"
    for path in files:
        checked = compiled.files[path]
        for outcome in run_trials(
            checked.trials,
            lexicon_for(path),
            checked.catalogue,
            scenes=args.scenes,
            wanted=lambda name: fnmatchcase(name, args.pattern),
        ):
            outcomes.append(outcome)
            if text:
                write(_line(outcome, use_colour(args.color, sys.stdout)))
    findings += [o.finding for o in outcomes if o.finding is not None]
    show_findings(findings, args.format, args.color)
    if text:
        say(_summary(outcomes, time.monotonic() - started))
    return FINDINGS if failing(findings, args.deny) else OK


def _line(outcome: TrialOutcome, colour: bool) -> str:
    from espire_dsl.diagnostics.style import Role, Style

    style = Style(colour)
    word = style.paint("ok", Role.GOOD) if outcome.passed else style.paint("FAILED", Role.ERROR)
    many = f" ({outcome.tried} scenes)" if outcome.kind == "law" else ""
    return f"{outcome.kind:7} {outcome.name} ... {word}{many}\n"


def _summary(outcomes: list[TrialOutcome], seconds: float) -> str:
    if not outcomes:
        return "there are no examples and no laws to run"
    failed = sum(not o.passed for o in outcomes)
    return f"{len(outcomes) - failed} passed, {failed} failed in {seconds:.1f} s"
