"""What a reasoning type is: its arguments, its frames, and a measure joined with a decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from espire_dsl.language.core.decisions import Decision
from espire_dsl.language.core.question import Question
from espire_dsl.language.kinds import ANYTHING, Sort
from espire_dsl.language.types import Scalar
from espire_dsl.scene.frames import Direction

NO_FRAME: frozenset[str] = frozenset()

# How far the nearest candidate must stand from a decision's boundary unless a family says otherwise.
DEFAULT_MARGIN = {"m": 0.03, "deg": 3.0, "fraction": 0.05}

Decide = Callable[[Sequence[Any], Question], Decision]


@frozen
class Parameter:
    name: str
    type: Scalar


@frozen
class Constructor:
    """A reasoning type. `side` is the direction whose angle is recorded for each answer, if any."""

    name: str
    meaning: str
    granularity: str
    measure: Callable[[Question], Sequence[Any]]
    decide: Decide
    unit: str | None = None
    parameters: tuple[Parameter, ...] = ()
    frames: frozenset[str] = NO_FRAME
    candidates: Sort = ANYTHING
    side: Direction | None = None
    tolerance: float | None = None

    @property
    def margin(self) -> float | None:
        """The default for the required margin: for "about" types the tolerance, once more."""
        return self.tolerance or (DEFAULT_MARGIN[self.unit] if self.unit else None)

    def __str__(self) -> str:
        inner = ", ".join(f"{p.name}: {p.type}" for p in self.parameters)
        return f"{self.name}({inner})" if inner else self.name
