"""Brackets that are missing, left over, or of the wrong kind."""

from __future__ import annotations

from bisect import bisect_right

from espire_dsl.syntax.expected import describe_found
from espire_dsl.syntax.lexer import Token
from espire_dsl.syntax.mistake import CLOSER, CLOSING_TEXT, Insert, Mistake, Replace, Skip
from espire_dsl.syntax.situation import Situation, starts_clause
from espire_dsl.syntax.table import END
from espire_dsl.syntax.vocabulary import CLAUSE_WORDS

_CLOSERS = frozenset(CLOSER.values())


def unclosed_bracket(s: Situation) -> Mistake | None:
    """The line or the file ends, or a new clause begins, inside brackets."""
    begins = s.starts_item or s.starts_clause or s.starts_part or s.starts_body or s.is_outdented
    if s.opener is None or not (s.token.type == END or begins):
        return None
    return _unclosed(s, s.opener)


def unclosed_block(s: Situation) -> Mistake | None:
    """Something begins that cannot stand in this block, but can behind it."""
    opening = s.block.opening
    if s.opener is not None or opening is None or not s.can("RBRACE"):
        return None
    outer = frozenset[str]().union(*(CLAUSE_WORDS[b.kind] for b in s.blocks[:-1]))
    if not (s.token.type == END or s.starts_item or starts_clause(s.tokens, s.index, outer)):
        return None
    return _unclosed(s, opening)


def wrong_closer(s: Situation) -> Mistake | None:
    """`f(a]`, or `f(a }` where the brace closes something outside."""
    opener = s.opener
    if opener is None or s.token.type not in _CLOSERS or s.token.type == CLOSER[opener.type]:
        return None
    closes_outer = any(CLOSER[b.type] == s.token.type for b in s.block.brackets[:-1])
    if s.token.type == "RBRACE" and s.block.opening is not None:
        closes_outer |= s.token.starts_line or _same_line(s, s.block.opening)
    if closes_outer:
        return _unclosed(s, opener)
    right = CLOSER[opener.type]
    return Mistake(
        "E0121",
        s.token,
        f"expected `{CLOSING_TEXT[opener.type]}`, found `{s.token.text}`",
        "the wrong bracket",
        opener=opener,
        repair=Replace(right) if s.can(right) else None,
    )


def extra_closer(s: Situation) -> Mistake | None:
    """`)` or `}` with nothing open."""
    if s.token.type not in _CLOSERS or s.opener is not None:
        return None
    if s.token.type == "RBRACE" and s.block.opening is not None:
        return None
    return Mistake(
        "E0122",
        s.token,
        f"this `{s.token.text}` closes nothing",
        "nothing is open here",
        help="delete it, or look for a missing opening bracket",
        repair=Skip(),
    )


def missing_brace(s: Situation) -> Mistake | None:
    """`family a.b` and then its clauses."""
    if not s.can("LBRACE") or s.can("NUMBER") or s.head not in ("family", "example", "scene"):
        return None
    clause_like = s.token.type == "LONG_STRING" or any(s.token.text in w for w in CLAUSE_WORDS.values())
    is_scene = s.head == "scene" and s.token.type == "NAME"
    if not (clause_like or is_scene) or s.previous.text in ("in", "."):
        return None
    return Mistake(
        "E0129",
        s.previous,
        f"expected `{{` before the contents of the {s.head}, found {describe_found(s.token)}",
        "expected `{` after this",
        help=f"the contents of a {s.head} stand between `{{` and `}}`",
        repair=Insert(("LBRACE",)),
    )


def _unclosed(s: Situation, opener: Token) -> Mistake:
    closer = CLOSER[opener.type]
    text = CLOSING_TEXT[opener.type]
    return Mistake(
        "E0121",
        s.previous,
        f"`{opener.text}` is never closed: expected `{text}` before {describe_found(s.token)}",
        f"expected `{text}` after this",
        opener=opener,
        repair=Insert((closer,)) if s.can(closer) else None,
    )


def _same_line(s: Situation, opening: Token) -> bool:
    return bisect_right(s.line_starts, opening.start) == bisect_right(s.line_starts, s.token.start)


BRACKET_CHECKS = (unclosed_bracket, unclosed_block, wrong_closer, extra_closer, missing_brace)
