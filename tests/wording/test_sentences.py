"""What a reader stumbles over, and what only looks like it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.sentences import _LOOSE_PUNCTUATION, slips, words_of
from espire_dsl.wording.values import SaidThing

FINE = [
    "Take a book.",
    "An hour ago, a unicycle stood 8 cm from an X-ray.",
    "Is it 0.5 metres away?",
    "He said: “Take it.”",
    "Between a and b, room A is on the left (see A in the plan).",
    "It is at 3 o'clock.",
    "Wait... then go!",
    "Rank .5 comes first.",
    "1 1 is no doubled word.",
]


@pytest.mark.parametrize("sentence", FINE)
def test_fine(sentence: str) -> None:
    assert list(slips(sentence)) == []


@pytest.mark.parametrize(
    ("sentence", "code", "message"),
    [
        ("Wait a hour.", "W0401", "“a hour” should be “an hour”"),
        ("A hour passed.", "W0401", "“A hour” should be “An hour”"),
        ("Done. An book fell.", "W0401", "“An book” should be “A book”"),
        ("Take a 8 cm book.", "W0401", "“a 8” should be “an 8”"),
        ("Take it , now.", "W0403", ""),
        ("Take it, .", "W0403", ""),
        ("Take it..", "W0403", ""),
        ("The the book.", "W0404", "“The the” says a word twice"),
        ("Take it", "W0405", ""),
        ("“Take it”", "W0405", ""),
        ("Take {it}.", "W0406", ""),
        ("", "E0412", ""),
        (" . ", "E0412", ""),
    ],
)
def test_slips(sentence: str, code: str, message: str) -> None:
    [slip] = slips(sentence)
    assert slip.code == code
    assert message in slip.message
    assert slip.words in sentence


@given(st.text())
def test_the_words_of_a_slip_stand_in_the_sentence(text: str) -> None:
    for slip in slips(text):
        assert slip.words in text


@given(st.text(" ,.;:?!a1\u00a0"))
def test_loose_punctuation_is_found_wherever_it_is(text: str) -> None:
    told = {slip.code for slip in slips(f"{text} it")}
    assert ("W0403" in told) == bool(_LOOSE_PUNCTUATION.search(f"{text} it"))


@pytest.mark.parametrize("clash", ["your to", "the of", "a between", "of in", "to from", "on at", "from to"])
def test_words_that_cannot_follow_one_another(clash: str) -> None:
    [slip] = slips(f"Take it {clash} them.")
    assert (slip.code, slip.words) == ("W0408", clash)
    first, second = clash.split()
    assert not [s for s in slips(f"Take it {first}, {second} them.") if s.code == "W0408"]


@pytest.mark.parametrize("sound", ["to the", "of your", "in between", "from within", "on to", "by to-day"])
def test_words_that_can(sound: str) -> None:
    assert list(slips(f"Take it {sound} them.")) == []


@given(st.sampled_from(FINE))
def test_case_and_punctuation_are_not_heard(sentence: str) -> None:
    assert words_of(sentence) == words_of(sentence.upper().replace(",", ";").replace("“", ""))


def test_every_name_of_the_catalogue_reads_well(lexicon: Lexicon) -> None:
    for category in load_catalogue().categories.values():
        if category.kind == "viewer":
            continue
        thing = SaidThing(category.name, category.plural, category.kind)
        said = lexicon.render("Look for {{ O | a }}: {{ O.possessive }} top, {{ O }}.", {"O": thing})
        assert list(slips(said)) == []
        assert ("some " in said) == category.plural
