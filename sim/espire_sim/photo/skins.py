"""Procedural pictures of surfaces: wood grain, cloth, leather, paper, brushed steel, stone and the rest.

A skin has the colours of a texture in its pattern and what its material adds to them, and repeats without a
seam. All of it is computed from noise whose seed is the look itself, so that a texture is the same in every
picture; where on it a part begins is up to who lays it over a shape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_sim.appearance.textures import Texture
from espire_sim.rendering.surface import linear

Field = NDArray[np.float32]
"""Values over a skin: rows go along its second side, columns along its first one."""

Half = NDArray[np.float16]

PIXELS: Final = 512  # along each side of a skin

_ALONG: Final = 2.5  # how much longer than wide a piece of grain is
_STRIPES: Final = 6  # across a piece of grain
_PIECES: Final = 4  # tiles, bricks or boards along a side of a skin
_PLAIN: Final = 0.24  # metres of a skin without a pattern
_KEPT: Final = 32  # skins that a process remembers
_SPOTS: Final = 16  # along a side of what is speckled
_LEAVES: Final = 50  # of the size of a pattern of sheets
_JOINT: Final = 0.02  # the part of a tile that is joint, on each side


@frozen(eq=False)
class Skin:
    """Linear colours (rows, columns, 3), heights in metres where there is a relief, and the lengths in metres
    of what the picture shows: along its columns, and along its rows."""

    colours: Half
    heights: Half | None
    size: tuple[float, float]


@lru_cache(_KEPT)
def skin_of(texture: Texture, material: str) -> Skin:
    """The skin of a texture on a material."""
    seed = int.from_bytes(sha256(f"{texture} {material}".encode()).digest()[:8])
    dice = np.random.default_rng(seed)
    if texture.pattern == "plain" and material not in _DETAILS:
        return Skin(linear(np.array([[texture.ground]])).astype(np.float16), None, (1.0, 1.0))
    shares, relief, size = _PATTERNS[texture.pattern](dice, texture.scale)
    ground, other = (
        linear(np.array(colour)).astype(np.float32) for colour in (texture.ground, texture.other)
    )
    colours = ground + (other - ground) * shares[..., None]
    if material in _DETAILS:
        tone, heights = _DETAILS[material](dice, size)
        colours = colours * tone[..., None]
        relief = heights if relief is None else relief if heights is None else relief + heights
    return Skin(
        np.clip(colours, 0.0, 0.95).astype(np.float16),
        None if relief is None else relief.astype(np.float16),
        size,
    )


def noise(dice: np.random.Generator, along: float, across: float) -> Field:
    """Smooth noise with the mean 0 and the deviation 1 that repeats without a seam; the lengths are those of
    its waves, as parts of the whole."""
    white = np.fft.rfft2(dice.standard_normal((PIXELS, PIXELS)))
    rows, columns = np.fft.fftfreq(PIXELS, 1 / PIXELS)[:, None], np.fft.rfftfreq(PIXELS, 1 / PIXELS)
    keep = np.exp(-((columns * along) ** 2 + (rows * across) ** 2))
    keep[0, 0] = 0.0
    smooth = np.fft.irfft2(white * keep, (PIXELS, PIXELS))
    field: Field = (smooth / max(float(smooth.std()), 1e-12)).astype(np.float32)
    return field


_Pattern = tuple[Field, Field | None, tuple[float, float]]


def _places() -> tuple[Field, Field]:
    """How far along and across the middle of each pixel is, from 0 to 1."""
    middles = (np.arange(PIXELS, dtype=np.float32) + 0.5) / PIXELS
    across, along = np.meshgrid(middles, middles, indexing="ij")
    return along.astype(np.float32), across.astype(np.float32)


def _plain(dice: np.random.Generator, scale: float) -> _Pattern:  # noqa: ARG001
    return np.zeros((PIXELS, PIXELS), dtype=np.float32), None, (_PLAIN, _PLAIN)


def _grain(dice: np.random.Generator, scale: float) -> _Pattern:
    """Year rings, cut lengthwise: wavy bands of uneven width with streaks of pores in them."""
    _, across = _places()
    bent = 0.06 * noise(dice, 0.9, 0.35) + 0.012 * noise(dice, 0.25, 0.08)
    rings = 2 * np.pi * (_STRIPES * (across + bent))
    bands = 0.5 + 0.5 * np.sin(rings + 0.9 * np.sin(rings))
    shares = 0.2 + 0.65 * bands + 0.16 * noise(dice, 0.5, 0.006) + 0.12 * noise(dice, 0.08, 0.004)
    wide = _STRIPES * scale
    return np.clip(shares, -0.3, 1.6).astype(np.float32), None, (_ALONG * wide, wide)


def _speckle(dice: np.random.Generator, scale: float) -> _Pattern:
    wide, wave = _SPOTS * scale, 1 / _SPOTS
    shares = 0.5 + 0.26 * noise(dice, wave, wave) + 0.2 * noise(dice, wave / 3, wave / 3)
    shares += 0.12 * noise(dice, wave / 10, wave / 10)
    return np.clip(shares, -0.4, 1.5).astype(np.float32), None, (wide, wide)


def _tiles(dice: np.random.Generator, scale: float) -> _Pattern:
    along, across = (_PIECES * place for place in _places())
    joint = np.maximum(_joint(along, _JOINT), _joint(across, _JOINT))
    tones = _tones(dice, along, across)
    shares = np.maximum(0.12 * tones + 0.05 * noise(dice, 0.1, 0.1), joint)
    wide = _PIECES * scale
    return shares.astype(np.float32), (-0.001 * joint).astype(np.float32), (wide, wide)


def _bricks(dice: np.random.Generator, scale: float) -> _Pattern:
    along, across = (_PIECES * place for place in _places())
    course = 3 * across
    shifted = (along + 0.5 * (np.floor(course) % 2)).astype(np.float32)
    worn = 0.01 * noise(dice, 0.02, 0.02)
    joint = np.maximum(_joint(shifted + worn, 0.022), _joint(course + 3 * worn, 0.066))
    tones = 0.35 * (_tones(dice, shifted, course) - 0.6)
    shares = tones * (1 - joint) + joint + 0.08 * noise(dice, 0.02, 0.02)
    wide = _PIECES * scale
    return shares.astype(np.float32), -0.004 * joint + 0.0004 * noise(dice, 0.01, 0.01), (wide, wide)


def _planks(dice: np.random.Generator, scale: float) -> _Pattern:
    """Boards side by side, each of a tone of its own and with ends here and there."""
    along, across = _places()
    board = 2 * _PIECES * along
    begins = dice.random(2 * _PIECES + 1).astype(np.float32)
    end = 2 * across + begins[np.floor(board).astype(np.int64)]
    joint = np.maximum(_joint(board, 0.012), _joint(end, 0.0015))
    tone = _tones(dice, board, end)
    shares = 0.5 * tone * (1 - joint) + 1.3 * joint
    wide = 2 * _PIECES * scale
    return shares.astype(np.float32), (-0.0008 * joint).astype(np.float32), (wide, 2 * wide)


def _sheets(dice: np.random.Generator, scale: float) -> _Pattern:
    """Edges of leaves of paper, no two alike."""
    leaves = noise(dice, 1.0, 1 / PIXELS) + 0.5 * noise(dice, 0.3, 2 / PIXELS)
    shares = np.clip(0.5 + 0.3 * leaves, 0.0, 1.0)
    wide = _LEAVES * scale
    return shares.astype(np.float32), None, (wide, wide)


def _joint(x: Field, half: float) -> Field:
    """1 in joints at whole numbers, 0 elsewhere."""
    off = np.abs(x - np.rint(x))
    return np.clip(1.5 - off / half, 0.0, 1.0).astype(np.float32)


def _tones(dice: np.random.Generator, x: Field, y: Field) -> Field:
    """A number from 0 to 1 for each piece, the same at both ends of the skin."""
    table = dice.random((64, 64)).astype(np.float32)
    columns, rows = (np.floor(x).astype(np.int64), np.floor(y).astype(np.int64))
    return table[rows % max(int(y.max()), 1), columns % max(int(x.max()), 1)]


_PATTERNS: Final[Mapping[str, Callable[[np.random.Generator, float], _Pattern]]] = MappingProxyType(
    {
        "plain": _plain,
        "grain": _grain,
        "speckle": _speckle,
        "tiles": _tiles,
        "bricks": _bricks,
        "planks": _planks,
        "sheets": _sheets,
    }
)

_Detail = tuple[Field, Field | None]
"""What colours are multiplied with, and heights in metres."""


def _waves(metres: float, size: tuple[float, float]) -> tuple[float, float]:
    return metres / size[0], metres / size[1]


def _wooden(dice: np.random.Generator, size: tuple[float, float]) -> _Detail:
    """Pores along the longer side."""
    streaks = noise(dice, 0.05 / size[0], 0.002 / size[1]) + noise(dice, 0.3 / size[0], 0.006 / size[1])
    return 1 + 0.045 * streaks, None


def _woven(dice: np.random.Generator, size: tuple[float, float]) -> _Detail:
    """Linen: threads over and under, of uneven thickness."""
    along, across = _places()
    threads = [2 * round(side / 0.003 / 2) for side in size]
    a, b = np.sin(np.pi * threads[0] * along), np.sin(np.pi * threads[1] * across)
    over = np.cos(np.pi * threads[0] * along) * np.cos(np.pi * threads[1] * across)
    weave = np.where(over > 0, np.abs(a), np.abs(b)).astype(np.float32)
    uneven = noise(dice, 0.03 / size[0], 0.0015 / size[1]) + noise(dice, 0.0015 / size[0], 0.03 / size[1])
    return 0.86 + 0.16 * weave + 0.035 * uneven, 0.00025 * weave


def _wrinkled(dice: np.random.Generator, size: tuple[float, float]) -> _Detail:
    """Leather: small cells between creases, and larger stains."""
    creases = np.minimum(np.abs(noise(dice, *_waves(0.004, size))), np.abs(noise(dice, *_waves(0.005, size))))
    cells = np.clip(creases / 0.35, 0.0, 1.0).astype(np.float32)
    return 0.84 + 0.16 * cells + 0.05 * noise(dice, *_waves(0.05, size)), 0.0004 * cells


def _fibrous(dice: np.random.Generator, size: tuple[float, float]) -> _Detail:
    """Paper: hardly anything but a few fibres and clouds."""
    return 1 + 0.02 * noise(dice, *_waves(0.04, size)) + 0.015 * noise(dice, *_waves(0.0015, size)), None


def _brushed(dice: np.random.Generator, size: tuple[float, float]) -> _Detail:
    lines = noise(dice, 0.25 / size[0], 0.0008 / size[1])
    return 1 + 0.06 * lines, None


def _rough(dice: np.random.Generator, size: tuple[float, float]) -> _Detail:
    """Plaster, soil and what else is dull: grains, and nothing large enough to be seen to repeat or to have a
    relief, which is dear where surfaces are as large as these."""
    return 1 + 0.02 * noise(dice, *_waves(0.003, size)), None


def _veined(dice: np.random.Generator, size: tuple[float, float]) -> _Detail:  # noqa: ARG001
    """Marble: a few veins that bend."""
    veins = np.exp(-np.abs(noise(dice, 0.35, 0.2)) / 0.07) + 0.5 * np.exp(
        -np.abs(noise(dice, 0.2, 0.3)) / 0.05
    )
    return (1.02 - 0.28 * np.clip(veins * (0.6 + 0.4 * noise(dice, 0.2, 0.2)), 0, 1)).astype(np.float32), None


def _leafy(dice: np.random.Generator, size: tuple[float, float]) -> _Detail:
    return 1 + 0.12 * noise(dice, *_waves(0.02, size)) + 0.08 * noise(dice, *_waves(0.004, size)), None


def _furry(dice: np.random.Generator, size: tuple[float, float]) -> _Detail:
    hairs = noise(dice, 0.008 / size[0], 0.0015 / size[1]) + noise(dice, *_waves(0.003, size))
    return 1 + 0.1 * hairs, 0.0006 * hairs


_DETAILS: Final[Mapping[str, Callable[[np.random.Generator, tuple[float, float]], _Detail]]] = (
    MappingProxyType(
        {
            "wood": _wooden,
            "cloth": _woven,
            "leather": _wrinkled,
            "paper": _fibrous,
            "brushed": _brushed,
            "matte": _rough,
            "rubber": _rough,
            "stone": _rough,
            "marble": _veined,
            "leaf": _leafy,
            "fur": _furry,
        }
    )
)
