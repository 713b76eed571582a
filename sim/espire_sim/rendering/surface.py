"""What rays found: positions, the ways surfaces face, and their own colours, shape by shape.

Painting works on columns of single-precision numbers, sorted by shape, as that is much faster than rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.node import Vector
from espire_dsl.scene.rotation import Array
from espire_sim.appearance.patterns import shares_on
from espire_sim.appearance.prints.lookup import facing, texels_of
from espire_sim.appearance.shape import Columns, Shape, turned
from espire_sim.appearance.textures import PLAIN, PRINT, Texture
from espire_sim.kernel import kernel
from espire_sim.rendering.bundles import Bundles, Places
from espire_sim.rendering.meet import mesh_normals
from espire_sim.rendering.solids import solids_of
from espire_sim.rendering.tracing import BALL, BOX, TUBE
from espire_sim.rendering.view import View

_CAP: Final = np.float32(1 - 1e-4)  # higher, and lower, are the flat ends
_SMALL: Final = np.float32(1e-12)
_NOUGHT: Final = np.float32(0)
_SIDES: Final = 8  # more than a shape has

Sides = NDArray[np.int32]


@frozen(eq=False)
class Surface:
    """For each ray that met something: the point, the unit normal, and the linear colour, as columns; and a
    number for each side of each shape."""

    points: Columns
    normals: Columns
    colours: Columns
    sides: Sides
    bundles: Bundles


def surface_of(
    shapes: Sequence[Shape],
    textures: Sequence[Texture],
    found: Places,
    tiles: NDArray[np.integer],
    points: Columns,
    rays: Columns,
    view: View,
) -> Surface:
    """The surface at points on shapes that rays of a view meet; `found` are the places of the shapes, sorted,
    then by `tiles`."""
    own, faces, colours, sides = faced(shapes, found, points, rays, grounds_of(textures))
    changes = (found[1:] != found[:-1]) | (tiles[1:] != tiles[:-1])
    starts = np.concatenate([[0], np.flatnonzero(changes) + 1])
    bundles = Bundles(starts, found[starts])
    for place, part in _runs(bundles, len(found)):
        shape, texture = shapes[place], textures[place]
        if shape.mesh is not None:
            faces[:, part] = _mesh_faces(
                shape, own[:, part], rays if rays.shape[1] == 1 else rays[:, part], view
            )
        if texture.pattern != PLAIN:
            colours[:, part] = colours_at(texture, shape, own[:, part], view)
    return Surface(points, faces, colours, sides, bundles)


def grounds_of(textures: Sequence[Texture]) -> Columns:
    """The linear colours of the grounds of textures, as rows."""
    return np.concatenate([_light_of(texture.ground) for texture in textures], axis=1).T.copy()


def faced(
    shapes: Sequence[Shape], found: Places, points: Columns, rays: Columns, grounds: Columns
) -> tuple[Columns, Columns, Columns, Sides]:
    """Points on shapes in their shapes' own axes, unit normals there against the rays but for meshes, the
    colours of the grounds of the shapes, which are rows, and numbers of sides: a box has six."""
    own, faces, colours = np.empty_like(points), np.empty_like(points), np.empty_like(points)
    sides = np.empty(len(found), dtype=np.int32)
    solids = solids_of(shapes)
    _face(
        solids.forms,
        ((1 - solids.tops) / 2).astype(np.float32),
        ((1 + solids.holes) / 2).astype(np.float32),
        solids.rounded,
        solids.outward,
        solids.centers.astype(np.float32),
        grounds,
        found,
        points,
        rays,
        own,
        faces,
        colours,
        sides,
    )
    return own, faces, colours, sides


@kernel
def _face(
    forms: NDArray[np.int8],
    slants: NDArray[np.float32],
    walls: NDArray[np.float32],
    inward: Columns,
    outward: Columns,
    centers: Columns,
    grounds: Columns,
    found: Places,
    points: Columns,
    rays: Columns,
    own: Columns,
    faces: Columns,
    colours: Columns,
    sides: Sides,
) -> None:
    """Writes down what `faced` tells. `slants` are how much the walls of cones face up, `walls` the middles
    of the walls of tubes, and `outward` the normals of boxes, as rows."""
    for place in range(found.size):
        shape = found[place]
        x, y, z = (
            points[0, place] - centers[shape, 0],
            points[1, place] - centers[shape, 1],
            points[2, place] - centers[shape, 2],
        )
        a = inward[shape, 0, 0] * x + inward[shape, 0, 1] * y + inward[shape, 0, 2] * z
        b = inward[shape, 1, 0] * x + inward[shape, 1, 1] * y + inward[shape, 1, 2] * z
        c = inward[shape, 2, 0] * x + inward[shape, 2, 1] * y + inward[shape, 2, 2] * z
        own[0, place], own[1, place], own[2, place] = a, b, c
        colours[0, place] = grounds[shape, 0]
        colours[1, place] = grounds[shape, 1]
        colours[2, place] = grounds[shape, 2]
        if forms[shape] == BOX:
            axis, value = (1, b) if abs(b) >= abs(c) else (2, c)
            if abs(a) >= abs(b) and abs(a) >= abs(c):
                axis, value = 0, a
            side = 2 * axis + (1 if value < 0 else 2)
            x, y, z = outward[shape, axis, 0], outward[shape, axis, 1], outward[shape, axis, 2]
        else:
            side = 0
            if forms[shape] != BALL:
                off = np.sqrt(a * a + b * b)
                if abs(c) > _CAP:
                    a, b, c = _NOUGHT, _NOUGHT, c / abs(c)
                else:
                    c = slants[shape] * off
                    if forms[shape] == TUBE and off < walls[shape]:
                        a, b, c = -a, -b, -c
            x = inward[shape, 0, 0] * a + inward[shape, 1, 0] * b + inward[shape, 2, 0] * c
            y = inward[shape, 0, 1] * a + inward[shape, 1, 1] * b + inward[shape, 2, 1] * c
            z = inward[shape, 0, 2] * a + inward[shape, 1, 2] * b + inward[shape, 2, 2] * c
            length = max(np.sqrt(x * x + y * y + z * z), _SMALL)
            x, y, z = x / length, y / length, z / length
        ray = place if rays.shape[1] > 1 else 0
        if x * rays[0, ray] + y * rays[1, ray] + z * rays[2, ray] > 0:
            x, y, z = -x, -y, -z
        faces[0, place], faces[1, place], faces[2, place] = x, y, z
        sides[place] = _SIDES * shape + side


def _mesh_faces(shape: Shape, own: Columns, rays: Columns, view: View) -> Columns:
    """The unit normals of the triangles that rays meet, in the world and against the rays."""
    assert shape.mesh is not None
    x, y, z = turned(shape.inward.T, mesh_normals(shape.mesh, own, view.seen_from(shape, own)))
    faces: Columns = np.stack([x, y, z]) / np.maximum(np.sqrt(x * x + y * y + z * z), _SMALL)
    away = (faces * rays).sum(axis=0) > 0
    np.negative(faces, out=faces, where=away)
    return faces


def linear(colours: Array) -> Array:
    """Colours as amounts of light, from colours as they are written (sRGB)."""
    amounts: Array = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return amounts


def _runs(bundles: Bundles, count: int) -> Iterator[tuple[int, slice]]:
    """The stretch of each shape among so many points, which are sorted by their shapes."""
    places, firsts = np.unique(bundles.shapes, return_index=True)
    starts = bundles.starts[firsts].tolist()
    for place, start, end in zip(places.tolist(), starts, [*starts[1:], count], strict=True):
        yield place, slice(start, end)


def colours_at(texture: Texture, shape: Shape, own: Columns, view: View | None = None) -> Columns:
    """The linear colours of a texture at points of a shape in its own axes: as finely as a view sees them, or
    as they are where there is none; one column for all where they are the same."""
    ground, other = _light_of(texture.ground), _light_of(texture.other)
    if texture.pattern == PLAIN:
        return ground
    pixel, texels = (0.0, 1.0) if view is None else pixel_at(texture, shape, view)
    mixed: Columns = ground + (other - ground) * shares_on(shape, texture, own, pixel, texels)
    return mixed


def pixel_at(texture: Texture, shape: Shape, view: View) -> tuple[float, float]:
    """How wide a pixel is where a shape is, in metres, and in pixels of what is printed on it."""
    (focal, _, _), _, _ = view.camera.K
    way = view.vectors.directions[:, 2] if view.camera.is_orthographic else shape.center - view.eye
    away = float(np.sqrt((way * way).sum()))
    pixel = 1 / focal if view.camera.is_orthographic else away / focal
    if texture.pattern != PRINT:
        return pixel, 1.0
    face = shape.axes[:, facing(texture.cell)]
    slant = abs(float((face * way).sum())) / float(np.sqrt((face * face).sum())) / max(away, 1e-9)
    return pixel, texels_of(texture.cell, shape.axes, pixel, slant)


@lru_cache(maxsize=1024)
def _light_of(colour: Vector) -> NDArray[np.float32]:
    return _column(linear(np.array(colour)))


def _column(values: Array) -> NDArray[np.float32]:
    return values.astype(np.float32)[:, None]
