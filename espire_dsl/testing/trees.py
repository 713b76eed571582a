"""Hypothesis strategies for syntax trees: every tree drawn here can be written down and read back."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from espire_dsl.syntax import tree
from espire_dsl.syntax.strings import documentation
from espire_dsl.syntax.units import UNITS
from espire_dsl.syntax.vocabulary import (
    DIRECTIONS,
    EXAMPLE_WORDS,
    FAMILY_WORDS,
    ITEM_WORDS,
    NEVER_NAMES,
    PROPERTY_WORDS,
)

_OPERATORS = ("|", "&", "-", "+", "*", "/", "<", "<=", ">", ">=", "==", "!=", "and", "or")
_KEYWORDS = sorted({*FAMILY_WORDS, *EXAMPLE_WORDS, *ITEM_WORDS, *PROPERTY_WORDS, *UNITS, *NEVER_NAMES})
_PLAIN = st.from_regex(r"\A[a-zA-Z_][a-zA-Z0-9_]{0,8}\Z").filter(
    lambda word: (
        word not in _KEYWORDS and word not in ("category", "says", "naming", "from", "when", "for", "of")
    )
)
_TEXTS = st.text(
    st.one_of(
        st.sampled_from('"\\ \n\t{}#'),
        st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf"]),
    ),
    max_size=20,
)


def words(also: tuple[str, ...] = ()) -> st.SearchStrategy[tree.Word]:
    """Words that are names wherever they stand, and the keywords that are names in this place."""
    texts = st.one_of(_PLAIN, st.sampled_from(also)) if also else _PLAIN
    return texts.map(tree.Word)


_ANY_WORD = words(tuple(_KEYWORDS))
"""For places that take any word, as behind a full stop or before a colon."""

# Clause keywords are values too; `let` and `not` begin expressions of their own.
_VALUE_WORDS = words(tuple(w for w in _KEYWORDS if w not in NEVER_NAMES and w != "let"))
_ARGUMENT_NAMES = words(tuple(w for w in _KEYWORDS if w not in ("let", "not", "if")))


def docs() -> st.SearchStrategy[str | None]:
    return st.none() | _TEXTS.map(documentation)


def numbers() -> st.SearchStrategy[tree.Number]:
    texts = st.from_regex(r"\A[0-9]{1,4}(\.[0-9]{1,3})?\Z")
    return st.builds(tree.Number, texts, st.none() | st.sampled_from(list(UNITS)))


def _atoms() -> st.SearchStrategy[tree.Expression]:
    return st.one_of(
        _VALUE_WORDS.map(lambda word: tree.Name(word.text)),
        numbers(),
        st.builds(tree.OrdinalNumber, st.integers(0, 999)),
        st.builds(tree.ClockHour, st.integers(0, 99)),
        st.builds(tree.Text, _TEXTS),
    )


def _grow(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    plain = st.builds(tree.Argument, inner, st.none() | _ARGUMENT_NAMES)
    bound = _ANY_WORD.filter(lambda w: w.text not in NEVER_NAMES)
    arguments = st.lists(plain | st.builds(tree.Argument, inner, st.none(), bound), max_size=3).map(tuple)
    calls = st.builds(tree.Call, _VALUE_WORDS, arguments)
    return st.one_of(
        calls,
        st.builds(tree.Pipe, inner, calls),
        st.builds(tree.Binary, st.sampled_from(_OPERATORS), inner, inner),
        st.builds(tree.Unary, st.sampled_from(("not", "-")), inner),
        st.builds(tree.LetIn, bound, inner, inner),
        st.builds(tree.Conditional, inner, inner, inner),
        st.builds(tree.SetOf, st.lists(inner, max_size=3).map(tuple)),
        st.builds(tree.SetWhere, bound, inner, inner),
    )


def expressions() -> st.SearchStrategy[Any]:
    return st.recursive(_atoms(), _grow, max_leaves=8)


def _calls() -> st.SearchStrategy[tree.Call]:
    arguments = st.lists(st.builds(tree.Argument, expressions(), st.none() | _ARGUMENT_NAMES), max_size=3)
    return st.builds(tree.Call, _VALUE_WORDS, arguments.map(tuple))


def _rows(least: int = 1) -> st.SearchStrategy[tuple[tree.Word, ...]]:
    """Plain words in a row: kinds, references, names of types."""
    return st.lists(words(), min_size=least, max_size=3).map(tuple)


def domains() -> st.SearchStrategy[Any]:
    choices = st.builds(tree.ChoiceDomain, st.lists(expressions(), max_size=3).map(tuple))
    kinds = st.builds(tree.KindDomain, _rows())
    ranges = st.builds(tree.RangeDomain, expressions(), expressions(), st.none() | expressions())
    return st.one_of(choices, kinds, ranges, st.builds(tree.CategoriesDomain, st.one_of(choices, kinds)))


def types() -> st.SearchStrategy[Any]:
    plain = st.one_of(
        st.builds(tree.TypeName, _rows()),
        st.builds(tree.TypeConstructors, st.lists(words(), min_size=1, max_size=3).map(tuple)),
    )
    return st.recursive(plain, lambda inner: st.builds(tree.TypeApply, words(), inner), max_leaves=2)


def clauses() -> st.SearchStrategy[Any]:
    value = expressions()
    cases = st.lists(st.builds(tree.CandidateCase, _ARGUMENT_NAMES, value), min_size=1, max_size=3)
    wheres = st.lists(st.builds(tree.Where, words(), domains()), max_size=2).map(tuple)
    names = st.lists(words(), min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(tree.SpecClause, words(), words(), st.none() | words(), st.just(()) | _rows()),
        st.builds(tree.WorldClause, words(), _calls().map(lambda call: call.arguments)),
        st.builds(tree.ViewClause, words()),
        st.builds(tree.ActionClause, words()),
        st.builds(tree.CandidatesClause, value),
        st.builds(tree.CandidatesClause, st.none(), cases.map(tuple)),
        st.builds(tree.LetClause, names, domains(), wheres),
        st.builds(tree.ProgramClause, value),
        st.builds(tree.RequireClause, value),
        st.builds(tree.ToleranceClause, value),
        st.builds(tree.SayClause, st.builds(tree.Text, _TEXTS), st.booleans()),
        st.builds(tree.AnswerClause, words(), st.none() | words(tuple(UNITS)), st.none() | numbers()),
        st.builds(tree.DistractClause, st.integers(0, 99), value),
        st.builds(tree.ContrastClause, _calls()),
        st.builds(tree.SweepClause, names, st.none()),
        st.builds(tree.SweepClause, names, st.integers(1, 99), st.booleans()),
        st.builds(tree.NeedsClause, names, st.none() | st.integers(1, 9)),
        st.builds(tree.QuotaClause, st.integers(0, 999), st.booleans()),
        st.builds(tree.TagClause, words(), value),
    )


def _paths() -> st.SearchStrategy[tuple[tree.Word, ...]]:
    first = words(tuple(w for w in _KEYWORDS if w not in NEVER_NAMES))
    return st.tuples(first, st.lists(_ANY_WORD, max_size=2)).map(lambda parts: (parts[0], *parts[1]))


def families() -> st.SearchStrategy[tree.FamilyDecl]:
    choices = st.builds(tree.Choice, _rows(), st.none() | words())
    loops = st.builds(tree.Loop, words(), st.lists(choices, min_size=1, max_size=3).map(tuple))
    holes = st.builds(tree.Segment, words().map(lambda word: word.text), st.just(True))
    names = st.tuples(_paths(), st.lists(holes, max_size=1)).map(
        lambda parts: (*(tree.Segment(word.text) for word in parts[0]), *parts[1])
    )
    return st.builds(
        tree.FamilyDecl, names, st.none() | loops, st.lists(clauses(), max_size=5).map(tuple), docs()
    )


def scenes() -> st.SearchStrategy[tree.SceneLiteral]:
    value = st.one_of(
        numbers(),
        numbers().map(lambda number: tree.Unary("-", number)),
        st.sampled_from(DIRECTIONS).map(tree.Name),
        words().map(lambda word: tree.Name(word.text)),
        st.builds(tree.Text, _TEXTS),
    ).map(lambda single: (single,))
    values = st.lists(expressions(), min_size=1, max_size=3).map(tuple)
    properties = st.builds(
        tree.Property, st.sampled_from(PROPERTY_WORDS).map(tree.Word), st.one_of(value, values)
    )
    some = st.lists(properties, max_size=3).map(tuple)
    things = st.one_of(
        st.builds(tree.SceneThing, words(), st.none() | words(), words(), some),
        words().flatmap(
            lambda kind: st.builds(
                tree.SceneThing, st.just(kind), st.none(), st.just(kind), some, st.just(False)
            )
        ),
    )
    return st.builds(tree.SceneLiteral, st.lists(things, max_size=4).map(tuple))


def examples() -> st.SearchStrategy[tree.Example]:
    givens = st.lists(st.builds(tree.Given, words(), expressions()), max_size=2).map(tuple)
    expects = st.one_of(
        st.builds(tree.Expect, expressions()),
        st.builds(tree.Expect, st.builds(tree.Text, _TEXTS), st.just(True)),
    )
    titles = st.builds(tree.Text, _TEXTS)
    return st.builds(
        tree.Example, titles, _paths(), scenes(), givens, st.lists(expects, max_size=2).map(tuple)
    )


def _parameters() -> st.SearchStrategy[tuple[tree.Parameter, ...]]:
    parameter = st.builds(tree.Parameter, words(), st.none() | types(), st.none() | domains())
    return st.lists(parameter, max_size=3).map(tuple)


def items() -> st.SearchStrategy[Any]:
    return st.one_of(
        st.builds(tree.Use, _paths()),
        st.builds(tree.Function, words(), _parameters(), st.none() | types(), expressions(), docs()),
        families(),
        examples(),
        st.builds(tree.Law, words(), _parameters(), st.none() | expressions(), expressions(), docs()),
    )


def modules() -> st.SearchStrategy[tree.Module]:
    return st.builds(
        tree.Module, st.none() | st.integers(0, 9), docs(), st.lists(items(), max_size=3).map(tuple)
    )
