"""The colours of a picture: every pixel by one ray, and pixels at edges by a few more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.materials import ROOM, TexturedScene
from espire_sim.appearance.shape import Columns
from espire_sim.rendering.cast import NOTHING, Hits, Places, cast_points
from espire_sim.rendering.shade import in_shadow, shaded
from espire_sim.rendering.surface import surface_of
from espire_sim.rendering.view import View
from espire_sim.worlds.result import Light

Bytes = NDArray[np.uint8]

_BACKGROUND: Final = 190
# Offsets from the middle of a pixel, no two in one row or column.
_OFFSETS: Final = np.array([[-0.375, -0.125], [0.125, -0.375], [-0.125, 0.375], [0.375, 0.125]])
_STEPS: Final = 4095
_TILE: Final = 32  # pixels
_AT_ONCE: Final = 16384  # points


@frozen(eq=False)
class Painter:
    """Paints what rays of a view meet in a textured scene under some lights."""

    textured: TexturedScene
    view: View
    lights: Sequence[Light]

    def paint(self, hits: Hits, smooth: bool) -> Bytes:
        """The picture for the hits of all its pixels; smooth pictures have softened edges."""
        edge = _edges(hits) if smooth else np.zeros(hits.shape.shape, dtype=np.bool_)
        whole, parted = np.flatnonzero(~edge), np.flatnonzero(edge)
        several = cast_points(self.textured.shapes, self.view, edge, _OFFSETS)
        every = Hits(
            np.concatenate([hits.depth.ravel()[whole], several.depth.ravel()]),
            np.concatenate([hits.shape.ravel()[whole], several.shape.ravel()]),
        )
        colours = self._colours(every, *self._points(whole, parted))
        painted = np.empty((edge.size, 3), dtype=np.uint8)
        painted[whole] = colours[: len(whole)]
        total = np.zeros((len(parted), 3), dtype=np.float32)
        for ray in range(len(_OFFSETS)):
            total += colours[len(whole) + ray :: len(_OFFSETS)]
        painted[parted] = np.rint(total / len(_OFFSETS))
        return painted.reshape(*edge.shape, 3)

    def _points(self, whole: Places, parted: Places) -> tuple[Array, Array]:
        """Through which points rays go: the middles of whole pixels, then several in each of the others."""
        width = self.view.camera.width
        rows, columns = np.divmod(parted, width)
        u = np.concatenate([whole % width + 0.5, (columns[:, None] + 0.5 + _OFFSETS[:, 0]).ravel()])
        v = np.concatenate([whole // width + 0.5, (rows[:, None] + 0.5 + _OFFSETS[:, 1]).ravel()])
        return u, v

    def _colours(self, hits: Hits, u: Array, v: Array) -> Bytes:
        colours = np.full((len(u), 3), _BACKGROUND, dtype=np.uint8)
        order, tiles = self._order(hits, u, v)
        if len(order):
            starts, rays = self.view.rays(u[order], v[order])
            points = starts + hits.depth[order].astype(np.float32) * rays
            found = hits.shape[order]
            textured = self.textured
            surface = surface_of(textured.shapes, textured.textures, found, tiles, points, rays, self.view)
            dark = in_shadow(surface, self.lights, self.textured.shapes, self._hiding())
            for start in range(0, len(order), _AT_ONCE):
                part = slice(start, start + _AT_ONCE)
                colours[order[part]] = _written(shaded(surface, self.lights, dark, part)).T
        return colours

    def _order(self, hits: Hits, u: Array, v: Array) -> tuple[Places, Places]:
        """The rays that met something, by shape and then by the tile of the picture that they go through."""
        tiles = (v / _TILE).astype(np.uint16) * np.uint16(self.view.camera.width // _TILE + 1)
        tiles += (u / _TILE).astype(np.uint16)
        order = np.argsort(tiles, kind="stable")
        order = order[np.argsort(hits.shape[order].astype(np.int16), kind="stable")]
        order = order[np.searchsorted(hits.shape[order], NOTHING, side="right") :]
        return order, tiles[order].astype(np.int64)

    def _hiding(self) -> list[int]:
        """The places of what throws shadows: all but the room and the floor."""
        grounds = (ROOM, *self.textured.floors)
        return [place for place, owner in enumerate(self.textured.owners) if owner not in grounds]


def _edges(hits: Hits) -> NDArray[np.bool_]:
    """The pixels beside which another shape is seen."""
    edge = np.zeros(hits.shape.shape, dtype=np.bool_)
    across = hits.shape[:, 1:] != hits.shape[:, :-1]
    down = hits.shape[1:] != hits.shape[:-1]
    edge[:, 1:] |= across
    edge[:, :-1] |= across
    edge[1:] |= down
    edge[:-1] |= down
    return edge


def _written(light: Columns) -> Bytes:
    """Amounts of light as bytes of a picture (sRGB), by a table."""
    steps = (np.clip(light, 0.0, 1.0) * _STEPS + 0.5).astype(np.int64)
    written: Bytes = _table()[steps]
    return written


@cache
def _table() -> Bytes:
    amounts = np.linspace(0.0, 1.0, _STEPS + 1)
    curve = np.where(amounts <= 0.0031308, 12.92 * amounts, 1.055 * amounts ** (1 / 2.4) - 0.055)
    table: Bytes = np.rint(curve * 255).astype(np.uint8)
    return table
