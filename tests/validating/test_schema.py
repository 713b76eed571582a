"""The light check of schemas against the package that knows all of JSON Schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.language.inference.operators import UNITS
from espire_dsl.scene.json_io import schema as scene_schema
from espire_dsl.syntax.units import UNITS as UNIT_TABLE
from espire_dsl.tasks.schema import problems_of
from espire_dsl.tasks.task import FIELDS, task_schema

ODD: list[Any] = [None, True, 0, -1, 2.5, "", "x", "m", "pick", [], [1, 1], ["a", "a"], [None], {}, {"a": 1}]
VALUES = st.sampled_from(ODD) | st.recursive(
    st.none() | st.booleans() | st.integers(-3, 400) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@pytest.fixture(scope="module")
def records(made: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (made / "tasks.jsonl").read_text().splitlines()]


def test_the_schema_knows_all_units_of_the_language() -> None:
    fields = task_schema()["properties"]
    assert {*fields["answer_unit"]["enum"]} == {*UNIT_TABLE, None}
    assert {*fields["args"]["items"]["properties"]["unit"]["enum"]} == {*UNITS.values(), None}
    assert {*fields["margin"]["propertyNames"]["enum"]} == {*UNITS.values(), "fraction"}


def spoilt(value: Any, data: st.DataObject) -> Any:
    """The value with something else in one place, however deep."""
    inside: list[Any] = list(value) if isinstance(value, dict) else []
    inside += range(len(value)) if isinstance(value, list) else []
    if not inside or data.draw(st.integers(0, 3)) == 0:
        return data.draw(VALUES)
    copy = value.copy()
    place = data.draw(st.sampled_from(inside))
    if data.draw(st.integers(0, 9)) == 0:
        del copy[place]
    else:
        copy[place] = spoilt(copy[place], data)
    return copy


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_it_finds_fault_where_the_other_does(records: list[dict[str, Any]], data: st.DataObject) -> None:
    schema = task_schema()
    record = data.draw(st.sampled_from(records))
    field = data.draw(st.sampled_from(FIELDS))
    changed = {**record, field: spoilt(record[field], data)}
    expected = list(jsonschema.Draft202012Validator(schema).iter_errors(changed))
    found = list(problems_of(changed, schema))
    assert bool(found) == bool(expected), (field, changed[field])
    assert {problem.field.split(".")[0].split("[")[0] for problem in found} <= {field}


def test_it_knows_every_word_of_the_schemas(made: Path) -> None:
    assert list(problems_of({}, task_schema()))
    scenes = [json.loads(line) for line in (made / "scenes.jsonl").read_text().splitlines()]
    assert list(problems_of(scenes[0], scene_schema())) == []


def test_places_are_told() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "array", "items": {"enum": [1, None]}}},
        "additionalProperties": False,
        "required": ["b"],
    }
    told = {(p.field, p.message) for p in problems_of({"a": [1, 2, None], "c": 3}, schema)}
    assert told == {
        ("a[1]", "it must be one of 1, null"),
        ("b", "it is missing"),
        ("c", "there is no such field"),
    }
