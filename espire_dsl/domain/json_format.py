"""Kinds as JSON, and back: for the store of the compiled library."""

from __future__ import annotations

from typing import Any

from attrs import asdict

from espire_dsl.domain.kinds import ROLES, Kind, KindTable


def kinds_to_json(kinds: KindTable) -> Any:
    """Plain lists and tables of all that are declared; roles are not."""
    return [
        {**asdict(kind), "ancestors": sorted(kind.ancestors), "facing": sorted(kind.facing)}
        for kind in kinds
        if kind.name not in ROLES
    ]


def kinds_from_json(data: Any) -> KindTable | None:
    """The kinds, or None for data that are none."""
    try:
        return KindTable().with_kinds([_kind(entry) for entry in data])
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _kind(entry: Any) -> Kind:
    rows = {name: tuple(entry[name]) for name in ("axes", "extents", "labels", "words")}
    sets = {name: frozenset(entry[name]) for name in ("ancestors", "facing")}
    return Kind(**{**entry, **rows, **sets})
