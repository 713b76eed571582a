"""Decides whether a word is a keyword, a name, or starts a thing or an entry: the rules atop the grammar."""

from __future__ import annotations

from espire_dsl.syntax.lexer import WORD
from espire_dsl.syntax.situation import FREE_BLOCKS, Situation
from espire_dsl.syntax.vocabulary import EXAMPLE_WORDS, NEVER_NAMES


def resolve(situation: Situation) -> str | None:
    """The terminal that the token is in this situation, or None if it cannot stand here."""
    token = situation.token
    if token.type != WORD:
        return token.type if situation.can(token.type) else None
    keyword = situation.grammar.keywords.get(token.text)
    if token.starts_line and (situation.starts_item or situation.starts_clause):
        return keyword if keyword and situation.completes_part(keyword) else None
    if keyword and situation.can(keyword) and not situation.is_stray_clause:
        return keyword
    if token.starts_line and situation.starts_part:
        return None
    if situation.block.kind in FREE_BLOCKS and not situation.block.brackets:
        return _in_free_block(situation, FREE_BLOCKS[situation.block.kind])
    return WORD if _may_be_name(situation) and situation.can(WORD) else None


def _in_free_block(situation: Situation, first: str) -> str | None:
    """The first word on its line, or one that cannot be anything else, starts a thing or an entry; a word
    that starts a part of an example never starts a thing, wherever it stands."""
    order: tuple[str, ...] = (first, WORD) if situation.token.starts_line else (WORD, first)
    if situation.block.kind == "scene" and situation.token.text in EXAMPLE_WORDS:
        order = (WORD,)
    return next((terminal for terminal in order if situation.can(terminal)), None)


def _may_be_name(situation: Situation) -> bool:
    token = situation.token
    if token.text in NEVER_NAMES:
        return situation.following.type == "COLON" or situation.previous.type == "DOT"
    continues_row = token.starts_line and situation.last_terminal == WORD and not situation.block.brackets
    return not (continues_row and situation.block.kind == "family")
