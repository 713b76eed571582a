"""From expressions to formulas: what each name is, and that quantities go together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from espire_dsl.diagnostics.value import Findings, Span
from espire_dsl.language.declarations.formulas import (
    ANGLE,
    LENGTH,
    NUMBER,
    QUANTITIES,
    TRUTH,
    WORD,
    ChooseFormula,
    Compute,
    Formula,
    Named,
    OneOf,
    Uniform,
    Value,
)
from espire_dsl.language.hints import did_you_mean
from espire_dsl.syntax import tree
from espire_dsl.syntax.units import UNITS

_MOST_DIGITS = 15
_COMPARED = ("<", "<=", ">", ">=", "==", "!=")
_TRUTHS = {"true": True, "false": False}
_SAID = {NUMBER: "a plain number", LENGTH: "a length", ANGLE: "an angle", TRUTH: "a truth", WORD: "a word"}
_UNITS = {LENGTH: "cm", ANGLE: "deg"}
# What each function takes, and gives; `same` is one quantity, whichever it is.
_SAME = "same"
_FUNCTIONS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "sin": ((ANGLE,), NUMBER),
    "cos": ((ANGLE,), NUMBER),
    "tan": ((ANGLE,), NUMBER),
    "atan2": ((_SAME, _SAME), ANGLE),
    "sqrt": ((NUMBER,), NUMBER),
    "abs": ((_SAME,), _SAME),
    "min": ((_SAME, _SAME), _SAME),
    "max": ((_SAME, _SAME), _SAME),
}
_DRAWS = ("uniform", "whole", "one_of")


@frozen
class Names:
    """The quantities of the names that a formula may use, and where to say what is wrong."""

    quantities: Mapping[str, str]
    findings: Findings = field(repr=False)


def quantity_of(written: tree.Expression, names: Names, wanted: str) -> Formula | None:
    """The formula of a quantity that is wanted here, or None after saying why there is none."""
    found = formula_of(written, names)
    if found is None or found.quantity == wanted or _is_zero(found):
        return found
    if isinstance(written, tree.Name) and found.quantity == WORD and written.text not in names.quantities:
        names.findings.add(
            "E0740",
            written.span,
            f"nothing here is called `{written.text}`",
            f"{_SAID[wanted]} is expected",
            help=did_you_mean(written.text, names.quantities),
        )
        return None
    unit = _UNITS.get(wanted)
    plain = isinstance(written, tree.Number) and written.unit is None and unit is not None
    names.findings.add(
        "E0743",
        written.span,
        f"{_SAID[wanted]} is expected here, and this is {_SAID[found.quantity]}",
        f"this is {_SAID[found.quantity]}",
        help=f"write `{written.text} {unit}`" if plain and isinstance(written, tree.Number) else None,
    )
    return None


def formula_of(written: tree.Expression, names: Names) -> Formula | None:
    """The formula that an expression is; a name that stands for nothing is a word."""
    match written:
        case tree.Number(text=digits, unit=unit, span=span):
            quantity, factor = (NUMBER, 1.0) if unit is None else (UNITS[unit].quantity, UNITS[unit].factor)
            if len(digits) > _MOST_DIGITS or quantity not in QUANTITIES:
                return _refuse(span, "a number of a length or an angle, or a plain one", names)
            return Value(round(float(digits) * factor, 12), quantity, span)
        case tree.Text(value=text, span=span):
            return Value(text, WORD, span)
        case tree.Name(text=name, span=span):
            if name in names.quantities:
                return Named(name, names.quantities[name], span)
            return Value(_TRUTHS[name], TRUTH, span) if name in _TRUTHS else Value(name, WORD, span)
        case tree.Unary(operator=symbol, operand=operand, span=span):
            return _unary(symbol, operand, span, names)
        case tree.Binary(operator=symbol, left=left, right=right, span=span):
            return _binary(symbol, left, right, span, names)
        case tree.Conditional(condition=condition, yes=yes, no=no, span=span):
            test = quantity_of(condition, names, TRUTH)
            one, other = formula_of(yes, names), formula_of(no, names)
            if test is None or one is None or other is None:
                return None
            both = _common((one, other))
            return ChooseFormula(test, one, other, both, span) if both else _unlike(span, (one, other), names)
        case tree.Call():
            return _call(written, names)
    return _refuse(written.span, "a value of a world", names)


def _unary(symbol: str, operand: tree.Expression, span: Span, names: Names) -> Formula | None:
    inner = quantity_of(operand, names, TRUTH) if symbol == "not" else formula_of(operand, names)
    if inner is None:
        return None
    if symbol == "not":
        return Compute("not", (inner,), TRUTH, span)
    if inner.quantity not in QUANTITIES:
        return _refuse(span, "a number behind the minus", names)
    if isinstance(inner, Value):
        return Value(-inner.value if not isinstance(inner.value, str) else 0.0, inner.quantity, span)
    return Compute("negative", (inner,), inner.quantity, span)


def _binary(
    symbol: str, left: tree.Expression, right: tree.Expression, span: Span, names: Names
) -> Formula | None:
    if symbol in ("and", "or"):
        sides = [quantity_of(side, names, TRUTH) for side in (left, right)]
        return None if None in sides else Compute(symbol, tuple(s for s in sides if s), TRUTH, span)
    one, other = formula_of(left, names), formula_of(right, names)
    if one is None or other is None:
        return None
    quantity = _result(symbol, one, other)
    if quantity is None and any(_reported_unknown(side, names) for side in (left, right)):
        return None
    if quantity is None:
        return _unlike(span, (one, other), names, symbol)
    return Compute(symbol, (one, other), quantity, span)


def _reported_unknown(written: tree.Expression, names: Names) -> bool:
    """Report a bare word that stands where something is computed: it is no name of a value."""
    if not isinstance(written, tree.Name) or written.text in names.quantities or written.text in _TRUTHS:
        return False
    names.findings.add(
        "E0740",
        written.span,
        f"nothing here is called `{written.text}`",
        "unknown name",
        help=did_you_mean(written.text, names.quantities),
    )
    return True


def _result(symbol: str, one: Formula, other: Formula) -> str | None:
    """The quantity of an operation, or None where the two do not go together."""
    a, b = one.quantity, other.quantity
    if symbol in _COMPARED:
        return TRUTH if _common((one, other)) is not None else None
    if symbol == "+" and a == b == WORD:
        return WORD
    if a not in QUANTITIES or b not in QUANTITIES:
        return None
    if symbol in ("+", "-"):
        return _common((one, other))
    if symbol == "*":
        return (b if a == NUMBER else a) if NUMBER in (a, b) else None
    if symbol == "/":
        return a if b == NUMBER else NUMBER if a == b else None
    return None


def _call(written: tree.Call, names: Names) -> Formula | None:
    function, span = written.function.text, written.span
    if any(argument.name is not None or argument.each is not None for argument in written.arguments):
        return _refuse(span, "a function of values in their places", names)
    if function in _DRAWS:
        return _draw(written, names)
    if function not in _FUNCTIONS:
        known = [*_FUNCTIONS, *_DRAWS]
        names.findings.add(
            "E0750",
            written.function.span,
            f"worlds do not compute with `{function}`",
            "unknown function",
            notes=[f"they know {', '.join(known)}"],
            help=did_you_mean(function, known),
        )
        return None
    takes, gives = _FUNCTIONS[function]
    many = function in ("min", "max") and len(written.arguments) > 2
    if len(takes) != len(written.arguments) and not many:
        names.findings.add(
            "E0750",
            span,
            f"`{function}` takes {len(takes)} value{'s' if len(takes) > 1 else ''}",
            f"here are {len(written.arguments)}",
        )
        return None
    if takes[0] != _SAME:
        operands = [
            quantity_of(argument.value, names, quantity)
            for argument, quantity in zip(written.arguments, takes, strict=True)
        ]
        if None in operands:
            return None
        return Compute(function, tuple(o for o in operands if o is not None), gives, span)
    found = [formula_of(argument.value, names) for argument in written.arguments]
    if None in found:
        return None
    same = tuple(f for f in found if f is not None)
    quantity = _common(same)
    if quantity not in QUANTITIES:
        return _unlike(span, same, names, function)
    return Compute(function, same, quantity if gives == _SAME else gives, span)


def _draw(written: tree.Call, names: Names) -> Formula | None:
    function, span = written.function.text, written.span
    values = [argument.value for argument in written.arguments]
    if function == "one_of":
        found = [formula_of(value, names) for value in values]
        if None in found or not found:
            return None if found else _refuse(span, "something to choose from", names)
        choices = tuple(f for f in found if f is not None)
        quantity = _common(choices)
        return OneOf(choices, quantity, span) if quantity else _unlike(span, choices, names, function)
    if len(values) != 1 or not isinstance(values[0], tree.Range):
        example = "`uniform(20 cm .. 50 cm)`" if function == "uniform" else "`whole(2 .. 5)`"
        return _refuse(span, f"a range to draw from, as in {example},", names)
    ends = ends_of(values[0], names)
    if ends is None:
        return None
    low, high = ends
    if function == "whole" and low.quantity != NUMBER:
        return _refuse(values[0].span, "a range of plain numbers", names)
    return Uniform(low, high, low.quantity, function == "whole", span=span)


def ends_of(written: tree.Range, names: Names, wanted: str | None = None) -> tuple[Formula, Formula] | None:
    """Both ends of a range, which are of one quantity and, as far as they are constants, in order."""
    if wanted is None:
        low, high = formula_of(written.low, names), formula_of(written.high, names)
    else:
        low, high = quantity_of(written.low, names, wanted), quantity_of(written.high, names, wanted)
    if low is None or high is None:
        return None
    quantity = _common((low, high))
    if quantity not in QUANTITIES:
        _unlike(written.span, (low, high), names)
        return None
    if isinstance(low, Value) and isinstance(high, Value) and float(high.value) < float(low.value):
        names.findings.add(
            "E0744", written.span, "this range ends before it begins", "the smaller end comes first"
        )
        return None
    return low, high


def _common(formulas: Sequence[Formula]) -> str | None:
    """The one quantity of all, where zero is of any."""
    quantities = {f.quantity for f in formulas if not _is_zero(f)} or {formulas[0].quantity}
    return next(iter(quantities)) if len(quantities) == 1 else None


def _is_zero(formula: Formula) -> bool:
    return isinstance(formula, Value) and formula.quantity == NUMBER and formula.value == 0


def _unlike(span: Span, formulas: Sequence[Formula], names: Names, symbol: str = "") -> Formula | None:
    """Says that these do not go together; what they would be is None."""
    said = " and ".join(dict.fromkeys(_SAID[f.quantity] for f in formulas))
    what = f"`{symbol}` does not work on" if symbol else "here stand side by side"
    unknown = next(
        (f for f in formulas if isinstance(f, Value) and f.quantity == WORD and len(formulas) > 1), None
    )
    names.findings.add(
        "E0743",
        span,
        f"{what} {said}",
        "quantities do not go together",
        help=None if unknown is None else did_you_mean(str(unknown.value), names.quantities),
    )
    return None


def _refuse(span: Span, expected: str, names: Names) -> Formula | None:
    """Says what is expected where something else stands, which is None."""
    names.findings.add("E0743", span, f"{expected} is expected here", "something else")
    return None
