"""The one exception of this room."""

from __future__ import annotations

from espire_dsl.diagnostics.error import EspireError


class CatalogueError(EspireError, ValueError):
    """One or more problems of a catalogue, each naming file, category and field."""

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(self.problems)
