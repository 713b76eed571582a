"""Checking, showing and formatting take time in proportion to a file, however it is laid out."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.long_line import HEAD, SHAPES, TAIL, file_of
from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.checking.check import compile_paths
from espire_dsl.diagnostics.text import render_text
from espire_dsl.diagnostics.value import MOST_FINDINGS, Diagnostic
from espire_dsl.syntax.formatting import format_bytes
from espire_dsl.syntax.lexer import MAX_TOKENS
from espire_dsl.wording.render import Lexicon
from tests.pace import PROPORTIONAL, TIMES, growth

pytestmark = pytest.mark.slow

LEXICON = Lexicon.load()
BYTES = 25_000
MORE_SHAPES = {
    "lines": lambda n: "espire 1\n" + "foo bar\n" * (n // 8),
    "headers": lambda n: "espire 1\n" + "family\n" * (n // 7),
    "closing braces": lambda n: "espire 1\nfamily a { program f(" + "} " * (n // 2),
    "comments": lambda n: "espire 1\n" + "# c\n" * (n // 4),
    "quotes": lambda n: "espire 1\n" + '""" ' * (n // 4),
    "imports": lambda n: "espire 1\n" + " ".join(f"use a{i}" for i in range(n // 8)),
    "values of one domain": lambda n: (
        f"espire 1 {HEAD} let D in {{ {', '.join(f'{i} cm' for i in range(n // 8))} }} {TAIL}"
    ),
    "types of one domain": lambda n: (
        f"espire 1 {HEAD} let D in {{ {', '.join(f'LessThan({i} cm)' for i in range(n // 19))} }} {TAIL}"
    ),
    "tags": lambda n: f"espire 1 {HEAD} {' '.join(f'tag t{i} = {i}' for i in range(n // 15))} {TAIL}",
    "functions": lambda n: (
        "espire 1\nfn f0(x: Set[book]) = x "
        + " ".join(f"fn f{i + 1}(x: Set[book]) = f{i}(x)" for i in range(n // 36))
    ),
}


def checked(path: Path, text: str) -> tuple[Diagnostic, ...]:
    path.write_text(text)
    compiled = compile_paths([path], [path.parent], catalogue=load_catalogue(), lexicon=LEXICON)
    render_text(compiled.result.findings, lambda _: text)
    return compiled.result.findings


def text_of(shape: str, size: int) -> str:
    return MORE_SHAPES[shape](size) if shape in MORE_SHAPES else file_of(shape, size)


@pytest.mark.parametrize("shape", [*SHAPES, *MORE_SHAPES])
def test_checking_is_proportional_to_the_file(tmp_path: Path, shape: str) -> None:
    file = tmp_path / "long.espire"
    checked(file, text_of(shape, 1_000))
    assert growth(lambda size: checked(file, text_of(shape, size)), BYTES) < PROPORTIONAL


@pytest.mark.parametrize("shape", ["families that are correct", "a scene that is correct"])
def test_formatting_is_proportional_to_the_file(shape: str) -> None:
    texts = {size: file_of(shape, size).encode() for size in (BYTES // 2, TIMES * (BYTES // 2))}
    assert growth(lambda size: format_bytes("long.espire", texts[size]), BYTES // 2) < PROPORTIONAL


def test_what_the_benchmark_calls_correct_is(tmp_path: Path) -> None:
    for shape in SHAPES:
        if "correct" in shape:
            assert checked(tmp_path / "long.espire", file_of(shape, 3_000)) == ()


def test_a_file_with_more_findings_than_anybody_reads_is_left_with_a_word_about_it(tmp_path: Path) -> None:
    found = checked(tmp_path / "long.espire", file_of("things of one name", 7 * 2 * MOST_FINDINGS))
    assert len(found) == MOST_FINDINGS + 1
    assert found[-1].code == "E0146"


def test_too_many_findings_in_one_family_are_kept_too(tmp_path: Path) -> None:
    text = "espire 1 fn f(" + ", ".join("x: Nonsense" for _ in range(MOST_FINDINGS)) + ") = x"
    found = checked(tmp_path / "long.espire", text)
    assert len(found) == MOST_FINDINGS + 1
    assert found[-1].code == "E0146"


def test_a_file_of_too_many_words_is_not_parsed(tmp_path: Path) -> None:
    assert [d.code for d in checked(tmp_path / "long.espire", "a " * (MAX_TOKENS + 1))] == ["E0103"]
