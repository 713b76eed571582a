"""What characters look like on a terminal."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.diagnostics.cells import expand, harmless, shown, text_width


@given(st.characters())
@settings(derandomize=True, max_examples=500)
def test_nothing_that_steers_a_terminal_is_shown_as_it_is(char: str) -> None:
    categories = {unicodedata.category(c) for c in shown(char)}
    assert not categories & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("char", "expected"),
    [
        ("\x1b", "␛"),
        ("\x7f", "␡"),
        ("\x9b", "<U+009B>"),
        ("\u202e", "<U+202E>"),
        ("é", "é"),
        ("\ud800", "<U+D800>"),
    ],
)
def test_stand_ins(char: str, expected: str) -> None:
    assert shown(char) == expected


def test_line_feeds_stay_in_harmless_text() -> None:
    assert harmless("a\nb\x1b[31m") == "a\nb␛[31m"


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("世界", 4), ("e\u0301", 1), ("ｆ", 2), ("", 0)])
def test_widths(text: str, width: int) -> None:
    assert text_width(text) == width


def test_tabs_reach_the_next_stop() -> None:
    pieces, columns = expand("a\tb\t\t")
    assert "".join(pieces) == "a   b       "
    assert columns == [0, 1, 4, 5, 8, 12]
