"""How large a mesh may be. What is beyond is refused from the size or the header of its file."""

from typing import Final

MOST_TRIANGLES: Final = 200_000
MOST_VERTICES: Final = 3 * MOST_TRIANGLES
MOST_BYTES: Final = 64 * 2**20
MOST_HEADER: Final = 8 * 2**20
"""Bytes of the JSON in a GLB file."""
MOST_MATERIALS: Final = 2**20
"""Bytes of an MTL file."""
GRID: Final = 100_000
"""Vertices lie on a grid of so many steps along each side of the asset's box."""
