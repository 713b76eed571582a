"""Mistakes in items and clauses: keywords that do not exist, and parts that are missing."""

from __future__ import annotations

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.syntax.expected import describe_found
from espire_dsl.syntax.lexer import WORD
from espire_dsl.syntax.mistake import Insert, Mistake, Replace, Skip
from espire_dsl.syntax.situation import Situation
from espire_dsl.syntax.vocabulary import CLAUSE_WORDS, ITEM_WORDS


def late_version(s: Situation) -> Mistake | None:
    """`espire 1` behind something else."""
    if s.token.text != "espire" or not s.token.starts_line or s.following.type != "NUMBER":
        return None
    return Mistake(
        "E0145",
        s.token,
        "the version line comes first, and once",
        "too late",
        help="make `espire N` the first line of the file",
    )


def unknown_item(s: Situation) -> Mistake | None:
    """A line outside all blocks that begins no item."""
    if s.block.kind != "module" or not s.is_between_parts or not s.token.starts_line:
        return None
    word = s.token.text
    home = next((kind for kind, words in CLAUSE_WORDS.items() if word in words), None)
    if home:
        return Mistake(
            "E0137",
            s.token,
            f"`{word}` belongs inside {_a(home)}",
            f"outside of every {home}",
            help="look for a `}` too many above this line",
        )
    meant = nearest(word, ITEM_WORDS) if s.token.type == WORD else None
    return Mistake(
        "E0128",
        s.token,
        f"expected an item, found {describe_found(s.token)}",
        "begins no item",
        help=f"did you mean `{meant}`?"
        if meant
        else "a file holds `use`, `fn`, `family`, `example` and `law`",
        repair=Replace(s.grammar.keywords[meant]) if meant else None,
    )


def unknown_clause(s: Situation) -> Mistake | None:
    """A line of a family or an example that begins no clause."""
    if s.block.kind not in ("family", "example") or s.token.type != WORD or s.opener is not None:
        return None
    word = s.token.text
    if not s.is_between_parts or not (s.token.starts_line or s.previous is s.block.opening):
        return None
    home = next((kind for kind, words in CLAUSE_WORDS.items() if word in words), None)
    if word in ITEM_WORDS or home:
        return Mistake(
            "E0127",
            s.token,
            f"`{word}` cannot stand inside {_a(s.block.kind)}",
            "not a clause here",
            help=f"close the {s.block.kind} with `}}` first"
            if word in ITEM_WORDS
            else f"`{word}` belongs inside {_a(home or '')}",
        )
    words = CLAUSE_WORDS[s.block.kind]
    meant = nearest(word, words)
    return Mistake(
        "E0127",
        s.token,
        f"`{word}` is not a clause of {_a(s.block.kind)}",
        "unknown clause",
        help=f"did you mean `{meant}`?" if meant else f"the clauses are {', '.join(sorted(words))}",
        repair=Replace(s.grammar.keywords[meant]) if meant else None,
    )


def colon_behind_word(s: Situation) -> Mistake | None:
    """`world: tabletop`, `world = tabletop`, and `family pick.x:` for `family pick.x {`."""
    if s.token.type not in ("COLON", "EQUAL") or s.opener is not None:
        return None
    if s.token.type == "COLON" and s.head == "family" and s.block.kind == "module" and s.can("LBRACE"):
        has_brace = s.following.type == "LBRACE"
        return Mistake(
            "E0147",
            s.token,
            "the clauses of a family stand in braces, not behind a colon",
            "not needed" if has_brace else "expected `{`",
            help="delete it" if has_brace else "write `{` here, and `}` behind the last clause",
            repair=Skip() if has_brace else Replace("LBRACE"),
        )
    word = s.previous.text
    if s.index - 1 != s.block.begin or word not in CLAUSE_WORDS[s.block.kind]:
        return None
    return Mistake(
        "E0147",
        s.token,
        f"there is no {'colon' if s.token.type == 'COLON' else 'equals sign'} behind `{word}`",
        "not needed",
        help=f"delete it: write `{word}`, a blank, and what follows",
        repair=Skip(),
    )


def let_with_value(s: Situation) -> Mistake | None:
    """`let x = 3` and `let x: near` as clauses."""
    if (
        s.token.type not in ("EQUAL", "COLON")
        or s.block.kind != "family"
        or s.head != "let"
        or not s.can("IN")
    ):
        return None
    return Mistake(
        "E0130",
        s.token,
        f"a `let` clause draws from a domain and has no `{s.token.text}`",
        "expected `in`",
        help=f"write `let {s.previous.text} in {{ ... }}`;"
        f" to name a part of the program write `program let {s.previous.text} = ... in ...`",
    )


def loop_without_braces(s: Situation) -> Mistake | None:
    """`for O in viewer, near`."""
    if s.head != "family" or s.block.kind != "module" or s.previous.text != "in" or s.token.type != WORD:
        return None
    return Mistake(
        "E0131",
        s.token,
        "the choices of `for` stand in braces",
        "expected `{`",
        help="write `for O in { viewer, near }`",
    )


def say_without_quotes(s: Situation) -> Mistake | None:
    """`say Pick a book.`"""
    if s.head not in ("say", "expect") or s.can("NAME") or not s.can("STRING"):
        return None
    if s.token.type == WORD and s.following.type in ("STRING", "LONG_STRING"):
        return None
    if s.starts_clause or s.starts_item or s.token.type == "RBRACE":
        return None
    return Mistake(
        "E0133",
        s.token,
        f"a sentence stands in quotes: expected a text, found {describe_found(s.token)}",
        'expected `"`',
        help='write `say "..."`',
    )


def function_without_equals(s: Situation) -> Mistake | None:
    """`fn f(x) x`."""
    if s.head != "fn" or s.block.kind != "module" or not s.can("EQUAL") or s.opener is not None:
        return None
    if s.starts_item or s.token.type in ("RPAR", "RBRACE", "COLON", "EQUALS"):
        return None
    starts_body = s.token.type in (WORD, "NUMBER", "STRING", "LPAR", "LBRACE")
    return Mistake(
        "E0134",
        s.token,
        f"expected `=` before the body of a function, found {describe_found(s.token)}",
        "expected `=`",
        help="write `fn name(parameters) = body`",
        repair=Insert(("EQUAL",)) if starts_body else None,
    )


def short_docstring(s: Situation) -> Mistake | None:
    """A docstring in single double quotes."""
    if s.token.type != "STRING" or not s.can("LONG_STRING") or s.can("STRING"):
        return None
    return Mistake(
        "E0144",
        s.token,
        "a docstring stands between three quotes",
        "single quotes",
        help='write `"""..."""`',
        repair=Replace("LONG_STRING"),
    )


def _a(kind: str) -> str:
    return f"an {kind}" if kind.startswith("e") else f"a {kind}"


CLAUSE_CHECKS = (
    late_version,
    short_docstring,
    colon_behind_word,
    unknown_item,
    unknown_clause,
    let_with_value,
    loop_without_braces,
    say_without_quotes,
    function_without_equals,
)
