"""A whole emitted set, recomputed from its files alone, and held against its schemas and rules."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.tasks.recomputing import World, recompute


@pytest.fixture(scope="module")
def tasks(emitted: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (emitted / "tasks.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def worlds(emitted: Path) -> dict[str, World]:
    scenes = [json.loads(line) for line in (emitted / "scenes.jsonl").read_text().splitlines()]
    return {scene["graph"]["id"]: World(scene) for scene in scenes}


def schema(package: str, name: str) -> jsonschema.Draft202012Validator:
    found = json.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    return jsonschema.Draft202012Validator(found)


def test_every_answer_is_found_again(tasks: list[dict[str, Any]], worlds: dict[str, World]) -> None:
    wrong = [
        (task["id"], task["family"], task["type"], sorted(found), task["answers"])
        for task in tasks
        if (found := recompute(worlds[task["scene"]], task)) != set(task["answers"])
    ]
    assert wrong == []


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


def test_only_scenes_in_use_are_there(tasks: list[dict[str, Any]], worlds: dict[str, World]) -> None:
    assert {task["scene"] for task in tasks} == worlds.keys()


def test_readings_differ_where_the_frame_is_left_open(tasks: list[dict[str, Any]]) -> None:
    for task in tasks:
        different = len({tuple(sorted(answers)) for answers in task["readings"].values()}) > 1
        if task["suite"] == "espire_frames":
            assert different
            assert not task["names_frame"]
        elif different:
            assert task["names_frame"]
        own = task["frame"]["kind"] if task["frame"] else None
        if own in task["readings"]:
            assert task["readings"][own] == task["answers"]


def test_margins_are_as_large_as_they_must_be(tasks: list[dict[str, Any]]) -> None:
    least = {"m": 0.03, "deg": 3.0, "fraction": 0.05}
    for task in tasks:
        margin = task["margin"]
        if margin is None or margin["value"] is None or task["constraint"] or task["type"] == "ClockPosition":
            continue
        assert margin["value"] >= (task["tolerance"] or least[margin["unit"]])


def test_what_is_said_is_what_is_computed_with(tasks: list[dict[str, Any]]) -> None:
    for task in tasks:
        values = {v for step in task["program_steps"] for v in step["value_inputs"] if isinstance(v, float)}
        said = {arg["value"] for arg in task["args"] if isinstance(arg["value"], float)}
        assert said <= values
        for arg in task["args"]:
            if arg["unit"] == "m":
                number = float(arg["said"].split()[0])
                scale = 0.01 if "centimetre" in arg["said"] else 1.0
                assert number * scale == pytest.approx(arg["value"], abs=1e-9)
