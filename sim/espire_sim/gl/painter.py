"""The colours of a picture by OpenGL, and for tests what OpenGL sees in it."""

from __future__ import annotations

import atexit
import os
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Final

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from espire_sim.appearance.materials import TexturedScene
from espire_sim.gl.canvas import FARTHEST, Canvas
from espire_sim.gl.error import GlError
from espire_sim.gl.platforms import open_context
from espire_sim.gl.records import records_of
from espire_sim.gl.seeing import Seeing, of_lamp, of_view
from espire_sim.rendering.shade import DEFAULT_LIGHTS, colour_of, strength_of
from espire_sim.rendering.view import View
from espire_sim.worlds.result import Light

MOST_LAMPS: Final = 8  # as in shaders/colours.frag.glsl

_SHADOWS: Final = 1024  # pixels along a side of the lamp's view
_FINE: Final = 2  # pixels along each side of one, in smooth pictures


def paint(
    platform: str, textured: TexturedScene, view: View, lights: Sequence[Light], smooth: bool
) -> NDArray[np.uint8]:
    """The picture, by OpenGL on a platform that works; smooth ones have softened edges."""
    lamps = (lights or DEFAULT_LIGHTS)[:MOST_LAMPS]
    textured, hiding = _hiding_first(textured)
    fine = _FINE if smooth else 1
    lamp = _lamp(textured, hiding, np.asarray(lamps[0].position))
    canvas = _canvas(platform)
    try:
        return _painted(canvas, textured, hiding, view, fine, lamps, lamp)
    except Exception as error:
        raise GlError(f"{platform}: the driver failed while painting: {error}") from error


def nearest(
    platform: str, textured: TexturedScene, view: View
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The places of the shapes that OpenGL sees in each pixel, -1 for none, and their depths."""
    canvas, seeing = _canvas(platform), of_view(view, 1)
    gl = canvas.gl
    shapes = canvas.shapes(records_of(textured.shapes, textured.textures, view))
    textures = canvas.nearest(shapes, len(textured.shapes), seeing)
    numbers = np.empty((seeing.height, seeing.width), dtype=np.uint32)
    depths = np.empty((seeing.height, seeing.width), dtype=np.float32)
    canvas.read(textures[0], gl.GL_RED_INTEGER, gl.GL_UNSIGNED_INT, numbers)
    canvas.read(textures[1], gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT, depths)
    canvas.drop(shapes, *textures)
    found = numbers.astype(np.int64) - 1
    return found, np.where(found < 0, np.float32(np.inf), depths * np.float32(FARTHEST))


def _canvas(platform: str) -> Canvas:
    return _canvas_of(platform, os.getpid())


@cache
def _canvas_of(platform: str, process: int) -> Canvas:  # noqa: ARG001
    """One canvas a process: opening a driver takes longer than painting, and no context outlives a fork."""
    context = open_context(platform)
    atexit.register(context.free)
    try:
        return Canvas(import_module("OpenGL.GL"))
    except Exception as error:
        raise GlError(f"{platform}: {error}") from error


def _hiding_first(textured: TexturedScene) -> tuple[TexturedScene, int]:
    """The textured scene with all that throws shadows first, and how much that is."""
    first = frozenset(textured.standing)
    order = sorted(range(len(textured.shapes)), key=lambda place: place not in first)
    return evolve(
        textured,
        shapes=tuple(textured.shapes[place] for place in order),
        textures=tuple(textured.textures[place] for place in order),
        owners=tuple(textured.owners[place] for place in order),
    ), len(first)


def _lamp(textured: TexturedScene, hiding: int, position: NDArray[np.float64]) -> Seeing:
    return of_lamp(position, textured.shapes[:hiding] or textured.shapes, _SHADOWS)


def _painted(
    canvas: Canvas,
    textured: TexturedScene,
    hiding: int,
    view: View,
    fine: int,
    lamps: Sequence[Light],
    lamp: Seeing,
) -> NDArray[np.uint8]:
    seeing = of_view(view, fine)
    shapes = canvas.shapes(records_of(textured.shapes, textured.textures, view))
    numbers, depths = canvas.nearest(shapes, len(textured.shapes), seeing)
    lit = canvas.nearest(shapes, hiding, lamp)
    told = [
        (light.position, (strength_of(light, lamps) * colour_of(light.kelvin)).tolist()) for light in lamps
    ]
    textures = {"shapes": shapes, "nearest": numbers, "lamp_depth": lit[1], "prints": canvas.prints}
    picture = canvas.colours(textures, seeing, fine, told, lamp)
    colours = np.empty((view.camera.height, view.camera.width, 4), dtype=np.uint8)
    canvas.read(picture, canvas.gl.GL_RGBA, canvas.gl.GL_UNSIGNED_BYTE, colours)
    canvas.drop(shapes, numbers, depths, *lit, picture)
    return np.ascontiguousarray(colours[..., :3])
