"""Numbers as people write them, and how near they come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scoring.metrics import THRESHOLDS, mean_relative_accuracy, word_overlap
from espire_dsl.scoring.quantities import UnreadableError, number_of


@pytest.mark.parametrize(
    ("text", "unit", "number"),
    [
        ("400.2 cm", "m", 4.002),
        ("1.3 metres", "m", 1.3),
        ("1.3 Meters.", "cm", 130.0),
        ("1,3 m", "m", 1.3),
        ("1,300 mm", "m", 1.3),
        ("5 ft", "m", 1.524),
        ("5'3\"", "m", 1.6002),
        ("5 feet and 3 inches", "m", 1.6002),
        ("12 in", "cm", 30.48),
        ("12 in.", "cm", 30.48),
        ("3 in the picture", "m", 3.0),
        ("2", "m", 2.0),
        ('"2"', "m", 2.0),
        ("about 2 yards", "m", 1.8288),
        ("1-2 m", "m", 2.0),
        ("between 150 and 120 cm", "m", 1.5),
        ("50 to 60 centimetres", "cm", 60.0),
        ("The 2 chairs are 85 cm apart", "m", 0.85),
        ("85cm, so below 2", "m", 0.85),
        ("3e2 mm", "m", 0.3),
        ("-4 cm", "cm", -4.0),
        ("ninety degrees", "deg", 90.0),
        ("a 30-degree tilt", "deg", 30.0),
        ("1.5707963 rad", "deg", 90.0),
        ("45°", "deg", 45.0),
        ("twenty-one", None, 21.0),
        ("3 in total", None, 3.0),
        ("Five.", None, 5.0),
        ("5 is the right one", None, 5.0),
        ("one hundred cm", "m", 1.0),
        ("zero", None, 0.0),
        ("5e-400 m", "m", 0.0),
    ],
)
def test_numbers_with_units(text: str, unit: str | None, number: float) -> None:
    assert number_of(text, unit) == pytest.approx(number)


@given(st.floats(0.001, 1000), st.sampled_from([("mm", 0.001), ("cm", 0.01), ("m", 1.0), ("feet", 0.3048)]))
def test_units_are_other_words_for_the_same(metres: float, other: tuple[str, float]) -> None:
    word, factor = other
    assert number_of(f"It is {metres / factor:.9f} {word}.", "cm") == pytest.approx(100 * metres, rel=1e-4)


@pytest.mark.parametrize("value", ["1e999", "9" * 5000, "1e" + "9" * 5000, 10**400, 1e308 * 10])
@pytest.mark.parametrize("unit", ["m", "deg", None])
def test_what_is_larger_than_any_number(value: object, unit: str | None) -> None:
    with pytest.raises(UnreadableError, match="no finite number"):
        number_of(value, unit)


@pytest.mark.parametrize("value", [None, [], {}, True, "nothing", "", "20 kg of mmm"])
def test_what_is_no_number(value: object) -> None:
    if value == "20 kg of mmm":
        assert number_of(value, "m") == 20
    else:
        with pytest.raises(UnreadableError):
            number_of(value, "m")


@pytest.mark.parametrize(
    ("right", "said", "expected"),
    [(2, 2, 1.0), (2, 2.1, 1.0), (2, 2.5, 0.6), (2, 1, 0.1), (2, 4.2, 0.0), (0, 0, 1.0), (0, 1, 0.0)],
)
def test_mean_relative_accuracy(right: float, said: float, expected: float) -> None:
    assert mean_relative_accuracy(right, said) == pytest.approx(expected)


@given(st.floats(0.1, 100), st.floats(0, 200))
def test_mean_relative_accuracy_falls_with_the_error(right: float, said: float) -> None:
    found = mean_relative_accuracy(right, said)
    closer = mean_relative_accuracy(right, (right + said) / 2)
    assert 0 <= found <= closer <= 1
    assert len(THRESHOLDS) == 10


@pytest.mark.parametrize(
    ("right", "said", "overlap"),
    [
        ("top right", "top left", 0.5),
        ("up left", "up", 0.5),
        ("chair", "table", 0.0),
        ("the teddy bear", "teddy bear", 1.0),
        ("the teddy bear", "the polar bear", 0.5),
        ("living/dining room", "Dining Room", 2 / 3),
    ],
)
def test_word_overlap(right: str, said: str, overlap: float) -> None:
    assert word_overlap(right, said) == pytest.approx(overlap)
