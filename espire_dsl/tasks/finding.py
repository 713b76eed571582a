"""Finds an id by its beginning."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from espire_dsl.diagnostics.error import UnknownNameError

_MOST: Final = 5


def find_id(ids: Sequence[str], wanted: str, what: str = "task") -> str:
    """The only id that begins so; an UnknownNameError that names the nearest ids when there is none."""
    begun = [id for id in ids if id.startswith(wanted)] if wanted else []
    if wanted in begun:
        return wanted
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise UnknownNameError(f"{len(begun)} {what}s begin with `{wanted}`: {_listed(begun)}")
    near = get_close_matches(wanted, ids, n=_MOST, cutoff=0.5)
    hint = f"; the nearest: {_listed(near)}" if near else f"; the first ones: {_listed(ids)}"
    raise UnknownNameError(f"there is no {what} `{wanted}`{hint if ids else f'; this set has no {what}s'}")


def _listed(ids: Sequence[str]) -> str:
    return ", ".join(ids[:_MOST]) + (", ..." if len(ids) > _MOST else "")
