"""The names of the textures that parts may be painted with. What they look like is up to those who paint."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from espire_dsl.catalogue.error import CatalogueError

COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
PAINT: Final = "paint"
"""The label of a thing that says how it looks, where no world chose that."""


def textures_text() -> str:
    """The file of textures."""
    return files("espire_dsl.catalogue").joinpath("textures.toml").read_text(encoding="utf-8")


@cache
def texture_names() -> frozenset[str]:
    """The textures that there are."""
    return frozenset(textures_table(textures_text()))


def textures_table(text: str) -> dict[str, Any]:
    """What a file of textures says of each, as it stands there."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(
            f"textures.toml: it cannot be read ({error}): mend it, or install espire-dsl again"
        ) from error


def is_paint(text: str) -> bool:
    """Whether a text is what something can be painted with."""
    return is_colour(text) or text in texture_names()


def is_colour(text: str) -> bool:
    """Whether a text is a plain colour, such as "#c79a62"."""
    return COLOUR.fullmatch(text) is not None
