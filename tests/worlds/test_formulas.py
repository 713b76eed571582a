"""Formulas of worlds: what they compute, that units go together, and that draws stay in their ranges."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.language.declarations.formulas import FormulaError
from espire_dsl.scene.random_stream import RandomStream
from tests.worlds.making import codes, world

FEW = settings(max_examples=40, deadline=None, derandomize=True)
NUMBERS = st.integers(0, 400).map(lambda n: n / 100)


@st.composite
def sums(draw: st.DrawFn, depth: int = 3) -> tuple[str, float]:
    """A formula of plain numbers as worlds write it, and its value."""
    if depth == 0 or draw(st.booleans()):
        number = draw(NUMBERS)
        return f"{number:.2f}", number
    left, right = draw(sums(depth - 1)), draw(sums(depth - 1))
    kind = draw(st.sampled_from(["+", "-", "*", "min", "max", "abs", "sin", "if"]))
    match kind:
        case "+" | "-" | "*":
            value = {"+": left[1] + right[1], "-": left[1] - right[1], "*": left[1] * right[1]}[kind]
            return f"({left[0]} {kind} {right[0]})", value
        case "min" | "max":
            return f"{kind}({left[0]}, {right[0]})", {"min": min, "max": max}[kind](left[1], right[1])
        case "abs":
            return f"abs({left[0]})", abs(left[1])
        case "sin":
            return f"sin({left[0]} * 1 deg)", math.sin(math.radians(left[1]))
    text = f"(if {left[0]} < {right[0]} then {left[0]} else {right[0]})"
    return text, left[1] if left[1] < right[1] else right[1]


@FEW
@given(sums())
def test_what_is_computed_is_what_is_written(formula: tuple[str, float]) -> None:
    text, value = formula
    template = world(f"world hall {{\n  let x = {text}\n  floor 3 m, 3 m\n}}")
    found = template.instance({}, RandomStream.of(0)).values["x"]
    assert found == pytest.approx(value, abs=1e-9)


@FEW
@given(st.integers(0, 10**6), NUMBERS, NUMBERS)
def test_draws_are_in_their_ranges_and_the_same_again(seed: int, one: float, other: float) -> None:
    low, high = sorted((one, other))
    template = world(
        f"world hall {{\n  let a = uniform({low:.2f} m .. {high:.2f} m)\n  let n = whole(2 .. 5)\n"
        "  let c = one_of(red, blue)\n  floor 3 m, 3 m\n}"
    )
    first, again = (template.instance({}, RandomStream.of(seed)).values for _ in range(2))
    assert first == again
    assert low <= first["a"] <= high
    assert first["n"] in (2, 3, 4, 5)
    assert first["c"] in ("red", "blue")


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("1 m + 2", "E0743"),
        ("1 m * 2 m", "E0743"),
        ("cos(1 m)", "E0743"),
        ("min(1 m, 2 deg)", "E0743"),
        ("uniform(2 m .. 1 m)", "E0744"),
        ("uniform(2 m)", "E0743"),
        ("sinus(3 deg)", "E0750"),
        ("sin(3 deg, 4 deg)", "E0750"),
        ("reach + 1 m", "E0740"),
        ("one_of(1 m, red)", "E0743"),
        ("if 1 then 2 else 3", "E0743"),
    ],
)
def test_what_does_not_go_together_is_told_once(formula: str, code: str) -> None:
    assert codes(f"world hall {{\n  let x = {formula}\n  floor 3 m, 3 m\n}}") == [code]


@pytest.mark.parametrize("formula", ["1 / n", "sqrt(n - 1)", "uniform(0 .. n - 1)"])
def test_a_formula_without_a_value_says_where(formula: str) -> None:
    template = world(f"world hall(n: Number = 1) {{\n  let x = {formula}\n  floor 3 m, 3 m\n}}")
    with pytest.raises(FormulaError) as raised:
        template.instance({"n": 0.0}, RandomStream.of(0))
    assert raised.value.span.path.endswith("mine.espire")
