"""What variables may stand for: ranges with exact values, lists, kinds of things, categories."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.families.domains import (
    MOST_VALUES,
    CategoryDomain,
    Domain,
    ThingDomain,
    TypeDomain,
    ValueDomain,
    domain_of,
)
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.library import library_kinds
from espire_dsl.syntax import tree
from tests.language.reading import catalogue, parsed


def domain(text: str) -> tuple[Domain | None, list[str]]:
    """The domain of `let X in TEXT`, and the codes of what is said about it."""
    (family,) = parsed(f"espire 1\nfamily f {{\nlet X in {text}\n}}").items
    assert isinstance(family, tree.FamilyDecl)
    (clause,) = family.clauses
    assert isinstance(clause, tree.LetClause)
    findings = Findings()
    found = domain_of(clause.domain, clause.where, Scope(findings, catalogue(), library_kinds()))
    return found, [d.code for d in findings]


def values(text: str) -> list[object]:
    found, told = domain(text)
    assert told == []
    assert isinstance(found, ValueDomain)
    return list(found.values)


def test_lengths_are_metres_without_a_trace_of_binary_fractions() -> None:
    found = values("20 cm .. 250 cm step 5 cm")
    assert len(found) == 47
    assert found == [round(0.20 + 0.05 * n, 2) for n in range(47)]
    assert found[-1] == 2.5
    assert found[2] == 0.3


@given(st.integers(0, 300), st.integers(0, 200), st.integers(1, 50))
def test_every_step_is_the_decimal_that_one_would_write(low: int, count: int, step: int) -> None:
    high = low + count * step
    exact = [float(Fraction(low + n * step, 100)) for n in range(count + 1)]
    assert values(f"{low} cm .. {high} cm step {step} cm") == exact
    assert values(f"{low * 10} mm .. {high} cm step {step * 10} mm") == exact


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 cm .. 4 cm", [0.01, 0.02, 0.03, 0.04]),
        ("1 m .. 2 m step 50 cm", [1.0, 1.5, 2.0]),
        ("30 deg .. 60 deg step 15 deg", [30.0, 45.0, 60.0]),
        ("-1 .. 2", [-1, 0, 1, 2]),
        ("0 .. 1.0 step 0.25", [0, 0.25, 0.5, 0.75, 1.0]),
        ("0.1 .. 0.3 step 0.1", [0.1, 0.2, 0.3]),
        ("2nd .. 4th", [2, 3, 4]),
        ("2nd .. 6th step 2", [2, 4, 6]),
        ("1 o'clock .. 12 o'clock", list(range(1, 13))),
        ("3 o'clock .. 9 o'clock step 3", [3, 6, 9]),
        ("5 cm .. 5 cm", [0.05]),
        ("{ 30 cm, 1 m }", [0.3, 1.0]),
        ("{ 2nd, 4th }", [2, 4]),
        ('{ "red", "blue" }', ["red", "blue"]),
        ("{ true, false }", [True, False]),
    ],
)
def test_values(text: str, expected: list[object]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{ }", "E0312"),
        ("2 m .. 1 m", "E0312"),
        ("oriented book", "E0312"),
        ("oriented plain near", "E0312"),
        ("category slot", "E0312"),
        ("20 cm .. 90 deg", "E0313"),
        ("20 cm .. 90", "E0313"),
        ("books .. viewer", "E0313"),
        ("height(held) .. 2 m", "E0313"),
        ("2nd .. 4", "E0313"),
        ("20 cm .. 90 cm step 5", "E0314"),
        ("20 cm .. 90 cm step 5 deg", "E0314"),
        ("20 cm .. 90 cm step 0 cm", "E0314"),
        ("20 cm .. 90 cm step -5 cm", "E0314"),
        ("2nd .. 4th step 1st", "E0314"),
        ("0.5 .. 2.5", "E0314"),
        ("0 mm .. 1000 m step 1 mm", "E0314"),
        ("{ Closest, 30 cm }", "E0315"),
        ("{ 30 cm, 30 deg }", "E0315"),
        ("{ 30 cm, 3 }", "E0315"),
        ("{ books }", "E0315"),
        ("{ Closest, pagoda }", "E0315"),
        ("category { 3, 4 }", "E0315"),
        ("neer", "E0319"),
        ("books", "E0319"),
        ("near distant", "E0319"),
        ("oriented", "E0319"),
        ("{ LessThan(2 * 3 cm) }", "E0321"),
        ("{ LessThan(d) } where d in near", "E0321"),
        ("{ LessThan(d) } where d in 1 deg .. 9 deg", "E0217"),
        ("{ LessThan(d) } where d in 1 cm .. 9 cm, d in 1 m .. 2 m", "E0228"),
        ("13 o'clock .. 14 o'clock", "E0329"),
        ("0th .. 4th", "E0330"),
        ("{ Closest, Clossest }", "E0201"),
    ],
)
def test_domains_that_are_refused(text: str, code: str) -> None:
    _, told = domain(text)
    assert set(told) == {code}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("20 cm .. 99 cm step 5 cm", "W0304"),
        ("{ 30 cm, 300 mm }", "W0305"),
        ("{ Closest, Farthest, Closest }", "W0305"),
        ("{ LessThan(30 cm), LessThan(300 mm) }", "W0305"),
        ("{ RankClosest(1st) }", "W0303"),
        ("{ RankClosest(n), RankFarthest(n) } where n in 1st .. 4th", "W0303"),
        ("{ Closest } where n in 2nd .. 4th", "W0301"),
    ],
)
def test_domains_worth_a_look(text: str, code: str) -> None:
    found, told = domain(text)
    assert found is not None
    assert told == [code]


def test_a_range_may_be_long_but_not_endless() -> None:
    found, told = domain(f"0 mm .. {MOST_VALUES - 1} mm step 1 mm")
    assert told == []
    assert isinstance(found, ValueDomain)
    assert len(found.values) == MOST_VALUES
    assert domain(f"0 mm .. {MOST_VALUES} mm step 1 mm")[1] == ["E0314"]


def test_reasoning_types_with_ranges_for_their_arguments() -> None:
    found, told = domain("{ LessThan(d), Range(30 cm, d), Closest } where d in 40 cm .. 60 cm step 10 cm")
    assert told == []
    assert isinstance(found, TypeDomain)
    assert [c.constructor for c in found.choices] == ["LessThan", "Range", "Closest"]
    assert found.inner["d"].values == (0.4, 0.5, 0.6)
    assert str(found.type) == "{ Closest, LessThan, Range }"


def test_the_same_type_with_other_arguments_is_another_choice() -> None:
    found, told = domain("{ Height(20 cm), Height(25 cm) }")
    assert told == []
    assert isinstance(found, TypeDomain)
    assert len(found.choices) == 2


def test_kinds_of_things() -> None:
    found, _ = domain("oriented near")
    assert isinstance(found, ThingDomain)
    assert str(found.sort) == "oriented near"
    assert found.categories is None


def test_things_of_some_categories() -> None:
    found, told = domain("{ pagoda, teddy_bear }")
    assert told == []
    assert isinstance(found, ThingDomain)
    assert found.categories == {"pagoda", "teddy_bear"}
    assert str(found.sort) == "near"


def test_categories_of_a_kind() -> None:
    found, told = domain("category oriented near")
    assert told == []
    assert isinstance(found, CategoryDomain)
    expected = {c.id for c in catalogue() if c.kind == "near" and c.oriented}
    assert set(found.categories) == expected
    listed, _ = domain("category { teddy_bear, pagoda }")
    assert isinstance(listed, CategoryDomain)
    assert listed.categories == ("pagoda", "teddy_bear")
