"""Scenes as CLEVR's generator describes them, made here from its rules, with a pinhole of its own."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st

EPS = 0.2
SHAPES, SIZES = ("cube", "sphere", "cylinder"), ("small", "large")
COLOURS, MATERIALS = ("gray", "red", "blue", "green"), ("rubber", "metal")


def dot(a: Any, b: Any) -> float:
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


Axis = tuple[float, float, float]


@st.composite
def clevr_scenes(draw: st.DrawFn, apart: int = 1) -> tuple[dict[str, Any], Axis]:
    """A scene, and where its camera is; things are about as many tenths apart, or more, and none is exactly
    eps along a direction from another."""
    steps = st.integers(-30 // apart, 30 // apart).map(lambda step: step * apart * 0.1003)
    places = draw(st.lists(st.tuples(steps, steps), min_size=3, max_size=10, unique=True))
    words = st.tuples(*map(st.sampled_from, (SHAPES, SIZES, COLOURS, MATERIALS)))
    things = [(x, y, draw(words), draw(st.floats(0, 360))) for x, y in places]
    turn, pitch, far = draw(st.integers(0, 359)), draw(st.integers(15, 50)), draw(st.integers(9, 14))
    return scene_of(things, turn, pitch, far, shrunk=draw(st.booleans()))


def scene_of(
    things: list[tuple[float, float, tuple[str, ...], float]],
    turn: float = 140,
    pitch: float = 28,
    far: float = 11,
    name: str = "CLEVR_test_000000.png",
    shrunk: bool = False,
) -> tuple[dict[str, Any], Axis]:
    """A scene of things at places, with their shape, size, colour and material, and a rotation each.

    With `shrunk` cubes are smaller, as the generator makes them of a model that is called Cube.
    """
    turn, pitch = math.radians(turn), math.radians(pitch)
    behind = (math.cos(turn), math.sin(turn), 0.0)
    left = (-math.sin(turn), math.cos(turn), 0.0)
    ahead = (math.cos(pitch) * behind[0], math.cos(pitch) * behind[1], -math.sin(pitch))
    up = (math.sin(pitch) * behind[0], math.sin(pitch) * behind[1], math.cos(pitch))
    eye = (-far * ahead[0], -far * ahead[1], -far * ahead[2])
    objects = [_object(x, y, words, angle, eye, (left, up, ahead), shrunk) for x, y, words, angle in things]
    directions = {"left": left, "behind": behind, "above": (0.0, 0.0, 1.0)}
    for opposite, other in (("right", "left"), ("front", "behind"), ("below", "above")):
        x, y, z = directions[other]
        directions[opposite] = (-x, -y, -z)
    scene = {
        "split": "test",
        "image_index": 0,
        "image_filename": name,
        "objects": objects,
        "directions": {name: list(axis) for name, axis in directions.items()},
        "relationships": {
            name: [related(objects, i, directions[name]) for i in range(len(objects))]
            for name in ("left", "right", "front", "behind")
        },
    }
    return scene, eye


def related(objects: list[dict[str, Any]], i: int, direction: tuple[float, ...]) -> list[int]:
    """CLEVR's rule: those that are more than eps along the direction from an object."""
    here = objects[i]["3d_coords"]
    away = [[b - a for a, b in zip(here, other["3d_coords"], strict=True)] for other in objects]
    return [j for j, way in enumerate(away) if j != i and dot(way, direction) > EPS]


def _object(
    x: float,
    y: float,
    words: tuple[str, ...],
    angle: float,
    eye: Axis,
    axes: tuple[Axis, Axis, Axis],
    shrunk: bool,
) -> dict[str, Any]:
    shape, size, colour, material = words
    half = {"small": 0.35, "large": 0.7}[size] / (math.sqrt(2) if shape == "cube" and shrunk else 1)
    way = (x - eye[0], y - eye[1], half - eye[2])
    left, up, depth = (dot(way, axis) for axis in axes)
    return {
        "3d_coords": [x, y, half],
        "pixel_coords": [round(240 - 525 * left / depth), round(160 - 525 * up / depth), depth],
        "rotation": angle,
        "shape": shape,
        "size": size,
        "color": colour,
        "material": material,
    }
