"""Pixels of masks, against masks encoded here."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.auditing.masks import pixels, run_lengths


def encoded(runs: list[int]) -> str:
    """Run lengths as COCO's text."""
    text = ""
    for place, run in enumerate(runs):
        value = run - runs[place - 2] if place > 2 else run
        more = True
        while more:
            bits, value = value & 0x1F, value >> 5
            more = value != (-1 if bits & 0x10 else 0)
            text += chr((bits | (0x20 if more else 0)) + 48)
    return text


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=20))
def test_runs_read_back(runs: list[int]) -> None:
    assert list(run_lengths(encoded(runs))) == runs
    assert pixels({"size": [480, 640], "counts": encoded(runs)}) == sum(runs[1::2])


def test_a_known_text() -> None:
    assert list(run_lengths("06100")) == [0, 6, 1, 6, 1]


def test_what_is_no_mask_has_no_pixels() -> None:
    assert pixels(None) is None
    assert pixels({"size": [2, 2]}) is None
