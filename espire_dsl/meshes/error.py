"""What can be wrong with the file of a mesh."""

from __future__ import annotations

from enum import StrEnum

from espire_dsl.diagnostics.error import EspireError


class Trouble(StrEnum):
    """The sorts of trouble, each with the code of its page."""

    UNREADABLE = "E0730"
    BROKEN = "E0732"
    TOO_LARGE = "E0733"
    OTHER_FILES = "E0734"
    DOES_NOT_FIT = "E0735"


class MeshError(EspireError, ValueError):
    """A mesh that cannot be used: which sort of trouble it is, one sentence about it, and what may help."""

    def __init__(self, trouble: Trouble, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.trouble = trouble
        self.help = help
