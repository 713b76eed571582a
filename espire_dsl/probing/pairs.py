"""Pairs of questions about one picture that differ in the order of two things, so that the truth turns into
its opposite: taken from the contrasts of a task set, or read from a file of others.

The category of a pair is the truth of its first question. Which of two contrasted tasks is the first one
alternates along the pairs of a family, so that both categories of an axis are as frequent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, Final

from attrs import asdict, field, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.probing.axes import CATEGORIES, axis_of, category_in_words, category_of, opposite_of
from espire_dsl.scene.json_shapes import TEXT, JsonShape
from espire_dsl.tasks.files import read_json
from espire_dsl.tasks.folders import IMAGES
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.stored import StoredSet
from espire_dsl.tasks.task import Task

PAIRS: Final = "pairs.jsonl"
_NEEDED: Final = ("picture", "first", "second", "category")
_ONE_WORD: Final = "Answer with one word: {} or {}."


@frozen
class Pair:
    """Two questions about a picture. `answers` are the right words for both; `tasks` the ids of the tasks
    that they come from, if any; `split` is what a family's tag says of the picture."""

    id: str
    picture: str
    first: str
    second: str
    category: str
    axis: str
    split: str | None
    answers: tuple[str, str]
    tasks: tuple[str, str] | None

    @property
    def questions(self) -> tuple[str, str]:
        return self.first, self.second

    @property
    def is_yes_no(self) -> bool:
        return set(self.answers) == {"yes", "no"}


@frozen
class Picture:
    """A picture by what it is called, read when it is needed. Reading raises OSError where there is none."""

    name: str
    read: Callable[[], bytes] = field(eq=False, repr=False)


@frozen
class Pairs:
    """Pairs in their order, the folder below which their pictures are, and a digest of what is asked. Those
    of a task set find their pictures in its form, which need not be a file for each."""

    pairs: tuple[Pair, ...]
    folder: Path
    digest: str
    form: Form | None = field(default=None, eq=False, repr=False)

    @classmethod
    def of(cls, pairs: Iterable[Pair], folder: Path, form: Form | None = None) -> Pairs:
        every = tuple(pairs)
        told = sha256("".join(map(pair_line, every)).encode()).hexdigest()
        return cls(every, folder, told, form)

    def picture(self, pair: Pair) -> Picture:
        """The picture that a pair is about."""
        path = self.folder / pair.picture
        if self.form is None:
            return Picture(str(path), path.read_bytes)
        _, scene, file = PurePosixPath(pair.picture).parts
        form = self.form

        def content() -> bytes:
            found = form.picture(scene, file)
            if found is None:
                raise FileNotFoundError("this set has no such picture")
            return found

        return Picture(str(self.folder / form.picture_place(scene, file)), content)


def read_pairs(source: Path, *, family: str = "*", suite: str | None = None) -> Pairs:
    """The pairs of a task set (a folder), or of a file of pairs."""
    if source.is_dir():
        return pairs_of_set(source, family=family, suite=suite)
    return pairs_in_file(source)


def pairs_of_set(folder: Path, *, family: str = "*", suite: str | None = None) -> Pairs:
    """The pairs of the contrasted tasks of a set, by family and id."""
    stored = StoredSet(folder)
    tasks = [
        task for task in stored.tasks if fnmatchcase(task.family, family) and suite in (None, task.suite)
    ]
    found = tuple(contrasted(tasks))
    if not found:
        raise UsageError(
            f"{folder}: it has no pairs here: tasks of a family with `contrast swap(A, B)` whose answers are "
            f"the ends of an axis ({', '.join(CATEGORIES)})"
        )
    return Pairs.of(found, folder, stored.form)


def contrasted(tasks: Sequence[Task]) -> Iterator[Pair]:
    """The pairs among tasks."""
    by_id = {task.id: task for task in tasks}
    by_family: dict[tuple[str, str, str], list[tuple[str, Task, Task]]] = {}
    for task in tasks:
        other = by_id.get(task.pair or "")
        if other is None or task.id > other.id or category_of(task) is None:
            continue
        canonical, opposite = axis_of(category_of(task) or "").categories
        ends = {category_of(one): one for one in (task, other)}
        if set(ends) == {canonical, opposite}:
            id = sha256(f"{task.id} {other.id}".encode()).hexdigest()[:16]
            key = (task.suite, task.family, task.type)
            by_family.setdefault(key, []).append((id, ends[canonical], ends[opposite]))
    for _, pairs in sorted(by_family.items()):
        for number, (id, canonical_one, opposite_one) in enumerate(sorted(pairs, key=lambda pair: pair[0])):
            turned = number % 2 == 1
            yield _pair(id, *((opposite_one, canonical_one) if turned else (canonical_one, opposite_one)))


def _pair(id: str, first: Task, second: Task) -> Pair:
    category = category_of(first)
    assert category is not None
    split = first.tags.get("split")
    return Pair(
        id,
        f"{IMAGES}/{first.scene}/{first.view}.png",
        _asked(first),
        _asked(second),
        category,
        axis_of(category).name,
        split if isinstance(split, str) else None,
        (_word(first), _word(second)),
        (first.id, second.id),
    )


def _asked(task: Task) -> str:
    """A question as it is put: options, whose letters would differ, become words in the order of the axis."""
    if task.answer_kind != "choice":
        return task.instruction
    words = sorted(option["text"] for option in task.options or ())
    return f"{task.instruction} {_ONE_WORD.format(*words)}" if len(words) == 2 else task.instruction


def _word(task: Task) -> str:
    answer = task.answers[0]
    return ("yes" if answer else "no") if isinstance(answer, bool) else str(answer)


def pair_line(pair: Pair) -> str:
    """A pair as a line of JSON."""
    return json.dumps(asdict(pair), ensure_ascii=False) + "\n"


def pairs_in_file(path: Path) -> Pairs:
    """The pairs of a .jsonl file: each has `picture`, `first`, `second` and `category`, and may have `id`,
    `answers`, `split` and `tasks`. Pictures are named from the folder of the file and lie in it."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: it cannot be read as a file of pairs: {error}") from None
    found = [_read(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise UsageError(f"{path}: it has no pairs")
    ids = [pair.id for pair in found]
    if len(set(ids)) < len(ids):
        again = next(id for id in ids if ids.count(id) > 1)
        raise UsageError(f"{path}: two pairs are called {again}")
    return Pairs.of(found, path.parent)


def _read(line: str, where: str) -> Pair:
    try:
        data = read_json(line)
    except ValueError as error:
        raise UsageError(f"{where}: this is no JSON: {error}") from None
    if not isinstance(data, dict):
        raise UsageError(f"{where}: a pair is an object with {', '.join(_NEEDED)}")
    for name in _NEEDED:
        _expect(TEXT, data.get(name), where, name)
    category = category_in_words(data["category"])
    if category is None:
        raise UsageError(f"{where}: field category: it must be one of {', '.join(CATEGORIES)}")
    answers = _two(data, "answers", where) or (category, opposite_of(category))
    split = data.get("split")
    if split is not None:
        _expect(TEXT, split, where, "split")
    usual = sha256(json.dumps([data[name] for name in _NEEDED]).encode()).hexdigest()[:16]
    id = data.get("id", usual)
    _expect(TEXT, id, where, "id")
    return Pair(
        id,
        _inside(data["picture"], where),
        data["first"],
        data["second"],
        category,
        axis_of(category).name,
        split,
        answers,
        _two(data, "tasks", where),
    )


def _two(data: Mapping[str, Any], name: str, where: str) -> tuple[str, str] | None:
    value = data.get(name)
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(part, str) for part in value):
        raise UsageError(f"{where}: field {name}: it must be a list of two texts")
    return value[0], value[1]


def _inside(name: str, where: str) -> str:
    """The name of a picture below the folder of its file."""
    posix = PurePosixPath(name)
    leads_out = posix.is_absolute() or PureWindowsPath(name).is_absolute() or ".." in posix.parts
    if leads_out or "\\" in name or "\0" in name:
        raise UsageError(f"{where}: field picture: {name} leads out of the folder of the file")
    return name


def _expect(shape: JsonShape, value: Any, where: str, name: str) -> None:
    if not shape.test(value):
        raise UsageError(f"{where}: field {name}: it must be {shape.words}")
