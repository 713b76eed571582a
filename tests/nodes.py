"""Things for tests: nodes of the library's kinds, with the roles that these have."""

from __future__ import annotations

from typing import Any

from espire_dsl.domain.kinds import Kind
from espire_dsl.language.library import library_kinds
from espire_dsl.scene.node import Node


def kinds(*names: str) -> frozenset[Kind]:
    """Kinds of the library, and roles, by their names."""
    return frozenset(library_kinds().by_name[name] for name in names)


def node(id: str, kind: str, *places: Any, **fields: Any) -> Node:
    """A node of a kind of the library; of another kind as it is told."""
    known = library_kinds().get(kind)
    if known is not None:
        fields = {"roles": known.roles, "axes": known.axes, "density": known.density, **fields}
    return Node(id, kind, *places, **fields)
