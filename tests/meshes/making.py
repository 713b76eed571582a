"""Small files of meshes."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
CUBE = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
# Two triangles for each side, seen from outside.
SIDES = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
SIDES = SIDES[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)


def write_obj(path: Path, vertices: Array = CUBE, triangles: Any = SIDES, before: str = "") -> Path:
    rows = [f"v {x!r} {y!r} {z!r}" for x, y, z in np.asarray(vertices).tolist()]
    rows += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in np.asarray(triangles).tolist()]
    path.write_text(before + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def write_glb(path: Path, header: Any, binary: bytes = b"") -> Path:
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<2I", len(text), 0x4E4F534A) + text
    if binary:
        body += struct.pack("<2I", len(binary), 0x004E4942) + binary
    path.write_bytes(b"glTF" + struct.pack("<2I", 2, 12 + len(body)) + body)
    return path


def glb_header(triangles: int, vertices: int, **more: Any) -> dict[str, Any]:
    """The header of a GLB file with one mesh: its vertices first, then the corners of its triangles."""
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": vertices, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5125, "count": 3 * triangles, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 12 * vertices},
            {"buffer": 0, "byteOffset": 12 * vertices, "byteLength": 12 * triangles},
        ],
        "buffers": [{"byteLength": 12 * (vertices + triangles)}],
        **more,
    }


def write_cube_glb(path: Path, **more: Any) -> Path:
    binary = CUBE.astype("<f4").tobytes() + SIDES.astype("<u4").tobytes()
    return write_glb(path, glb_header(len(SIDES), len(CUBE), **more), binary)
