"""The few colours of the printed findings, and their absence."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

_RESET = "\x1b[0m"


class Role(StrEnum):
    """What a piece of output is; the value is its terminal style."""

    ERROR = "\x1b[1;31m"
    WARNING = "\x1b[1;33m"
    SECONDARY = "\x1b[1;34m"
    HELP = "\x1b[1;36m"
    STRONG = "\x1b[1m"
    REMOVED = "\x1b[31m"
    ADDED = "\x1b[32m"
    GOOD = "\x1b[1;32m"


@frozen
class Style:
    """Paints text, or leaves it as it is."""

    coloured: bool = False

    def paint(self, text: str, role: Role) -> str:
        return f"{role.value}{text}{_RESET}" if self.coloured and text else text
