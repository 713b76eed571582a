"""A record read by hand-edited values: each field that is not as declared is named."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from attrs import asdict
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import load
from espire_dsl.tasks.task import FIELDS, task_from_json, task_to_line
from tests.auditing.making import saved, task

VALUES: dict[str, Any] = {
    "a text": "x",
    "a whole number": 3,
    "a finite number": 0.5,
    "true or false": True,
    "null": None,
    "a list": [1],
    "an object": {"a": []},
}


def record(**fields: Any) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(task_to_line(task()))
    return {**made, **fields}


def test_a_good_record_is_read() -> None:
    assert asdict(task_from_json(record())) == record()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("id", 5, "field id: it must be a text, not 5"),
        ("level", 5, "field level: it must be a text or null, not 5"),
        ("action", 5, "field action: it must be a text, not 5"),
        ("answer_unit", [], "field answer_unit: it must be a text or null, not []"),
        ("template", True, "field template: it must be a whole number, not true"),
        ("template", 1.0, "field template: it must be a whole number, not 1.0"),
        ("names_frame", 0, "field names_frame: it must be true or false, not 0"),
        ("tolerance", float("inf"), "field tolerance: it must be a finite number or null"),
        ("candidates", "a", 'field candidates: it must be a list, not "a"'),
        ("candidates", ["a", 1], "field candidates[1]: it must be a text, not 1"),
        ("candidates", ["\ud800", 1], "field candidates[1]: it must be a text, not 1"),
        ("candidates", [["\ud800"]], 'field candidates[0]: it must be a text, not ["\\ud800"]'),
        ("args", [1], "field args[0]: it must be an object, not 1"),
        ("answers", {}, "field answers: it must be a list, not {}"),
        ("answer_angles", {"a": "b"}, 'field answer_angles.a: it must be a finite number, not "b"'),
        ("readings", {"relative": "a"}, 'field readings.relative: it must be a list, not "a"'),
        ("masks", "x" * 99, f'field masks: it must be an object, not "{"x" * 36}...'),
    ],
)
def test_a_value_of_another_kind_is_named(field: str, value: Any, words: str) -> None:
    with pytest.raises(TaskSetError) as caught:
        task_from_json(record(**{field: value}))
    assert words in str(caught.value)


@given(st.sampled_from(FIELDS), st.sampled_from(sorted(VALUES)))
def test_what_is_read_is_of_the_kind_that_the_message_asks_for(field: str, kind: str) -> None:
    value = VALUES[kind]
    try:
        assert getattr(task_from_json(record(**{field: value})), field) == value
    except TaskSetError as error:
        told = str(error).removeprefix("not a task: ").split("; ")
        assert all(re.match(rf"field {field}[.:\[]", problem) for problem in told)
        found = re.fullmatch(rf"field {field}: it must be (.*?)(, not .*)?", told[0])
        assert found is None or kind not in found[1].split(" or ")


def test_all_wrong_fields_of_a_line_are_told_with_their_place(tmp_path: Path) -> None:
    out = saved(tmp_path, [task()])
    with (out / "tasks.jsonl").open("a") as file:
        file.write(json.dumps(record(scene=None, trace={})) + "\n")
    with pytest.raises(TaskSetError) as caught:
        load(out)
    assert str(caught.value).endswith(
        "tasks.jsonl:2: not a task: field scene: it must be a text, not null; "
        "field trace: it must be a list, not {}"
    )
