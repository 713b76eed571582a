"""A plain number where a quantity is meant: what to write instead."""

from __future__ import annotations

from espire_dsl.language.typed import Constant, Read, Typed
from espire_dsl.language.types import ANGLE, CLOCK, INT, LENGTH, NUMBER, ORDINAL, PIXELS, Type, solved
from espire_dsl.syntax.vocabulary import ordinal_suffix

_BEHIND = {LENGTH: " cm", ANGLE: " deg", PIXELS: " px", CLOCK: " o'clock"}
_RANGE = {
    LENGTH: "20 cm .. 50 cm",
    ANGLE: "20 deg .. 50 deg",
    PIXELS: "20 px .. 50 px",
    ORDINAL: "2nd .. 5th",
    CLOCK: "1 o'clock .. 3 o'clock",
}


def unit_help(value: Typed, wanted: Type) -> str | None:
    """The mend, where a value is a plain number and a quantity, a rank or an hour is wanted; or a rank, and a
    plain number is."""
    if solved(value.type) == ORDINAL and wanted == INT:
        return _plain_help(value)
    if solved(value.type) not in (INT, NUMBER):
        return None
    if isinstance(value, Constant):
        text = f"{value.value:g}"
        if wanted == ORDINAL and text.isdigit():
            return f"write `{text}{ordinal_suffix(int(text))}`"
        return f"write `{text}{_BEHIND[wanted]}`" if wanted in _BEHIND else None
    if isinstance(value, Read) and wanted in _RANGE:
        return f"`{value.name}` ranges over plain numbers: give its range a unit, as in `{_RANGE[wanted]}`"
    return None


def _plain_help(value: Typed) -> str | None:
    if isinstance(value, Constant):
        return f"write `{value.value}`"
    if isinstance(value, Read):
        return f"`{value.name}` ranges over ranks: write plain numbers, as in `1 .. 3`"
    return None
