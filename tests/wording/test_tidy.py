"""The last touch on a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.wording.tidy import tidy


@given(st.text())
def test_once_is_enough(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)


@given(st.text())
def test_words_are_kept(text: str) -> None:
    assert [word.upper() for word in tidy(text).split()] == [word.upper() for word in text.split()]


@given(st.text(alphabet=" \t\r\nabé“(\u00a0\u2028"))
def test_blanks_are_single(text: str) -> None:
    said = tidy(text)
    assert said == said.strip()
    assert "  " not in said
    assert not set(said) & set("\t\r\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("take  a book\n   and go.", "Take a book and go."),
        ("“take it”", "“Take it”"),
        ("(“élan”)", "(“Élan”)"),
        ("3 books", "3 books"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_examples(text: str, said: str) -> None:
    assert tidy(text) == said
