"""Errors that are told to whoever asked, in words that they can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from espire_dsl.diagnostics.report import TextOf
    from espire_dsl.diagnostics.value import Diagnostic


_LONGEST_LINE: Final = 300


def first_line(error: BaseException) -> str:
    """What an error of another library says first, for a sentence of ours."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0][:_LONGEST_LINE] if lines else type(error).__name__


class EspireError(Exception):
    """What was asked cannot be done; the message says why. All errors of this package that a caller can mend
    are of this class.

    `findings` are those of a check, where the error is about sources; the message is then what the command
    prints of them.
    """

    findings: tuple[Diagnostic, ...] = ()


class FindingsError(EspireError):
    """Sources that do not compile, with all findings about them."""

    def __init__(self, findings: Iterable[Diagnostic], text_of: TextOf) -> None:
        from espire_dsl.diagnostics.text import render_text

        self.findings = tuple(findings)
        super().__init__(render_text(self.findings, text_of).rstrip("\n"))


class UnknownNameError(EspireError, KeyError):
    """A name that nothing has, with the nearest ones that there are."""

    def __str__(self) -> str:
        return str(self.args[0])


class UsageError(EspireError):
    """Paths, options or values that cannot be used; the message says why, one problem a line."""
