"""Reads the textures: the colours of surfaces, and the patterns in which they are mixed.

Colours may be left to the thing that has the texture: `own` is its colour, `own 0.8` a darker one, and
`contrast` what is read best on the ground.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from math import inf
from types import MappingProxyType
from typing import Any, Final

from attrs import evolve, field, frozen

from espire_dsl.catalogue.error import CatalogueError
from espire_dsl.catalogue.paints import is_colour, textures_table, textures_text
from espire_dsl.scene.node import Vector
from espire_sim.appearance.prints.cells import CELLS

PLAIN: Final = "plain"
PRINT: Final = "print"
PATTERNS: Final = (PLAIN, "grain", "speckle", "tiles", "bricks", "planks", "sheets", PRINT)

COAT: Final = "coat"
MATERIALS: Final = (
    COAT,
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
"""What light may do at a surface."""


CONTRAST: Final = "contrast"
_OWN: Final = re.compile(r"own( 0\.\d+)?")
_NO_OWN: Final = (0.6, 0.6, 0.6)
_DARK, _LIGHT = (0.1, 0.09, 0.09), (0.96, 0.94, 0.88)
_LEAST_CONTRAST: Final = 1.8  # of ink: as for text on screens, the ratio of what light comes back


@frozen
class Texture:
    """A ground colour, another one, and the pattern of a size in metres that mixes them; colours are sRGB.

    A print has a cell of the atlas instead of a size, and the title that is printed. Of the material only
    photographs show more than these. `words` are the colours as they are written where the thing decides.
    """

    pattern: str
    ground: Vector
    other: Vector
    scale: float
    material: str = COAT
    cell: str = field(default="", repr=False)
    title: int = field(default=0, repr=False)
    words: tuple[str, ...] = field(default=(), repr=False)

    def worn_by(self, own: Texture, title: int) -> Texture:
        """The texture on a thing with a texture of its own and a title."""
        texture = self
        if self.words:
            ground, other = (_mixed(word, own.ground) for word in (self.words[0], self.words[-1]))
            texture = evolve(self, ground=ground or self.ground, other=other or self.other, words=())
            if self.pattern == PRINT:
                texture = evolve(texture, other=_legible(texture.ground, other))
        return evolve(texture, title=title) if self.pattern == PRINT else texture


@cache
def load_textures() -> Mapping[str, Texture]:
    """The packaged textures by name."""
    return read_textures(textures_text())


def texture_of(paint: str) -> Texture:
    """The texture of a name, or a plain one of a colour such as "#c79a62"."""
    return Texture(PLAIN, _rgb(paint), _rgb(paint), 1.0) if is_colour(paint) else load_textures()[paint]


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
    if len(colours) != (1 if pattern == PLAIN else 2):
        problems.append(f"a {pattern} pattern does not have {len(colours)} colours")
    problems += [f'"{colour}" is no colour such as "#c79a62"' for colour in colours if not _is_colour(colour)]
    if pattern == PRINT and entry.get("cell") not in CELLS:
        problems.append(f"a print needs a cell of the atlas: one of {', '.join(CELLS)}")
    scale = entry.get("scale", 1.0 if pattern in (PLAIN, PRINT) else 0.0)
    if not (isinstance(scale, int | float) and 0 < scale < inf):
        problems.append("a pattern needs a scale of more than 0 metres")
    if entry.get("material", COAT) not in MATERIALS:
        problems.append(f'"{entry["material"]}" is no material; known are {", ".join(MATERIALS)}')
    return problems


def _is_colour(colour: object) -> bool:
    return isinstance(colour, str) and (is_colour(colour) or _is_left_to_things(colour))


def _is_left_to_things(colour: str) -> bool:
    return colour == CONTRAST or _OWN.fullmatch(colour) is not None


def _texture(entry: Mapping[str, Any]) -> Texture:
    words = tuple(entry["colours"])
    ground, *_, other = [_mixed(word, _NO_OWN) or _DARK for word in (words[0], words[-1])]
    scale, material = float(entry.get("scale", 1.0)), entry.get("material", COAT)
    left = words if any(_is_left_to_things(word) for word in words) else ()
    return Texture(entry["pattern"], ground, other, scale, material, entry.get("cell", ""), words=left)


def _mixed(word: str, own: Vector) -> Vector | None:
    """A colour as it is written, on a thing of an own colour; None for what goes by the ground."""
    if word == CONTRAST:
        return None
    if not _is_left_to_things(word):
        return _rgb(word)
    share = float(word.removeprefix("own") or 1)
    red, green, blue = (share * part for part in own)
    return (red, green, blue)


def _legible(ground: Vector, colour: Vector | None) -> Vector:
    """A colour if it can be read on a ground, else a dark or a light one."""
    if colour is not None and _contrast(ground, colour) >= _LEAST_CONTRAST:
        return colour
    return max(_DARK, _LIGHT, key=lambda ink: _contrast(ground, ink))


def _contrast(one: Vector, other: Vector) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Vector) -> float:
    red, green, blue = colour
    return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)


def _rgb(colour: str) -> Vector:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return (red, green, blue)
