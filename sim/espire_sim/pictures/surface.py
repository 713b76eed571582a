"""What rays found: positions, the ways surfaces face, and their own colours, shape by shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array
from espire_sim.looks.patterns import shares
from espire_sim.looks.textures import Texture
from espire_sim.pictures.cast import Hits, Places
from espire_sim.pictures.meet import normals
from espire_sim.pictures.shape import Shape


@frozen(eq=False)
class Surface:
    """For each ray that met something: the place of the shape, the point, the unit normal, linear colour."""

    shape: Places
    points: Array
    normals: Array
    colours: Array


def surface_of(
    shapes: Sequence[Shape], textures: Sequence[Texture], hits: Hits, eye: Array, rays: Array
) -> Surface:
    """The surface at hits, all of which met something; `rays` are their directions, as rows."""
    points = eye + hits.depth[:, None] * rays
    faces = np.empty_like(points)
    colours = np.empty_like(points)
    for place, rows in _by_shape(hits.shape):
        shape = shapes[place]
        own = (points[rows] - shape.center) @ shape.inward.T
        faces[rows] = normals(shape, own)
        colours[rows] = _colours(textures[place], shape, own)
    facing = np.where((faces * rays).sum(axis=1, keepdims=True) > 0, -faces, faces)
    return Surface(hits.shape, points, facing, colours)


def linear(colours: Array) -> Array:
    """Colours as amounts of light, from colours as they are written (sRGB)."""
    amounts: Array = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return amounts


def _by_shape(found: Places) -> Iterator[tuple[int, Places]]:
    """The rows of each shape, from one sort."""
    order = np.argsort(found, kind="stable")
    places, starts = np.unique(found[order], return_index=True)
    for place, rows in zip(places.tolist(), np.split(order, starts[1:]), strict=True):
        yield place, rows


def _colours(texture: Texture, shape: Shape, own: Array) -> Array:
    ground, other = linear(np.array(texture.ground)), linear(np.array(texture.other))
    if texture.pattern == "plain":
        return np.broadcast_to(ground, own.shape)
    half = np.sqrt((shape.axes**2).sum(axis=0))
    sides = np.argsort(-half, kind="stable")
    share = shares(texture.pattern, own[:, sides] * half[sides], texture.scale)[:, None]
    mixed: Array = ground * (1 - share) + other * share
    return mixed
