"""The grammar as data: parse table, keywords and patterns, built once a process from the grammar file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from attrs import frozen
from lark import Lark
from lark.lexer import PatternStr

from espire_dsl.resources import resource_path

END = "$END"

Action = tuple[bool, Any]
"""(True, state) shifts and goes to the state; (False, rule) completes the rule."""


@frozen
class Grammar:
    """What the lexer and the parser need to know of the grammar."""

    states: Mapping[int, Mapping[str, Action]]
    start_state: int
    end_state: int
    build: Mapping[Any, Callable[[list[Any]], Any]]
    """What the parse tree has for each rule, made from its parts."""
    keywords: Mapping[str, str]
    """Words that the grammar spells out, with their terminals."""
    marks: Mapping[str, str]
    """The same for punctuation."""
    pattern: re.Pattern[str]
    """Matches one token; the last group that matched is its terminal."""

    def is_terminal(self, symbol: str) -> bool:
        """Whether a column of the table is a terminal, not a rule (those have small letters)."""
        return symbol == symbol.upper() and not symbol.startswith("_")


@cache
def grammar() -> Grammar:
    lark = Lark(
        resource_path("grammar/espire.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        keep_all_tokens=True,
        maybe_placeholders=False,
    )
    conf = lark.parse_interactive("").parser_state.parse_conf
    spelled = {t.pattern.value: t.name for t in lark.terminals if isinstance(t.pattern, PatternStr)}
    marks = {text: name for text, name in spelled.items() if not text.isidentifier()}
    patterns = {t.name: t.pattern.to_regexp() for t in lark.terminals if t.name not in spelled.values()}
    return Grammar(
        states={
            state: {symbol: (kind.name == "Shift", target) for symbol, (kind, target) in actions.items()}
            for state, actions in conf.states.items()
        },
        start_state=conf.start_state,
        end_state=conf.end_state,
        build=conf.callbacks,
        keywords={text: name for text, name in spelled.items() if text.isidentifier()},
        marks=marks,
        pattern=_token_pattern(patterns, marks),
    )


# The order decides between patterns that match at the same place.
_ORDER = ("BLANK", "COMMENT", "OCLOCK", "NAME", "ORDINAL", "NUMBER", "LONG_STRING", "STRING")


def _token_pattern(patterns: Mapping[str, str], marks: Mapping[str, str]) -> re.Pattern[str]:
    longest_first = sorted(marks, key=len, reverse=True)
    parts = [f"(?P<{name}>{patterns[name]})" for name in _ORDER]
    parts += [f"(?P<{marks[text]}>{re.escape(text)})" for text in longest_first]
    return re.compile("|".join(parts))
