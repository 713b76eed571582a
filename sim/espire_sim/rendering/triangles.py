"""Where rays first meet the triangles of a mesh, in the mesh's own axes: a box from -1 to 1.

Where all rays start at one point, triangles are sorted into the cells of a screen before that point, once for
each point; a ray is tried with the triangles of its cell only. A point in or near the box has six screens,
and triangles beside it, which cannot be drawn on a screen, are tried with every ray of that screen. Where all
rays are parallel, triangles are sorted into the cells of one screen across the longest part of their
direction, once for each direction.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.meshes.value import Mesh
from espire_dsl.scene.rotation import Array

Places = NDArray[np.int64]
Origin = tuple[float, float, float]
Directions = tuple[Array, Array, Array]
Origins = Origin | Directions
"""One point, or a point for each ray."""

NONE: Final = -1

_MOST_CELLS: Final = 256  # along a side of a screen
_AT_ONCE: Final = 1 << 18  # pairs of rays and triangles
_NEAR: Final = 1e-6
_FAR: Final = 1.25  # from the middle of the box: from there, one screen shows all of it
_LEVEL: Final = 1e-200  # what a triangle that is seen from its edge shows, where it shows anything
_EDGE: Final = 1e-9  # of a triangle's sides, so that no ray slips between two


@frozen(eq=False)
class Cells:
    """Triangles in the cells of a plane: `order` are triangles, those of a cell in a row that begins at its
    `starts`."""

    low: Array
    size: Array
    cells: int
    starts: Places
    order: Places

    def candidates(self, ray: Places, u: Array, v: Array) -> tuple[Places, Places]:
        """Pairs of rays, which cross the plane at these places, and triangles of their cells."""
        u = (u - self.low[0]) / self.size[0] * self.cells
        v = (v - self.low[1]) / self.size[1] * self.cells
        last = self.cells - 1
        slack = _NEAR * self.cells
        inside = (u >= -slack) & (v >= -slack) & (u <= self.cells + slack) & (v <= self.cells + slack)
        column = np.clip(u[inside], 0, last).astype(np.int64)
        row = np.clip(v[inside], 0, last).astype(np.int64)
        cell = column * self.cells + row
        first, counts = self.starts[cell], self.starts[cell + 1] - self.starts[cell]
        several = np.repeat(ray[inside], counts)
        before = np.cumsum(counts) - counts
        return several, self.order[np.repeat(first - before, counts) + np.arange(len(several))]


@frozen(eq=False)
class Screen:
    """Triangles in the cells of a screen that stands across an axis, on one side of the point.

    Those that are `always` tried are tried with every ray. A screen that is not the `whole` view is a side of
    a cube about the point; a ray crosses one of them.
    """

    axis: int
    sign: float
    cells: Cells
    always: Places
    whole: bool

    def candidates(self, rays: Array) -> tuple[Places, Places]:
        """Pairs of rays that cross this screen and triangles that they may meet, sorted by rays."""
        a, b = (other for other in range(3) if other != self.axis)
        ahead = rays[self.axis] * self.sign
        through = ahead > 0
        if not self.whole:
            through &= (np.abs(rays[a]) <= ahead) & (np.abs(rays[b]) <= ahead)
        crossing = np.flatnonzero(through)
        depth = ahead[crossing]
        ray, triangle = self.cells.candidates(crossing, rays[a][crossing] / depth, rays[b][crossing] / depth)
        if len(self.always):
            ray = np.concatenate([ray, np.repeat(crossing, len(self.always))])
            triangle = np.concatenate([triangle, np.tile(self.always, len(crossing))])
            by_ray = np.argsort(ray, kind="stable")
            ray, triangle = ray[by_ray], triangle[by_ray]
        return ray, triangle


@frozen(eq=False)
class Fan:
    """A mesh seen from a point: its screens; and for each triangle what a ray's direction is multiplied with
    to tell where in the triangle it passes, and how far away."""

    screens: tuple[Screen, ...]
    across: Array
    along: Array
    facing: Array
    reach: Array

    def meet(self, rays: Array) -> tuple[Array, Places]:
        """The parameter at which each ray (as columns) meets its first triangle, and which one that is."""
        nearest = _Nearest.of(rays.shape[1])
        for screen in self.screens:
            for ray, triangle in _in_turns(*screen.candidates(rays)):
                nearest.take(ray, triangle, self._hits(rays[:, ray], triangle))
        return nearest.found, nearest.which

    def _hits(self, rays: Array, triangle: Places) -> Array:
        x, y, z = rays

        def times(rows: Array) -> Array:
            a, b, c = rows[:, triangle]
            product: Array = a * x + b * y + c * z
            return product

        facing = times(self.facing)
        safe = np.where(facing == 0, 1.0, facing)
        u, v, t = times(self.across) / safe, times(self.along) / safe, self.reach[triangle] / safe
        good = (facing != 0) & (u >= -_EDGE) & (v >= -_EDGE) & (u + v <= 1 + _EDGE) & (t > 0)
        return np.where(good, t, np.inf)


@frozen(eq=False)
class Beam:
    """A mesh seen along a direction: its screen, across an axis; and for each triangle what a ray's start is
    multiplied with, and what is then added, to tell where in the triangle it passes and how far away."""

    axis: int
    slant: Array
    cells: Cells
    across: Array
    along: Array
    reach: Array
    level: NDArray[np.bool_]

    def meet(self, starts: Array) -> tuple[Array, Places]:
        """The parameter at which the ray from each start (as columns) meets its first triangle, and which."""
        nearest = _Nearest.of(starts.shape[1])
        a, b = (other for other in range(3) if other != self.axis)
        u, v = (starts[side] - starts[self.axis] * self.slant[side] for side in (a, b))
        for ray, triangle in _in_turns(*self.cells.candidates(np.arange(starts.shape[1]), u, v)):
            x, y, z = starts[:, ray]
            u_in, v_in, t = (
                rows[0, triangle] * x + rows[1, triangle] * y + rows[2, triangle] * z + rows[3, triangle]
                for rows in (self.across, self.along, self.reach)
            )
            good = ~self.level[triangle] & (u_in >= -_EDGE) & (v_in >= -_EDGE) & (u_in + v_in <= 1 + _EDGE)
            nearest.take(ray, triangle, np.where(good & (t > 0), t, np.inf))
        return nearest.found, nearest.which


@frozen(eq=False)
class _Nearest:
    """For each ray the nearest hit so far, and its triangle."""

    found: Array
    which: Places

    @classmethod
    def of(cls, rays: int) -> _Nearest:
        return cls(np.full(rays, np.inf), np.full(rays, NONE, dtype=np.int64))

    def take(self, ray: Places, triangle: Places, hits: Array) -> None:
        """Hits of some more pairs of rays and triangles."""
        met = np.flatnonzero(hits < np.inf)
        if len(met) == 0:
            return
        order = np.lexsort((triangle[met], hits[met], ray[met]))
        met = met[order]
        first = met[np.concatenate([[True], ray[met][1:] != ray[met][:-1]])]
        nearer = hits[first] < self.found[ray[first]]
        self.found[ray[first[nearer]]] = hits[first[nearer]]
        self.which[ray[first[nearer]]] = triangle[first[nearer]]


def _in_turns(ray: Places, triangle: Places) -> list[tuple[Places, Places]]:
    """The pairs in lots that are not too large; rays may go on in the next one."""
    return [
        (ray[start : start + _AT_ONCE], triangle[start : start + _AT_ONCE])
        for start in range(0, len(ray), _AT_ONCE)
    ]


def first_triangles(mesh: Mesh, origin: Origins, directions: Directions) -> tuple[Array, Places]:
    """For each ray, the parameter and the place of the triangle that it meets first. Rays start at one point,
    or are parallel and equally long."""
    x, y, z = np.broadcast_arrays(*directions)
    a, b, c = origin
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray) or isinstance(c, np.ndarray):
        if x.size == 0:
            return np.empty(x.shape), np.empty(x.shape, dtype=np.int64)
        way = (float(x.flat[0]), float(y.flat[0]), float(z.flat[0]))
        starts = np.stack([np.broadcast_to(part, x.shape).ravel() for part in (a, b, c)]).astype(np.float64)
        found, which = beam_of(mesh, way).meet(starts)
    else:
        rays = np.stack([x.ravel(), y.ravel(), z.ravel()]).astype(np.float64)
        found, which = fan_of(mesh, (a, b, c)).meet(rays)
    return found.reshape(x.shape), which.reshape(x.shape)


def triangle_normals(mesh: Mesh) -> Array:
    """A normal of each triangle in own axes, as columns; of no particular length."""
    a, b, c = (mesh.unit[mesh.triangles[:, corner]] for corner in range(3))
    return np.cross(b - a, c - a).T


@lru_cache(maxsize=64)
def fan_of(mesh: Mesh, origin: Origin) -> Fan:
    """The mesh as it is seen from a point."""
    points = mesh.unit - np.asarray(origin)
    a, b, c = (points[mesh.triangles[:, corner]] for corner in range(3))
    one, other = b - a, c - a
    outside = [axis for axis in range(3) if abs(origin[axis]) > _FAR]
    if outside:
        axis = max(outside, key=lambda place: abs(origin[place]))
        sides = [(axis, -1.0 if origin[axis] > 0 else 1.0)]
    else:
        sides = [(axis, sign) for axis in range(3) for sign in (1.0, -1.0)]
    screens = (_screen(axis, sign, np.stack([a, b, c]), bool(outside)) for axis, sign in sides)
    return Fan(
        tuple(screen for screen in screens if screen is not None),
        np.cross(other, -a).T,
        np.cross(-a, one).T,
        np.cross(other, one).T,
        (other * np.cross(-a, one)).sum(axis=1),
    )


@lru_cache(maxsize=64)
def beam_of(mesh: Mesh, way: Origin) -> Beam:
    """The mesh as it is seen along a direction."""
    d = np.asarray(way)
    axis = int(np.abs(d).argmax())
    slant = d / d[axis]
    points = mesh.unit - mesh.unit[:, axis, None] * slant  # where the rays through them cross the screen
    sides = [place for place in range(3) if place != axis]
    a, b, c = (mesh.unit[mesh.triangles[:, corner]] for corner in range(3))
    one, other = b - a, c - a
    facing = (one * np.cross(d, other)).sum(axis=1)
    level = np.abs(facing) < _LEVEL
    safe = np.where(level, 1.0, facing)[:, None]

    def linear(rows: Array) -> Array:
        rows = rows / safe
        linear: Array = np.vstack([rows.T, -(a * rows).sum(axis=1)])
        return linear

    return Beam(
        axis,
        slant,
        _cells(points[mesh.triangles][:, :, sides].swapaxes(0, 1), np.arange(len(mesh.triangles))),
        linear(np.cross(d, other)),
        linear(np.cross(one, d)),
        linear(np.cross(one, other)),
        level,
    )


def _screen(axis: int, sign: float, corners: Array, whole: bool) -> Screen | None:
    """`corners` are (3, triangles, 3), seen from the point."""
    depth = corners[:, :, axis] * sign
    sides = [place for place in range(3) if place != axis]
    before = depth.min(axis=0) > _NEAR
    near = depth.max(axis=0) > 0
    if not whole:
        for side in sides:
            for way in (1.0, -1.0):
                near &= ~(corners[:, :, side] * way > depth * (1 + _NEAR)).all(axis=0)
    drawn, always = np.flatnonzero(near & before), np.flatnonzero(near & ~before)
    if not near.any():
        return None
    if len(drawn) == 0:
        nothing = np.zeros(0, dtype=np.int64)
        empty = Cells(np.zeros(2), np.ones(2), 1, np.zeros(2, dtype=np.int64), nothing)
        return Screen(axis, sign, empty, always, whole)
    flat = corners[:, drawn][:, :, sides] / depth[:, drawn, None]
    return Screen(axis, sign, _cells(flat, drawn, np.inf if whole else 1.0), always, whole)


def _cells(flat: Array, drawn: Places, limit: float = np.inf) -> Cells:
    """Triangles whose corners are at places of a plane, (3, triangles, 2); it ends at a limit."""
    least, most = flat.min(axis=0), flat.max(axis=0)
    low = np.maximum(least.min(axis=0), -limit)
    high = np.minimum(most.max(axis=0), limit)
    size = np.maximum(high - low, _NEAR)
    cells = int(np.clip(np.sqrt(len(drawn)), 1, _MOST_CELLS))
    slack = _NEAR * cells
    first = np.clip((least - low) / size * cells - slack, 0, cells - 1).astype(np.int64)
    last = np.clip((most - low) / size * cells + slack, 0, cells - 1).astype(np.int64)
    wide = last - first + 1
    counts = wide[:, 0] * wide[:, 1]
    which = np.repeat(np.arange(len(drawn)), counts)
    inner = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    column = first[which, 0] + inner // wide[which, 1]
    row = first[which, 1] + inner % wide[which, 1]
    cell = column * cells + row
    order = np.argsort(cell, kind="stable")
    starts = np.searchsorted(cell[order], np.arange(cells * cells + 1))
    return Cells(low, size, cells, starts, drawn[which[order]])
