"""Guesses at what was meant."""

from __future__ import annotations

import pytest

from espire_dsl.syntax.names import suggest

WORDS = ("RankClosest", "RankFarthest", "Closest", "Left", "LeftMost", "require", "cm", "mm")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("RankClosset", "RankClosest"),
        ("rankclosest", "RankClosest"),
        ("Leftmost", "LeftMost"),
        ("Lfet", "Left"),
        ("requires", "require"),
        ("requier", "require"),
        ("cmm", "cm"),
        ("elephant", None),
        ("x", None),
        ("", None),
        ("Left", None),
    ],
)
def test_suggestions(word: str, meant: str | None) -> None:
    assert suggest(word, WORDS) == meant


def test_the_order_of_candidates_does_not_matter() -> None:
    assert suggest("dm", ("mm", "cm")) == suggest("dm", ("cm", "mm")) == "cm"
