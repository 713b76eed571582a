"""A small set with every kind of answer, with pictures, saved to a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve

from espire_dsl.png import encode_png
from espire_dsl.tasks.files import TaskSet, save
from espire_dsl.tasks.task import Task
from tests.auditing.making import row_scene
from tests.scoring.handmade import HEIGHT, WIDTH, pointing, saying


def options(*texts: str, values: tuple[Any, ...] | None = None) -> list[dict[str, Any]]:
    return [
        {"letter": letter, "text": text, "id": None if values else text, "value": value}
        for letter, text, value in zip("ABCDEF", texts, values or [None] * len(texts), strict=False)
    ]


def tasks() -> list[Task]:
    """Scene of each: `one` or `two`; the pointing tasks have several answers, of which one is feasible."""
    books = options("a", "b", "c")
    made = [
        pointing(0, (2, 2, 9, 9), (20, 10, 30, 20), feasible=["thing1"], instruction="Pick <b>one</b>."),
        pointing(1, (0, 0, 4, 30), answer_kind="spaces", action="place"),
        saying(2, "yes_no", True),
        saying(3, "yes_no", False),
        saying(4, "choice", "b", options=books),
        saying(5, "choice", 0.4, options=options("20 cm", "40 cm", values=(0.2, 0.4))),
        saying(6, "number", 40.0, answer_unit="cm"),
        saying(7, "number", 3),
        saying(8, "label", "red"),
        saying(9, "list", "c", "a", "b", options=books),
        pointing(10, (0, 0, 4, 4), tags={"frame_sensitive": True}, readings={"relative": ["thing0"]}),
    ]
    return [evolve(task, scene="one" if number % 2 else "two") for number, task in enumerate(made)]


def written(out: Path, some: list[Task] | None = None) -> list[Task]:
    """The set in a folder, or some other tasks of its scenes, with a picture of noise for each scene."""
    made = tasks() if some is None else some
    save(out, TaskSet({"seed": 0}, tuple(made), (row_scene("one"), row_scene("two"))), {})
    for seed, scene in enumerate(("one", "two")):
        path = out / "images" / scene / "world.png"
        path.parent.mkdir(parents=True)
        noise = np.random.default_rng(seed).integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)
        path.write_bytes(encode_png(noise))
    return made
