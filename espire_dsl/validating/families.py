"""What all tasks of a family have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from espire_dsl.tasks.forms.form import Where
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import SchemaProblem

_SHARED: Final = (
    "aspect",
    "granularity",
    "action",
    "world",
    "view",
    "answer_kind",
    "answer_unit",
    "answer_step",
)


def family_problems(tasks: Sequence[tuple[Where, Task]]) -> Iterator[tuple[Where, Task, SchemaProblem]]:
    """Tasks that differ from most of their family in what a family has only one of."""
    families: dict[tuple[str, str], list[tuple[Where, Task]]] = {}
    for line, task in tasks:
        families.setdefault((task.suite, task.family), []).append((line, task))
    for members in families.values():
        for field in _SHARED:
            counts = Counter(getattr(task, field) for _, task in members)
            usual, _ = counts.most_common(1)[0]
            for line, task in members if len(counts) > 1 else ():
                if getattr(task, field) != usual:
                    message = f"it is {getattr(task, field)}, and {usual} in the rest of the family"
                    yield line, task, SchemaProblem(field, message)
