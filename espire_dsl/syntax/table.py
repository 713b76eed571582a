"""The grammar as data: parse table, keywords and patterns, read once a process. `lalr` makes the table."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from attrs import field, frozen

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

    states: Sequence[Mapping[str, Action]]
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
    """The grammar of the language."""
    return read_grammar(resource_path("grammar"))


def read_grammar(folder: Path) -> Grammar:
    """The grammar in a folder, by the table beside it, if that was made from it."""
    text = (folder / "espire.lark").read_bytes()
    table = json.loads((folder / "table.json").read_bytes())
    if table["made_from"] != digest_of(text):
        from espire_dsl.syntax.lalr import table_of

        table = table_of(text)
    productions = [
        Production(size, makes, size == 1 and makes[0] == "_") for size, makes in table["productions"]
    ]
    return Grammar(
        states=[
            {symbol: productions[-1 - target] if target < 0 else target for symbol, target in row.items()}
            for row in table["states"]
        ],
        start_state=0,
        end_state=table["end_state"],
        keywords=table["keywords"],
        marks=table["marks"],
        pattern=re.compile(table["pattern"]),
    )


def digest_of(grammar: bytes) -> str:
    """By which a table knows the grammar that it was made from, however its lines end."""
    return hashlib.sha256(grammar.replace(b"\r\n", b"\n")).hexdigest()
