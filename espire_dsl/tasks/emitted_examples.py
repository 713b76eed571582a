"""An emitted task for each type, kept in a small file so that pages can show what was really asked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import asdict, fields, frozen

from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.task import Task

Key = tuple[str, str, str]


@frozen
class EmittedExample:
    """What a task of a type said, and which task that was."""

    suite: str
    family: str
    type: str
    instruction: str
    task: str

    @property
    def key(self) -> Key:
        return (self.suite, self.family, self.type)


Examples = Mapping[Key, EmittedExample]


def keys_of(suites: Sequence[Suite]) -> list[Key]:
    """The types of some suites, in the order of their pages."""
    return [
        (suite.name, family.name, type)
        for suite in suites
        for family in suite.families
        for type in family.types
    ]


def examples_among(tasks: Iterable[Task], suites: Sequence[Suite]) -> Examples:
    """An example for each type that has a task. The types of a family take turns with its templates; of
    tasks that are as good, the one with the least id is taken."""
    by_key: dict[Key, list[Task]] = {}
    for task in tasks:
        by_key.setdefault((task.suite, task.family, task.type), []).append(task)
    found: dict[Key, EmittedExample] = {}
    for suite in suites:
        for family in suite.families:
            for turn, type in enumerate(family.types):
                key = (suite.name, family.name, type)
                if key in by_key:
                    found[key] = _example(by_key[key], turn)
    return found


def _example(tasks: Sequence[Task], turn: int) -> EmittedExample:
    templates = sorted({task.template for task in tasks})
    wanted = templates[turn % len(templates)]
    task = min((task for task in tasks if task.template == wanted), key=lambda task: task.id)
    return EmittedExample(task.suite, task.family, task.type, task.instruction, task.id)


def examples_text(examples: Examples, suites: Sequence[Suite]) -> str:
    """The examples as a file, a line each in the order of the page, without those of types that are gone."""
    kept = (examples[key] for key in keys_of(suites) if key in examples)
    lines = ",\n".join(f"  {json.dumps(asdict(example), ensure_ascii=False)}" for example in kept)
    return f"[\n{lines}\n]\n"


def read_examples(path: Path) -> Examples:
    """The examples of a file; none where there is no file."""
    if not path.exists():
        return {}
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        names = [field.name for field in fields(EmittedExample)]
        examples = [EmittedExample(**{name: str(entry[name]) for name in names}) for entry in entries]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TaskSetError(f"{path}: this is no list of examples: {error}") from None
    return {example.key: example for example in examples}
