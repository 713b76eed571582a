"""The sentence of a task, said again from its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import fields

from espire_dsl.domain.answers import POINTED_AT
from espire_dsl.language.library import kind_of
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.files import MANIFEST
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import Finding, SchemaProblem
from espire_dsl.wording.errors import WordingError
from espire_dsl.wording.own_words import words_from_json
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.saying import said_thing
from espire_dsl.wording.utterance import Utterance
from espire_dsl.wording.values import Said, SaidCategory, SaidThing, SaidType

_WORDS: Final = "words"


def words_findings(manifest: Mapping[str, Any]) -> Iterator[Finding]:
    """What is wrong with the words of authors that a manifest has."""
    words = manifest.get(_WORDS, {})
    if not isinstance(words, dict):
        yield Finding(MANIFEST, "it must be an object with the words of suites", field=_WORDS)
        return
    for suite, own in words.items():
        try:
            Lexicon.load(own=words_from_json(own))
        except ValueError as error:  # also what a lexicon says
            yield Finding(MANIFEST, str(error), field=f"{_WORDS}.{suite}")


def lexicon_of(manifest: Mapping[str, Any], suite: str) -> Lexicon:
    """The lexicon that the sentences of a suite were said with; the shipped one where its words cannot be
    read."""
    words = manifest.get(_WORDS)
    try:
        return Lexicon.load(own=words_from_json(words[suite])) if words and suite in words else Lexicon.load()
    except (TypeError, ValueError):
        return Lexicon.load()


def wording_problems(task: Task, scene: Scene, lexicon: Lexicon) -> Iterator[SchemaProblem]:
    """Where the sentence is not what its template says of the task's arguments and answers."""
    try:
        utterance = Utterance.from_json(task.wording)
        said = utterance.said_by(lexicon)
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
    if number > 1 and lexicon.speaks_of_one(task.instruction, kinds):
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
