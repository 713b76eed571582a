"""Marks in pictures that are shown to models: boxes, dots and circles, all red."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from espire_dsl.evaluation.records import Box, Point

_RED: Final = (255, 0, 0)
_WIDTH: Final = 3
_RADIUS: Final = 10
_DOT: Final = 4


def with_circles(png: bytes, points: Iterable[Point]) -> bytes:
    """A picture with a circle around each point."""
    image, draw = _canvas(png)
    for x, y in points:
        draw.ellipse((x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS), outline=_RED, width=_WIDTH)
    return _file(image)


def with_box(png: bytes, box: Box | None, dot: Point | None = None) -> bytes:
    """A picture with a box around the target and a dot at a point, where there are any."""
    if box is None and dot is None:
        return png
    image, draw = _canvas(png)
    if box is not None:
        edges = (box.left - _WIDTH, box.top - _WIDTH, box.right + _WIDTH, box.bottom + _WIDTH)
        draw.rectangle(edges, outline=_RED, width=_WIDTH)
    if dot is not None:
        x, y = dot
        draw.ellipse((x - _DOT, y - _DOT, x + _DOT, y + _DOT), fill=_RED)
    return _file(image)


def box_of_mask(mask: NDArray[np.bool_]) -> Box | None:
    """The pixels from the first to the last of a mask; None for an empty one."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return None
    return Box(int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1]))


def _canvas(png: bytes) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.open(BytesIO(png)).convert("RGB")
    return image, ImageDraw.Draw(image)


def _file(image: Image.Image) -> bytes:
    content = BytesIO()
    image.save(content, format="PNG", compress_level=1)
    return content.getvalue()
