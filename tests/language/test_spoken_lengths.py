"""Lengths as people say them, against ordinary decimal numbers."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from espire_dsl.language.families.spoken_lengths import is_spoken, sayable, spoken, step_at
from espire_dsl.scene.quantize import quantize

millimetres = st.integers(-5000, 5000)


def step_of(length: Decimal) -> Decimal:
    """The step to which a length is rounded, in decimal numbers."""
    size = abs(length)
    return Decimal("0.01") if size < Decimal("0.5") else Decimal("0.05") if size < 2 else Decimal("0.1")


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (0.374, 0.37),
        (0.496, 0.5),
        (0.52, 0.5),
        (0.53, 0.55),
        (1.61, 1.6),
        (1.98, 2.0),
        (2.04, 2.0),
        (2.26, 2.3),
    ],
)
def test_lengths_are_rounded_as_people_round(length: float, said: float) -> None:
    assert spoken(length) == said
    assert spoken(-length) == -said


@given(millimetres)
def test_steps_are_those_of_decimal_numbers(number: int) -> None:
    assert step_at(number / 1000) == float(step_of(Decimal(number) / 1000))


@given(millimetres)
@example(500)
@example(2000)
@example(127)
def test_what_is_said_is_a_whole_number_of_steps_or_inches(number: int) -> None:
    length = Decimal(number) / 1000
    assert is_spoken(number / 1000) == (length % step_of(length) == 0 or length % Decimal("0.0254") == 0)


@given(millimetres.filter(lambda number: number % 10 != 5))
@example(-3150)
def test_the_nearest_length_is_said(number: int) -> None:
    """Halves of the smallest step are left out: binary numbers do not hold them exactly."""
    length = Decimal(number) / 1000
    step = step_of(length)
    if abs(length / step) % 1 != Decimal("0.5"):
        nearest = (length / step).quantize(Decimal(1), ROUND_HALF_EVEN) * step
        assert spoken(number / 1000) == pytest.approx(float(nearest), abs=1e-9)


@given(st.floats(-20, 20))
def test_what_is_said_is_near_is_sayable_and_stays(length: float) -> None:
    said = spoken(length)
    assert abs(said - length) <= step_at(length) / 2 + 1e-9
    assert is_spoken(said)
    assert spoken(said) == said


@given(st.floats(0.01, 20), st.floats(0.01, 20))
def test_a_longer_one_is_never_said_to_be_shorter(one: float, other: float) -> None:
    assert spoken(min(one, other)) <= spoken(max(one, other))


@given(st.lists(st.floats(-20, 20) | millimetres.map(lambda n: n / 1000), min_size=1, max_size=6))
def test_arrays_are_as_their_numbers(lengths: list[float]) -> None:
    array = np.array(lengths)
    assert step_at(array).tolist() == [step_at(length) for length in lengths]
    assert is_spoken(array).tolist() == [is_spoken(length) for length in lengths]
    assert spoken(array).tolist() == [spoken(length) for length in lengths]
    assert isinstance(step_at(lengths[0]), float)
    assert isinstance(is_spoken(lengths[0]), bool)
    assert isinstance(spoken(lengths[0]), float)


def test_noise_of_computing_changes_nothing() -> None:
    assert step_at(0.1 + 0.4 - 1e-12) == step_at(0.5)
    assert is_spoken(0.1 + 0.2)
    assert is_spoken(2.0 - 1e-12)


def test_inches_are_said_only_where_all_that_is_offered_are_inches() -> None:
    centimetres = [quantize(number / 100) for number in range(5, 301)]
    assert 1.27 in centimetres  # which is 50 inches
    assert [*sayable(centimetres)] == [length for length in centimetres if spoken(length) == length]
    inches = [quantize(number * 0.0254) for number in (5, 12, 30, 50)]
    assert [*sayable(inches)] == inches
