"""Looks over a GLB file by its header, without reading its vertices: how many triangles it has, whether it
refers to other files, and what colour its materials have."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from espire_dsl.meshes.error import MeshError, Trouble
from espire_dsl.meshes.limits import MOST_HEADER
from espire_dsl.meshes.overview import Overview, mixed

_MAGIC: Final = b"glTF"
_JSON: Final = 0x4E4F534A
_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_MOST_NODES: Final = 100_000

Header = dict[str, Any]


def look_over(path: Path) -> Overview:
    """What the header tells; raises MeshError for one that is broken or refers to other files."""
    header = _header(path)
    try:
        _refuse_other_files(header)
        counts = _triangles_of_meshes(header)
        total = 0
        colours: list[tuple[float, tuple[float, float, float]]] = []
        for mesh in _meshes_of_nodes(header):
            total += sum(count for count, _ in counts[mesh])
            colours += [(count, _colour(header, material)) for count, material in counts[mesh]]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, MeshError):
            raise
        raise MeshError(Trouble.BROKEN, "its header does not describe a mesh") from None
    return Overview(total, mixed(colours))


def _header(path: Path) -> Header:
    with path.open("rb") as file:
        start = file.read(20)
        if len(start) < 20 or start[:4] != _MAGIC:
            raise MeshError(Trouble.BROKEN, "it does not begin like a GLB file")
        version, _, length, kind = struct.unpack("<4I", start[4:])
        if version != 2 or kind != _JSON:
            raise MeshError(Trouble.BROKEN, "it is not a GLB file of version 2")
        if length > MOST_HEADER:
            raise MeshError(
                Trouble.TOO_LARGE, f"its header has {length:,} bytes; at most {MOST_HEADER:,} are read"
            )
        text = file.read(length)
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise MeshError(Trouble.BROKEN, "its header is not JSON") from None
    if not isinstance(header, dict) or len(text) < length:
        raise MeshError(Trouble.BROKEN, "its header is cut off")
    return header


def _refuse_other_files(header: Header) -> None:
    for sort in ("buffers", "images"):
        for entry in header.get(sort, ()):
            uri = entry.get("uri")
            if uri is not None and not str(uri).startswith("data:"):
                raise MeshError(Trouble.OTHER_FILES, f"it refers to {_shown(uri)}")
    needed = header.get("extensionsRequired", ())
    if needed:
        raise MeshError(Trouble.BROKEN, f"it needs {', '.join(map(str, needed))}, which is not supported")


def _shown(uri: object) -> str:
    text = str(uri)
    return f'"{text[:60]}..."' if len(text) > 60 else f'"{text}"'


def _triangles_of_meshes(header: Header) -> list[list[tuple[int, int | None]]]:
    """For each mesh, the triangles and the material of each of its primitives."""
    accessors = header.get("accessors", [])
    found = []
    for mesh in header.get("meshes", []):
        rows: list[tuple[int, int | None]] = []
        for primitive in mesh["primitives"]:
            place = primitive.get("indices", primitive["attributes"]["POSITION"])
            corners = int(accessors[place]["count"])
            mode = primitive.get("mode", _TRIANGLES)
            triangles = corners // 3 if mode == _TRIANGLES else max(corners - 2, 0) * (mode in (_STRIP, _FAN))
            rows.append((triangles, primitive.get("material")))
        found.append(rows)
    return found


def _meshes_of_nodes(header: Header) -> Iterator[int]:
    """The mesh of each node of the scene; a tree, or else the file is broken."""
    nodes = header.get("nodes", [])
    scenes = header.get("scenes", [{"nodes": list(range(len(nodes)))}])
    waiting = [place for scene in scenes for place in scene.get("nodes", [])]
    seen: set[int] = set()
    while waiting:
        place = waiting.pop()
        if place in seen or len(seen) > _MOST_NODES:
            raise MeshError(Trouble.BROKEN, "its nodes are no tree")
        seen.add(place)
        node = nodes[place]
        waiting += node.get("children", [])
        if "mesh" in node:
            yield node["mesh"]


def _colour(header: Header, material: int | None) -> tuple[float, float, float]:
    """The base colour of a material as it is written in pictures (sRGB); white is what a file says that has
    none."""
    if material is None:
        return (1.0, 1.0, 1.0)
    told = header["materials"][material].get("pbrMetallicRoughness", {}).get("baseColorFactor", (1, 1, 1, 1))
    red, green, blue = (_written(float(amount)) for amount in told[:3])
    return (red, green, blue)


def _written(light: float) -> float:
    light = min(max(light, 0.0), 1.0)
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
