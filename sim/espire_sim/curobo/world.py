"""The world of a scene as cuRobo reads it: every solid thing a cuboid with its lengths and its pose.

A file of it is JSON, which is YAML too; world.schema.json beside this file states its layout.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from espire_dsl.scene.box import Box, box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import Array, from_matrix
from espire_sim.settling.bodies import moving_bodies, static_bodies
from espire_sim.usd.names import paths_of
from espire_sim.worlds.boards import shelf_boards

World = dict[str, dict[str, dict[str, list[float]]]]

_DIGITS: Final = 9


def world_of(scene: Scene, axes: Array | None = None) -> World:
    """The furniture, of a shelf its boards, and all bodies; what is in the hand is not among them.

    With `axes`, which are columns, poses are seen from a frame that is turned so about the origin. Things
    have the names that their prims have on a stage.
    """
    names = {id: path.rsplit("/", 1)[-1] for id, path in paths_of(scene).items()}
    named = [(names[node.id], box_of(node)) for node in (*static_bodies(scene), *moving_bodies(scene))]
    # No prim has a dot in its name, so no board can have the name of a thing.
    named += [
        (f"{names[id]}.board_{number}", board)
        for id, boards in shelf_boards(scene).items()
        for number, board in enumerate(boards, start=1)
    ]
    frame = np.eye(3) if axes is None else axes
    return {"cuboid": {name: _cuboid(box, frame) for name, box in sorted(named, key=lambda pair: pair[0])}}


def write_world(scene: Scene, path: Path, axes: Array | None = None) -> None:
    """The world of a scene as a file; the same scene gives the same text."""
    path.write_text(json.dumps(world_of(scene, axes), indent=1) + "\n", encoding="utf-8", newline="\n")


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a world."""
    text = files("espire_sim.curobo").joinpath("world.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def cuboid(center: Array, axes: Array, half: Array) -> dict[str, list[float]]:
    """A box: its whole lengths, and position and quaternion [w, x, y, z] in a row."""
    return {"dims": _numbers(2 * half), "pose": _numbers([*center, *from_matrix(axes)])}


def _cuboid(box: Box, frame: Array) -> dict[str, list[float]]:
    return cuboid(frame.T @ box.center, frame.T @ box.axes, box.half)


def _numbers(values: Any) -> list[float]:
    """Rounded to a billionth, so that none needs an exponent that a reader of YAML might take for a word."""
    return [0.0 if abs(value) < 10.0**-_DIGITS else round(float(value), _DIGITS) for value in values]
