"""Numbers as they are written and spoken: digits without noise, cardinals, ordinals."""

from __future__ import annotations

_UNITS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_IRREGULAR = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_LAST_IN_WORDS = 100


def digits(value: float, places: int) -> str:
    """The number with at most `places` decimals, and no zeros at its end: `30`, `1.25`."""
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def cardinal(number: int) -> str:
    """`three`, `twenty-one`; in digits outside of zero to one hundred."""
    if number == _LAST_IN_WORDS:
        return "one hundred"
    if not 0 <= number < _LAST_IN_WORDS:
        return str(number)
    if number < len(_UNITS):
        return _UNITS[number]
    tens, units = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_UNITS[units]}" if units else "")


def short_ordinal(number: int) -> str:
    """`2nd`, `11th`, `101st`."""
    last_two = abs(number) % 100
    suffix = "th" if 10 < last_two < 20 else {1: "st", 2: "nd", 3: "rd"}.get(last_two % 10, "th")
    return f"{number}{suffix}"


def ordinal(number: int) -> str:
    """`second`, `twenty-first`; past one hundred `101st`."""
    if not 0 <= number <= _LAST_IN_WORDS:
        return short_ordinal(number)
    head, dash, last = cardinal(number).rpartition("-")
    if last in _IRREGULAR:
        last = _IRREGULAR[last]
    elif last.endswith("y"):
        last = last[:-1] + "ieth"
    else:
        last += "th"
    return head + dash + last
