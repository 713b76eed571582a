"""Scripted models: floors, ceilings and known faults come out of runs as they must."""

from __future__ import annotations

import asyncio
import math
import random
from pathlib import Path

import pytest
from attrs import evolve

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.asking import Query, Situation
from espire_dsl.evaluation.conventions import conventions
from espire_dsl.evaluation.records import LocalizationLine
from espire_dsl.evaluation.scripted import SCRIPTS, scripted
from espire_dsl.evaluation.sources import TaskSource
from espire_dsl.reports.masks import on_mask
from espire_dsl.scoring.reading import size_of
from espire_dsl.tasks.files import load
from espire_dsl.tasks.task import Task
from tests.evaluation.making import evaluated, pictured
from tests.scoring.handmade import HEIGHT, WIDTH, pointing

SENSITIVE = "frame_sensitive"


def lines_of(out: Path, folder: Path, model: str, **more: object) -> list[LocalizationLine]:
    return list(evaluated(out, folder, model, **more).run.localizations())


def grid_task(number: int, stream: random.Random) -> Task:
    """Some of twelve cells of the picture are right, and all of them are candidates."""
    cells = [(x, y, x + 10, y + 10) for x in range(0, WIDTH, 10) for y in range(0, HEIGHT, 10)]
    count = stream.randint(1, 8)
    right = stream.sample(cells, count)
    wrong = [cell for cell in cells if cell not in right][: stream.randint(1, 4)]
    both = pointing(number, *right, *wrong)
    names = both.answers
    return evolve(both, answers=names[:count], candidates=names, chance=count / len(names))


def test_the_oracle_is_always_right(made: Path, tmp_path: Path) -> None:
    lines = lines_of(made, tmp_path / "run", "espire/oracle")
    assert {line.facts.action for line in lines} == {"pick", "place"}
    assert all(line.right_at == 1 and not line.given for line in lines)


def test_a_random_candidate_is_right_as_often_as_chance_says(tmp_path: Path) -> None:
    stream = random.Random(1)
    out = pictured(tmp_path, [grid_task(number, stream) for number in range(600)])
    lines = lines_of(out, tmp_path / "run", "espire/candidate")
    chances = [line.facts.chance or 0.0 for line in lines]
    right = sum(line.right_at == 1 for line in lines)
    error = math.sqrt(sum(chance * (1 - chance) for chance in chances))
    assert abs(right - sum(chances)) <= 3 * error
    assert error < 0.05 * len(lines)


def test_candidates_of_a_compiled_set_are_pointed_at(made: Path) -> None:
    """A model that picks a candidate is right if and only if that candidate is an answer."""
    source, convention = TaskSource(made), conventions()["pixel"]
    hits = []
    for task in load(made).tasks:
        for turn in range(4):
            situation = Situation(task, source, convention, size_of(task), seed=turn)
            chosen = random.Random(turn).choice(task.candidates or [""])
            pixel = SCRIPTS["candidate"].point(situation, random.Random(turn))
            masks = [task.masks[id] for id in (*task.answers, *task.undecided) if id in task.masks]
            hit = any(on_mask(mask, *pixel) for mask in masks)
            hits.append(hit == (chosen in task.answers or chosen in task.undecided))
    assert sum(hits) >= 0.95 * len(hits)


def test_noise_makes_it_worse_and_worse(made: Path, tmp_path: Path) -> None:
    rights = []
    for sigma in (0, 10, 30, 90):
        folder = tmp_path / str(sigma)
        lines = lines_of(made, folder, "espire/noisy", model_args={"sigma": sigma}, attempts=1)
        rights.append(sum(line.right_at == 1 for line in lines))
    assert rights[0] == len(load(made).tasks)
    assert rights == sorted(rights, reverse=True)
    assert rights[-1] < rights[0] / 2


def test_the_wrong_frame_is_never_right_where_readings_are_disjoint(made: Path, tmp_path: Path) -> None:
    tasks = {task.id: task for task in load(made).tasks}
    lines = lines_of(made, tmp_path / "run", "espire/wrong-frame")
    disjoint = [line for line in lines if is_disjoint(tasks[line.task])]
    assert len(disjoint) >= 5
    assert not any(line.right_at for line in disjoint)
    assert all(line.right_at == 1 for line in lines if not tasks[line.task].readings)


def is_disjoint(task: Task) -> bool:
    """Whether the frame decides, and no answer is right under another reading."""
    others = [ids for name, ids in task.readings.items() if name != task.reading and ids]
    right = {*task.answers, *task.undecided}
    return bool(task.tags.get(SENSITIVE)) and bool(others) and all(right.isdisjoint(ids) for ids in others)


def test_one_learns_from_reflection_and_another_repeats_itself(made: Path, tmp_path: Path) -> None:
    learns = lines_of(made, tmp_path / "learns", "espire/learns", reflect=True, limit=8)
    assert all(line.right_at == 2 for line in learns)
    never = lines_of(made, tmp_path / "never", "espire/learns", limit=8)
    assert all(line.right_at is None and line.given and line.target for line in never)
    repeats = lines_of(made, tmp_path / "repeats", "espire/repeats", limit=8)
    assert all(len({attempt.pixel for attempt in line.attempts}) == 1 for line in repeats)
    assert {line.right_at for line in repeats} <= {None, 1}


def test_rubbish_is_wrong_and_counted_by_reason(made: Path, tmp_path: Path) -> None:
    lines = lines_of(made, tmp_path / "run", "espire/rubbish")
    assert not any(line.right_at for line in lines)
    faults = {attempt.fault for line in lines for attempt in line.attempts}
    assert faults == {"empty", "unreadable"}
    assert all(len(line.attempts) == 3 for line in lines)


@pytest.mark.parametrize("name", ["centre", "nearest", "largest", "random"])
def test_shortcuts_are_neither_floor_nor_ceiling_and_always_the_same(
    name: str, made: Path, tmp_path: Path
) -> None:
    one = lines_of(made, tmp_path / "one", f"espire/{name}")
    assert one == lines_of(made, tmp_path / "two", f"espire/{name}", concurrency=1)
    assert sum(line.right_at == 1 for line in one) < len(one) / 2
    assert all(attempt.fault is None for line in one for attempt in line.attempts)


@pytest.mark.parametrize("convention", sorted(conventions()))
def test_the_oracle_speaks_every_convention(convention: str, made: Path, tmp_path: Path) -> None:
    lines = lines_of(made, tmp_path / "run", "espire/oracle", convention=convention, limit=5)
    assert all(line.right_at == 1 for line in lines)


def test_models_that_are_not_there() -> None:
    with pytest.raises(UsageError, match=r"no scripted model espire/orakle; did you mean espire/oracle\?"):
        scripted("espire/orakle", {})
    with pytest.raises(UsageError, match="the scripted model espire/oracle has no argument sigma"):
        scripted("espire/oracle", {"sigma": 3})
    for sigma in (-1, "x", float("inf"), None):
        with pytest.raises(UsageError, match="sigma is a number of pixels"):
            scripted("espire/noisy", {"sigma": sigma})


def test_replies_tell_tokens(made: Path) -> None:
    task = load(made).tasks[0]
    situation = Situation(task, TaskSource(made), conventions()["pixel"], size_of(task), 0)
    reply = asyncio.run(scripted("espire/oracle", {})(Query("pick.localize", (), situation)))  # type: ignore[arg-type]
    assert reply.output_tokens
