"""Mistakes in expressions and domains: operators, commas, units, bounds."""

from __future__ import annotations

import itertools

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.syntax.expected import COMPARISONS, describe_found
from espire_dsl.syntax.lexer import WORD
from espire_dsl.syntax.mistake import Insert, Mistake, Replace, Skip
from espire_dsl.syntax.situation import Situation
from espire_dsl.syntax.slips import NO_FUNCTIONS_WITHOUT_A_NAME, SEMICOLON, TESTS_ARE_WRITTEN
from espire_dsl.syntax.units import UNITS

_OTHER_NAMES = {word: unit.name for unit in UNITS.values() for word in unit.words}
_ITEM_STARTS = frozenset({WORD, "NUMBER", "ORDINAL", "STRING", "LPAR", "LBRACE"})


def semicolon(s: Situation) -> Mistake | None:
    """A semicolon, which the lexer has reported."""
    if s.token.type != SEMICOLON:
        return None
    is_comma = s.opener is not None and s.can("COMMA")
    return Mistake(
        "E0110",
        s.token,
        "there are no semicolons",
        "not needed",
        repair=Replace("COMMA") if is_comma else Skip(),
    )


def equals_sign(s: Situation) -> Mistake | None:
    """`a = b` for `a == b`, and the other way round."""
    if s.token.type == "EQUAL" and s.can("EQUALS"):
        return Mistake(
            "E0123",
            s.token,
            "`=` does not compare",
            "gives a name to a value",
            help="write `==`",
            repair=Replace("EQUALS"),
        )
    if s.token.type == "EQUALS" and s.can("EQUAL"):
        return Mistake(
            "E0123",
            s.token,
            "`==` does not give a name to a value",
            "compares",
            help="write `=`",
            repair=Replace("EQUAL"),
        )
    return None


def arrow_for_pipe(s: Situation) -> Mistake | None:
    """`books -> f()`."""
    if s.token.type != "ARROW" or not s.can("PIPE"):
        return None
    return Mistake(
        "E0125",
        s.token,
        "`->` is not a pipe",
        "stands before the result type of a function",
        help="write `|>`",
        repair=Replace("PIPE"),
    )


def stage_without_call(s: Situation) -> Mistake | None:
    """`books |> unique`."""
    if s.previous.type != WORD or s.index < 2 or s.tokens[s.index - 2].type != "PIPE" or not s.can("LPAR"):
        return None
    return Mistake(
        "E0136",
        s.previous,
        "each stage of a pipe is a call",
        "not a call",
        help=f"write `{s.previous.text}()`",
        repair=Insert(("LPAR", "RPAR")),
    )


def chained_comparison(s: Situation) -> Mistake | None:
    """`a < b < c`."""
    if s.token.type not in COMPARISONS or s.can(s.token.type) or not s.can("AND"):
        return None
    return Mistake(
        "E0126",
        s.token,
        "comparisons do not chain",
        "a second comparison",
        help="write `a < b and b < c`",
    )


def open_range(s: Situation) -> Mistake | None:
    """`20 cm ..` and `.. 20 cm`."""
    if s.previous.type == "RANGE":
        return Mistake(
            "E0132",
            s.previous,
            f"a range has two bounds: expected the upper one, found {describe_found(s.token)}",
            "no bound behind this",
            help="write `20 cm .. 50 cm`",
        )
    if s.token.type == "RANGE" and s.can("NUMBER"):
        return Mistake(
            "E0132",
            s.token,
            "a range has two bounds: the lower one is missing",
            "no bound before this",
            help="write `20 cm .. 50 cm`",
        )
    return None


_LIKELY = "cm"
"""What a unit that nobody knows is taken for, so that the rest of its clause is still read."""


def inches(s: Situation) -> Mistake | None:
    """`12 in`, which would be the `in` of `let x = 12 in ...`."""
    inch = "inch"
    if s.previous.type != "NUMBER" or s.token.text != "in" or not s.can(s.grammar.keywords[inch]):
        return None
    return Mistake(
        "E0112",
        s.token,
        "`in` is not a unit",
        "a word of the language",
        help=f"write `{s.previous.text} {inch}`",
        repair=Replace(s.grammar.keywords[inch], inch),
    )


def unknown_unit(s: Situation) -> Mistake | None:
    """`30 cmm`."""
    if s.previous.type != "NUMBER" or s.token.type != WORD or s.token.starts_line:
        return None
    if not s.can(s.grammar.keywords[_LIKELY]) and s.token.text not in UNITS:
        return None
    if s.token.text in s.grammar.keywords and s.token.text not in UNITS:
        return None
    meant = _OTHER_NAMES.get(s.token.text.lower()) or nearest(s.token.text, UNITS)
    units = ", ".join(f"`{u}`" for u in UNITS)
    return Mistake(
        "E0112",
        s.token,
        f"`{s.token.text}` is not a unit",
        "unknown unit",
        help=(f"did you mean `{meant}`? " if meant else "") + f"The units are {units}",
        repair=Replace(s.grammar.keywords[meant or _LIKELY], meant or _LIKELY),
    )


def bare_point(s: Situation) -> Mistake | None:
    """`.5` and `1.`."""
    if s.token.type != "DOT":
        return None
    if s.following.type == "NUMBER" and s.following.start == s.token.end and s.can("NUMBER"):
        return Mistake(
            "E0143",
            s.token,
            "a number begins with a digit",
            "no digit before this",
            help=f"write `0.{s.following.text}`",
        )
    if s.previous.type == "NUMBER" and s.previous.end == s.token.start:
        return Mistake(
            "E0143",
            s.token,
            "a decimal point needs digits behind it",
            "no digit behind this",
            help=f"write `{s.previous.text}` or `{s.previous.text}.0`",
        )
    return None


def function_without_a_name(s: Situation) -> Mistake | None:
    """`lambda b: ...`, `f(b -> g(b))`."""
    is_lambda = s.previous.text == "lambda" and s.token.type in (WORD, "COLON")
    if not is_lambda and not (s.token.type == "ARROW" and _is_read_behind(s)):
        return None
    return Mistake(
        "E0148",
        s.previous if is_lambda else s.token,
        NO_FUNCTIONS_WITHOUT_A_NAME,
        "not known here",
        help=TESTS_ARE_WRITTEN,
    )


def _is_read_behind(s: Situation) -> bool:
    """Whether the argument before an arrow, which is a name alone, is read once more behind it."""
    if s.index < 2 or s.previous.type != WORD or s.tokens[s.index - 2].type not in ("LPAR", "COMMA"):
        return False
    line = itertools.takewhile(lambda token: not token.starts_line, s.tokens[s.index + 1 :])
    return s.previous.text in {token.text for token in line}


def condition_behind(s: Situation) -> Mistake | None:
    """`a if c else b`."""
    if s.token.text != "if" or not s.can("AND"):
        return None
    return Mistake(
        "E0120",
        s.token,
        "a condition comes before what it decides",
        "a value ends before this",
        help="write `if c then a else b`",
    )


def quote_inside_text(s: Situation) -> Mistake | None:
    """`say "{% if R.constructor == "Left" %}..."`."""
    ends_text = s.previous.type == "STRING" and s.previous.end == s.token.start
    if not ends_text or s.token.type != WORD or s.index == 0:
        return None
    return Mistake(
        "E0120",
        s.token,
        f"the text ends at the quote before {describe_found(s.token)}",
        "outside of the text",
        help='write single quotes inside of a text, or put it between three: `"""..."""`',
    )


def missing_comma(s: Situation) -> Mistake | None:
    """`f(a b)`."""
    if s.token.type not in _ITEM_STARTS or not s.can("COMMA") or s.index == 0:
        return None
    if s.opener is None and (s.token.starts_line or s.head not in ("spec", "sweep", "let")):
        return None
    return Mistake(
        "E0124",
        s.token,
        f"a comma is missing before {describe_found(s.token)}",
        "expected `,` before this",
        help="entries of a list are separated by commas",
        repair=Insert(("COMMA",)),
    )


EXPRESSION_CHECKS = (
    equals_sign,
    function_without_a_name,
    arrow_for_pipe,
    stage_without_call,
    chained_comparison,
    open_range,
    inches,
    unknown_unit,
    bare_point,
    condition_behind,
    quote_inside_text,
    missing_comma,
)
