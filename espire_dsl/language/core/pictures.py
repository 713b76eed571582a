"""What pictures show: where a thing is in one, how large, how much of it can be seen.

Where no camera is named, the one of the family's `view` is meant, which is mostly `world`.
"""

from __future__ import annotations

from espire_dsl.language.core.function import declare

image_row = declare(
    "image_row(a: thing, camera: Label = world) -> Pixels",
    "how far down {a} is in the picture",
    "The row of pixels in which a thing's centre is in the picture of a camera, counted from its top edge; "
    "it may lie beside the picture.",
    aspect="relationship",
    granularity="fine",
)
image_column = declare(
    "image_column(a: thing, camera: Label = world) -> Pixels",
    "how far to the right {a} is in the picture",
    "The column of pixels in which a thing's centre is in the picture of a camera, counted from its left "
    "edge; it may lie beside the picture.",
    aspect="relationship",
    granularity="fine",
)
image_area = declare(
    "image_area(a: thing, camera: Label = world) -> Pixels",
    "how large {a} is in the picture",
    "How many pixels the outline of a thing's box has in the picture of a camera, whatever stands before it.",
    aspect="attribute",
    granularity="fine",
)
visibility = declare(
    "visibility(a: thing, camera: Label = world) -> Number",
    "how much of {a} can be seen",
    "The visible fraction of a thing in the picture of a camera; 1 where it was not measured.",
)
