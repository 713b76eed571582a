"""Reads the textures: the colours of surfaces, and the patterns in which they are mixed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

from espire_dsl.catalogue.paints import is_colour, textures_text
from espire_dsl.scene.node import Vector
from espire_sim.appearance.error import AppearanceError

PATTERNS: Final = ("plain", "grain", "speckle", "tiles", "bricks", "planks")

COAT: Final = "coat"
COVER: Final = "cover"
MATERIALS: Final = (
    COAT,
    COVER,
    "brushed",
    "cloth",
    "fur",
    "glass",
    "glazed",
    "leaf",
    "leather",
    "marble",
    "matte",
    "paper",
    "polished",
    "rubber",
    "stone",
    "wood",
)
"""What light may do at a surface. A cover is that of a book, bound in one thing or another."""


@frozen
class Texture:
    """A ground colour, another one, and the pattern of a size in metres that mixes them; colours are sRGB.

    Of the material only photographs show more than these.
    """

    pattern: str
    ground: Vector
    other: Vector
    scale: float
    material: str = COAT


@cache
def load_textures() -> Mapping[str, Texture]:
    """The packaged textures by name."""
    return read_textures(textures_text())


def texture_of(paint: str) -> Texture:
    """The texture of a name, or a plain one of a colour such as "#c79a62"."""
    return Texture("plain", _rgb(paint), _rgb(paint), 1.0) if is_colour(paint) else load_textures()[paint]


def read_textures(text: str) -> Mapping[str, Texture]:
    """The textures of a file, or a AppearanceError with all its problems."""
    table = tomllib.loads(text)
    problems = [f"texture {name}: {problem}" for name in table for problem in _problems(table[name])]
    if problems:
        raise AppearanceError(*problems)
    return MappingProxyType({name: _texture(entry) for name, entry in table.items()})


def _problems(entry: Mapping[str, Any]) -> list[str]:
    problems = []
    pattern, colours = entry.get("pattern"), entry.get("colours", [])
    if pattern not in PATTERNS:
        problems.append(f'"{pattern}" is no pattern; known are {", ".join(PATTERNS)}')
    if len(colours) != (1 if pattern == "plain" else 2):
        problems.append(f"a {pattern} pattern does not have {len(colours)} colours")
    problems += [f'"{colour}" is no colour such as "#c79a62"' for colour in colours if not _is_colour(colour)]
    if pattern != "plain" and not entry.get("scale", 0) > 0:
        problems.append("a pattern needs a scale of more than 0 metres")
    if entry.get("material", COAT) not in MATERIALS:
        problems.append(f'"{entry["material"]}" is no material; known are {", ".join(MATERIALS)}')
    return problems


def _is_colour(colour: object) -> bool:
    return isinstance(colour, str) and is_colour(colour)


def _texture(entry: Mapping[str, Any]) -> Texture:
    colours = [_rgb(colour) for colour in entry["colours"]]
    scale, material = float(entry.get("scale", 1.0)), entry.get("material", COAT)
    return Texture(entry["pattern"], colours[0], colours[-1], scale, material)


def _rgb(colour: str) -> Vector:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return (red, green, blue)
