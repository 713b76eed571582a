"""Verbs agree with the names beside them, and words that cannot meet are found."""

import pytest

from espire_dsl.wording.agreement import agreement_slips
from espire_dsl.wording.sentences import slips
from espire_dsl.wording.values import VIEWER, Said, SaidCategory, SaidThing

BEAR = SaidThing("teddy bear", False, "near")
PLANTS = SaidThing("succulents", True, "near")
POTS = SaidCategory("flower pots", True)


@pytest.mark.parametrize(
    ("sentence", "said", "words"),
    [
        ("Where is the succulents?", PLANTS, ["is the succulents"]),
        ("The succulents is on the table.", PLANTS, ["The succulents is"]),
        ("Take what is closer than the succulents is.", PLANTS, ["the succulents is"]),
        ("Going by the way the succulents faces, take it.", PLANTS, ["the succulents faces"]),
        ("Was flower pots here?", POTS, ["Was flower pots"]),
        ("Are the teddy bear here?", BEAR, ["Are the teddy bear"]),
        ("If the teddy bear have a book, take it.", BEAR, ["the teddy bear have"]),
        ("Take what is farther than you is.", VIEWER, ["you is"]),
        ("Where are the succulents?", PLANTS, []),
        ("The succulents are on the table.", PLANTS, []),
        ("Where is the teddy bear?", BEAR, []),
        ("Where are the teddy bear and the pagoda?", BEAR, []),
        ("The book closest to the succulents is wanted.", PLANTS, []),
        ("What is the succulents' left side?", PLANTS, []),
        ("Face the teddy bear and take a book.", BEAR, []),
        ("Where is the book?", PLANTS, []),
    ],
)
def test_verbs_agree(sentence: str, said: Said, words: list[str]) -> None:
    found = list(agreement_slips(sentence, [said]))
    assert [slip.words for slip in found] == words
    assert {slip.code for slip in found} <= {"W0407"}


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Take a book on your to the left of the jar.", "your to"),
        ("Take the in front of the jar.", "the in"),
        ("Take a the book.", "a the"),
        ("Take a book closest to of the jar.", "to of"),
        ("Take one of to the left.", "of to"),
        ("Take a book at in front of you.", "at in"),
    ],
)
def test_words_that_cannot_meet(sentence: str, words: str) -> None:
    assert [slip.words for slip in slips(sentence) if slip.code == "W0408"] == [words]


@pytest.mark.parametrize(
    "sentence",
    [
        "Take a book from behind the jar.",
        "Take a book from in front of the jar.",
        "Take a book in between.",
        "Look at the in-between of both.",
        "Take a book within 20 centimetres of your left hand.",
        "Put it in on the left.",
    ],
)
def test_words_that_can_meet(sentence: str) -> None:
    assert not [slip for slip in slips(sentence) if slip.code == "W0408"]
