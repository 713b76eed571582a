"""Wilson's interval against its definition and against a known count."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.reports.intervals import wilson


@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_ends_are_where_the_score_test_turns(counts: tuple[int, int]) -> None:
    hits, trials = counts
    for end in wilson(hits, trials):
        score = abs(hits / trials - end)
        assert score == pytest.approx(1.959963984540054 * math.sqrt(end * (1 - end) / trials), abs=1e-7)


def test_wilson_of_a_known_count() -> None:
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
