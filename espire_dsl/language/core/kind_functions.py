"""The functions that a kind brings along: `books`, `filter_books`; and `table`, where a scene has one.

In a typed program they are the core functions `of_kind`, `filter_kind` and `the`, with the kind as argument.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import evolve, frozen

from espire_dsl.domain.kinds import ROBOT, ROLES, ROOM, VIEWER, Kind, KindTable
from espire_dsl.language.core.finding_things import filter_kind, of_kind, the
from espire_dsl.language.core.function import CoreFunction
from espire_dsl.language.core.signature import Signature
from espire_dsl.language.kinds import sort_of
from espire_dsl.language.types import Set, Thing, Type

_SPOKEN_ROLES = frozenset({VIEWER, ROBOT, ROOM})
"""Roles that programs speak of as if they were kinds."""


@frozen
class KindFunction:
    """A core function about one kind, under the name that authors call it by."""

    core: CoreFunction
    kind: Kind
    signature: Signature


@lru_cache(64)
def kind_functions(kinds: KindTable) -> Mapping[str, KindFunction]:
    """The functions of all kinds that a file sees, by name; found once for a table."""
    found: dict[str, KindFunction] = {}
    for kind in kinds:
        if kind.name in ROLES and kind.name not in _SPOKEN_ROLES:
            continue
        sort = sort_of({kind})
        if kind.single:
            found[kind.name] = _about(the, kind.name, kind, Thing(sort))
        if kind.name not in (VIEWER, ROBOT):
            found[kind.plural] = _about(of_kind, kind.plural, kind, Set(sort))
            found[f"filter_{kind.plural}"] = _about(filter_kind, f"filter_{kind.plural}", kind, Set(sort))
    return found


def _about(core: CoreFunction, name: str, kind: Kind, result: Type) -> KindFunction:
    parameters = tuple(p for p in core.signature.parameters if p.name != "kind")
    return KindFunction(core, kind, evolve(core.signature, name=name, parameters=parameters, result=result))
