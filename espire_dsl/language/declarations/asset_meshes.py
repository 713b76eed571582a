"""The `mesh` of an asset: a file beside the one that declares it, which must be what it should be."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from espire_dsl.catalogue.shape import COLLIDERS, Axis, MeshFile, Vector
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.diagnostics.value import Findings, Span
from espire_dsl.language.declarations import constants as read
from espire_dsl.language.declarations.schema import GivenEntry
from espire_dsl.language.hints import one_of
from espire_dsl.meshes.error import MeshError, Trouble
from espire_dsl.meshes.read import FORMATS, UP_OF, read_mesh
from espire_dsl.meshes.uris import is_beside, stays_in
from espire_dsl.syntax import tree

UPS: Final[dict[str, Axis]] = {"z": "z", "y": "y"}
_HELP: Final = {
    Trouble.UNREADABLE: None,
    Trouble.BROKEN: "export it again, as triangles",
    Trouble.TOO_LARGE: "export it with fewer triangles",
    Trouble.OTHER_FILES: "export it as one GLB file with all its data inside",
    Trouble.DOES_NOT_FIT: "make `size` larger, or leave `scale` out: then it is stretched to its box",
}


def read_mesh_entry(
    given: GivenEntry, box: Vector, paint: str | None, folder: Path | None, findings: Findings
) -> MeshFile | None:
    """The mesh that an entry names, or None after saying what is wrong with it."""
    before = findings.error_count
    value = given.arguments["file"].value
    name = read.text(value, findings)
    scale = _scale(given, findings)
    up = _word(given, "up", tuple(UPS), findings)
    collider: Literal["box", "hull"] = (
        "hull" if _word(given, "collider", COLLIDERS, findings) == "hull" else "box"
    )
    if name is None or findings.error_count > before:
        return None
    path = _found(name, folder, value.span, findings)
    if path is None:
        return None
    axis = UPS[up] if up is not None else UP_OF[path.suffix.lower()]
    try:
        mesh = read_mesh(path, box, scale, axis)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except (MeshError, OSError) as error:
        trouble = error.trouble if isinstance(error, MeshError) else Trouble.UNREADABLE
        hint = (error.help if isinstance(error, MeshError) else None) or _HELP[trouble]
        span = given.arguments["scale"].span if trouble is Trouble.DOES_NOT_FIT else value.span
        findings.add(trouble.value, span, f"the mesh {name} cannot be used: {error}", "this mesh", help=hint)
        return None
    return MeshFile(str(path.resolve()), digest, scale, axis, collider, paint or mesh.colour)


def mesh_paths(module: tree.Module, folder: Path) -> Iterator[Path]:
    """All files that the assets of a module name as their meshes, whether or not they are there."""
    for item in module.items:
        for entry in item.entries if isinstance(item, tree.Declaration) and item.what == "asset" else ():
            for argument in entry.arguments if entry.name.text == "mesh" else ():
                if isinstance(argument.value, tree.Text) and is_beside(argument.value.value):
                    yield folder / argument.value.value


def _scale(given: GivenEntry, findings: Findings) -> float | None:
    argument = given.get("scale")
    return None if argument is None else read.positive(argument.value, read.NUMBER, findings)


def _word(given: GivenEntry, name: str, known: tuple[str, ...], findings: Findings) -> str | None:
    argument = given.get(name)
    return None if argument is None else read.word(argument.value, findings, known)


def _found(name: str, folder: Path | None, span: Span, findings: Findings) -> Path | None:
    """The file of this name, in the folder of the file that names it or below."""
    if folder is None or not is_beside(name) or not stays_in(folder, folder / name):
        findings.add(
            "E0731",
            span,
            f"the path {name} leaves the folder of this file",
            "leads elsewhere",
            help="put the mesh beside this file, or in a folder below, and name it by its path from here",
        )
        return None
    path = folder / name
    if path.suffix.lower() not in FORMATS:
        findings.add(
            "E0730",
            span,
            f"{name} is not a {one_of(FORMATS)} file",
            "unknown format",
            help="export it as GLB",
        )
    elif not path.is_file():
        other = nearest(path.name, _beside(path.parent))
        findings.add(
            "E0730",
            span,
            f"there is no file {name} beside this one",
            "not found",
            help=None if other is None else f"did you mean `{other}`?",
        )
    else:
        return path
    return None


def _beside(folder: Path) -> list[str]:
    try:
        return [name for name in sorted(os.listdir(folder)) if Path(name).suffix.lower() in FORMATS]
    except OSError:
        return []
