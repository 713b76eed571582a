"""Kernels that trace rays: where a ray enters a shape, and what that means for pixels, shadows and openness.

Rays are in a shape's own axes (`appearance.shape`), where forms have the numbers of `FORMS`. Meshes are met
elsewhere (`triangles`): no kernel here is asked about one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array, Mask
from espire_sim.appearance.shape import Columns, Form
from espire_sim.kernel import kernel

Places = NDArray[np.int64]

BOX, BALL, CONE, TUBE, MESH = range(5)
FORMS: Final[Mapping[Form, int]] = MappingProxyType(
    {Form.BOX: BOX, Form.BALL: BALL, Form.CONE: CONE, Form.TUBE: TUBE, Form.MESH: MESH}
)

_FLAT: Final = 1e-12
_RIM: Final = 1 + 1e-9  # with what rounding takes from a ray through the tip of a cone
_CUBE: Final = 1 + 1e-4  # half a side of the cube around a shape, in its own axes


@kernel
def _slab(start: float, run: float) -> tuple[float, float]:
    """Where a ray enters and leaves what is between -1 and 1 on one axis."""
    step = 1.0 / (_FLAT if abs(run) < _FLAT else run)
    middle, reach = step * -start, abs(step)
    return middle - reach, middle + reach


@kernel
def _box(ox: float, oy: float, oz: float, dx: float, dy: float, dz: float) -> float:
    enter, leave = _slab(ox, dx)
    later, earlier = _slab(oy, dy)
    enter, leave = max(enter, later), min(leave, earlier)
    later, earlier = _slab(oz, dz)
    enter, leave = max(enter, later), min(leave, earlier)
    return np.inf if enter > leave or enter <= 0 else enter


@kernel
def _ball(ox: float, oy: float, oz: float, dx: float, dy: float, dz: float) -> float:
    a = dx * dx + dy * dy + dz * dz
    b = ox * dx + oy * dy + oz * dz
    inside = b * b - a * (ox * ox + oy * oy + oz * oz - 1)
    if inside < 0:
        return np.inf
    hit = (-b - np.sqrt(inside)) / max(a, _FLAT)
    return hit if hit > 0 else np.inf


@kernel
def _cap(top: float, hole: float, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float) -> float:
    """The nearer of the two flat ends; from outside only the one that faces the origin can be first."""
    if not abs(oz) > 1:
        return np.inf
    level, radius = (1.0, top) if oz > 0 else (-1.0, 1.0)
    hit = (level - oz) / (_FLAT if abs(dz) < _FLAT else dz)
    x, y = ox + hit * dx, oy + hit * dy
    off = x * x + y * y
    return hit if hit > 0 and off <= radius * radius and off >= hole * hole else np.inf


@kernel
def _side(top: float, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float) -> float:
    """x^2 + y^2 = r(z)^2, where r goes from 1 at the bottom to `top`."""
    slope = (top - 1) / 2
    radius = 1 + slope * (oz + 1)
    fall = slope * dz
    a = dx * dx + dy * dy - fall * fall
    b = ox * dx + oy * dy - radius * fall
    inside = b * b - a * (ox * ox + oy * oy - radius * radius)
    if not inside >= -_FLAT * b * b:
        return np.inf
    root = np.sqrt(max(inside, 0.0))
    if abs(a) < _FLAT:
        a = _FLAT
    found = np.inf
    for hit in ((-b - root) / a, (-b + root) / a):
        if hit > 0 and abs(oz + hit * dz) <= _RIM and hit < found:
            found = hit
    return found


@kernel
def _inner_side(hole: float, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float) -> float:
    """The wall of the hole, which is met from within."""
    a = max(dx * dx + dy * dy, _FLAT)
    b = ox * dx + oy * dy
    inside = b * b - a * (ox * ox + oy * oy - hole * hole)
    if not inside >= 0:
        return np.inf
    hit = (-b + np.sqrt(inside)) / a
    return hit if hit > 0 and abs(oz + hit * dz) <= _RIM else np.inf


@kernel
def _meet(
    form: int,
    top: float,
    hole: float,
    ox: float,
    oy: float,
    oz: float,
    dx: float,
    dy: float,
    dz: float,
) -> float:
    """The parameter at which a ray enters a shape; infinite for a miss."""
    if form == BOX:
        return _box(ox, oy, oz, dx, dy, dz)
    if form == BALL:
        return _ball(ox, oy, oz, dx, dy, dz)
    hit = min(_cap(top, hole, ox, oy, oz, dx, dy, dz), _side(top, ox, oy, oz, dx, dy, dz))
    return min(hit, _inner_side(hole, ox, oy, oz, dx, dy, dz)) if form == TUBE else hit


@kernel
def meet_rays(form: int, top: float, hole: float, starts: Array, rays: Array, found: Array) -> None:
    """Writes down where each of some rays, as columns, enters a shape."""
    for ray in range(found.size):
        found[ray] = _meet(
            form,
            top,
            hole,
            starts[0, ray],
            starts[1, ray],
            starts[2, ray],
            rays[0, ray],
            rays[1, ray],
            rays[2, ray],
        )


@kernel
def _along(vectors: Array, axis: int, u: float, v: float) -> float:
    """One part of what a point of the picture has, from the three vectors of rays."""
    part: float = vectors[axis, 0] * u + (vectors[axis, 1] * v + vectors[axis, 2])
    return part


@kernel
def _through(
    form: int,
    top: float,
    hole: float,
    origins: Array,
    directions: Array,
    parallel: bool,
    u: float,
    v: float,
) -> float:
    """Where the ray through a point of the picture enters a shape."""
    if parallel:
        return _meet(
            form,
            top,
            hole,
            _along(origins, 0, u, v),
            _along(origins, 1, u, v),
            _along(origins, 2, u, v),
            directions[0, 2],
            directions[1, 2],
            directions[2, 2],
        )
    return _meet(
        form,
        top,
        hole,
        origins[0, 2],
        origins[1, 2],
        origins[2, 2],
        _along(directions, 0, u, v),
        _along(directions, 1, u, v),
        _along(directions, 2, u, v),
    )


@kernel
def _cast_row(
    form: int,
    top: float,
    hole: float,
    origins: Array,
    directions: Array,
    parallel: bool,
    left: int,
    v: float,
    hits: Array,
) -> None:
    """Where the rays of a row of pixels enter a shape. Boxes seen in perspective, which are most of a scene,
    have a loop of their own, which processors do for several pixels at once."""
    if form == BOX and not parallel:
        ox, oy, oz = origins[0, 2], origins[1, 2], origins[2, 2]
        a, b, c = directions[0], directions[1], directions[2]
        x, y, z = a[1] * v + a[2], b[1] * v + b[2], c[1] * v + c[2]
        for place in range(hits.size):
            u = left + place + 0.5
            hits[place] = _box(ox, oy, oz, a[0] * u + x, b[0] * u + y, c[0] * u + z)
    else:
        for place in range(hits.size):
            u = left + place + 0.5
            hits[place] = _through(form, top, hole, origins, directions, parallel, u, v)


@kernel
def cast_shape(
    form: int,
    top: float,
    hole: float,
    origins: Array,
    directions: Array,
    parallel: bool,
    window: tuple[int, int, int, int],
    place: int,
    depth: Array,
    found: Places,
    alone: Mask,
) -> int:
    """Casts the rays of all pixels of a window at a shape. Where it is nearest, its depth and its place are
    written down. Tells in how many pixels it is met in which its owner was not yet met `alone`."""
    left, right, first, end = window
    count = 0
    hits = np.empty(max(right - left, 0))
    for row in range(first, end):
        _cast_row(form, top, hole, origins, directions, parallel, left, row + 0.5, hits)
        depths, places, met = depth[row, left:], found[row, left:], alone[row, left:]
        for at in range(hits.size):
            hit, before = hits[at], depths[at]
            nearer = hit < before
            depths[at] = hit if nearer else before
            places[at] = place if nearer else places[at]
        for at in range(hits.size):
            new = (hits[at] < np.inf) & (not met[at])
            met[at] |= new
            count += new
    return count


@kernel
def cast_beside(
    forms: NDArray[np.int8],
    tops: Array,
    holes: Array,
    origins: Array,
    directions: Array,
    parallel: bool,
    seen: Places,
    pixels: Places,
    offsets: Array,
    depth: Array,
    found: Places,
) -> None:
    """Casts several rays through each of some pixels, by offsets from the middles, at the shapes that were
    `seen` in the middle of a pixel or of one beside it, but not at meshes."""
    height, width = seen.shape
    tried = np.empty(9, dtype=np.int64)
    for number in range(pixels.size):
        row, column = pixels[number] // width, pixels[number] % width
        count = 0
        for v in range(max(row - 1, 0), min(row + 2, height)):
            for u in range(max(column - 1, 0), min(column + 2, width)):
                place = seen[v, u]
                if place < 0 or forms[place] == MESH:
                    continue
                at = 0
                while at < count and tried[at] != place:
                    at += 1
                if at == count:
                    tried[count] = place
                    count += 1
        for ray in range(len(offsets)):
            u, v = column + 0.5 + offsets[ray, 0], row + 0.5 + offsets[ray, 1]
            for place in tried[:count]:
                hit = _through(
                    forms[place], tops[place], holes[place], origins[place], directions[place], parallel, u, v
                )
                before = depth[number, ray]
                if hit < before or (hit == before and hit < np.inf and place < found[number, ray]):
                    depth[number, ray] = hit
                    found[number, ray] = place


@kernel
def _turned(inward: Array, shape: int, axis: int, x: float, y: float, z: float) -> float:
    """One part of a direction of the world in a shape's own axes."""
    part: float = inward[shape, axis, 0] * x + inward[shape, axis, 1] * y + inward[shape, axis, 2] * z
    return part


@kernel
def _own(inward: Array, shape: int, axis: int, x: float, y: float, z: float) -> float:
    """One coordinate of a point of the world in a shape's own axes."""
    return _turned(inward, shape, axis, x, y, z) + float(inward[shape, axis, 3])


@kernel
def _around(points: Columns, begin: int, end: int, middle: Array, half: Array) -> None:
    """Writes down the box around some points, along the axes of the world."""
    for axis in range(3):
        low = high = points[axis, begin]
        for place in range(begin + 1, end):
            low, high = min(low, points[axis, place]), max(high, points[axis, place])
        middle[axis], half[axis] = (low + high) * 0.5, (high - low) * 0.5


@kernel
def _sweep(
    inward: Array, start: Array, start_half: Array, end: Array, end_half: Array, firsts: Array, lasts: Array
) -> None:
    """Writes down for each shape between which parts of the way a box that moves from start to end, and grows
    evenly, may meet the cube around it; if it never does, the first is after the last.

    In a shape's axes the sides of a box move evenly, so each face of the cube says on which part of the way
    they can meet. Rows of `inward` are what each shape has there: without branches, processors do this for
    several shapes at once.
    """
    sx, sy, sz, ex, ey, ez = start[0], start[1], start[2], end[0], end[1], end[2]
    sa, sb, sc, ea, eb, ec = (
        start_half[0],
        start_half[1],
        start_half[2],
        end_half[0],
        end_half[1],
        end_half[2],
    )
    for shape in range(firsts.size):
        firsts[shape], lasts[shape] = 0.0, 1.0
    for axis in range(0, 12, 4):
        a, b, c, d = inward[axis], inward[axis + 1], inward[axis + 2], inward[axis + 3]
        for shape in range(firsts.size):
            x, y, z = a[shape], b[shape], c[shape]
            here, there = x * sx + y * sy + z * sz + d[shape], x * ex + y * ey + z * ez + d[shape]
            x, y, z = abs(x), abs(y), abs(z)
            reach, grown = x * sa + y * sb + z * sc + _CUBE, x * ea + y * eb + z * ec + _CUBE
            first, last = firsts[shape], lasts[shape]
            for side in (1.0, -1.0):
                before, after = side * here - reach, side * there - grown
                way = before - after
                met = before / (_FLAT if way == 0 else way)
                first = max(first, met if before > 0 else 0.0)
                first = 2.0 if before > 0 and after > 0 else first
                last = min(last, met if before <= 0 and after > 0 else 1.0)
            firsts[shape], lasts[shape] = first, last


@kernel
def _beside(start: float, run: float) -> bool:
    """Whether all of a ray is beside the cube around a shape on one axis."""
    return abs(start + 0.5 * run) > 0.5 * abs(run) + _CUBE


@kernel
def trace(
    forms: NDArray[np.int8],
    tops: Array,
    holes: Array,
    inward: Array,
    places: Places,
    starts: Columns,
    ends: Columns,
    bundles: Places,
    bundled: Places,
    into_itself: bool,
    enough: float,
    found: Columns,
) -> None:
    """Writes down on which part of its way each ray from a start to an end meets a shape, if that is less
    than what was `found` before; what is less than `enough` is not made less.

    Rays are in `bundles`, which begin at these rays and leave shapes at these places: no shape is met there
    but, if rays may go `into_itself`, a tube. `places` are those of the shapes that are tried.
    """
    first, first_half, last, last_half = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    tried = np.empty(len(forms), dtype=np.int64)
    firsts, lasts = np.empty(len(forms)), np.empty(len(forms))
    rows = inward.reshape(len(forms), 12).T.copy()
    for bundle in range(len(bundles)):
        begin = bundles[bundle]
        end = bundles[bundle + 1] if bundle + 1 < len(bundles) else starts.shape[1]
        _around(starts, begin, end, first, first_half)
        _around(ends, begin, end, last, last_half)
        _sweep(rows, first, first_half, last, last_half, firsts, lasts)
        count = 0
        for shape in range(len(forms)):
            itself = places[shape] == bundled[bundle] and not (into_itself and forms[shape] == TUBE)
            if firsts[shape] <= lasts[shape] and not itself:
                tried[count] = shape
                count += 1
        for ray in range(begin, end):
            x, y, z = float(starts[0, ray]), float(starts[1, ray]), float(starts[2, ray])
            dx, dy, dz = ends[0, ray] - x, ends[1, ray] - y, ends[2, ray] - z
            nearest = float(found[ray])
            if nearest < enough:
                continue
            for at in range(count):
                shape = tried[at]
                ox, rx = _own(inward, shape, 0, x, y, z), _turned(inward, shape, 0, dx, dy, dz)
                if _beside(ox, rx):
                    continue
                oy, ry = _own(inward, shape, 1, x, y, z), _turned(inward, shape, 1, dx, dy, dz)
                if _beside(oy, ry):
                    continue
                oz, rz = _own(inward, shape, 2, x, y, z), _turned(inward, shape, 2, dx, dy, dz)
                if _beside(oz, rz):
                    continue
                hit = _meet(forms[shape], tops[shape], holes[shape], ox, oy, oz, rx, ry, rz)
                if hit < nearest:
                    nearest = hit
                    if hit < enough:
                        tried[at], tried[0] = tried[0], shape  # which is likely to meet the next ray, too
                        break
            found[ray] = nearest
