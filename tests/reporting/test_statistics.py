"""Exact tests and correlations against enumeration, formulas and known values."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.reporting.statistics import (
    correlation,
    mcnemar,
    mean,
    ranks,
    sample_deviation,
    spearman,
)

NUMBERS = st.integers(-5, 5)


@pytest.mark.parametrize(("first", "second"), list(product(range(6), repeat=2)))
def test_mcnemar_is_what_coins_give(first: int, second: int) -> None:
    pairs = first + second
    uneven = abs(first - second)
    flips = product((0, 1), repeat=pairs)
    as_uneven = sum(abs(2 * sum(flip) - pairs) >= uneven for flip in flips)
    assert mcnemar(first, second) == pytest.approx(as_uneven / 2**pairs)


def test_mcnemar_of_known_and_of_many_pairs() -> None:
    assert mcnemar(1, 9) == pytest.approx(22 / 1024)
    assert mcnemar(0, 0) == 1.0
    assert 0 < mcnemar(400, 900) < 1e-40
    assert mcnemar(5000, 5000) == 1.0


@given(st.permutations(range(6)), st.permutations(range(6)))
def test_without_ties_rho_is_the_formula_of_squared_differences(one: list[int], other: list[int]) -> None:
    squares = sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
    assert spearman(one, other) == pytest.approx(1 - 6 * squares / (6 * 35))


@given(st.lists(NUMBERS, min_size=1, max_size=8))
def test_ranks_are_means_of_the_places_after_sorting(values: list[int]) -> None:
    places: dict[int, list[int]] = {}
    for place, value in enumerate(sorted(values), 1):
        places.setdefault(value, []).append(place)
    assert ranks(values) == [sum(places[v]) / len(places[v]) for v in values]


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=3, max_size=6))
def test_rho_has_the_laws_of_a_correlation_of_ranks(pairs: list[tuple[int, int]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    rho = spearman(one, other)
    assert (rho is None) == (len(set(one)) == 1 or len(set(other)) == 1)
    if rho is not None:
        assert -1 - 1e-12 <= rho <= 1 + 1e-12
        assert spearman(other, one) == pytest.approx(rho)
        assert spearman([a**3 for a in one], other) == pytest.approx(rho)
        assert spearman([-a for a in one], other) == pytest.approx(-rho)


@pytest.mark.parametrize(
    ("one", "other", "rho"),
    [
        ((9, 5, 1), (7, 6, 2), 1.0),
        ((9, 5, 1), (6, 7, 2), 0.5),
        ((9, 5, 1), (2, 6, 7), -1.0),
        ((9, 5, 5), (9, 5, 1), math.sqrt(3) / 2),
        ((9, 9, 1), (1, 9, 9), -0.5),
        ((9, 5, 5), (4, 4, 4), None),
    ],
)
def test_three_counts(one: tuple[int, ...], other: tuple[int, ...], rho: float | None) -> None:
    found = spearman(one, other)
    assert found == (None if rho is None else pytest.approx(rho))


@pytest.mark.parametrize(
    ("other", "rho", "p"), [((1, 2, 3, 4, 5), 1.0, 2 / 120), ((2, 1, 3, 4, 5), 0.9, 10 / 120)]
)
def test_exact_p_of_five_items(other: tuple[int, ...], rho: float, p: float) -> None:
    found = correlation((1, 2, 3, 4, 5), other)
    assert found is not None
    assert (found.n, found.rho, found.p) == (5, pytest.approx(rho), pytest.approx(p))


def test_too_few_and_too_many_items() -> None:
    assert correlation((1, 2), (2, 1)) is None
    many = correlation(range(20), range(20))
    assert many is not None
    assert many.p is None


def test_means_and_deviations() -> None:
    values = [1, 1, 1, 0.5, 0.5]
    assert mean(values) == pytest.approx(0.8)
    assert sample_deviation(values) == pytest.approx(0.274, abs=0.0005)
    assert mean([]) is None
    assert sample_deviation([3.0]) is None
