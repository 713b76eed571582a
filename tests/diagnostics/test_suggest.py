"""Nearest words, against a recursive definition of the distance."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.diagnostics.suggest import edit_distance, nearest

words = st.text(alphabet="abc", max_size=6)


def defined_distance(a: str, b: str) -> int:
    @cache
    def upto(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        ways = [upto(i - 1, j) + 1, upto(i, j - 1) + 1, upto(i - 1, j - 1) + (a[i - 1] != b[j - 1])]
        if i > 1 and j > 1 and a[i - 2 : i] == b[j - 2 : j][::-1]:
            ways.append(upto(i - 2, j - 2) + 1)
        return min(ways)

    return upto(len(a), len(b))


@given(words, words)
@settings(derandomize=True)
def test_distance_is_the_defined_one(a: str, b: str) -> None:
    assert edit_distance(a, b) == defined_distance(a, b)


@given(words, words, st.integers(0, 6))
@settings(derandomize=True)
def test_words_that_are_too_far_apart_are_known_as_such(a: str, b: str, allowed: int) -> None:
    far, found = defined_distance(a, b), edit_distance(a, b, allowed)
    assert found == far if far <= allowed else found > allowed


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("filter_distence", "filter_distance"),
        ("RankCloset", "RankClosest"),
        ("rankclosest", "RankClosest"),
        ("Lfet", "Left"),
        ("zebra", None),
        ("x", None),
        ("", None),
        ("x" * 5000, None),
    ],
)
def test_nearest_word(word: str, found: str | None) -> None:
    assert nearest(word, ["filter_distance", "RankClosest", "Left", "Right"]) == found


def test_of_words_as_near_the_first_by_name_is_taken_whatever_their_order() -> None:
    assert nearest("bat", ["cat", "bar"]) == nearest("bat", ["bar", "cat"]) == "bar"


@given(words, st.lists(words, max_size=6))
@settings(derandomize=True)
def test_the_nearest_word_is_the_nearest_of_all(word: str, known: list[str]) -> None:
    allowed = max(1, len(word) // 3) if len(word) > 1 else 0
    ranked = sorted(
        (edit_distance(word.lower(), k.lower()), edit_distance(word, k), k) for k in {*known} - {word}
    )
    near = [k for distance, _, k in ranked if distance <= allowed]
    assert nearest(word, known) == (near[0] if near else None)
