"""The tasks of a run, in a file without a name: written one by one, and read when they are needed."""

from __future__ import annotations

import json
import sys
import weakref
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final, overload

from espire_dsl.tasks.counts import TaskKind
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.task import ORDER, Task, order_of, task_to_line

_KEPT: Final = 4096
"""So many tasks stay in memory beside the file: a set that is not large is not read again."""
_SCENE: Final = ORDER.index("scene")


class TaskFile(Sequence[Task]):
    """Tasks in the order of a set. `kinds` counts them by what they are, `scenes` has the scene of each."""

    def __init__(self, folder: Path, tasks: Iterable[Task]) -> None:
        """Takes in tasks, which may come in any order; the file is in a folder, and goes with this object."""
        self.kinds: Counter[TaskKind] = Counter()
        self._begins, self._ends = array("q"), array("q")
        self._kept: dict[int, Task] = {}
        try:
            self._file = TemporaryFile(dir=folder)  # noqa: SIM115  # closed when this object goes
            weakref.finalize(self, self._file.close)
            names = list(map(self._add, tasks))
            self._file.flush()
        except OSError as error:
            raise TaskSetError(f"{folder}: tasks cannot be kept here: {error.strerror or error}") from error
        self._order = array("q", sorted(range(len(names)), key=names.__getitem__))
        self.scenes = [names[number][_SCENE] for number in self._order]

    def _add(self, task: Task) -> tuple[str, ...]:
        """Writes a task down; gives its place in the order."""
        number, begin = len(self._begins), self._ends[-1] if self._ends else 0
        self._begins.append(begin)
        self._ends.append(begin + self._file.write(task_to_line(task).encode()))
        if number < _KEPT:
            self._kept[number] = task
        self.kinds[TaskKind.of(task)] += 1
        return tuple(map(sys.intern, order_of(task)))

    def lines(self) -> Iterator[str]:
        """The tasks as lines of JSON, without the lines' ends."""
        return (self._text(number).decode() for number in self._order)

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[Task]:
        return map(self._task, self._order)

    @overload
    def __getitem__(self, place: int) -> Task: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Task, ...]: ...
    def __getitem__(self, place: int | slice) -> Task | tuple[Task, ...]:
        if isinstance(place, slice):
            return tuple(map(self._task, self._order[place]))
        return self._task(self._order[place])

    def __eq__(self, other: object) -> bool:
        """Whether the other one is a sequence of the same tasks."""
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # as of lists: equal ones need not be the same

    def about(self) -> dict[str, array[int]]:
        """By the id of a scene, where the tasks are that are about it."""
        found: dict[str, array[int]] = {}
        for place, scene in enumerate(self.scenes):
            found.setdefault(scene, array("q")).append(place)
        return found

    def _task(self, number: int) -> Task:
        kept = self._kept.get(number)
        return Task(**json.loads(self._text(number))) if kept is None else kept

    def _text(self, number: int) -> bytes:
        self._file.seek(self._begins[number])
        return self._file.read(self._ends[number] - self._begins[number])
