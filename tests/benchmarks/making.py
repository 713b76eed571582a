"""Hand-made scenes and records for the recount, as plain JSON, and what its rules say of them."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.recounting import clearness, fairness
from benchmarks.recounting.look import Look
from benchmarks.recounting.rules import Recount, Rule
from benchmarks.recounting.scene import Scene

ROOT = Path(__file__).resolve().parents[2]
RULES = (*clearness.RULES, *fairness.RULES)

Json = dict[str, Any]


def turned(degrees: float) -> list[float]:
    """A turn about up."""
    half = math.radians(degrees) / 2
    return [math.cos(half), 0.0, 0.0, math.sin(half)]


def node(
    id: str, kind: str, center: Sequence[float], size: Sequence[float] = (0.1, 0.1, 0.1), **more: Any
) -> Json:
    return {
        "id": id,
        "kind": kind,
        "center": list(center),
        "extents": list(size),
        "quaternion": [1.0, 0.0, 0.0, 0.0],
        "upright": [0.0, 0.0, 1.0],
        "front": None,
        "perspective": "own",
        "visible": {"world": 1.0},
        "pixels": {"world": 1000},
        **more,
    }


def viewer(x: float = 3.0, y: float = 0.0) -> Json:
    """Looks along -x: its left is the world's -y."""
    return node("viewer", "viewer", (x, y, 1.0), (0, 0, 0), quaternion=turned(180), front=[1.0, 0.0, 0.0])


def camera(x: float = 3.0, y: float = 0.0) -> Json:
    """The world camera at the viewer, level, looking along -x: right is +y."""
    turn = [0.5, 0.5, 0.5, 0.5]
    k = [[400.0, 0.0, 320.0], [0.0, 400.0, 240.0], [0.0, 0.0, 1.0]]
    return {"position": [x, y, 1.0], "quaternion": turn, "K": k, "width": 640, "height": 480}


def camera_above() -> Json:
    """A map of four metres that is read from the other side: up in it is +x, and right is -y."""
    turn = [math.sqrt(0.5), 0.0, 0.0, -math.sqrt(0.5)]
    k = [[120.0, 0.0, 320.0], [0.0, 120.0, 240.0], [0.0, 0.0, 1.0]]
    more = {"width": 640, "height": 480, "projection": "orthographic"}
    return {"position": [0.0, 0.0, 3.0], "quaternion": turn, "K": k, **more}


def scene(
    nodes: Sequence[Json],
    edges: Sequence[tuple[str, str, str]] = (),
    *,
    present: bool = True,
    view: str = "world",
) -> Scene:
    links = [{"source": s, "target": t, "key": k} for s, t, k in edges]
    graph = {"id": "s", "cameras": {"world": camera(), "above": camera_above()}}
    return Scene({"graph": graph, "nodes": [viewer(), *nodes], "edges": links}, present, view)


def row_of_books(*places: float) -> list[Json]:
    """Books before the viewer, named a, b, c ... by how far they are from it."""
    return [node("abcdefgh"[n], "book", (3 - x, 0, 1)) for n, x in enumerate(places)]


def ask(function: str, type: str, *arguments: Json, frame: str | None = None, **things: str) -> list[Json]:
    """A program of one hop over the books, in the present form."""
    given: Json = {"xs": {"step": 0}, "type": {"reasoning": type, "arguments": list(arguments)}}
    given |= {name: {"thing": id} for name, id in things.items()}
    given |= {"in": {"frame": frame, "of": None}} if frame else {}
    return [
        {"function": "books", "arguments": {}, "type": "Set[book]"},
        {"function": function, "arguments": given, "type": "Set[book]"},
    ]


def look(
    where: Scene, steps: Sequence[Json], answers: Sequence[str], listed: Json | None = None, **more: Any
) -> Look:
    """A task about the books of a scene; `listed` are the numbers that a manifest has for its family."""
    record = {
        "id": "t",
        "suite": "espire",
        "family": "pick.x",
        "type": "X",
        "action": "pick",
        "scene": "s",
        "candidate_kind": "book",
        "candidates": where.of_kind("book"),
        "references": [],
        "answer_kind": "objects",
        "instruction": "Take a book.",
        "answers": list(answers),
        "program_steps": list(steps),
        "readings": {},
        **more,
    }
    return Look(record, where, True, listed)


RANK = ask("filter_distance", "RankClosest", {"ordinal": 2}, to="viewer")


def rule(words: str) -> Rule:
    [found] = [r for r in RULES if words in r.words]
    return found


def verdict(words: str, *tasks: Look, manifest: dict[str, Any] | None = None) -> list[bool]:
    return [bad for _, bad in rule(words).verdicts(Recount(tasks, (), manifest or {}))]


def recounted(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "recount.py"), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
