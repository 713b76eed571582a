"""Pictures of patterned surfaces: all pieces of a shape side by side in one PNG, and where each of them is.

Patterns run through solids, so the colours are asked for at the points that a piece was laid flat from, and a
picture has what rays paint there. It goes on for a little beyond the edges of each piece, so that nothing of
its neighbours is mixed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from espire_dsl.png import encode_png
from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Form, Shape
from espire_sim.appearance.textures import PRINT, Texture
from espire_sim.rendering.surface import colours_at
from espire_sim.rendering.tone import srgb
from espire_sim.usd.unwrap import Piece, Unwrapped, pieces_of

FINEST: Final = 0.002
"""Metres of a surface that a pixel shows, at least."""

PRINTED: Final = 0.0005
"""The same of a print, whose letters are to be read."""

LONGEST: Final = 512
"""Pixels along a side of a piece, at most."""

_LEAST: Final = 4
_MARGIN: Final = 3  # pixels around a piece
_SAMPLES: Final = 2  # along each side of a pixel
_DIGITS: Final = 6  # of lengths: what differs by less than a micrometre has the same picture
_KEPT: Final = 256


@frozen(eq=False)
class Picture:
    """A PNG file, and for each piece where it begins in it and how long it is, in pixels from the upper left
    corner."""

    png: bytes = field(repr=False)
    width: int
    height: int
    places: Array

    @property
    def name(self) -> str:
        """Of the file, by its content."""
        return f"{sha256(self.png).hexdigest()[:16]}.png"

    def coordinates(self, laid: Unwrapped) -> Array:
        """Where each corner of each face is in the picture, from 0 to 1, from the lower left corner on."""
        start, size = self.places[laid.on, :2], self.places[laid.on, 2:]
        pixels = start + laid.laid * size
        found: Array = pixels / (self.width, -self.height) + (0.0, 1.0)
        return found


def picture_of(shape: Shape, texture: Texture) -> Picture:
    """The surface of a shape in a texture."""
    half = np.round(np.linalg.norm(shape.axes, axis=0), _DIGITS)
    form = Form.BOX if shape.form is Form.MESH else shape.form
    return _picture(texture, form, tuple(half.tolist()), shape.top, shape.hole)


@lru_cache(_KEPT)
def _picture(
    texture: Texture, form: Form, half: tuple[float, float, float], top: float, hole: float
) -> Picture:
    shape = Shape(form, np.zeros(3), np.diag(half), top, hole)
    pieces = pieces_of(shape)
    finest = PRINTED if texture.pattern == PRINT else FINEST
    places, width, height = _packed([_pixels(piece, finest) for piece in pieces])
    colours = np.zeros((height, width, 3), dtype=np.float32)
    for piece, (x, y, wide, high) in zip(pieces, places, strict=True):
        rows, columns = np.arange(-_MARGIN, high + _MARGIN), np.arange(-_MARGIN, wide + _MARGIN)
        sampled = _sampled(shape, texture, piece, columns / wide, rows / high, (1 / wide, 1 / high))
        colours[y - _MARGIN : y + high + _MARGIN, x - _MARGIN : x + wide + _MARGIN] = sampled
    return Picture(encode_png(written(colours)), width, height, np.array(places, dtype=np.float64))


def _sampled(
    shape: Shape, texture: Texture, piece: Piece, along: Array, across: Array, pixel: tuple[float, float]
) -> NDArray[np.float32]:
    """The linear colours of pixels that begin along and across a piece: means of a few points in each."""
    total = np.zeros((len(across), len(along), 3), dtype=np.float32)
    inner = (np.arange(_SAMPLES) + 0.5) / _SAMPLES
    for i in inner:
        for j in inner:
            s, t = np.meshgrid(along + i * pixel[0], across + j * pixel[1])
            own = piece.at(s, t).reshape(3, -1).astype(np.float32)
            colours = np.broadcast_to(colours_at(texture, shape, own), own.shape)
            total += colours.T.reshape(total.shape)
    return total / np.float32(_SAMPLES**2)


def _pixels(piece: Piece, finest: float) -> tuple[int, int]:
    wide, high = (int(np.clip(np.ceil(length / finest), _LEAST, LONGEST)) for length in piece.size)
    return wide, high


def _packed(sizes: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int, int, int]], int, int]:
    """Rectangles in rows, high ones first: where each is, and the width and height of all."""
    around = 2 * _MARGIN
    widest = max(wide for wide, _ in sizes) + around
    area = sum((wide + around) * (high + around) for wide, high in sizes)
    width = max(widest, int(np.ceil(np.sqrt(area))))
    places = [(0, 0, 0, 0)] * len(sizes)
    x = y = row = 0
    for number in sorted(range(len(sizes)), key=lambda number: (-sizes[number][1], number)):
        wide, high = sizes[number]
        if x + wide + around > width:
            x, y, row = 0, y + row, 0
        places[number] = (x + _MARGIN, y + _MARGIN, wide, high)
        x, row = x + wide + around, max(row, high + around)
    return places, width, y + row


def written(light: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Linear colours as bytes (sRGB)."""
    bytes_: NDArray[np.uint8] = np.rint(srgb(np.clip(light, 0.0, 1.0)) * 255).astype(np.uint8)
    return bytes_
