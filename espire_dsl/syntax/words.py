"""Decides whether a word is a keyword, a name, or the start of a thing: the rules atop the grammar file."""

from __future__ import annotations

from espire_dsl.syntax.lexer import WORD
from espire_dsl.syntax.situation import Situation
from espire_dsl.syntax.vocabulary import EXAMPLE_WORDS, NEVER_NAMES


def resolve(situation: Situation) -> str | None:
    """The terminal that the token is in this situation, or None if it cannot stand here."""
    token = situation.token
    if token.type != WORD:
        return token.type if situation.can(token.type) else None
    keyword = situation.grammar.keywords.get(token.text)
    if token.starts_line and (situation.starts_item or situation.starts_clause):
        return keyword if keyword and situation.completes_part(keyword) else None
    if keyword and situation.can(keyword):
        return keyword
    if token.starts_line and situation.starts_part:
        return None
    if situation.block.kind == "scene" and not situation.block.brackets:
        return _in_scene(situation)
    return WORD if _may_be_name(situation) and situation.can(WORD) else None


def _in_scene(situation: Situation) -> str | None:
    """The first word on its line, or one that cannot be anything else, starts a thing; a word that starts a
    part of the example never does, wherever it stands."""
    order: tuple[str, ...] = ("KIND", WORD) if situation.token.starts_line else (WORD, "KIND")
    if situation.token.text in EXAMPLE_WORDS:
        order = (WORD,)
    return next((terminal for terminal in order if situation.can(terminal)), None)


def _may_be_name(situation: Situation) -> bool:
    token = situation.token
    if token.text in NEVER_NAMES:
        return situation.following.type == "COLON" or situation.previous.type == "DOT"
    continues_row = token.starts_line and situation.last_terminal == WORD and not situation.block.brackets
    return not (continues_row and situation.block.kind == "family")
