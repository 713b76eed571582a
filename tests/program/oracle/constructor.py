"""What a reasoning type is: its arguments, its frames, and a measure joined with a decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from espire_dsl.language.kinds import ANYTHING, Sort
from espire_dsl.language.types import Scalar
from espire_dsl.scene.graph import Scene
from tests.program.oracle.decisions import Decision
from tests.program.oracle.frames import Direction
from tests.program.oracle.question import Question

NO_FRAME: frozenset[str] = frozenset()


Decide = Callable[[Sequence[Any], Question], Decision]
Line = Callable[[Scene, str], int | None]


@frozen
class Parameter:
    name: str
    type: Scalar


@frozen
class Constructor:
    """A reasoning type. `side` is the direction whose angle is recorded for each answer, if any; `line` says
    in which row or column of a shelf a thing is, for types that can count those."""

    name: str
    measure: Callable[[Question], Sequence[Any]]
    decide: Decide
    unit: str | None = None
    parameters: tuple[Parameter, ...] = ()
    frames: frozenset[str] = NO_FRAME
    candidates: Sort = ANYTHING
    side: Direction | None = None
    tolerance: float | None = None
    line: Line | None = None
