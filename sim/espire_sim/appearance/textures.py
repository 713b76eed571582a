"""Reads the textures: the colours of surfaces, and the patterns in which they are mixed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import inf
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

from espire_dsl.catalogue.error import CatalogueError
from espire_dsl.catalogue.paints import is_colour, textures_table, textures_text
from espire_dsl.scene.node import Vector

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
    """The textures of a file, or a CatalogueError with all its problems."""
    table = textures_table(text)
    problems = [f"textures.toml: {name}: {what}" for name in table for what in _problems(table[name])]
    if problems:
        raise CatalogueError(*problems)
    return MappingProxyType({name: _texture(entry) for name, entry in table.items()})


def _problems(entry: Any) -> list[str]:
    if not isinstance(entry, dict) or not isinstance(entry.get("colours"), list):
        return ['it must be a table with a pattern and colours, which are a list such as ["#c79a62"]']
    problems = []
    pattern, colours = entry.get("pattern"), entry["colours"]
    if pattern not in PATTERNS:
        problems.append(f'"{pattern}" is no pattern; known are {", ".join(PATTERNS)}')
    if len(colours) != (1 if pattern == "plain" else 2):
        problems.append(f"a {pattern} pattern does not have {len(colours)} colours")
    problems += [f'"{colour}" is no colour such as "#c79a62"' for colour in colours if not _is_colour(colour)]
    scale = entry.get("scale", 1.0 if pattern == "plain" else 0.0)
    if not (isinstance(scale, int | float) and 0 < scale < inf):
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
