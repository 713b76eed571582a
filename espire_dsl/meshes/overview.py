"""What is known of a mesh from its file before it is read."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

Colour = tuple[float, float, float]


@frozen
class Overview:
    """How many triangles there are, and their mean colour such as "#c79a62", if materials have one."""

    triangles: int
    colour: str | None


def mixed(weighted: Iterable[tuple[float, Colour]]) -> str | None:
    """The mean of colours by weight; None where nothing has a colour but the white of a file without any."""
    rows = [(weight, colour) for weight, colour in weighted if weight > 0]
    total = sum(weight for weight, _ in rows)
    if not rows or all(colour == (1.0, 1.0, 1.0) for _, colour in rows):
        return None
    means = (sum(weight * colour[part] for weight, colour in rows) / total for part in range(3))
    return "#" + "".join(f"{round(255 * min(max(mean, 0.0), 1.0)):02x}" for mean in means)
