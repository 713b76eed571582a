"""Asks a family of many rows at once; a row is a scene and the values of the family's variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from espire_dsl.language.family import Family
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.binding import Values
from espire_dsl.tasks.outcome import Outcome, outcome_of

Row = tuple[int, Values]
"""The index of a scene, and a value for each variable."""

Asker = Callable[[Family, Sequence[Row]], list[Outcome]]


def reference_asker(scenes: Sequence[Scene]) -> Asker:
    """Asks row by row with the reference evaluator."""

    def ask(family: Family, rows: Sequence[Row]) -> list[Outcome]:
        return [outcome_of(family, scenes[index], values) for index, values in rows]

    return ask
