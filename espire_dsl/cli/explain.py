"""`espirec explain`: the page of a code, or the list of all codes."""

from __future__ import annotations

import argparse
import sys
import textwrap
from typing import TYPE_CHECKING

from espire_dsl.cli.output import OK, UsageError, use_colour, write
from espire_dsl.cli.parser import Subparsers, add_command

if TYPE_CHECKING:
    from espire_dsl.diagnostics.registry import CodePage
    from espire_dsl.diagnostics.style import Style

_WIDTH = 88


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "explain",
        summary="say what the code of a finding, or a reason for refusals, means",
        details="Prints what it means, why it matters, and an example; of a reason for refusals"
        " (docs/refusals.md) what can be done. Without a code it lists all codes.",
        examples="  espirec explain E0203\n  espirec explain NO_ANSWER\n  espirec explain",
    )
    parser.add_argument(
        "code", nargs="?", metavar="CODE", help="a code as it stands in a finding, such as E0203"
    )


def run(args: argparse.Namespace) -> int:
    from espire_dsl.diagnostics.registry import all_codes, lookup
    from espire_dsl.diagnostics.style import Style

    style = Style(use_colour(args.color, sys.stdout))
    if args.code is None:
        write("".join(_row(page, style) for page in all_codes()))
        return OK
    page = lookup(args.code.upper())
    if page is None:
        from espire_dsl.tasks.reason import Reason
        from espire_dsl.tasks.refusal_help import HELP

        reason = Reason.__members__.get(args.code.upper())
        if reason is None:
            known = [*(page.code for page in all_codes()), *Reason.__members__]
            raise UsageError(_unknown(args.code, known))
        write(f"{reason.name}: {reason.value}\n\n{_paragraphs(HELP[reason])}\n")
        return OK
    write(page_text(page, style))
    return OK


def page_text(page: CodePage, style: Style) -> str:
    """The page as it is printed."""
    from espire_dsl.diagnostics.style import Role

    role = Role.WARNING if page.code.startswith("W") else Role.ERROR
    parts = [
        style.paint(page.code, role) + style.paint(f": {page.title}", Role.STRONG),
        _paragraphs(page.what),
        style.paint("Why it matters", Role.STRONG) + "\n" + _paragraphs(page.why),
    ]
    for heading, snippet in (("Wrong", page.wrong), ("Right", page.right)):
        if snippet:
            code = textwrap.indent(textwrap.dedent(snippet), "    ")
            parts.append(style.paint(heading, Role.STRONG) + "\n" + code.rstrip())
    return "\n\n".join(parts) + "\n"


def _row(page: CodePage, style: Style) -> str:
    from espire_dsl.diagnostics.style import Role

    role = Role.WARNING if page.code.startswith("W") else Role.ERROR
    return f"{style.paint(page.code, role)}  {page.title}\n"


def _paragraphs(text: str) -> str:
    return "\n\n".join(textwrap.fill(" ".join(part.split()), _WIDTH) for part in text.split("\n\n"))


def _unknown(code: str, known: list[str]) -> str:
    from espire_dsl.diagnostics.suggest import nearest

    near = nearest(code.upper(), known)
    hint = f"did you mean {near}?" if near else "`espirec explain` lists all codes"
    return f"there is no code `{code}`; {hint}"
