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

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.materials import TexturedScene
from espire_sim.appearance.shape import Columns, volumes_of
from espire_sim.kernel import kernel
from espire_sim.rendering.bundles import Bundles, Places
from espire_sim.rendering.cast import NOTHING, Hits, cast_points
from espire_sim.rendering.occlusion import directions, openness
from espire_sim.rendering.shade import DEFAULT_LIGHTS, Reaching, lamp_reaches, painted, spots_of
from espire_sim.rendering.soften import NONE, RAYS, Softened, asked_rays, softened
from espire_sim.rendering.surface import Surface, surface_of
from espire_sim.rendering.tone import Bytes
from espire_sim.rendering.view import View
from espire_sim.worlds.result import Light

_BACKGROUND: Final = 190
# Offsets from the middle of a pixel, which has been seen already: about it, no two in one row or column.
_OFFSETS: Final = np.array([[-0.375, -0.125], [0.25, -0.375], [0.125, 0.375]])
# Steps down and right: where a pixel is asked what side it shows, itself first.
_BESIDE: Final = np.array([[0, 0], [0, -1], [0, 1], [-1, 0], [1, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]])
_TILE: Final = 32  # pixels
_AT_ONCE: Final = 1024  # rays
_TRIFLE: Final = 0.005  # of the volume of a thing's largest part: a label, whose shadow nobody sees
_PART: Final = 0.2  # and a part that is not missed in the light from all around


@frozen(eq=False)
class Seen:
    """The surface that rays met, sorted by shape and tile, with the places of the rays and of their
    pixels."""

    rays: Places
    pixels: Places
    surface: Surface


@frozen(eq=False)
class Painter:
    """Paints what rays of a view meet in a textured scene under some lights."""

    textured: TexturedScene
    view: View
    lights: Sequence[Light]

    def paint(self, hits: Hits, smooth: bool) -> Bytes:
        """The picture for the hits of all its pixels; smooth pictures have soft edges and shadows."""
        grid = _grid(*hits.shape.shape)
        picture = np.full((hits.shape.size, 3), _BACKGROUND, dtype=np.uint8)
        seen = self._seen(hits, grid.u, grid.v, None, grid.by_tile)
        if seen is None:
            return picture.reshape(*hits.shape.shape, 3)
        if not smooth:
            surface, first = seen.surface, np.zeros(len(seen.pixels), dtype=np.int8)
            lamp = self._lamp(surface.points, surface.normals, surface.bundles, 1, first)
            self._put(picture, seen, Reaching(lamp, np.ones_like(lamp)))
            return picture.reshape(*hits.shape.shape, 3)
        sides = np.full(hits.shape.shape, NOTHING, dtype=np.int32)
        sides.ravel()[seen.pixels] = seen.surface.sides
        reaching = self._reaching(seen, sides)
        self._put(picture, seen, Reaching(*(light.pixels[seen.pixels] for light in reaching)))
        self._soften_edges(picture, hits, sides, reaching)
        return picture.reshape(*hits.shape.shape, 3)

    def _reaching(self, seen: Seen, sides: NDArray[np.int32]) -> list[Softened]:
        """How much of the first lamp, and of the light from all around, reaches pixels and sides."""
        asked = asked_rays(*sides.shape)[seen.pixels]
        some = np.flatnonzero(asked != NONE)
        points, normals = (np.take(of, some, axis=1) for of in (seen.surface.points, seen.surface.normals))
        bundles, which = seen.surface.bundles.among(some), asked[some]
        lamp = self._lamp(points, normals, bundles, RAYS, which)
        near = _sizable(self.textured, _PART)
        sky = openness(points, normals, directions(RAYS), which, bundles, self.textured.shapes, near)
        return softened([lamp, sky], seen.pixels[some], sides)

    def _lamp(
        self, points: Columns, normals: Columns, bundles: Bundles, count: int, which: NDArray[np.int8]
    ) -> NDArray[np.float32]:
        """What some spots of the first lamp see of points."""
        lamp = np.asarray((self.lights or DEFAULT_LIGHTS)[0].position)
        spots = spots_of(lamp, self.textured.middle, count)
        hiding = _hiding(self.textured)
        return lamp_reaches(points, normals, bundles, spots, which, self.textured.shapes, hiding)

    def _soften_edges(
        self, picture: Bytes, hits: Hits, sides: NDArray[np.int32], reaching: Sequence[Softened]
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
        by_tile = np.argsort(grid.tiles[pixels], kind="stable")
        colours = np.full((several.shape.size, 3), _BACKGROUND, dtype=np.uint8)
        seen = self._seen(several, u, v, pixels, by_tile)
        if seen is not None:
            self._put(colours, seen, Reaching(*_beside(seen, sides, reaching)))
        total = picture[parted].astype(np.float32)
        for ray in range(len(_OFFSETS)):
            total += colours[ray :: len(_OFFSETS)]
        picture[parted] = np.rint(total / (1 + len(_OFFSETS)))

    def _seen(
        self, hits: Hits, u: Columns, v: Columns, pixels: Places | None, by_tile: Places
    ) -> Seen | None:
        """What rays through points of the picture met, if any did: one through each pixel, or those of some
        `pixels`. `by_tile` sorts them by their tiles."""
        found, textured = hits.shape.ravel(), self.textured
        order = np.empty(len(found), dtype=np.int64)
        ends = np.zeros(len(textured.shapes) + 1, dtype=np.int64)
        order = order[: _sort(found, by_tile, ends, order)]
        if not len(order):
            return None
        points, rays = (np.empty((3, len(order)), dtype=np.float32) for _ in range(2))
        vectors = self.view.vectors
        _lift(
            order,
            hits.depth.ravel(),
            u,
            v,
            vectors.origins.astype(np.float32),
            vectors.directions.astype(np.float32),
            self.view.camera.is_orthographic,
            points,
            rays,
        )
        seen = order if pixels is None else pixels[order]
        met = np.repeat(np.arange(len(textured.shapes)), np.diff(ends[:-1], prepend=0))
        tiles = _grid(self.view.camera.height, self.view.camera.width).tiles[seen]
        surface = surface_of(textured.shapes, textured.textures, met, tiles, points, rays, self.view)
        return Seen(order, seen, surface)

    def _put(self, picture: Bytes, seen: Seen, reaching: Reaching) -> None:
        painted(seen.surface, self.lights, reaching, seen.rays, picture)


@frozen(eq=False)
class _Grid:
    """The pixels of a picture: their middles, the tiles that they are in, and their places sorted by tile."""

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
    return _Grid(u, v, tiles, np.argsort(tiles, kind="stable"))


def _hiding(textured: TexturedScene) -> list[int]:
    """The places of what throws shadows, the largest first: all but the room, the floor and trifles."""
    standing = frozenset(textured.standing)
    return [place for place in _sizable(textured, _TRIFLE) if place in standing]


@lru_cache(maxsize=4)
def _sizable(textured: TexturedScene, share: float) -> tuple[int, ...]:
    """The places of shapes, the largest first, that are not less than a share of the largest of their
    owner."""
    sizes = volumes_of(textured.shapes).tolist()
    largest: dict[int, float] = {}
    for size, owner in zip(sizes, textured.owners, strict=True):
        largest[owner] = max(size, largest.get(owner, 0.0))
    order = sorted(range(len(sizes)), key=lambda place: (-sizes[place], place))
    return tuple(place for place in order if sizes[place] >= share * largest[textured.owners[place]])


def _beside(
    seen: Seen, sides: NDArray[np.int32], reaching: Sequence[Softened]
) -> Iterator[NDArray[np.float32]]:
    """The light of rays: that of their pixel or one beside it that shows the same side; or the mean of all
    that do."""
    pixels = np.empty_like(seen.pixels)
    _like(seen.pixels, seen.surface.sides, sides, _BESIDE, pixels)
    lost = np.flatnonzero(pixels == NOTHING)
    for light in reaching:
        found = light.pixels[pixels]
        seen_by_none = seen.surface.sides[lost] >= len(light.sides) - 1
        found[lost] = light.sides[np.where(seen_by_none, NOTHING, seen.surface.sides[lost])]
        yield found


@kernel
def _like(
    pixels: Places,
    own: NDArray[np.int32],
    sides: NDArray[np.int32],
    steps: Places,
    found: Places,
) -> None:
    """Writes down for each of some pixels whether it, or which one by some steps down and right that do not
    leave the picture, is the first that shows the ray's own side; NOTHING if none does."""
    height, width = sides.shape
    for ray in range(pixels.size):
        row, column = pixels[ray] // width, pixels[ray] % width
        found[ray] = NOTHING
        for step in range(len(steps)):
            down = min(max(row + steps[step, 0], 0), height - 1)
            right = min(max(column + steps[step, 1], 0), width - 1)
            if sides[down, right] == own[ray]:
                found[ray] = down * width + right
                break


@kernel
def _sort(found: Places, by_tile: Places, begins: Places, order: Places) -> int:
    """Sorts the places of rays that met something by shape, and those of a shape as they were; tells how many
    there are. `begins` has a nought for every shape and one more, and then tells where those of each end."""
    for ray in range(found.size):
        if found[ray] >= 0:
            begins[found[ray] + 1] += 1
    for shape in range(1, begins.size):
        begins[shape] += begins[shape - 1]
    total: int = begins[-1]
    for ray in by_tile:
        shape = found[ray]
        if shape >= 0:
            order[begins[shape]] = ray
            begins[shape] += 1
    return total


@kernel
def _lift(
    order: Places,
    depth: Array,
    u: Columns,
    v: Columns,
    origins: Columns,
    directions: Columns,
    parallel: bool,
    points: Columns,
    rays: Columns,
) -> None:
    """Writes down, in an order, the directions of rays through points of the picture, and what they met.
    Loops are short, so that processors do them for several rays at once."""
    across, down, far = (
        np.empty(_AT_ONCE, dtype=np.float32),
        np.empty(_AT_ONCE, dtype=np.float32),
        np.empty(_AT_ONCE, dtype=np.float32),
    )
    for begin in range(0, order.size, _AT_ONCE):
        count = min(_AT_ONCE, order.size - begin)
        for at in range(count):
            ray = order[begin + at]
            across[at], down[at], far[at] = u[ray], v[ray], np.float32(depth[ray])
        for axis in range(3):
            a, b, c = origins[axis, 0], origins[axis, 1], origins[axis, 2]
            x, y, z = directions[axis, 0], directions[axis, 1], directions[axis, 2]
            ways, met = rays[axis, begin:], points[axis, begin:]
            if parallel:
                for at in range(count):
                    ways[at] = z
                    met[at] = a * across[at] + (b * down[at] + c) + far[at] * z
            else:
                for at in range(count):
                    way = x * across[at] + (y * down[at] + z)
                    ways[at] = way
                    met[at] = c + far[at] * way


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
