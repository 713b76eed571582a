"""Whatever a world asks for, a scene of it is drawn or given up soon: numbers of things have their bounds."""

from __future__ import annotations

import pytest

from espire_dsl.language.declarations.formulas import FormulaError
from tests.worlds.making import codes, drawn, world

WORLD = """world bench(n: Number in {{ 2, {most} }} = 2) {{
  floor     8 m, 8 m
  furniture table, of: table
  items     books, of: book, count: {count}
  scatter   books, over: top(inset: 4 cm), gap: 1 cm
  camera    world, above: 50 cm .. 80 cm, before: 30 cm .. 50 cm, size: ({pixels}, 48)
  lights    {lights}, above: 1 m .. 2 m, ahead: 1 m .. 2 m, lateral: 0 m .. 1 m, kelvin: 3000 .. 5000,
            strength: 1 .. 2
}}"""
USUAL = {"count": "2 .. 3", "pixels": "64", "lights": "1 .. 3", "most": "3"}


def text(**more: str) -> str:
    return WORLD.format(**{**USUAL, **more})


@pytest.mark.parametrize(
    ("what", "fits", "too_many"),
    [
        ("count", "1000", "1001"),
        ("count", "0 .. 1000", "10000000 .. 10000001"),
        ("count", "0", "-1"),
        ("count", "2 * n", "1000 * n"),
        ("lights", "100", "0 .. 101"),
        ("pixels", "8192", "8193"),
    ],
)
def test_what_no_scene_can_have_is_found_when_it_is_checked(what: str, fits: str, too_many: str) -> None:
    assert codes(text(**{what: fits})) == []
    assert codes(text(**{what: too_many})) == ["E0749"]


def test_what_a_parameter_makes_too_many_is_told_of_the_scene() -> None:
    template = world(text(count="n", most="10000000"))
    assert drawn(template, n=2).scene is not None
    told = str(drawn(template, n=10000000))
    assert "count: it must be from 0 to 1,000, not 10000000 to 10000000 (40 of 40 tries)" in told


def test_shares_that_are_computed_are_bounded_as_those_that_are_written() -> None:
    shelf = """world cells(n: Number in { 2, 10000000 } = 2) {
  floor     8 m, 8 m
  furniture shelf, of: shelf_1, cells: slot, board: 2 cm
  layout    "many", grid(rows: n, columns: 2)
  camera    world, above: 50 cm .. 80 cm, before: 30 cm .. 50 cm
}"""
    assert codes(shelf) == []
    assert codes(shelf.replace("= 2", "= 10000000")) == ["E0749"]
    with pytest.raises(FormulaError, match="1 to 64 shares"):
        world(shelf).instance({"n": 10000000}, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "cycle",
    [
        "world a is a {\n}",
        "world a is b {\n}\nworld b is c {\n}\nworld c is a {\n}",
        "world d is a {\n}\nworld a is b {\n}\nworld b is a {\n}",
    ],
)
def test_a_cycle_of_worlds_is_told_once(cycle: str) -> None:
    assert codes(cycle) == ["E0742"]
