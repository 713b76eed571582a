"""What is wrong with a file of looks."""

from __future__ import annotations


class AppearanceError(Exception):
    """Problems of a file of looks, one sentence each."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems
