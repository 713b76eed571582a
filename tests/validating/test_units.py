"""Units from the one table: read, computed, said, recorded and scored."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.language.families.spoken_lengths import is_spoken, unit_of_length
from espire_dsl.language.types import UNIT_FACTORS
from espire_dsl.scoring.quantities import number_of
from espire_dsl.syntax.table import grammar
from espire_dsl.syntax.units import ALL_UNITS, UNITS
from espire_dsl.tasks.files import load
from espire_dsl.tasks.task import Task, task_schema
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.values import SaidAngle, SaidLength, SaidPixels

LEXICON = Lexicon.load()


def tasks_of(folder: Path, family: str) -> list[Task]:
    found = [task for task in load(folder).tasks if task.family == family]
    assert found
    return found


def test_the_grammar_and_the_schema_have_the_units_of_the_table() -> None:
    assert {word for word in UNITS if word in grammar().keywords} == set(UNITS)
    assert task_schema()["properties"]["answer_unit"]["enum"] == [*UNITS, None]


@pytest.mark.parametrize("name", UNITS)
def test_every_word_of_a_unit_is_read_by_score(name: str) -> None:
    for word in ALL_UNITS[name].words:
        assert number_of(f"about 12 {word}", name) == pytest.approx(12)


@pytest.mark.parametrize(
    ("value", "text", "short", "adjective"),
    [
        (SaidLength(0.3), "30 centimetres", "30 cm", "30-centimetre"),
        (SaidLength(1.0), "1 metre", "1 m", "1-metre"),
        (SaidLength(0.3048), "1 foot", "1 ft", "1-foot"),
        (SaidLength(0.9144), "3 feet", "3 ft", "3-foot"),
        (SaidLength(0.4572), "18 inches", "18 in", "18-inch"),
        (SaidLength(0.0254), "1 inch", "1 in", "1-inch"),
        (SaidAngle(30), "30 degrees", "30°", "30-degree"),
        (SaidPixels(1), "1 pixel", "1 px", "1-pixel"),
    ],
)
def test_quantities_in_words(value: object, text: str, short: str, adjective: str) -> None:
    spoken = LEXICON.speak(value)  # type: ignore[arg-type]
    assert (spoken.text, spoken.forms["short"], spoken.forms["adjective"]) == (text, short, adjective)


@given(st.integers(1, 400))
def test_lengths_are_said_as_whole_numbers_of_their_unit(inches: int) -> None:
    metres = inches * 0.0254
    assert is_spoken(metres)
    unit = unit_of_length(metres)
    assert unit in ("m", "cm", "ft", "inch")
    assert (unit == "ft") <= (inches % 12 == 0)
    if unit in ("ft", "inch"):
        assert metres / UNIT_FACTORS[unit] == pytest.approx(round(metres / UNIT_FACTORS[unit]))


@given(st.integers(1, 49))
def test_centimetres_stay_centimetres(centimetres: int) -> None:
    assert unit_of_length(centimetres / 100) == "cm"


def test_inches_in_a_set(clauses: Path) -> None:
    said = {"12 inches", "18 inches", "30 inches", "1 foot", "2 feet", "3 feet"}
    for task in tasks_of(clauses, "pick.feet"):
        assert any(words in task.instruction for words in said), task.instruction
    for task in tasks_of(clauses, "question.inches"):
        assert (task.answer_unit, task.answer_step) == ("ft", 0.5)
        texts = [option["text"] for option in task.options or ()]
        assert texts == [f"{option['value']:.1f} ft" for option in task.options or ()]
        assert all(option["value"] % 0.5 == 0 for option in task.options or ())
        assert task.tags["width_in_picture"] > 0


def test_pixels_in_a_set(clauses: Path) -> None:
    for task in tasks_of(clauses, "pick.low"):
        assert [arg["unit"] for arg in task.args] == ["px"]
        assert "pixels lower" in task.instruction
        assert task.margin["px"] >= 2
