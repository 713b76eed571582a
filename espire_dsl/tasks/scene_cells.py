"""Which scenes a family is asked on: those of its world, or those drawn for it, told values of its variables.

A family that tells its world nothing, and needs nothing, shares the world's scenes with all such families.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve, frozen

from espire_dsl.language.families.domains import ValueDomain
from espire_dsl.language.families.family import Family, Need
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.drawing import Arguments
from espire_dsl.tasks.error import TaskSetError

MOST_CELLS: Final = 20_000
_NO_SCENE: Final = Scene.build([])


@frozen
class Variation:
    """How scenes of a world are drawn: with which arguments, and with what in them."""

    world: str
    arguments: Arguments = ()
    needs: tuple[Need, ...] = ()

    @property
    def is_plain(self) -> bool:
        return not self.arguments and not self.needs


@frozen
class Cell:
    """One combination of the values that a world is told, and which of its scenes are drawn."""

    values: Arguments
    variation: Variation
    indices: tuple[int, ...]


def is_shared(family: Family) -> bool:
    """Whether a family is asked on the scenes that its world has for all."""
    return not family.world_arguments and not family.needs


def cells_of(family: Family, count: int, seed: int) -> tuple[Cell, ...]:
    """The scenes that are drawn for a family, of which there are about `count`.

    Swept values have every combination, each with as many scenes as `times` says: with what is random the
    same in all of them, or with indices of their own where they are independent. Others are spread over
    combinations, each scene with an index of its own.
    """
    domains = [v.domain for v in family.scene_variables]
    columns = [d.values if isinstance(d, ValueDomain) else () for d in domains]
    total = math.prod(len(column) for column in columns)
    if is_swept(family):
        if total > MOST_CELLS:
            raise TaskSetError(f"{family.name} sweeps {total} combinations, and at most {MOST_CELLS} can be")
        times = family.times.count
        starts = (number * times if family.times.independent else 0 for number in range(total))
        return tuple(
            _cell(family, columns, number, tuple(range(start, start + times)))
            for number, start in enumerate(starts)
        )
    numbers = list(_some(total, count, RandomStream.of(seed, "cells", family.name)))
    return tuple(
        _cell(family, columns, number, tuple(range(place, count, len(numbers))))
        for place, number in enumerate(numbers)
    )


def is_swept(family: Family) -> bool:
    """Whether all values that the world is told are swept."""
    variables = family.scene_variables
    return bool(variables) and all(variable.name in family.sweep for variable in variables)


def specialised(family: Family, cell: Cell) -> Family:
    """The family with the values that the world was told, which no longer vary."""
    fixed = dict(cell.values)
    return evolve(
        family,
        variables=tuple(
            evolve(v, domain=ValueDomain(v.domain.type, (fixed[v.name],)))
            if v.name in fixed and isinstance(v.domain, ValueDomain)
            else v
            for v in family.variables
        ),
        sweep=tuple(name for name in family.sweep if name not in fixed),
    )


def _some(total: int, count: int, dice: RandomStream) -> Iterator[int]:
    """At most so many of the numbers below a total, in a random order where not all are taken."""
    if total <= count:
        yield from range(total)
        return
    found: set[int] = set()
    while len(found) < count:
        number = dice.below(total)
        if number not in found:
            found.add(number)
            yield number


def _cell(family: Family, columns: list[tuple[Any, ...]], number: int, indices: tuple[int, ...]) -> Cell:
    values: dict[str, Any] = {}
    for variable, column in zip(reversed(family.scene_variables), reversed(columns), strict=True):
        number, place = divmod(number, len(column))
        values[variable.name] = column[place]
    return Cell(
        tuple(sorted(values.items())),
        Variation(family.world, _arguments(family, values), family.needs),
        indices,
    )


def _arguments(family: Family, values: dict[str, Any]) -> Arguments:
    try:
        told = {
            name: evaluate(value, _NO_SCENE, values).value for name, value in family.world_arguments.items()
        }
    except EvaluationError as error:
        raise TaskSetError(f"{family.name} tells its world something without a value: {error}") from None
    return tuple(sorted(told.items()))
