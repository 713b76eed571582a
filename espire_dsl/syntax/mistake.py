"""A mistake as the parser understands it, and the ways to go on after one."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from espire_dsl.diagnostics.value import Label, Span
from espire_dsl.syntax.lexer import Token
from espire_dsl.syntax.situation import Situation

CLOSER = {"LPAR": "RPAR", "LBRACE": "RBRACE", "LSQB": "RSQB"}
CLOSING_TEXT = {"LPAR": ")", "LBRACE": "}", "LSQB": "]"}


@frozen
class Replace:
    """Take the token for another terminal, and for another text where one is given."""

    terminal: str
    text: str | None = None


@frozen
class Insert:
    """Act as if these terminals stood before the token."""

    terminals: tuple[str, ...]

    @property
    def closes(self) -> bool:
        return self.terminals[0] in CLOSER.values()


@frozen
class Skip:
    """Ignore the token."""


Repair = Replace | Insert | Skip


@frozen
class Mistake:
    """What to report, and where; without a repair the part of the block is given up."""

    code: str
    at: Token
    message: str
    label: str
    help: str | None = None
    repair: Repair | None = None
    opener: Token | None = None

    def secondary(self, path: str) -> tuple[Label, ...]:
        if self.opener is None:
            return ()
        return (Label(Span(path, self.opener.start, self.opener.end), f"this `{self.opener.text}` is open"),)


Check = Callable[[Situation], Mistake | None]
