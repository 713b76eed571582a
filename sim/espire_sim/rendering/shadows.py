"""Which points a spot of a lamp does not reach, found by rays from the spot to each point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array, Mask, matmul
from espire_sim.appearance.shape import Columns, Form, Shape
from espire_sim.rendering.bundles import Bundles, traced
from espire_sim.rendering.meet import first_hits
from espire_sim.rendering.solids import Solids, solids_of
from espire_sim.rendering.tracing import BOX, MESH

_REACHED: Final = 0.999  # of the way to a point: nearer things than that are in between
_ANYWHERE: Final = -2  # the place of a shape that may hide points of itself, too


def shadowed(
    spots: Array,
    which: NDArray[np.int8],
    points: Columns,
    bundles: Bundles,
    shapes: Sequence[Shape],
    hiding: Sequence[int],
    away: Mask | None = None,
) -> Mask:
    """Which points, all but those `away` on sides that face the lamp, are hidden from their spot of it by a
    shape; those that are away are not asked about.

    `spots` are rows, `which` the place of each point's spot among them, `hiding` places of shapes. A mesh
    hides what it hides from the middle of the lamp, as its triangles are sorted for one point.
    """
    met = np.ones(points.shape[1], dtype=np.float32)
    if away is not None:
        met[away] = 0
    lit = np.take(spots.T.astype(np.float32), which, axis=1)
    plain = [place for place in hiding if shapes[place].form is not Form.MESH]
    if plain:
        solids = solids_of(shapes).some(plain)
        traced(solids, np.array(plain), lit, points, bundles, met, True, _REACHED)
    for place in hiding:
        if shapes[place].form is Form.MESH:
            box = solids_of(shapes).some([place]).instead(MESH, BOX)
            _meet_mesh(shapes[place], box, spots.mean(axis=0), points, bundles, met)
    dark: Mask = met < _REACHED
    return dark if away is None else dark & ~away


def _meet_mesh(
    mesh: Shape, box: Solids, spot: Array, points: Columns, bundles: Bundles, met: NDArray[np.float32]
) -> None:
    """Rays from a spot to points that meet the box around a mesh are tried with its triangles."""
    starts = np.repeat(spot.astype(np.float32)[:, None], points.shape[1], axis=1)
    boxed = np.ones_like(met)
    traced(box, np.array([_ANYWHERE]), starts, points, bundles, boxed, enough=_REACHED)
    some = np.flatnonzero((boxed < _REACHED) & (met >= _REACHED))
    x, y, z = (matmul(mesh.inward, spot - mesh.center)).tolist()
    a, b, c = (end - start for end, start in zip(mesh.own(points[:, some]), (x, y, z), strict=True))
    met[some] = first_hits(mesh, (x, y, z), (a, b, c))
