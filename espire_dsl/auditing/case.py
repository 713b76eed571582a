"""A task as a shortcut meets it: options to choose from, those that are right, and how they look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen

from espire_dsl.auditing.image_features import ImageFeatures
from espire_dsl.domain.answers import POINTED_AT
from espire_dsl.reports.masks import pixels
from espire_dsl.tasks.lettered import meant_by
from espire_dsl.tasks.task import Task

YES_NO, CHOICE = "yes_no", "choice"


@frozen
class AuditCase:
    """`features` has every option, or nothing when the options are no things or there is no camera."""

    id: str
    type: str
    answer_kind: str
    options: tuple[Any, ...]
    answers: tuple[Any, ...]
    features: Mapping[str, ImageFeatures] = field(factory=dict, hash=False)

    @property
    def chance(self) -> float:
        """How often a blind choice is right."""
        return sum(option in self.answers for option in self.options) / len(self.options)


def options_of(task: Task) -> tuple[Any, ...]:
    """What one chooses from: the options of a choice, yes and no, or the candidates; else nothing."""
    if task.answer_kind == CHOICE and task.options is not None:
        return tuple(map(meant_by, task.options))
    if task.answer_kind == YES_NO:
        return (True, False)
    return tuple(task.candidates or ()) if task.answer_kind in POINTED_AT else ()


def case_of(task: Task, seen: Mapping[str, ImageFeatures]) -> AuditCase | None:
    """The case of a task; None when its answer is not chosen from anything."""
    options = options_of(task)
    if not options:
        return None
    known = {option: seen[option] for option in options if isinstance(option, str) and option in seen}
    features = _with_masks(task, known) if len(known) == len(options) else {}
    return AuditCase(task.id, task.type, task.answer_kind, options, tuple(task.answers), features)


def _with_masks(task: Task, known: Mapping[str, ImageFeatures]) -> Mapping[str, ImageFeatures]:
    """Sizes from masks where every option has one. Sizes of two kinds cannot be compared."""
    sizes = {id: pixels(task.masks.get(id)) for id in known}
    measured = {id: size for id, size in sizes.items() if size is not None}
    if len(measured) < len(known):
        return known
    return {id: evolve(features, size=float(measured[id])) for id, features in known.items()}
