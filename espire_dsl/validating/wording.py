"""The sentence of a task, said again from its record."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import fields

from espire_dsl.domain.answers import POINTED_AT
from espire_dsl.language.library import kind_of
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import SchemaProblem
from espire_dsl.wording.errors import WordingError
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.saying import said_thing
from espire_dsl.wording.utterance import Utterance
from espire_dsl.wording.values import Said, SaidCategory, SaidThing, SaidType


@cache
def _lexicon() -> Lexicon:
    return Lexicon.load()


def wording_problems(task: Task, scene: Scene) -> Iterator[SchemaProblem]:
    """Where the sentence is not what its template says of the task's arguments and answers."""
    try:
        utterance = Utterance.from_json(task.wording)
        said = utterance.said_by(_lexicon())
    except (ValueError, WordingError) as error:
        yield SchemaProblem("wording", str(error))
        return
    if said != task.instruction:
        yield SchemaProblem("instruction", f"its wording says something else: {said}")
    wrong = [name for name, plain in _arguments(task) if not _says(utterance, name, plain, scene)]
    if wrong:
        yield SchemaProblem("wording", f"it says something else than args for {', '.join(wrong)}")
    number = len(task.answers) if task.answer_kind in POINTED_AT else 1
    if utterance.answers != number:
        yield SchemaProblem("wording", f"it speaks of {utterance.answers} answers, and there are {number}")
    kinds = {kind_of(scene.node(id)) for id in task.answers} if task.answer_kind in POINTED_AT else set()
    if number > 1 and _lexicon().speaks_of_one(task.instruction, kinds):
        yield SchemaProblem("instruction", f"it speaks of one answer, and there are {number}")


def _arguments(task: Task) -> Iterator[tuple[str, Any]]:
    """Each variable with its plain value; a type with the values of its arguments behind its name."""
    for arg in task.args:
        name = arg["name"]
        if "." not in name:
            inner = [other["value"] for other in task.args if other["name"].startswith(f"{name}.")]
            yield name, [arg["value"], *inner] if inner else arg["value"]


def _says(utterance: Utterance, name: str, plain: Any, scene: Scene) -> bool:
    value = utterance.values.get(name)
    if isinstance(value, SaidThing):
        return plain in scene and value == said_thing(plain, scene, scene.catalogue)
    if isinstance(value, SaidCategory):
        return plain in scene.catalogue and value.name == scene.catalogue.get(plain).name
    if isinstance(value, SaidType):
        found = [value.constructor, *map(_plain, value.arguments)]
        return found == (plain if isinstance(plain, list) else [plain])
    return value is not None and _plain(value) == plain


def _plain(value: Said) -> Any:
    """What a quantity or a label is: its one field."""
    (only,) = fields(type(value))
    return getattr(value, only.name)
