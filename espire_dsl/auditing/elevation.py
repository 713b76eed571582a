"""The consistent / counter split of distance tasks: is the farther one higher in the image?

On a floor seen from above, what is farther away is higher in the picture. A model that goes by height instead
of distance is right on consistent tasks and wrong on counter ones, so both kinds should be there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from attrs import frozen

from espire_dsl.auditing.image_features import ImageFeatures
from espire_dsl.language.core.function import Invocation
from espire_dsl.language.core.values import ThingRef
from espire_dsl.program.single import call_function
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.task import Task

DISTANCE = "distance"


@frozen
class Split:
    """Tasks whose farther thing is mostly higher (`consistent`), mostly lower (`counter`), or neither."""

    consistent: int
    counter: int
    even: int


def compared(task: Task) -> tuple[str, ...]:
    """The things whose distances a task is about: its candidates, or what is named besides the reference."""
    if task.aspect != DISTANCE or not task.references:
        return ()
    return tuple(task.candidates or task.references[1:])


def split_of(tasks: Sequence[tuple[Task, Scene, Mapping[str, ImageFeatures]]]) -> Split | None:
    """The split over the tasks that it can be told of; None when there are none."""
    balances = [balance for item in tasks if (balance := _balance(*item)) is not None]
    if not balances:
        return None
    return Split(sum(b > 0 for b in balances), sum(b < 0 for b in balances), balances.count(0))


def _balance(task: Task, scene: Scene, seen: Mapping[str, ImageFeatures]) -> int | None:
    """Pairs whose farther one is higher, less pairs whose farther one is lower; None without pairs."""
    things = [id for id in compared(task) if id in seen and seen[id].in_view]
    farness = {id: _distance(scene, task.references[0], id) for id in things}
    signs = [_sign(a, b, farness, seen) for a, b in _pairs(task, things)]
    return sum(signs) if signs else None


def _distance(scene: Scene, a: str, b: str) -> float:
    """As programs measure it."""
    things = {"a": ThingRef(a, scene), "to": ThingRef(b, scene)}
    return float(call_function("distance", Invocation(things, scene)).value)


def _pairs(task: Task, things: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Answers against the rest; where the answers are no such things, each against each."""
    right = [id for id in things if id in task.answers]
    wrong = [id for id in things if id not in task.answers]
    yield from product(right, wrong) if right else combinations(things, 2)


def _sign(a: str, b: str, farness: Mapping[str, float], seen: Mapping[str, ImageFeatures]) -> int:
    first, second = seen[a].pixel, seen[b].pixel
    assert first is not None
    assert second is not None
    farther, higher = farness[a] - farness[b], second[1] - first[1]
    return (farther * higher > 0) - (farther * higher < 0)
