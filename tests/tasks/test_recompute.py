"""A whole emitted set, recomputed from its files alone, and held against its schemas and rules."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from espire_dsl.validating.validate import validate


@pytest.fixture(scope="module")
def tasks(emitted: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (emitted / "tasks.jsonl").read_text().splitlines()]


def schema(package: str, name: str) -> jsonschema.Draft202012Validator:
    found = json.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    return jsonschema.Draft202012Validator(found)


FOUND_AGAIN = (
    "programs can be run again",
    "ranks are those of ordinary counting",
    "extremes are those of ordinary counting",
    "other answers are found again",
    "not every candidate is right",
    "at most half of the candidates are right",
    "espire_frames: readings non-empty and disjoint",
)


def test_every_answer_is_found_again(emitted: Path) -> None:
    """By the recount, which imports nothing of the project."""
    script = Path(__file__).resolve().parents[2] / "benchmarks" / "recount.py"
    told = subprocess.run(
        [sys.executable, str(script), str(emitted)], capture_output=True, text=True, check=False
    )
    lines = told.stdout.splitlines()
    for rule in FOUND_AGAIN:
        (line,) = (line for line in lines if line[2:].startswith(rule))
        assert line.startswith("  "), line


def test_every_record_keeps_to_its_schema(tasks: list[dict[str, Any]], emitted: Path) -> None:
    task_schema = schema("espire_dsl.tasks", "task.schema.json")
    scene_schema = schema("espire_dsl.scene", "scene.schema.json")
    for task in tasks:
        task_schema.validate(task)
    for line in (emitted / "scenes.jsonl").read_text().splitlines()[::6]:
        scene_schema.validate(json.loads(line))


def test_no_task_is_trivial_or_there_twice(tasks: list[dict[str, Any]]) -> None:
    for task in tasks:
        assert set(task["answers"]) <= set(task["candidates"])
        if task["program_steps"][-1]["function"] != "place_orientation":
            assert len(task["answers"]) < len(task["candidates"])
    assert len({task["id"] for task in tasks}) == len(tasks)
    told = Counter(json.dumps([task[k] for k in ("suite", "family", "scene", "args")]) for task in tasks)
    assert max(told.values()) == 1


def test_only_scenes_in_use_are_there(tasks: list[dict[str, Any]], emitted: Path) -> None:
    lines = (emitted / "scenes.jsonl").read_text().splitlines()
    assert {task["scene"] for task in tasks} == {json.loads(line)["graph"]["id"] for line in lines}


def test_answers_are_those_of_the_reading_that_is_recorded(tasks: list[dict[str, Any]]) -> None:
    for task in tasks:
        if task["reading"] is not None:
            assert task["readings"][task["reading"]] == task["answers"]
        if task["suite"] == "espire_frames":
            assert task["tags"]["frame_sensitive"]
            assert not task["names_frame"]
        elif task["tags"].get("frame_sensitive"):
            assert task["names_frame"]


def _floats(value: Any) -> Iterator[float]:
    """The floats anywhere in a value of JSON."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _floats(part)


def test_what_is_said_is_what_is_computed_with(tasks: list[dict[str, Any]]) -> None:
    for task in tasks:
        values = set(_floats(task["program_steps"]))
        said = {arg["value"] for arg in task["args"] if isinstance(arg["value"], float)}
        assert said <= values
        for arg in task["args"]:
            if arg["unit"] == "m":
                number = float(arg["said"].split()[0])
                scale = 0.01 if "centimetre" in arg["said"] else 1.0
                assert number * scale == pytest.approx(arg["value"], abs=1e-9)


def test_every_type_of_the_suites_is_valid_by_its_stored_program(emitted: Path) -> None:
    report = validate(emitted)
    assert report.tasks > 150
    assert report.findings == ()
