"""Puts terminals into words that somebody who has not seen the grammar understands."""

from __future__ import annotations

from collections.abc import Collection

from espire_dsl.syntax.lexer import Token
from espire_dsl.syntax.table import END, Grammar
from espire_dsl.syntax.units import UNITS
from espire_dsl.syntax.vocabulary import FAMILY_WORDS, PROPERTY_WORDS

EXPRESSION_STARTS = frozenset({"NAME", "NUMBER", "ORDINAL", "STRING", "LPAR", "LBRACE", "MINUS"})
COMPARISONS = frozenset({"EQUALS", "UNEQUAL", "LESSTHAN", "AT_MOST", "MORETHAN", "AT_LEAST"})
OPERATORS = COMPARISONS | {"AND", "OR", "VBAR", "PLUS", "MINUS", "AMPERSAND", "STAR", "SLASH", "PIPE"}
UNIT_TERMINALS = frozenset({*(unit.upper() for unit in UNITS), "OCLOCK"})

# Each group stands for its terminals when all of them can come.
_GROUPS = (
    (
        "a domain such as `{ a, b }`, `1 m .. 2 m` or `oriented near`",
        EXPRESSION_STARTS | {"CATEGORY"},
        frozenset[str](),
    ),
    ("an expression", EXPRESSION_STARTS, frozenset({"NOT", "LET", "IF"})),
    ("an operator", frozenset({"VBAR", "PLUS"}), OPERATORS | {"LPAR"}),
    (
        "a property such as `at`",
        frozenset({"FACING", "TILT"}),
        frozenset({"SIZE", "LABELS", "NAME_PROPERTY"}),
    ),
    ("another clause", frozenset({"SPEC", "WORLD"}), frozenset({"SAY", "LET", "TAG"})),
    ("`scene`, `given` or `expect`", frozenset({"SCENE", "GIVEN", "EXPECT"}), frozenset[str]()),
    (
        "an item (`family`, `fn`, `use`, `example`, `law`, `kind`, `asset` or `world`)",
        frozenset({"FAMILY", "FN", "USE"}),
        frozenset({"EXAMPLE", "LAW", "KIND_ITEM", "ASSET", "WORLD"}),
    ),
)
_NAMED = {
    "NAME": "a name",
    "NUMBER": "a number",
    "ORDINAL": "an ordinal",
    "STRING": "a text in quotes",
    "LONG_STRING": "a docstring",
    "KIND": "a thing of the scene",
    "ENTRY": "an entry",
    END: "the end of the file",
}
_MAX_SHOWN = 5


def describe_expected(grammar: Grammar, terminals: Collection[str]) -> str:
    """`a name, \\`,\\` or \\`)\\``."""
    left = set(terminals)
    if len(left) > 1:
        left.discard(END)
    said: list[str] = []
    for words, needed, more in _GROUPS:
        if needed <= left:
            said.append(words)
            left -= _whole_group(words, needed | more, grammar)
    if said or left - UNIT_TERMINALS:
        left -= UNIT_TERMINALS
    if "STRING" in left:
        left.discard("LONG_STRING")
    said += sorted(_NAMED[t] for t in left if t in _NAMED)
    spelled = {name: text for text, name in (*grammar.keywords.items(), *grammar.marks.items())}
    said += sorted(f"`{spelled[t]}`" for t in left if t in spelled)
    if len(said) > _MAX_SHOWN:
        said = [*said[:_MAX_SHOWN], "..."]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"


def _whole_group(words: str, terminals: frozenset[str], grammar: Grammar) -> frozenset[str]:
    """A group of words takes all keywords that can stand with it."""
    if words == "another clause":
        return terminals | frozenset(grammar.keywords[w] for w in FAMILY_WORDS)
    if words.startswith("a property"):
        return terminals | frozenset(grammar.keywords[w] for w in PROPERTY_WORDS)
    return terminals


def describe_found(token: Token) -> str:
    if token.type == END:
        return "the end of the file"
    if token.type == "LONG_STRING":
        return "a docstring"
    text = token.text if len(token.text) <= 30 else token.text[:27] + "..."
    return f"`{text}`"
