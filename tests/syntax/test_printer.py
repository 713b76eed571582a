"""Printing keeps the tree, settles at once, and loses no comment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from espire_dsl.diagnostics.value import Findings
from espire_dsl.syntax import tree
from espire_dsl.syntax.layout import WIDTH
from espire_dsl.syntax.lexer import lex
from espire_dsl.syntax.printer import print_module
from espire_dsl.syntax.source import Source
from espire_dsl.testing.trees import modules
from tests.syntax.reading import parsed, read

SAMPLE = (Path(__file__).parent / "sample.espire").read_text()


@settings(deadline=None, max_examples=150, derandomize=True)
@given(modules())
def test_reading_what_was_printed_gives_the_tree_back(module: tree.Module) -> None:
    printed = print_module(module)
    again = read(printed)
    assert again == module
    assert print_module(again) == printed


def test_the_sample_is_in_canonical_style() -> None:
    assert print_module(read(SAMPLE)) == SAMPLE


def test_line_ends_of_other_systems_change_nothing() -> None:
    assert print_module(read(SAMPLE.replace("\n", "\r\n"))) == SAMPLE
    assert print_module(read(SAMPLE.replace("\n", "\r"))) == SAMPLE


def test_a_squeezed_file_is_spread_out() -> None:
    squeezed = re.sub(r" +", " ", re.sub(r"#[^\n]*", "", SAMPLE))
    assert read(print_module(read(squeezed))) == read(squeezed)
    assert max(len(line) for line in print_module(read(squeezed)).splitlines()) <= WIDTH


@settings(deadline=None, max_examples=50, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 10_000), st.booleans()), min_size=1, max_size=6, unique=True))
def test_every_comment_survives(places: list[tuple[int, bool]]) -> None:
    """Comments at random seams between tokens, at the end of a line or on a line of their own. What is read
    is what was written, comments and ends of lines included: behind one, a word may begin another thing."""
    bare = re.sub(r"#[^\n]*", "", SAMPLE)
    tokens = lex(Source("t", bare), Findings()).tokens
    seams = sorted({(tokens[place % len(tokens)].start, own) for place, own in places}, reverse=True)
    text = bare
    for i, (seam, own_line) in enumerate(seams):
        text = text[:seam] + ("\n" if own_line else " ") + f"# comment {i}\n" + text[seam:]
    module, findings = parsed(text)
    assume(not findings)
    printed = print_module(module)
    assert sorted(re.findall(r"# comment \d", printed)) == [f"# comment {i}" for i in range(len(seams))]
    assert read(printed) == module
    assert print_module(read(printed)) == printed


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("tolerance 30cm", "tolerance   30 cm"),
        ("program ((a))", "program     a"),
        ("program (a |> f()) & b", "program     a |> f() & b"),
        ("program a & (b | c)", "program     a & (b | c)"),
        ("program (a & b) | c", "program     a & b | c"),
        ("program a - (b - c)", "program     a - (b - c)"),
        ("program (a - b) - c", "program     a - b - c"),
        ("program -(a |> f())", "program     -a |> f()"),
        ("program (-a) |> f()", "program     (-a) |> f()"),
        ("program not (a and b)", "program     not (a and b)"),
        ("program (not a) and b", "program     not a and b"),
        ("program f(a,b,)", "program     f(a, b)"),
        ("let d in (1 m)..2 m", "let d in 1 m .. 2 m"),
        ('say """one line"""', 'say "one line"'),
        ('say "a\\nb"', 'say """a\nb"""'),
        ("candidates {A:b}", "candidates  { A: b }"),
        ("spec a b,reference c d,frame e", "spec        a b, frame e, reference c d"),
        ("program (let x = 1 in x) + 1", "program     (let x = 1 in x) + 1"),
    ],
)
def test_small_things(written: str, canonical: str) -> None:
    assert print_module(read(f"family f {{\n{written}\n}}")) == f"family f {{\n  {canonical}\n}}\n"


def test_empty_lines_of_the_author_are_kept_but_not_doubled() -> None:
    text = "family f {\n\n\n  action a\n\n\n\n  world b\n  tolerance 1\n\n}\n\n\n\nuse x\nuse y\n\nuse z\n"
    assert print_module(read(text)) == (
        "family f {\n  action      a\n\n  world       b\n  tolerance   1\n}\n\nuse x\nuse y\n\nuse z\n"
    )


def test_nothing_is_printed_as_nothing() -> None:
    assert print_module(read("")) == ""
    assert print_module(read("\n\n# only this\n\n")) == "# only this\n"


def test_comments_of_the_head_stay_at_the_head() -> None:
    text = '# licence\n\n# about\nespire 1  # version\n\n"""Doc."""\n\n# family\nfamily f {\n}\n'
    assert print_module(read(text)) == text


def test_a_comment_inside_a_clause_moves_above_it() -> None:
    text = "family f {\n  program f(a,  # first\n    b)  # last\n}\n"
    assert print_module(read(text)) == "family f {\n  # first\n  program     f(a, b)  # last\n}\n"
