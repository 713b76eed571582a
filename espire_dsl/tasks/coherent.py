"""Whether the fields of a record fit one another, as far as those rely on it who read records.

A schema tells what stands in a field. That a number is answered with a number, and a choice with one of its
options, is told here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from espire_dsl.domain.answers import OBJECTS, SPACES
from espire_dsl.language.types import UNIT_FACTORS
from espire_dsl.scene.json_shapes import is_number
from espire_dsl.tasks.lettered import meant_by
from espire_dsl.tasks.schema import SchemaProblem
from espire_dsl.tasks.task import Task

_KINDS: Final[dict[str, tuple[str, Callable[[Any], bool]]]] = {
    OBJECTS: ("the id of a thing", lambda value: isinstance(value, str)),
    SPACES: ("the id of a place", lambda value: isinstance(value, str)),
    "yes_no": ("true or false", lambda value: isinstance(value, bool)),
    "number": ("a finite number", is_number),
    "label": ("a text or a whole number", lambda value: isinstance(value, str | int)),
}
"""What an answer is, by kind."""

_MAY_BE_NONE: Final = (OBJECTS, SPACES)
_CHOSEN: Final = ("choice", "list")


def incoherence_of(task: Task) -> SchemaProblem | None:
    """What does not fit in a record whose fields have the types that the schema says."""
    kind = task.answer_kind
    if task.answer_unit is not None and task.answer_unit not in UNIT_FACTORS:
        return SchemaProblem("answer_unit", f"it must be one of {', '.join(UNIT_FACTORS)}")
    if kind in _CHOSEN:
        offered = [meant_by(option) for option in task.options or ()]
        words, fit = "one of the options", all(answer in offered for answer in task.answers)
    elif kind in _KINDS:
        words, fits = _KINDS[kind]
        fit = all(map(fits, task.answers))
    else:
        return SchemaProblem("answer_kind", f"it must be one of {', '.join((*_KINDS, *_CHOSEN))}")
    if not fit:
        return SchemaProblem("answers", f"where answer_kind is {kind} it must be {words}")
    if not task.answers and kind not in _MAY_BE_NONE:
        return SchemaProblem("answers", f"where answer_kind is {kind} there must be one")
    return None
