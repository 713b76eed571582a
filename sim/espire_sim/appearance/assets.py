"""The looks of categories: the shapes that assets declare, as parts that can be drawn."""

from __future__ import annotations

from functools import cache

import numpy as np
from attrs import frozen

from espire_dsl.catalogue.reader import Category
from espire_dsl.catalogue.shape import OWN, AssetShape
from espire_dsl.meshes.store import stored_mesh
from espire_dsl.meshes.value import Mesh
from espire_dsl.scene.asset_parts import PlacedPart, placed_parts
from espire_dsl.scene.rotation import Array


@frozen(eq=False)
class AssetAppearance:
    """Parts for a box of some lengths in metres, and further parts for each variant, counted from 1; or a
    mesh with its paint."""

    box: Array
    parts: tuple[PlacedPart, ...]
    variants: tuple[tuple[PlacedPart, ...], ...] = ()
    mesh: Mesh | None = None
    paint: str = OWN

    def of_variant(self, variant: int) -> tuple[PlacedPart, ...]:
        """All parts of a variant; numbers beyond the last begin again."""
        return self.parts + (self.variants[(variant - 1) % len(self.variants)] if self.variants else ())


_PLAIN = AssetAppearance(np.ones(3), (PlacedPart("box", np.zeros(3), np.eye(3) / 2, OWN),))


def appearance_of(category: Category | None) -> AssetAppearance:
    """The look of a category; what has no shape looks like its box."""
    return _PLAIN if category is None or category.shape is None else _look(category.shape)


@cache
def _look(shape: AssetShape) -> AssetAppearance:
    if shape.mesh is not None:
        box = np.asarray(shape.box, dtype=np.float64)
        return AssetAppearance(box, (), (), stored_mesh(shape.mesh, shape.box), shape.mesh.paint or OWN)
    height = shape.box[2]
    return AssetAppearance(
        np.round(np.asarray(shape.box) * 100, 9) / 100,
        placed_parts(shape.parts, height),
        tuple(placed_parts(parts, height) for parts in shape.variants),
    )
