"""Looks over an OBJ file line by line, keeping nothing: how many triangles it has, which other files it
refers to, and the colour of its materials."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from espire_dsl.meshes.error import MeshError, Trouble
from espire_dsl.meshes.limits import MOST_MATERIALS, MOST_TRIANGLES, MOST_VERTICES
from espire_dsl.meshes.overview import Colour, Overview, mixed
from espire_dsl.meshes.uris import is_beside, stays_in

_LONGEST: Final = 2**16
"""Bytes of a line."""
_MAPS: Final = ("map_", "bump", "disp", "decal", "refl", "norm")


def look_over(path: Path) -> Overview:
    """What the lines tell; raises MeshError for too many of them, or references that leave the folder."""
    triangles = vertices = 0
    by_material: dict[str, int] = {}
    colours: dict[str, Colour] = {}
    material = ""
    with path.open("rb") as file:
        while line := file.readline(_LONGEST + 1):
            if len(line) > _LONGEST:
                raise MeshError(Trouble.BROKEN, f"it has a line of more than {_LONGEST:,} bytes")
            if b"\0" in line:
                raise MeshError(Trouble.BROKEN, "it is not text")
            words = line.split()
            match words[:1]:
                case [b"f"]:
                    more = max(len(words) - 3, 0)
                    triangles += more
                    by_material[material] = by_material.get(material, 0) + more
                case [b"v"]:
                    vertices += 1
                case [b"usemtl"]:
                    material = _rest(line)
                case [b"mtllib"]:
                    colours |= _materials(path.parent, _rest(line))
            if triangles > MOST_TRIANGLES or vertices > MOST_VERTICES:
                raise MeshError(
                    Trouble.TOO_LARGE,
                    f"it has more than {MOST_TRIANGLES:,} triangles, the most that are read",
                )
    weights = [(count, colours[name]) for name, count in by_material.items() if name in colours]
    return Overview(triangles, mixed(weights))


def _rest(line: bytes) -> str:
    """What stands behind the first word of a line."""
    return line.decode("utf-8", "replace").strip().partition(" ")[2].strip()


def _materials(folder: Path, name: str) -> dict[str, Colour]:
    """The diffuse colours of an MTL file by material; one that is not there gives none."""
    path = folder / name
    if not is_beside(name) or not stays_in(folder, path):
        raise MeshError(Trouble.OTHER_FILES, f'it refers to "{name[:60]}", which is not beside it')
    if not path.is_file():
        return {}
    if path.stat().st_size > MOST_MATERIALS:
        raise MeshError(Trouble.TOO_LARGE, f"{name} has more than {MOST_MATERIALS:,} bytes")
    found: dict[str, Colour] = {}
    current = ""
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        words = line.split()
        match words:
            case ["newmtl", *_]:
                current = line.strip().partition(" ")[2].strip()
            case ["Kd", red, green, blue]:
                found[current] = _colour(name, red, green, blue)
            case [word, *rest] if word.lower().startswith(_MAPS) and rest and not is_beside(rest[-1]):
                raise MeshError(Trouble.OTHER_FILES, f'{name} refers to "{rest[-1][:60]}"')
    return found


def _colour(name: str, *parts: str) -> Colour:
    try:
        red, green, blue = (float(part) for part in parts)
    except ValueError:
        raise MeshError(Trouble.BROKEN, f"{name} has a colour that is not three numbers") from None
    return (red, green, blue)
