"""Shapes as arrays, which kernels read: made once for all that is asked about the shapes of a scene."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Columns, Shape
from espire_sim.rendering.tracing import FORMS


@frozen(eq=False)
class Solids:
    """The forms, the radii above and of holes, the ways into own axes, and the centres of some shapes."""

    forms: NDArray[np.int8]
    tops: Array
    holes: Array
    inward: Array
    centers: Array

    def some(self, places: Sequence[int]) -> Solids:
        """Those at some places, in this order."""
        at = np.asarray(places, dtype=np.int64)
        return Solids(self.forms[at], self.tops[at], self.holes[at], self.inward[at], self.centers[at])

    def instead(self, form: int, other: int) -> Solids:
        """The same, but with another form instead of one."""
        return evolve(self, forms=np.where(self.forms == form, np.int8(other), self.forms))

    @cached_property
    def placed(self) -> Array:
        """The maps of points of the world into own axes: (shapes, 3, 4), the last column is added."""
        off = -np.einsum("sij,sj->si", self.inward, self.centers)
        return np.concatenate([self.inward, off[:, :, None]], axis=2)

    @cached_property
    def rounded(self) -> Columns:
        """The ways into own axes in single precision."""
        return self.inward.astype(np.float32)

    @cached_property
    def outward(self) -> Columns:
        """The normals of boxes, as rows."""
        lengths = np.sqrt((self.rounded * self.rounded).sum(axis=2, keepdims=True))
        normals: Columns = self.rounded / lengths
        return normals


def solids_of(shapes: Sequence[Shape]) -> Solids:
    """The arrays of shapes; those of the scene before are still known."""
    return _solids_of(tuple(shapes))


@lru_cache(maxsize=2)
def _solids_of(shapes: tuple[Shape, ...]) -> Solids:
    return Solids(
        np.array([FORMS[shape.form] for shape in shapes], dtype=np.int8),
        np.array([shape.top for shape in shapes], dtype=np.float64),
        np.array([shape.hole for shape in shapes], dtype=np.float64),
        np.stack([shape.inward for shape in shapes]),
        np.stack([shape.center for shape in shapes]),
    )
