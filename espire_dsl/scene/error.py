"""The one exception of this room: what is wrong with a scene, or with a question asked of it."""

from __future__ import annotations

from espire_dsl.diagnostics.error import EspireError


class SceneError(EspireError, ValueError):
    """One or more problems, each a sentence that names the node and the field."""

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        if len(self.problems) == 1:
            return self.problems[0]
        return f"{len(self.problems)} problems:" + "".join(f"\n  - {problem}" for problem in self.problems)
