"""Text to tokens. Whatever is not a token is reported here, once, and stands for what was meant."""

from __future__ import annotations

import re
from typing import NamedTuple

from attrs import frozen

from espire_dsl.diagnostics.value import Findings
from espire_dsl.syntax import slips
from espire_dsl.syntax.source import Source
from espire_dsl.syntax.table import END, grammar
from espire_dsl.syntax.vocabulary import ITEM_WORDS

MAX_NESTING = 100
MAX_TOKENS = 150_000
"""As with the size of a file, parsing more would look like a hang: what is wrong is told within seconds."""

MAX_MISTAKES = 500
"""A file with more of them in it is not a file of families."""

WORD = "NAME"
BAD = "BAD"
"""The type of a token that no grammar accepts and that has been reported."""

_LINE_ENDS = frozenset("\n\r")
_ITEM_LINE = re.compile(r"^(?:family|fn|example|law)[ \t]", re.MULTILINE)
_OPENING = frozenset({"LPAR", "LBRACE", "LSQB"})
_CLOSING = frozenset({"RPAR", "RBRACE", "RSQB"})


class Token(NamedTuple):
    """A terminal with its text and place. `indent` is the column (from 0) of the first one on a line."""

    type: str
    text: str
    start: int
    end: int
    indent: int | None = None
    reported: bool = False

    @property
    def starts_line(self) -> bool:
        return self.indent is not None


class Comment(NamedTuple):
    """`# ...` with its place."""

    text: str
    start: int
    end: int


@frozen
class Lexed:
    """Tokens (the last one is END) and comments of a file."""

    tokens: list[Token]
    comments: list[Comment]


def lex(source: Source, findings: Findings) -> Lexed:
    """All tokens of a file; never fails."""
    text = source.text
    match_token = grammar().pattern.match
    may_be_slip = slips.FIRST if text.isascii() else frozenset(text)
    suspect = _unclosed_docstring(text)
    tokens: list[Token] = []
    comments: list[Comment] = []
    position = line_start = 0
    fresh_line = True
    slip_count = 0
    while position < len(text) and len(tokens) <= MAX_TOKENS:
        if slip_count > MAX_MISTAKES:
            report_too_many(source, position, findings)
            break
        slip = None
        if text[position] in may_be_slip:
            slip = slips.find(text, position, is_unclosed=position == suspect)
        if slip is not None:
            kind, end, reported = slip.stands_for or BAD, slip.end, True
            following = end
            slip_count += 1
            findings.add(
                slip.code,
                source.span(position, slip.marked_end or end),
                slip.message,
                slip.label,
                help=slip.help,
            )
        else:
            match = match_token(text, position)
            assert match is not None
            assert match.lastgroup is not None
            assert match.lastindex is not None
            kind, following, reported = match.lastgroup, match.end(), False
            end = match.end(match.lastindex)
        piece = text[position:end]
        if kind == "BLANK":
            last_break = max(piece.rfind("\n"), piece.rfind("\r"))
            if last_break >= 0:
                fresh_line, line_start = True, position + last_break + 1
        elif kind == "COMMENT":
            comments.append(Comment(piece.rstrip(), position, end))
        elif kind != slips.NOTHING:
            indent = position - line_start if fresh_line else None
            tokens.append(Token(kind, piece, position, end, indent, reported))
            fresh_line = False
        position = following
    if len(tokens) > MAX_TOKENS:
        findings.add(
            "E0103",
            source.span(0, 0),
            f"`{source.path}` has more than {MAX_TOKENS:,} words and signs and is not parsed",
            help="split the families over several files",
        )
        tokens = []
    tokens.append(Token(END, "", len(text), len(text), 0))
    return Lexed(_bounded(tokens, source, findings), comments)


def report_too_many(source: Source, position: int, findings: Findings) -> None:
    findings.add(
        "E0146",
        source.span(position, position),
        f"more than {MAX_MISTAKES} mistakes: the rest of the file is not read",
        "from here on",
    )


def _unclosed_docstring(text: str) -> int | None:
    """Where three quotes open a text that nobody closes, though later ones seem to.

    With an odd number of triple quotes one is missing; it is the first whose text runs over the
    beginning of an item.
    """
    quotes = [m.start() for m in re.finditer('"""', text)]
    if len(quotes) % 2 == 0:
        return None
    for opening, closing in zip(quotes[::2], quotes[1::2], strict=False):
        if _ITEM_LINE.search(text, opening, closing):
            return opening
    return quotes[-1]


def _bounded(tokens: list[Token], source: Source, findings: Findings) -> list[Token]:
    """The tokens, with the bracket that nests too deeply (if any does) made a bad one."""
    depth = 0
    bounded = list(tokens)
    for index, token in enumerate(tokens):
        if token.indent == 0 and token.text in ITEM_WORDS:
            depth = 0
        elif token.type in _CLOSING:
            depth -= 1
        elif token.type in _OPENING:
            depth += 1
            if depth == MAX_NESTING + 1:
                findings.add(
                    "E0135",
                    source.span(token.start, token.end),
                    f"brackets are nested more than {MAX_NESTING} levels deep",
                    "too deep from here on",
                    help="give a name to a part of it with `let`, or move it into a function",
                )
                bounded[index] = token._replace(type=BAD, reported=True)
    return bounded
