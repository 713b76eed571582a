"""The colours of a picture: every pixel by one ray, and pixels at edges by a few more.

In smooth pictures the first lamp is a panel with a soft shadow, and what is near keeps light from all around
away: found by half a ray of each kind a pixel, and softened over neighbours (`soften`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_sim.appearance.materials import TexturedScene
from espire_sim.appearance.shape import Columns, Form, volumes_of
from espire_sim.rendering.bundles import Places
from espire_sim.rendering.cast import NOTHING, Hits, cast_points, narrow
from espire_sim.rendering.occlusion import directions, openness
from espire_sim.rendering.shade import DEFAULT_LIGHTS, Reaching, lamp_reaches, shaded, spots_of
from espire_sim.rendering.soften import NONE, RAYS, Softened, asked_rays, softened
from espire_sim.rendering.surface import Surface, surface_of
from espire_sim.rendering.tone import Bytes, toned
from espire_sim.rendering.view import View
from espire_sim.worlds.result import Light

_BACKGROUND: Final = 190
# Offsets from the middle of a pixel, which has been seen already: about it, no two in one row or column.
_OFFSETS: Final = np.array([[-0.375, -0.125], [0.25, -0.375], [0.125, 0.375]])
_TILE: Final = 32  # pixels
_AT_ONCE: Final = 16384  # points
_TRIFLE: Final = 0.005  # of the volume of a thing's largest part: a label, whose shadow nobody sees
_PART: Final = 0.2  # and a part that is not missed in the light from all around
_FACES: Final = 512  # more than the numbers of faces of a box
_FACING: Final = np.array([31.0, 57.0, 76.0], dtype=np.float32)[:, None]


@frozen(eq=False)
class Seen:
    """The surface that rays met, sorted by shape and tile, with the places of the rays and of their pixels,
    and a number for each side of each shape."""

    rays: Places
    pixels: Places
    surface: Surface
    sides: NDArray[np.int32]


@frozen(eq=False)
class Painter:
    """Paints what rays of a view meet in a textured scene under some lights."""

    textured: TexturedScene
    view: View
    lights: Sequence[Light]

    def paint(self, hits: Hits, smooth: bool) -> Bytes:
        """The picture for the hits of all its pixels; smooth pictures have soft edges and shadows."""
        grid = _grid(*hits.shape.shape)
        painted = np.full((hits.shape.size, 3), _BACKGROUND, dtype=np.uint8)
        seen = self._seen(hits, grid.u, grid.v, grid.pixels, grid.by_tile, grid.tiles)
        if seen is None:
            return painted.reshape(*hits.shape.shape, 3)
        if not smooth:
            lamp = self._lamp(seen.surface, 1, np.zeros(len(seen.pixels), dtype=np.int8))
            self._put(painted, seen, Reaching(lamp, np.ones_like(lamp)))
            return painted.reshape(*hits.shape.shape, 3)
        sides = np.full(hits.shape.shape, NOTHING, dtype=np.int32)
        sides.ravel()[seen.pixels] = seen.sides
        reaching = self._reaching(seen, sides)
        self._put(painted, seen, Reaching(*(light.pixels[seen.pixels] for light in reaching)))
        self._soften_edges(painted, hits, sides, reaching)
        return painted.reshape(*hits.shape.shape, 3)

    def _reaching(self, seen: Seen, sides: NDArray[np.int32]) -> list[Softened]:
        """How much of the first lamp, and of the light from all around, reaches pixels and sides."""
        asked = asked_rays(*sides.shape)[seen.pixels]
        some = np.flatnonzero(asked != NONE)
        surface, which, shapes = seen.surface.among(some), asked[some], self.textured.shapes
        lamp = self._lamp(surface, RAYS, which)
        sky = openness(
            surface.points,
            surface.normals,
            directions(RAYS),
            which,
            surface.bundles,
            shapes,
            self._sizable(_PART),
        )
        return softened([lamp, sky], seen.pixels[some], sides)

    def _lamp(self, surface: Surface, count: int, which: NDArray[np.int8]) -> NDArray[np.float32]:
        """What some spots of the first lamp see of a surface."""
        lamp = np.asarray((self.lights or DEFAULT_LIGHTS)[0].position)
        spots = spots_of(lamp, self.textured.middle, count)
        return lamp_reaches(surface, spots, which, self.textured.shapes, self._hiding())

    def _soften_edges(
        self, painted: Bytes, hits: Hits, sides: NDArray[np.int32], reaching: Sequence[Softened]
    ) -> None:
        """Pixels beside which another side is seen become the means of their own ray and of some more."""
        edge = _edges(sides)
        parted = np.flatnonzero(edge)
        if not len(parted):
            return
        several = cast_points(self.textured.shapes, self.view, hits.shape, parted, _OFFSETS)
        grid = _grid(*edge.shape)
        u, v = (
            (middles[parted][:, None] + offsets.astype(np.float32)).ravel()
            for middles, offsets in zip((grid.u, grid.v), _OFFSETS.T, strict=True)
        )
        pixels = np.repeat(parted, len(_OFFSETS))
        tiles = grid.tiles[pixels]
        colours = np.full((several.shape.size, 3), _BACKGROUND, dtype=np.uint8)
        seen = self._seen(several, u, v, pixels, np.argsort(tiles, kind="stable"), tiles)
        if seen is not None:
            self._put(colours, seen, Reaching(*_beside(seen, sides, reaching)))
        total = painted[parted].astype(np.float32)
        for ray in range(len(_OFFSETS)):
            total += colours[ray :: len(_OFFSETS)]
        painted[parted] = np.rint(total / (1 + len(_OFFSETS)))

    def _seen(
        self, hits: Hits, u: Columns, v: Columns, pixels: Places, by_tile: Places, tiles: NDArray[np.uint16]
    ) -> Seen | None:
        """What rays through points of the picture met, if any did; `by_tile` sorts them by `tiles`."""
        found = hits.shape.ravel()
        order = by_tile[np.argsort(narrow(found)[by_tile], kind="stable")]
        order = order[np.searchsorted(found[order], NOTHING, side="right") :]
        if not len(order):
            return None
        starts, rays = self.view.rays(u[order], v[order])
        points = starts + hits.depth.ravel()[order].astype(np.float32) * rays
        met, textured = found[order], self.textured
        surface = surface_of(textured.shapes, textured.textures, met, tiles[order], points, rays, self.view)
        return Seen(order, pixels[order], surface, self._sides(met, surface))

    def _sides(self, met: Places, surface: Surface) -> NDArray[np.int32]:
        """A number for each side of a box, told by how it faces, and one for every other shape."""
        boxes = np.array([shape.form is Form.BOX for shape in self.textured.shapes])
        facing = np.rint((surface.normals * _FACING).sum(axis=0)).astype(np.int32) + _FACES // 2
        sides: NDArray[np.int32] = met.astype(np.int32) * np.int32(_FACES) + facing * boxes[met]
        return sides

    def _put(self, colours: Bytes, seen: Seen, reaching: Reaching) -> None:
        for start in range(0, len(seen.rays), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            colours[seen.rays[part]] = toned(shaded(seen.surface, self.lights, reaching, part)).T

    def _hiding(self) -> list[int]:
        """The places of what throws shadows, the largest first: all but the room, the floor and trifles."""
        standing = frozenset(self.textured.standing)
        return [place for place in self._sizable(_TRIFLE) if place in standing]

    def _sizable(self, share: float) -> list[int]:
        """The places of shapes, the largest first, that are not less than a share of the largest of their
        owner."""
        sizes = volumes_of(self.textured.shapes).tolist()
        largest: dict[int, float] = {}
        for size, owner in zip(sizes, self.textured.owners, strict=True):
            largest[owner] = max(size, largest.get(owner, 0.0))
        order = sorted(range(len(sizes)), key=lambda place: (-sizes[place], place))
        return [place for place in order if sizes[place] >= share * largest[self.textured.owners[place]]]


@frozen(eq=False)
class _Grid:
    """The pixels of a picture: their middles, the tiles that they are in, and their places sorted by tile."""

    pixels: Places
    u: Columns
    v: Columns
    tiles: NDArray[np.uint16]
    by_tile: Places


@lru_cache(maxsize=2)
def _grid(height: int, width: int) -> _Grid:
    pixels = np.arange(height * width)
    row, column = np.divmod(pixels, width)
    tiles = (row // _TILE * (width // _TILE + 1) + column // _TILE).astype(np.uint16)
    half = np.float32(0.5)
    u, v = column.astype(np.float32) + half, row.astype(np.float32) + half
    return _Grid(pixels, u, v, tiles, np.argsort(tiles, kind="stable"))


def _beside(
    seen: Seen, sides: NDArray[np.int32], reaching: Sequence[Softened]
) -> Iterator[NDArray[np.float32]]:
    """The light of rays: that of their pixel or one beside it that shows the same side; or the mean of all
    that do."""
    height, width = sides.shape
    flat, pixels = sides.ravel(), seen.pixels.copy()
    lost = np.flatnonzero(flat[pixels] != seen.sides)
    for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)):
        row, column = np.divmod(seen.pixels[lost], width)
        beside = np.clip(row + down, 0, height - 1) * width + np.clip(column + right, 0, width - 1)
        same = flat[beside] == seen.sides[lost]
        pixels[lost[same]] = beside[same]
        lost = lost[~same]
    for light in reaching:
        found = light.pixels[pixels]
        seen_by_none = seen.sides[lost] >= len(light.sides) - 1
        found[lost] = light.sides[np.where(seen_by_none, NOTHING, seen.sides[lost])]
        yield found


def _edges(sides: NDArray[np.int32]) -> NDArray[np.bool_]:
    """The pixels beside which another side is seen."""
    edge = np.zeros(sides.shape, dtype=np.bool_)
    across = sides[:, 1:] != sides[:, :-1]
    down = sides[1:] != sides[:-1]
    edge[:, 1:] |= across
    edge[:, :-1] |= across
    edge[1:] |= down
    edge[:-1] |= down
    return edge
