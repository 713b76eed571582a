"""Decides whether a word is a keyword, a name, or starts a thing or an entry: the rules atop the grammar."""

from __future__ import annotations

from espire_dsl.syntax.lexer import WORD, Token
from espire_dsl.syntax.situation import FREE_BLOCKS, Situation
from espire_dsl.syntax.vocabulary import EXAMPLE_WORDS, NEVER_NAMES


def resolve(situation: Situation) -> str | None:
    """The terminal that the token is in this situation, or None if it cannot stand here."""
    token = situation.tokens[situation.index]
    if token.type != WORD:
        return token.type if situation.completed(token.type) is not None else None
    keyword = situation.grammar.keywords.get(token.text)
    starts_line = token.indent is not None
    if starts_line and (situation.starts_item or situation.starts_clause):
        return keyword if keyword and situation.completes_part(keyword) else None
    if keyword and situation.completed(keyword) is not None and not situation.is_stray_clause:
        return keyword
    if starts_line and situation.starts_part:
        return None
    block = situation.blocks[-1]
    if block.kind in FREE_BLOCKS and not block.brackets:
        return _in_free_block(situation, token, FREE_BLOCKS[block.kind])
    return WORD if _may_be_name(situation, token) and situation.completed(WORD) is not None else None


def _in_free_block(situation: Situation, token: Token, first: str) -> str | None:
    """The first word on its line, or one that cannot be anything else, starts a thing or an entry; a word
    that starts a part of an example never starts a thing, wherever it stands."""
    if situation.blocks[-1].kind == "scene" and token.text in EXAMPLE_WORDS:
        order: tuple[str, ...] = (WORD,)
    else:
        order = (first, WORD) if token.indent is not None else (WORD, first)
    for terminal in order:
        if situation.completed(terminal) is not None:
            return terminal
    return None


def _may_be_name(situation: Situation, token: Token) -> bool:
    if token.text in NEVER_NAMES:
        return situation.following.type == "COLON" or situation.previous.type == "DOT"
    continues_row = token.starts_line and situation.last_terminal == WORD and not situation.block.brackets
    return not (continues_row and situation.block.kind == "family")
