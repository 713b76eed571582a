"""What light does at a surface, by the name of its material, as Mitsuba is told it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from espire_sim.photo.skins import Half, Skin

Told = dict[str, Any]


def surface_of(mi: Any, material: str, skin: Skin) -> Told:
    """A surface as Mitsuba takes it."""
    colour = _image(mi, skin.colours)
    told = _MATERIALS[material](colour)
    if skin.heights is not None and material not in _SMOOTH:
        told = {"type": "bumpmap", "scale": 1.0, "relief": _image(mi, relief_of(skin.heights)), "flat": told}
    return told if material in _THROUGH else {"type": "twosided", "side": told}


def relief_of(heights: Half) -> Half:
    """The picture of a relief. Every second height is the next larger number, like the squares of a chess
    board: where four are the same, a bump map of Mitsuba 3.9 gives no numbers for surfaces that shine."""
    uneven = heights.copy()
    for first in (0, 1):
        squares = uneven[first::2, first::2]
        np.nextafter(squares, np.float16(np.inf), out=squares)
    found: Half = uneven[..., None]
    return found


def _image(mi: Any, values: Half) -> Told:
    if values.size == 3:
        return {"type": "rgb", "value": values.ravel().tolist()}
    pixels = mi.Bitmap(np.ascontiguousarray(values))
    return {"type": "bitmap", "bitmap": pixels, "raw": True, "wrap_mode": "repeat"}


def _dull(colour: Told) -> Told:
    return {"type": "diffuse", "reflectance": colour}


def _coated(rough: float, index: float = 1.5) -> Callable[[Told], Told]:
    def told(colour: Told) -> Told:
        return {
            "type": "roughplastic",
            "distribution": "ggx",
            "alpha": rough,
            "int_ior": index,
            "nonlinear": True,
            "diffuse_reflectance": colour,
        }

    return told


def _metallic(along: float, across: float) -> Callable[[Told], Told]:
    """Metals of which the scratches run along the first side of the skin."""

    def told(colour: Told) -> Told:
        return {
            "type": "roughconductor",
            "distribution": "ggx",
            "material": "none",
            "alpha_u": along,
            "alpha_v": across,
            "specular_reflectance": colour,
        }

    return told


def _clear(colour: Told) -> Told:
    """A pane that is tinted a little: what is behind it shows through, and its edges are still seen."""
    return {
        "type": "blendbsdf",
        "weight": 0.4,
        "pane": {"type": "thindielectric", "int_ior": 1.49},
        "tint": {"type": "twosided", "side": _coated(0.08)(colour)},
    }


def _leafy(colour: Told) -> Told:
    """Leaves, through which a part of the light goes."""
    return {
        "type": "principledthin",
        "base_color": colour,
        "roughness": 0.45,
        "spec_trans": 0.0,
        "diff_trans": 0.7,
        "eta": 1.4,
    }


_THROUGH: Final = frozenset({"glass", "leaf"})
_SMOOTH: Final = frozenset({"glass", "brushed", "polished", "leaf"})

_MATERIALS: Final[Mapping[str, Callable[[Told], Told]]] = MappingProxyType(
    {
        "wood": _coated(0.28),
        "stone": _coated(0.45),
        "marble": _coated(0.12),
        "brushed": _metallic(0.14, 0.36),
        "polished": _metallic(0.13, 0.13),
        "glazed": _coated(0.06),
        "glass": _clear,
        "paper": _dull,
        "cloth": _dull,
        "leather": _coated(0.32),
        "fur": _dull,
        "leaf": _leafy,
        "coat": _coated(0.2),
        "rubber": _coated(0.5),
        "matte": _dull,
    }
)
