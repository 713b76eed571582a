"""What USD has no place for: kept as JSON in the custom data of a prim, so that it reads back to the bit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pxr import Usd

from espire_sim.usd.error import StageError

_KEY: Final = "espire"


def keep(prim: Usd.Prim, values: Mapping[str, Any]) -> None:
    """Writes values into a prim; plain ASCII, which every version of USD writes and reads alike."""
    prim.SetCustomDataByKey(_KEY, json.dumps(values, sort_keys=True, allow_nan=False))


def kept(prim: Usd.Prim) -> dict[str, Any] | None:
    """The values of a prim, or None if it has none."""
    text = prim.GetCustomDataByKey(_KEY)
    if text is None:
        return None
    try:
        values = json.loads(text)
    except (json.JSONDecodeError, TypeError):
        values = None
    if not isinstance(values, dict):
        raise StageError(f"{prim.GetPath()}: its custom data `{_KEY}` is no JSON object")
    return values
