"""Numbers as people write them: with a unit of their own, in words, as a range, in feet and inches."""

from __future__ import annotations

import math
import re
from typing import Any, Final

from attrs import frozen

from espire_dsl.language.types import UNIT_FACTORS
from espire_dsl.syntax.units import ALL_UNITS
from espire_dsl.wording.numbers import cardinal

_MEASURES: Final = {
    word: (unit.quantity.lower().removesuffix("s"), unit.factor)
    for unit in ALL_UNITS.values()
    for word in unit.words
}
_LENGTH: Final = _MEASURES["m"][0]
_WORDS: Final = {cardinal(number): number for number in range(101)}
_WORD: Final = "|".join(re.escape(word) for word in sorted(_WORDS, key=len, reverse=True))
_UNIT: Final = "|".join(
    # "in" is a unit only where nothing is said to be in something.
    re.escape(word) + (r"(?!\s+[a-z])" if word == "in" else "")
    for word in sorted(_MEASURES, key=len, reverse=True)
)
_NUMBER: Final = re.compile(
    rf"""(?<![\w.,]) (?P<sign>[-+−]?)
         (?P<digits> \d{{1,3}}(?:,\d{{3}})+(?:\.\d+)? | \d+(?:[.,]\d+)? | \.\d+ | (?:{_WORD})\b )
         (?:e(?P<power>[-+]?\d+))? [\s-]* (?P<unit>(?:{_UNIT})(?![a-z]))?""",
    re.IGNORECASE | re.VERBOSE,
)
_THOUSANDS: Final = re.compile(r",(?=\d{3}(?!\d))")
_RANGE: Final = re.compile(r"^\s*(?:-|–|—|to|and)\s*$", re.IGNORECASE)
_FEET, _INCHES = ALL_UNITS["ft"].factor, ALL_UNITS["inch"].factor


class UnreadableError(ValueError):
    """Why an answer cannot be read."""


@frozen
class _Found:
    """A number of a text with its unit, and what stands between it and the one before."""

    value: float
    dimension: str | None
    factor: float
    before: str


def number_of(value: Any, unit: str | None) -> float:
    """The number that an answer tells, in the unit of the task; without one of its own it is in that unit."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise UnreadableError("it must be a number, with or without a unit")
    if not isinstance(value, str):
        return _finite(_as_float(value))
    found = _numbers(_unquoted(value), unit is not None)
    if not found:
        raise UnreadableError("there is no number in it")
    if unit is None:
        return _finite(_last(found))
    wanted = _MEASURES[unit][0]
    if not any(one.dimension for one in found):
        return _finite(_last(found))
    fitting = [one for one in found if one.dimension in (wanted, None)]
    while fitting and fitting[-1].dimension is None:
        fitting.pop()
    if not fitting:
        raise UnreadableError(f"its unit is none of {wanted}s, and the answer is in {unit}")
    return _finite(_last(fitting) / UNIT_FACTORS[unit])


def _unquoted(text: str) -> str:
    plain = text.strip()
    return plain.strip(plain[0]) if plain[:1] in ("'", '"') else plain


def _numbers(text: str, with_units: bool) -> list[_Found]:
    """The numbers of a text; feet and the inches behind them are one."""
    found: list[_Found] = []
    end = 0
    matches = list(_NUMBER.finditer(text))
    in_digits = [match for match in matches if match["digits"].lower() not in _WORDS]
    for match in in_digits or matches:  # "the closest one is 5 cm away" tells one number
        word = match["digits"].lower()
        # Python reads numbers of any size; powers of ten computed here would be too large for it.
        number = float(f"{_WORDS[word] if word in _WORDS else _plain(word)}e{match['power'] or 0}")
        number *= -1 if match["sign"] in ("-", "−") else 1
        unit = match["unit"] if with_units else None
        dimension, factor = _MEASURES[unit.lower()] if unit else (None, 1.0)
        one = _Found(number * factor, dimension, factor, text[end : match.start()])
        end = match.end()
        if found and factor == _INCHES and found[-1].factor == _FEET and one.before.strip() in ("", "and"):
            one = _Found(found[-1].value + one.value, _LENGTH, factor, found.pop().before)
        found.append(one)
    return found


def _plain(digits: str) -> str:
    """Digits as Python reads them: a comma before three digits parts thousands, any other is a point."""
    return _THOUSANDS.sub("", digits).replace(",", ".")


def _last(found: list[_Found]) -> float:
    """The last number; of a range the larger one."""
    last = found[-1]
    if len(found) > 1 and _RANGE.match(last.before):
        first = found[-2]
        start = first.value if first.dimension else first.value * last.factor
        return max(start, last.value)
    return last.value


def _as_float(number: float) -> float:
    """Whole numbers may have more digits than any other."""
    try:
        return float(number)
    except OverflowError:
        return math.inf


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise UnreadableError("it is no finite number")
    return number
