"""The options of a task: one is right, every other is false by what made it, and no two read alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from espire_dsl.language.families.family import Family
from espire_dsl.program.family_evaluation import FamilyResult
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.naming import fold
from espire_dsl.tasks.lettered import lettered, meant_by
from espire_dsl.tasks.options import said_answers, told_apart
from espire_dsl.tasks.outcome import answer_of
from espire_dsl.tasks.task import Task
from espire_dsl.tasks.truths import also_true, described_by
from espire_dsl.validating.finding import SchemaProblem
from espire_dsl.wording.errors import WordingError
from espire_dsl.wording.render import Lexicon


def option_problems(
    task: Task, scene: Scene, family: Family, asked: FamilyResult, lexicon: Lexicon
) -> Iterator[SchemaProblem]:
    """What is wrong with the options; `family` and `asked` are those of the record's own program."""
    if task.options is None:
        if task.answer_kind in ("choice", "list"):
            yield SchemaProblem("options", f"they are missing: a {task.answer_kind} is answered with them")
        return
    if task.answer_kind not in ("choice", "list"):
        yield SchemaProblem("options", f"a task whose answer_kind is {task.answer_kind} has none")
        return
    problem = _problem(task, scene, family, asked)
    if problem is not None:
        yield SchemaProblem("options", problem)
        return
    meant = [meant_by(option) for option in task.options]
    try:
        expected = lettered(meant, family, answer_of(asked.answer), scene, lexicon, scene.catalogue)
    except WordingError as error:
        yield SchemaProblem("options", str(error))
        return
    for place, (found, wanted) in enumerate(zip(task.options, expected, strict=True)):
        for field in ("letter", "text"):
            if found[field] != wanted[field]:
                yield SchemaProblem(
                    f"options[{place}].{field}", f"it is {found[field]}, and it should be {wanted[field]}"
                )


def _problem(task: Task, scene: Scene, family: Family, asked: FamilyResult) -> str | None:
    assert task.options is not None
    answer = answer_of(asked.answer)
    meant = [meant_by(option) for option in task.options]
    if isinstance(answer, tuple):
        unknown = [id for id in meant if not isinstance(id, str) or id not in scene]
        if unknown:
            return f"scene {scene.id} has no {', '.join(map(str, unknown))}"
        if len(told_apart(meant, scene)) < len(meant):
            return "something else in the scene has the name of one of them"
    if len({type(value) for value in meant}) > 1:
        return "they are of several types"
    if any(isinstance(value, int | float) and not isinstance(value, bool) and value <= 0 for value in meant):
        return "a number among them is not above zero"
    (alike, times), *_ = Counter(fold(option["text"]) for option in task.options).most_common(1)
    if times > 1:
        return f"two of them read alike: {alike}"
    if task.answer_kind == "list":
        return None if sorted(meant) == sorted(task.answers) else "they are not the things of the list"
    if meant.count(task.answers[0]) != 1:
        return "none of them is the right one, which is the answer"
    wrong = [value for value in meant if value != task.answers[0]]
    true = [value for value in wrong if _is_true(value, task, family, asked, scene)]
    return f"{true[0]} is right as well, and one of them must be right" if true else None


def _is_true(value: Any, task: Task, family: Family, asked: FamilyResult, scene: Scene) -> bool:
    """Whether an option that is not the answer would be right, or not clearly wrong."""
    answer = answer_of(asked.answer)
    if value in said_answers(family, answer) or value in task.undecided:
        return True
    return (
        isinstance(answer, str)
        and isinstance(value, str)
        and also_true(value, answer, described_by(family, asked, scene))
    )
