"""Task sets with pictures made by hand, orders, and models that say what they are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve

from espire_dsl.evaluation.asking import Ask, CallError, Query, Reply
from espire_dsl.evaluation.conventions import conventions
from espire_dsl.evaluation.evaluating import ALL_TASKS, USUAL, Order, Outcome, evaluate
from espire_dsl.evaluation.prompts.files import shipped_prompts
from espire_dsl.evaluation.records import Call, Choices, ExecutionLine
from espire_dsl.evaluation.setup import Setup
from espire_dsl.evaluation.sources import TaskSource
from espire_dsl.png import encode_png
from espire_dsl.tasks.task import Task
from tests.auditing.making import saved
from tests.scoring.handmade import HEIGHT, WIDTH


def picture(seed: int = 0) -> bytes:
    """The file of a small picture."""
    return encode_png(np.random.default_rng(seed).integers(0, 255, (HEIGHT, WIDTH, 3), dtype=np.uint8))


def pictured(folder: Path, tasks: Sequence[Task]) -> Path:
    """A task set with a picture of its scene."""
    folder.mkdir(parents=True, exist_ok=True)
    out = saved(folder, tasks)
    (out / "images" / "row").mkdir(parents=True)
    (out / "images" / "row" / "world.png").write_bytes(picture())
    return out


def ordered(out: Path, run: Path, model: str = "espire/oracle", **more: Any) -> Order:
    """An order with the usual choices, but for those that are told."""
    choices = {name: more.pop(name) for name in list(more) if name in Choices.__annotations__}
    selection = {name: more.pop(name) for name in list(more) if name in ("suite", "family", "limit")}
    return Order(
        out,
        run,
        model,
        choices=evolve(USUAL, **choices),
        selection=evolve(ALL_TASKS, **selection),
        **more,
    )


def evaluated(out: Path, run: Path, model: str = "espire/oracle", **more: Any) -> Outcome:
    return evaluate(ordered(out, run, model, **more))


class Told:
    """A model that says one text after the other, and remembers what it was asked; an error is raised."""

    def __init__(self, said: Iterable[str | Reply | CallError]) -> None:
        self.said = list(said)
        self.queries: list[Query] = []

    async def __call__(self, query: Query) -> Reply:
        self.queries.append(query)
        said = self.said.pop(0)
        if isinstance(said, CallError):
            raise said
        return Reply(said) if isinstance(said, str) else said


def set_up(out: Path, model: Ask, /, convention: str = "pixel", **choices: Any) -> Setup:
    """What loops need, with pictures that are counted instead of kept."""
    return Setup(
        TaskSource(out),
        model,
        shipped_prompts(),
        evolve(USUAL, **choices),
        lambda png: f"{len(png)}.png",
        conventions()[convention],
    )


def timeless(line: ExecutionLine) -> ExecutionLine:
    """A line without the seconds that engines and models took, which differ from day to day."""

    def untimed(call: Call | None) -> Call | None:
        return None if call is None else evolve(call, seconds=0.0)

    turns = (
        evolve(
            turn,
            call=evolve(turn.call, seconds=0.0),
            rotation_call=untimed(turn.rotation_call),
            reflection=untimed(turn.reflection),
            move=evolve(turn.move, seconds_planning=0.0, seconds_rendering=0.0),
        )
        for turn in line.turns
    )
    return evolve(line, turns=tuple(turns))
