"""Ordinals, units and clocks, each read back by other means than it was written."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.wording.numbers import cardinal, digits, ordinal, short_ordinal
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.values import (
    SaidAngle,
    SaidClock,
    SaidInt,
    SaidLength,
    SaidNumber,
    SaidOrdinal,
)

FIRST_TWENTY = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def read_ordinal(text: str) -> int:
    """The number that an ordinal names, by looking words up."""
    if match := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", text):
        return int(match.group(1))
    if text == "one hundredth":
        return 100
    if text in FIRST_TWENTY:
        return FIRST_TWENTY.index(text)
    if text.endswith("ieth"):
        return 20 + 10 * TENS.index(text[:-4] + "y")
    tens, units = text.split("-")
    return 20 + 10 * TENS.index(tens) + FIRST_TWENTY.index(units)


@given(st.integers(0, 100_000))
def test_ordinals_can_be_read_back(number: int) -> None:
    assert read_ordinal(ordinal(number)) == number
    assert read_ordinal(short_ordinal(number)) == number


def test_ordinals_up_to_one_hundred_are_words_and_all_different() -> None:
    said = [ordinal(number) for number in range(101)]
    assert len(set(said)) == 101
    assert not any(char.isdigit() for text in said for char in text)


@pytest.mark.parametrize(
    ("number", "short"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (101, "101st"),
        (111, "111th"),
        (112, "112th"),
        (122, "122nd"),
        (1003, "1003rd"),
    ],
)
def test_short_ordinals(number: int, short: str) -> None:
    assert short_ordinal(number) == short


def test_some_ordinals_and_cardinals() -> None:
    assert [ordinal(n) for n in (2, 20, 21, 100, 101)] == [
        "second",
        "twentieth",
        "twenty-first",
        "one hundredth",
        "101st",
    ]
    assert [cardinal(n) for n in (0, 12, 40, 99, 100, 101, -1)] == [
        "zero",
        "twelve",
        "forty",
        "ninety-nine",
        "one hundred",
        "101",
        "-1",
    ]


@given(st.floats(-1e6, 1e6), st.integers(0, 6))
def test_digits_keep_the_value_and_waste_nothing(value: float, places: int) -> None:
    text = digits(value, places)
    assert abs(float(text) - value) <= 0.5 * 10**-places + 1e-9
    assert text != "-0"
    if "." in text:
        assert text[-1] not in ".0"


FACTORS = {"centimetre": 0.01, "metre": 1, "inch": 0.0254, "foot": 0.3048, "cm": 0.01, "m": 1, "in": 0.0254}
SINGULAR = {"centimetres": "centimetre", "metres": "metre", "inches": "inch", "feet": "foot"}


def read_length(text: str) -> float:
    """What a spoken length stands for."""
    number, unit = text.split()
    assert (unit in SINGULAR) == (number != "1")
    unit = SINGULAR.get(unit, unit)
    assert unit not in ("metre", "centimetre") or (unit == "metre") == (float(number) * FACTORS[unit] >= 1)
    assert unit in ("metre", "centimetre") or float(number).is_integer()
    return float(number) * FACTORS[unit]


@given(st.floats(0, 1_000))
@settings(deadline=None)
def test_lengths_can_be_read_back(lexicon: Lexicon, metres: float) -> None:
    said = lexicon.speak(SaidLength(metres))
    assert math.isclose(read_length(said.text), metres, abs_tol=6e-7)
    number, unit = str(said.forms["short"]).split()
    assert math.isclose(float(number) * {**FACTORS, "ft": 0.3048}[unit], metres, abs_tol=6e-7)


@pytest.mark.parametrize(
    ("metres", "said", "short"),
    [
        (0.3, "30 centimetres", "30 cm"),
        (0.1 + 0.2, "30 centimetres", "30 cm"),
        (0.01, "1 centimetre", "1 cm"),
        (0.005, "0.5 centimetres", "0.5 cm"),
        (0.999, "99.9 centimetres", "99.9 cm"),
        (0.99999999, "1 metre", "1 m"),
        (1, "1 metre", "1 m"),
        (1.2, "1.2 metres", "1.2 m"),
        (1.1 + 2.2, "3.3 metres", "3.3 m"),
        (0, "0 centimetres", "0 cm"),
        (-0.0000000001, "0 centimetres", "0 cm"),
    ],
)
def test_lengths(lexicon: Lexicon, metres: float, said: str, short: str) -> None:
    spoken = lexicon.speak(SaidLength(metres))
    assert spoken.text == said
    assert spoken.forms["short"] == short


def test_other_quantities(lexicon: Lexicon) -> None:
    assert lexicon.speak(SaidAngle(1)).text == "1 degree"
    assert lexicon.speak(SaidAngle(22.5)).text == "22.5 degrees"
    assert lexicon.speak(SaidAngle(45)).forms["short"] == "45°"
    assert lexicon.speak(SaidAngle(45)).forms["adjective"] == "45-degree"
    assert lexicon.speak(SaidLength(0.3)).forms["adjective"] == "30-centimetre"
    assert lexicon.speak(SaidClock(3)).text == "3 o'clock"
    assert lexicon.speak(SaidOrdinal(2)).text == "second"
    assert lexicon.speak(SaidInt(7)).forms["words"] == "seven"
    assert lexicon.speak(SaidNumber(0.1 + 0.2)).text == "0.3"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_quantity_is_refused(value: float) -> None:
    for said in (SaidLength, SaidAngle, SaidNumber):
        with pytest.raises(ValueError, match="finite"):
            said(value)


@pytest.mark.parametrize("hour", [0, 13, -1])
def test_hours_run_from_one_to_twelve(hour: int) -> None:
    with pytest.raises(ValueError):
        SaidClock(hour)


def test_there_is_no_zeroth() -> None:
    with pytest.raises(ValueError):
        SaidOrdinal(0)
