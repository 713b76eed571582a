"""What assets look like, as plain data: parts made of simple forms, or a mesh in a file.

Nothing here computes. Where a part stands and how far it reaches is found by `espire_dsl.scene.asset_parts`.
"""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

Vector = tuple[float, float, float]
Axis = Literal["x", "y", "z"]
Collider = Literal["box", "hull"]

FORMS: Final = ("box", "ball", "cylinder", "cone", "tube")
AXES: Final = ("x", "y", "z")
COLLIDERS: Final = ("box", "hull")
OWN: Final = "own"
"""The paint of a part that has the texture which the scene gives to the thing."""


@frozen
class ShapePart:
    """One form with the lengths of its own axes in metres.

    `at` is its middle: x towards the front, y to the left of one who looks along x, z above the ground.
    Cylinders, cones and tubes stand along `axis`; `turn` are degrees about the axes of the thing, done in the
    order x, y, z; `around` is how many times the part is repeated about the vertical through the middle.
    `top` is the share of a cone's width at its upper end, `hole` the share of a tube's width that is open.
    """

    form: str
    lengths: Vector
    at: Vector
    axis: Axis = "z"
    turn: Vector = (0.0, 0.0, 0.0)
    around: int = 1
    top: float = 1.0
    hole: float = 0.0
    paint: str = OWN


@frozen
class MeshFile:
    """A mesh in a file: where it is, the SHA-256 of what it held when it was checked, and how it is read.

    `scale` is metres per unit of the file, or None for a mesh that is stretched to the asset's box. `up` is
    the axis of the file that points upwards. What collides is the `box` of the thing or the mesh's `hull`.
    """

    path: str
    digest: str
    scale: float | None = None
    up: Axis = "z"
    collider: Collider = "box"
    paint: str | None = None


@frozen
class AssetShape:
    """Parts, or a mesh, for a box of some lengths in metres; a thing of another size is stretched.

    `variants` are further parts for each variant, counted from 1. Parts may stick out of the box only where
    the shape `reaches_out`.
    """

    box: Vector
    parts: tuple[ShapePart, ...] = ()
    variants: tuple[tuple[ShapePart, ...], ...] = ()
    mesh: MeshFile | None = None
    reaches_out: bool = False
