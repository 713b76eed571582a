"""What rays found: positions, the ways surfaces face, and their own colours, shape by shape.

Painting works on columns of single-precision numbers, sorted by shape, as that is much faster than rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.node import Vector
from espire_dsl.scene.rotation import Array
from espire_sim.appearance.patterns import shares
from espire_sim.appearance.shape import Columns, Shape, turned
from espire_sim.appearance.textures import Texture
from espire_sim.rendering.bundles import Bundles, Places
from espire_sim.rendering.meet import normals
from espire_sim.rendering.view import View


@frozen(eq=False)
class Surface:
    """For each ray that met something: the point, the unit normal, and the linear colour, as columns."""

    points: Columns
    normals: Columns
    colours: Columns
    bundles: Bundles

    def among(self, rows: Places) -> Surface:
        """The surface at some of the points, given by their sorted places."""
        points, normals, colours = (
            np.take(columns, rows, axis=1) for columns in (self.points, self.normals, self.colours)
        )
        return Surface(points, normals, colours, self.bundles.among(rows))


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
    faces = np.empty_like(points)
    colours = np.empty_like(points)
    for place, part in _runs(found):
        shape = shapes[place]
        own = turned(shape.inward, points[:, part] - _column(shape.center))
        faces[:, part] = normals(shape, own, view.seen_from(shape, own))
        colours[:, part] = colours_at(textures[place], shape, own)
    away = faces[0] * rays[0] + faces[1] * rays[1] + faces[2] * rays[2] > 0
    np.negative(faces, out=faces, where=away)
    changes = (found[1:] != found[:-1]) | (tiles[1:] != tiles[:-1])
    starts = np.concatenate([[0], np.flatnonzero(changes) + 1])
    return Surface(points, faces, colours, Bundles(starts, found[starts]))


def linear(colours: Array) -> Array:
    """Colours as amounts of light, from colours as they are written (sRGB)."""
    amounts: Array = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return amounts


def _runs(found: Places) -> Iterator[tuple[int, slice]]:
    """The stretch of each shape among sorted places."""
    places, starts = np.unique(found, return_index=True)
    ends = [*starts[1:].tolist(), len(found)]
    for place, start, end in zip(places.tolist(), starts.tolist(), ends, strict=True):
        yield place, slice(start, end)


def colours_at(texture: Texture, shape: Shape, own: Columns) -> Columns:
    """The linear colours of a texture at points of a shape in its own axes; one for all if it is plain."""
    ground, other = _light_of(texture.ground), _light_of(texture.other)
    if texture.pattern == "plain":
        return ground
    half = np.sqrt((shape.axes**2).sum(axis=0))
    sides = np.argsort(-half, kind="stable")
    share = shares(texture.pattern, own[sides] * _column(half[sides]), texture.scale)
    mixed: Columns = ground + (other - ground) * share
    return mixed


@lru_cache(maxsize=1024)
def _light_of(colour: Vector) -> NDArray[np.float32]:
    return _column(linear(np.array(colour)))


def _column(values: Array) -> NDArray[np.float32]:
    return values.astype(np.float32)[:, None]
