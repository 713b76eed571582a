"""Whatever is read, the parser answers with a tree and findings, never with an exception."""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from espire_dsl.diagnostics.value import Findings
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.printer import print_module
from espire_dsl.syntax.source import decode_source
from espire_dsl.syntax.table import grammar
from tests.syntax.reading import parsed

SAMPLE = (Path(__file__).parent / "sample.espire").read_text()
PIECES = sorted(
    {*grammar().keywords, *grammar().marks, "x", "pick", "Left", "3", "0.5", "2nd", "2th", "3 o'clock", "cmm"}
    | {'"text"', '"', '"""', "'", ";", "%", "&&", "//", "# c\n", "\\", "é", "\u2028", "\x00", "\t"}
)


def check(text: str) -> None:
    module, findings = parsed(text)
    for finding in findings:
        for label in (finding.primary, *finding.secondary):
            assert 0 <= label.span.start <= label.span.end <= len(text)
        assert finding.message
    assert not module.broken or findings
    # A tree with holes must still be one that every pass can walk; the printer walks all of it.
    assert isinstance(print_module(module), str)


@settings(deadline=None, max_examples=150, derandomize=True)
@given(st.text(max_size=200))
@example("\ufeff")
@example("9" * 5000 + "th")
@example("espire " + "9" * 5000)
def test_any_text(text: str) -> None:
    check(text)


@settings(deadline=None, max_examples=250, derandomize=True)
@given(
    st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from((" ", " ", "\n", "\n  ", ""))), max_size=60)
)
def test_token_soup(soup: list[tuple[str, str]]) -> None:
    check("".join(piece + gap for piece, gap in soup))


@settings(deadline=None, max_examples=120, derandomize=True)
@given(
    st.lists(
        st.tuples(st.integers(0, len(SAMPLE)), st.integers(0, 40), st.sampled_from(["", *PIECES])),
        min_size=1,
        max_size=4,
    )
)
def test_mutated_files(changes: list[tuple[int, int, str]]) -> None:
    text = SAMPLE
    for start, length, piece in changes:
        text = text[:start] + piece + text[start + length :]
    check(text)


@settings(deadline=None, max_examples=100, derandomize=True)
@given(st.lists(st.sampled_from([line + "\n" for line in SAMPLE.splitlines()]), max_size=40))
def test_shuffled_lines(lines: list[str]) -> None:
    check("".join(lines))


@settings(deadline=None, max_examples=150, derandomize=True)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    findings = Findings()
    source = decode_source("t.espire", data, findings)
    assert (source is None) <= (len(findings) > 0)
    if source is not None:
        parse(source, findings)


def test_a_file_of_nothing_but_mistakes_ends_soon() -> None:
    for text in (
        ") " * 5_000,
        "% " * 5_000,
        "/*\n" * 5_000,
        '\\"""\n' * 5_000,
        "foo bar\n" * 5_000,
        "{\n" * 5_000,
    ):
        findings = parsed(text)[1]
        assert len(findings) <= 2 * 501
        check(text)
