"""What a text means: words that are keywords in one place and names in another, operators, depth."""

from __future__ import annotations

import pytest

from espire_dsl.syntax import tree
from espire_dsl.syntax.lexer import MAX_NESTING
from espire_dsl.syntax.table import grammar
from espire_dsl.syntax.units import UNITS
from espire_dsl.syntax.vocabulary import FAMILY_WORDS, ITEM_WORDS, PROPERTY_WORDS
from tests.pace import within
from tests.syntax.reading import parsed, read


def program(text: str) -> tree.Expression:
    (family,) = read(f"family f {{\n  program {text}\n}}").items
    assert isinstance(family, tree.FamilyDecl)
    (clause,) = family.clauses
    assert isinstance(clause, tree.ProgramClause)
    return clause.value


A, B, C = (tree.Name(n) for n in "abc")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("a |> f() & b", tree.Binary("&", tree.Pipe(A, tree.Call(tree.Word("f"), ())), B)),
        ("a | b & c", tree.Binary("|", A, tree.Binary("&", B, C))),
        ("a - b - c", tree.Binary("-", tree.Binary("-", A, B), C)),
        ("a + b * c", tree.Binary("+", A, tree.Binary("*", B, C))),
        ("a or b and c", tree.Binary("or", A, tree.Binary("and", B, C))),
        ("not a == b", tree.Unary("not", tree.Binary("==", A, B))),
        ("not a and b", tree.Binary("and", tree.Unary("not", A), B)),
        ("a < b | c", tree.Binary("<", A, tree.Binary("|", B, C))),
        ("-a |> f()", tree.Unary("-", tree.Pipe(A, tree.Call(tree.Word("f"), ())))),
        ("-a * b", tree.Binary("*", tree.Unary("-", A), B)),
        ("let a = b in a | c", tree.LetIn(tree.Word("a"), B, tree.Binary("|", A, C))),
        ("(a | b) & c", tree.Binary("&", tree.Binary("|", A, B), C)),
        ("3 o'clock", tree.ClockHour(3)),
        ("22nd", tree.OrdinalNumber(22)),
        ("1.50 m", tree.Number("1.50", "m")),
        ('"a \\"b\\" \\\\ \\n\\t"', tree.Text('a "b" \\ \n\t')),
    ],
)
def test_expressions(text: str, meaning: tree.Expression) -> None:
    assert program(text) == meaning


@pytest.mark.parametrize("word", ["in", "of", "from", "to", "where", "step", "and", "candidates", "say"])
def test_keywords_name_arguments(word: str) -> None:
    call = program(f"f({word}: a)")
    assert call == tree.Call(tree.Word("f"), (tree.Argument(A, tree.Word(word)),))


@pytest.mark.parametrize("word", sorted({*FAMILY_WORDS, *ITEM_WORDS, *PROPERTY_WORDS, *UNITS}))
def test_keywords_are_segments_of_names(word: str) -> None:
    (family,) = read(f"family a.{word}.b {{\n}}").items
    assert isinstance(family, tree.FamilyDecl)
    assert [segment.text for segment in family.name] == ["a", word, "b"]


def test_a_clause_keyword_at_the_start_of_a_line_can_be_a_value() -> None:
    arguments = program("f(\n    candidates,\n    answer\n    |> g(),\n    program: a)")
    assert isinstance(arguments, tree.Call)
    assert arguments.arguments[0].value == tree.Name("candidates")
    assert len(arguments.arguments) == 3


def test_line_ends_mean_nothing_inside_a_clause() -> None:
    assert program("\n    let a\n = b\n in\n a\n |> f(\n)") == program("let a = b in a |> f()")


def test_one_line_holds_a_family() -> None:
    one = read('family f { action pick let O in oriented near require a > 1 cm say "x" tolerance 1 m }')
    many = read(
        'family f {\naction pick\nlet O in oriented near\nrequire a > 1 cm\nsay "x"\ntolerance 1 m\n}'
    )
    assert one == many


def test_things_of_a_scene() -> None:
    text = 'example "x" of f {{ scene {{ {} }} }}'
    together = text.format("viewer at (0, 1) facing +y book a on table near pagoda p row 1 table")
    apart = text.format("\nviewer at (0, 1)\n  facing +y\nbook a on table\nnear pagoda p row 1\ntable\n")
    (example,) = read(together).items
    assert isinstance(example, tree.Example)
    assert [(t.kind.text, t.category and t.category.text, t.id.text) for t in example.scene.things] == [
        ("viewer", None, "viewer"),
        ("book", None, "a"),
        ("near", "pagoda", "p"),
        ("table", None, "table"),
    ]
    assert read(apart) == read(together)


def test_a_file_without_a_version_has_none() -> None:
    assert read("use a").version is None
    assert read("espire 3\nuse a").version == 3


def test_spans_enclose_what_was_written() -> None:
    text = "espire 1\nfamily a.{O} for O in { x } {\n  program  f(a, (b |> g()))\n}\n"
    (family,) = read(text).items
    assert isinstance(family, tree.FamilyDecl)
    assert text[family.span.start : family.span.end] == text[9:-1]
    assert text[family.name_span.start : family.name_span.end] == "a.{O}"
    (clause,) = family.clauses
    assert isinstance(clause, tree.ProgramClause)
    assert isinstance(clause.value, tree.Call)
    second = clause.value.arguments[1]
    assert text[second.span.start : second.span.end] == "(b |> g())"


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000 + "a" + ")" * 10_000,
        "(" * 10_000,
        "{" * 10_000,
        "f(" * 10_000 + "a" + ")" * 10_000,
        "not " * 5_000 + "a",
        "-" * 5_000 + "a",
        "a" + " |> f()" * 5_000,
        "a" + " + a" * 5_000,
        "let x = 1 in " * 5_000 + "x",
    ],
)
def test_depth_is_bounded(text: str) -> None:
    with within(130):
        module, findings = parsed(f"family f {{\n  action a\n  program {text}\n  world w\n}}\nuse z\n")
        assert [f.code for f in findings] == ["E0135"]
    family = module.items[0]
    assert isinstance(family, tree.FamilyDecl)
    assert [type(c) for c in family.clauses] == [tree.ActionClause, tree.WorldClause]
    assert family.broken
    assert module.items[-1] == tree.Use((tree.Word("z"),))


def test_depth_up_to_the_bound_is_fine() -> None:
    calls = MAX_NESTING - 1
    value = program("f(" * calls + "a" + ")" * calls)
    for _ in range(calls):
        assert isinstance(value, tree.Call)
        value = value.arguments[0].value
    assert value == A
    assert isinstance(program("a" + " |> f()" * (MAX_NESTING - 2)), tree.Pipe)


def test_the_vocabulary_is_that_of_the_grammar() -> None:
    assert {*FAMILY_WORDS, *ITEM_WORDS, *PROPERTY_WORDS, *UNITS} <= set(grammar().keywords)
    assert grammar() is grammar()
