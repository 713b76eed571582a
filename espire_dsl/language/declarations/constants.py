"""Plain values that declarations state: words, texts, truths, numbers with units, rows and ranges of them.

Each reader gives the value, or None after saying what was expected instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from espire_dsl.diagnostics.value import Findings, Span
from espire_dsl.language.hints import did_you_mean
from espire_dsl.syntax import tree
from espire_dsl.syntax.units import UNITS
from espire_dsl.syntax.vocabulary import DIRECTIONS

_MOST_DIGITS = 15
_NEEDS_UNIT = {"Length": "a length such as `12 cm`", "Angle": "an angle such as `30 deg`"}
NUMBER = "Number"
LENGTH = "Length"
ANGLE = "Angle"


def word(value: tree.Expression, findings: Findings, known: object = None) -> str | None:
    """A bare word, one of the known ones if these are told."""
    if not isinstance(value, tree.Name):
        wrong(value.span, "a word", findings)
        return None
    if isinstance(known, tuple | dict | frozenset | set | list) and value.text not in known:
        findings.add(
            "E0706",
            value.span,
            f"`{value.text}` is none of {', '.join(sorted(known))}",
            "not known",
            help=did_you_mean(value.text, known),
        )
        return None
    return value.text


def text(value: tree.Expression, findings: Findings, empty: bool = False) -> str | None:
    """A text in quotes that says something, or may be `empty`."""
    if not isinstance(value, tree.Text) or not (empty or value.value.strip()):
        wrong(value.span, 'a text in quotes, such as `"red mug"`', findings)
        return None
    return value.value


def truth(value: tree.Expression, findings: Findings) -> bool | None:
    if isinstance(value, tree.Name) and value.text in ("true", "false"):
        return value.text == "true"
    wrong(value.span, "`true` or `false`", findings)
    return None


def direction(value: tree.Expression, findings: Findings) -> str | None:
    """`+x`, `-y`."""
    written = value.text if isinstance(value, tree.Name) else ""
    if isinstance(value, tree.Unary) and isinstance(value.operand, tree.Name):
        written = value.operator + value.operand.text
    if written in DIRECTIONS:
        return written
    wrong(value.span, f"a direction: {', '.join(DIRECTIONS)}", findings)
    return None


def number(value: tree.Expression, quantity: str, findings: Findings) -> float | None:
    """A number of a quantity, in metres or degrees; numbers of one unit may be added, and scaled."""
    found = _folded(value, findings)
    if found is None:
        wrong(value.span, _NEEDS_UNIT.get(quantity, "a number"), findings)
        return None
    amount, unit = found
    if unit != quantity and not (unit == NUMBER and amount == 0):
        wrong(value.span, _NEEDS_UNIT.get(quantity, "a plain number"), findings)
        return None
    if not math.isfinite(amount):
        wrong(value.span, "a finite number", findings)
        return None
    return amount


def positive(value: tree.Expression, quantity: str, findings: Findings) -> float | None:
    amount = number(value, quantity, findings)
    if amount is not None and amount <= 0:
        wrong(value.span, "something above zero", findings)
        return None
    return amount


def whole(value: tree.Expression, findings: Findings, least: int = 0) -> int | None:
    """A whole number that is not below `least`."""
    if (
        isinstance(value, tree.Number)
        and value.unit is None
        and value.text.isdigit()
        and len(value.text) < 10
    ):
        amount = int(value.text)
        if amount >= least:
            return amount
    wrong(value.span, f"a whole number from {least} on", findings)
    return None


def span_of(
    value: tree.Expression, quantity: str, findings: Findings, read: Callable[..., float | None] = number
) -> tuple[float, float] | None:
    """`2 cm .. 5 cm`, or one number, which is a range from itself to itself."""
    if not isinstance(value, tree.Range):
        amount = read(value, quantity, findings)
        return None if amount is None else (amount, amount)
    low, high = read(value.low, quantity, findings), read(value.high, quantity, findings)
    if low is None or high is None:
        return None
    if high < low:
        wrong(value.span, "a range whose smaller end comes first", findings, "swap its ends")
        return None
    return (low, high)


def triple(
    value: tree.Expression, quantity: str, example: str, findings: Findings
) -> tuple[float, float, float] | None:
    """`(3 cm, 0, 12 cm)`: three numbers of a quantity in brackets."""
    if not isinstance(value, tree.Point) or len(value.items) != 3:
        wrong(value.span, f"three numbers in brackets, such as `{example}`", findings)
        return None
    x, y, z = (number(item, quantity, findings) for item in value.items)
    return None if x is None or y is None or z is None else (x, y, z)


def wrong(span: Span, expected: str, findings: Findings, help: str | None = None) -> Any | None:
    """None, after saying what is expected where something else stands."""
    findings.add("E0706", span, f"expected {expected}", "found something else", help=help)
    return None


def _folded(value: tree.Expression, findings: Findings) -> tuple[float, str] | None:
    """A number and its quantity."""
    match value:
        case tree.Number(text=digits, unit=unit):
            if len(digits) > _MOST_DIGITS:
                return None
            quantity, factor = (NUMBER, 1.0) if unit is None else (UNITS[unit].quantity, UNITS[unit].factor)
            return round(float(digits) * factor, 12), quantity
        case tree.Unary(operator="-", operand=operand):
            inner = _folded(operand, findings)
            return None if inner is None else (-inner[0], inner[1])
        case tree.Binary(operator=operator, left=left, right=right) if operator in "+-*/":
            return _computed(operator, _folded(left, findings), _folded(right, findings))
    return None


def _computed(
    operator: str, left: tuple[float, str] | None, right: tuple[float, str] | None
) -> tuple[float, str] | None:
    if left is None or right is None:
        return None
    (a, unit), (b, other) = left, right
    if operator in "+-":
        return ((a + b if operator == "+" else a - b), unit) if unit == other else None
    if operator == "*":
        return (a * b, other if unit == NUMBER else unit) if NUMBER in (unit, other) else None
    return (a / b, unit) if other == NUMBER and b else None
