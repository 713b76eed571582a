"""What a reasoning type is: its arguments, its frames, and a measure joined with a decision.

Both are named, with their constants; `espire_dsl.program.arrays` has what the names mean, on arrays.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from espire_dsl.language.kinds import ANYTHING, Sort
from espire_dsl.language.types import Scalar
from espire_dsl.scene.frames import Direction

NO_FRAME: frozenset[str] = frozenset()


@frozen
class ConstructorParameter:
    name: str
    type: Scalar


@frozen
class Rule:
    """A measure or a decision by its name, with the constants that make it one of a kind."""

    name: str
    constants: tuple[Any, ...] = ()


def rule(name: str, *constants: Any) -> Rule:
    return Rule(name, constants)


@frozen
class Constructor:
    """A reasoning type. `side` is the direction whose angle is recorded for each answer, if any."""

    name: str
    meaning: str
    granularity: str
    measure: Rule
    decision: Rule
    unit: str | None = None
    parameters: tuple[ConstructorParameter, ...] = ()
    frames: frozenset[str] = NO_FRAME
    candidates: Sort = ANYTHING
    side: Direction | None = None
    tolerance: float | None = None

    def within(self, tolerance: float | None) -> float | None:
        """The tolerance of an "about" type: the stated one, or else its own; None for other types."""
        return self.tolerance if self.tolerance is None or tolerance is None else tolerance

    def __str__(self) -> str:
        inner = ", ".join(f"{p.name}: {p.type}" for p in self.parameters)
        return f"{self.name}({inner})" if inner else self.name
