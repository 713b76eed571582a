"""The grammar as data: parse table, keywords and patterns, built once a process from the grammar file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from attrs import field, frozen
from lark import Lark

from espire_dsl.resources import resource_path

END = "$END"


class ParseNode:
    """A rule of the grammar that was found in a text, with what it was made of.

    Rules with a name such as `_item` leave no node but a list, so that a long list of items is one list in
    another. Nothing is copied while a text is parsed.
    """

    __slots__ = ("rule", "values")

    def __init__(self, rule: str, values: list[Any]) -> None:
        self.rule = rule
        self.values = values

    def parts(self) -> list[Any]:
        """Tokens and other nodes, without the lists around them."""
        if list not in map(type, self.values):
            return self.values
        todo, parts = self.values.copy(), []
        while todo:
            value = todo.pop()
            if type(value) is list:
                todo += value
            else:
                parts.append(value)
        parts.reverse()
        return parts


class Production(NamedTuple):
    """A rule of the grammar: how many parts it takes and what it makes.

    Some only hand on what they take: those of the levels of operators, most of which most values lack.
    """

    size: int
    makes: str
    hands_on: bool


Action = int | Production
"""A number: take the symbol and go to that state. A production: complete it first."""


@frozen
class Grammar:
    """What the lexer and the parser need to know of the grammar."""

    states: Mapping[int, Mapping[str, Action]]
    start_state: int
    end_state: int
    keywords: Mapping[str, str]
    """Words that the grammar spells out, with their terminals."""
    marks: Mapping[str, str]
    """The same for punctuation."""
    pattern: re.Pattern[str]
    """Matches one token and the blanks behind it; the last group that matched is its terminal."""
    after: dict[tuple[int, str, str], int] = field(factory=dict, init=False, eq=False, repr=False)
    """Where a rule on top of a state leads if a terminal comes next, as far as it was asked."""

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
    spelled = {t.pattern.value: t.name for t in lark.terminals if t.pattern.type == "str"}
    marks = {text: name for text, name in spelled.items() if not text.isidentifier()}
    patterns = {t.name: t.pattern.to_regexp() for t in lark.terminals if t.name not in spelled.values()}
    return Grammar(
        states=_states(conf.states),
        start_state=conf.start_state,
        end_state=conf.end_state,
        keywords={text: name for text, name in spelled.items() if text.isidentifier()},
        marks=marks,
        pattern=_token_pattern(patterns, marks),
    )


def _states(table: Mapping[int, Mapping[str, tuple[object, Any]]]) -> dict[int, dict[str, Action]]:
    """The table of Lark with all that is looked up often made plain: states to shift to, rules to reduce."""
    productions: dict[Any, Production] = {}

    def action(target: Any) -> Action:
        if isinstance(target, int):
            return target
        if target not in productions:
            parts = [str(symbol.name) for symbol in target.expansion]
            makes = str(target.origin.name)
            productions[target] = Production(len(parts), makes, len(parts) == 1 and makes[0] == "_")
        return productions[target]

    return {
        state: {str(symbol): action(target) for symbol, (_, target) in actions.items()}
        for state, actions in table.items()
    }


# The order decides between patterns that match at the same place.
_ORDER = ("BLANK", "COMMENT", "OCLOCK", "NAME", "ORDINAL", "NUMBER", "LONG_STRING", "STRING")


def _token_pattern(patterns: Mapping[str, str], marks: Mapping[str, str]) -> re.Pattern[str]:
    longest_first = sorted(marks, key=len, reverse=True)
    parts = [f"(?P<{name}>{patterns[name]})" for name in _ORDER]
    parts += [f"(?P<{marks[text]}>{re.escape(text)})" for text in longest_first]
    return re.compile(f"(?:{'|'.join(parts)})[ \\t]*")
