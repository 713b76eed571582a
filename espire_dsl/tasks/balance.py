"""Balance over right answers: what has been the answer least often is drawn first, as far as there is any.

Answers that are words, yes or no, or whole numbers are counted by type. Things and measured numbers differ
from task to task and need no balance; tasks that belong together are drawn whole and are never thinned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import define, field

from espire_dsl.tasks.variants import TaskGroup, TypeKey

Key = tuple[str, str]
"""The type of an answer and the answer as text: `True` and `1` are two answers."""
_LESS_LIKELY: Final = 1000.0


def answer_key(task_group: TaskGroup) -> Key | None:
    """What the answer of a task group counts as; None where nothing is to be balanced."""
    if len(task_group.members) > 1:
        return None
    answer = task_group.members[0].binding.answer
    return (type(answer).__name__, str(answer)) if isinstance(answer, bool | int | str) else None


@define
class Balance:
    """How often each answer was given, by type."""

    _given: Counter[tuple[TypeKey, Key]] = field(factory=Counter)

    def count(self, type_: TypeKey, task_group: TaskGroup, by: int) -> None:
        key = answer_key(task_group)
        if key is not None:
            self._given[type_, key] += by

    def given(self, type_: TypeKey, task_group: TaskGroup) -> int:
        """How often the answer of a task group was given."""
        key = answer_key(task_group)
        return 0 if key is None else self._given[type_, key]

    def weights(
        self, type_: TypeKey, by_scene: Mapping[str, Sequence[TaskGroup]]
    ) -> Mapping[str, Sequence[float]] | None:
        """By scene a weight for each task group: 1 for the answer that was given least among those left, a
        thousandth for each time that another was given more often. None where all weights would be 1.

        The answers of a type are all of one kind, so that the first group tells whether there is a balance.
        """
        if answer_key(next(iter(by_scene.values()))[0]) is None:
            return None
        keys = {
            scene: [answer_key(task_group) for task_group in task_groups]
            for scene, task_groups in by_scene.items()
        }
        given = {key: self._given[type_, key] for key in _all(keys.values()) if key is not None}
        if not given or len(set(given.values())) == 1:
            return None
        least = min(given.values())
        weight = {key: _LESS_LIKELY ** -(count - least) for key, count in given.items()}
        return {
            scene: [1.0 if key is None else weight[key] for key in found] for scene, found in keys.items()
        }


def _all(lists: Iterable[Sequence[Key | None]]) -> set[Key | None]:
    return {key for keys in lists for key in keys}
