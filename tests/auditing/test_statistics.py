"""The exact tail against all outcomes written out; Holm against its definition."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.auditing.statistics import MOST_EXACT, hit_distribution, holm, upper_tail

CHANCES = st.lists(st.floats(0, 1), min_size=1, max_size=9)


@given(CHANCES, st.integers(-1, 10))
def test_tail_is_the_sum_over_all_outcomes(chances: list[float], hits: int) -> None:
    total = 0.0
    for outcome in itertools.product((False, True), repeat=len(chances)):
        if sum(outcome) >= hits:
            total += math.prod(c if hit else 1 - c for c, hit in zip(chances, outcome, strict=True))
    assert upper_tail(chances, hits) == pytest.approx(total, abs=1e-12)


@given(CHANCES)
def test_distribution_sums_to_one(chances: list[float]) -> None:
    assert math.fsum(hit_distribution(chances)) == pytest.approx(1)


def test_equal_chances_give_the_binomial_tail() -> None:
    tail = sum(math.comb(45, k) * 0.25**k * 0.75 ** (45 - k) for k in range(20, 46))
    assert upper_tail([0.25] * 45, 20) == pytest.approx(tail, rel=1e-12)


@pytest.mark.parametrize("hits", [200, 215, 230])
def test_approximation_meets_the_exact_tail(hits: int) -> None:
    chances = [0.3, 0.5, 0.7] * 134
    assert len(chances) > MOST_EXACT
    exact = math.fsum(hit_distribution(chances)[hits:])
    assert upper_tail(chances, hits) == pytest.approx(exact, abs=1e-3)


@pytest.mark.parametrize(("hits", "tail"), [(500, 1.0), (501, 0.0)])
def test_sure_hits_need_no_approximation(hits: int, tail: float) -> None:
    assert upper_tail([1.0] * 500 + [0.0] * 10, hits) == tail


def test_holm_of_a_known_list() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=12), st.floats(0.001, 0.2))
def test_holm_rejects_as_the_step_down_rule_does(p_values: list[float], level: float) -> None:
    rejected: set[int] = set()
    for step, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        if (len(p_values) - step) * p_values[index] >= level:
            break
        rejected.add(index)
    assert {i for i, p in enumerate(holm(p_values)) if p < level} == rejected
