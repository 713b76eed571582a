"""Small task sets made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.files import TaskSet, save
from espire_dsl.tasks.task import Task
from tests.nodes import node as new_node

BOOKS = ("a", "b", "c")


def row_scene(id: str = "row") -> Scene:
    """Books before a camera that looks along +y and down: `a` near and low, `b` large, `c` far and high."""
    places = {"a": (0.3, -0.4, 0.1), "b": (0.0, 0.0, 0.1), "c": (-0.3, 0.4, 0.1)}
    size = {"a": 0.1, "b": 0.3, "c": 0.1}
    books = [new_node(name, "book", places[name], extents=(size[name],) * 3) for name in BOOKS]
    jar = new_node("jar", "near", (-0.5, 0.5, 0.1), extents=(0.1, 0.1, 0.1))
    return Scene.build(
        [*books, jar], cameras={"world": look_at((0, -2, 1), (0, 0, 0.1))}, id=id, world="tabletop"
    )


def task(number: int = 0, **fields: Any) -> Task:
    """A pick task about the row of books that asks for `a`, with other fields as told."""
    usual: dict[str, Any] = {
        "id": f"task{number}",
        "suite": "hand",
        "family": "pick.mine",
        "type": "Closest",
        "aspect": "attribute",
        "granularity": "coarse",
        "action": "pick",
        "level": None,
        "world": "tabletop",
        "scene": "row",
        "candidate_kind": "book",
        "candidates": list(BOOKS),
        "references": [],
        "frame": None,
        "args": [],
        "tolerance": None,
        "program": "candidates",
        "program_steps": [],
        "instruction": "Pick it.",
        "wording": {
            "template": "Take it.",
            "variant": 0,
            "answers": 1,
            "values": {},
            "frame": None,
            "measure": None,
            "held": None,
        },
        "template": 0,
        "names_frame": False,
        "names_measure": False,
        "answer_kind": "objects",
        "answer_unit": None,
        "answer_step": None,
        "options": None,
        "chance": None,
        "undecided": [],
        "reading": None,
        "group": None,
        "pair": None,
        "answers": ["a"],
        "answer_angles": {},
        "feasible": None,
        "margin": {},
        "readings": {},
        "tags": {},
        "constraint": None,
        "held": None,
        "trace": [],
        "masks": {},
        "verification": {},
    }
    return Task(**{**usual, **fields})


def options(*values: Any, of_things: bool = False) -> list[dict[str, Any]]:
    """Options of a record, lettered in their order."""
    return [
        {
            "letter": letter,
            "text": f"the {value}" if of_things else str(value),
            "id": value if of_things else None,
            "value": None if of_things else value,
        }
        for letter, value in zip("ABCDEFGH", values, strict=False)
    ]


def task_set(tasks: Sequence[Task], scenes: Sequence[Scene] | None = None) -> TaskSet:
    return TaskSet({}, tuple(tasks), (row_scene(),) if scenes is None else tuple(scenes))


def saved(folder: Path, tasks: Sequence[Task], scenes: Sequence[Scene] | None = None) -> Path:
    save(folder / "out", task_set(tasks, scenes), {})
    return folder / "out"
