"""Articles by sound, and plurals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.domain.nouns import indefinite_article, plural_noun

AN = [
    "hour",
    "honest",
    "heir",
    "honour",
    "egg",
    "apple",
    "umbrella",
    "urn",
    "onerous",
    "usher",
    "utter",
    "unintended",
    "unimportant",
    "unidentified",
    "X-ray",
    "F-shaped",
    "LED",
    "RGB",
    "8",
    "11",
    "18",
    "80",
    "88",
    "8.5",
    "800",
    "8,000",
    "11,000",
    "18-inch",
    "alarm",
    "empty",
    "upright",
    "eleven",
    "hourglass",
    "A",
]
A = [
    "book",
    "unicycle",
    "unique",
    "unit",
    "uniform",
    "university",
    "European",
    "ewe",
    "one",
    "once",
    "one-way",
    "user",
    "useful",
    "utensil",
    "ukulele",
    "house",
    "hotel",
    "UFO",
    "USB",
    "U-shaped",
    "1",
    "10",
    "12",
    "17",
    "1,800",
    "118",
    "0.8",
    "100",
    "picture",
    "Newton's",
    "medium-sized",
    "heirat",
    "B",
]


@pytest.mark.parametrize("word", AN)
def test_an(word: str) -> None:
    assert indefinite_article(word) == "an"


@pytest.mark.parametrize("word", A)
def test_a(word: str) -> None:
    assert indefinite_article(word) == "a"


def spelt(number: int) -> str:
    """The first word of a number read aloud, by the textbook."""
    ones = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    ones += " sixteen seventeen eighteen nineteen"
    if number >= 1000:
        return spelt(number // 1000)
    if number >= 100:
        return spelt(number // 100)
    if number >= 20:
        return {2: "twenty", 3: "thirty", 4: "forty", 5: "fifty", 6: "sixty", 7: "seventy"}.get(
            number // 10, "eighty" if number < 90 else "ninety"
        )
    return ones.split()[number]


@given(st.integers(0, 10**9))
def test_numbers_take_the_article_of_the_word_they_begin_with(number: int) -> None:
    expected = "an" if spelt(number)[0] == "e" else "a"
    assert indefinite_article(f"{number}") == expected
    assert indefinite_article(f"{number:,}") == expected


@given(st.text())
def test_there_is_an_article_for_anything(text: str) -> None:
    assert indefinite_article(text) in ("a", "an")


@given(st.sampled_from(AN + A), st.sampled_from([" book", "-sided", "’s edge", ""]))
def test_what_follows_the_first_word_changes_nothing(word: str, rest: str) -> None:
    if rest and word[-1].isalpha() and word.isalpha():
        assert indefinite_article(word + rest) == indefinite_article(word)


@pytest.mark.parametrize(
    ("noun", "many"),
    [
        ("book", "books"),
        ("box", "boxes"),
        ("bench", "benches"),
        ("berry", "berries"),
        ("toy", "toys"),
        ("shelf", "shelves"),
        ("Shelf", "Shelves"),
        ("picture frame", "picture frames"),
        ("old person", "old people"),
        ("", "s"),
    ],
)
def test_plural(noun: str, many: str) -> None:
    assert plural_noun(noun) == many
