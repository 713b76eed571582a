"""The ways in which models say which option they mean."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scoring.quantities import UnreadableError
from espire_dsl.scoring.words import answer_in
from tests.auditing.making import options
from tests.scoring.handmade import saying

THINGS = ("teddy bear", "ceramic jar", "picture frame", "alarm clock")
TASK = saying(1, "choice", "ceramic jar", options=options(*THINGS, of_things=True))
WAYS = (
    "{letter}",
    "({letter})",
    "{letter}.",
    "{letter})",
    "[{letter}]",
    "Option {letter}.",
    "option ({letter})",
    "The answer is {letter}",
    "Answer: {letter}",
    "**{letter}**",
    "\\boxed{{{letter}}}",
    "{letter}. the {words}",
    "({letter}) {words}",
    "the {words}",
    "{words}.",
    "The {words}!",
    "My answer is the {words}.",
    "A is too far and B is hidden, so the answer is {letter}.",
)


@given(st.sampled_from(WAYS), st.integers(0, 3), st.booleans())
def test_every_way_of_saying_an_option(way: str, place: int, small: bool) -> None:
    letter = "abcd"[place] if small else "ABCD"[place]
    assert answer_in(TASK, way.format(letter=letter, words=THINGS[place])) == THINGS[place]


@pytest.mark.parametrize(
    "text", ["E", "(z)", "A. ceramic jar", "bear", "A or B", "I do not know", "neither", "AB", "?", "the"]
)
def test_what_names_no_option(text: str) -> None:
    with pytest.raises(UnreadableError):
        answer_in(TASK, text)


@given(st.text(max_size=40) | st.none() | st.booleans() | st.integers() | st.lists(st.text(max_size=3)))
def test_whatever_is_said_is_read_or_refused(value: Any) -> None:
    for kind, answer, chosen in (
        ("choice", "x", options("x", "y")),
        ("choice", 2.5, options(2.5, 5.0)),
        ("list", "x", options("x", "y", of_things=True)),
        ("yes_no", True, None),
        ("number", 2.5, None),
        ("label", "left", None),
    ):
        task = saying(1, kind, answer, options=chosen, answer_unit="m" if answer == 2.5 else None)
        try:
            found = answer_in(task, value)
        except UnreadableError:
            continue
        assert found is not None
