"""TSV files that VLMEvalKit reads as datasets of one's own, from the folder that its variable LMUData names.

NAME_choices.tsv has columns A, B, ...: the harness takes it for a multiple-choice set and scores it itself.
Its options are those of the record in their order; of a yes or no they are yes and no. All other answers are
in NAME_openended.tsv, which the harness asks and does not score: `espirec export predictions` makes a file
for `espirec score` of what it collects. Both have the columns that its documentation calls mandatory (index,
image, question, answer), a category, and beyond them `task`, the id of the record.

A picture stands in base64 in the first line that shows it; others name the index of that line.
"""

from __future__ import annotations

import base64
import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any, Final

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.exporting.folder import new_folder
from espire_dsl.exporting.questions import Exported, picture_of, question_of
from espire_dsl.scoring.conventions import Convention
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.lettered import meant_by
from espire_dsl.tasks.task import Task

CHOICES, OPEN_ENDED = "choices", "openended"  # the harness knows open questions by the second word
_TYPED: Final = ("answer_kind", "answer_unit", "answer_step")
_COLUMNS: Final = ("index", "image", "question", "answer", "category", "l2-category", "task", *_TYPED)
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_NO_ASPECT: Final = "other"  # the harness sorts categories, and fails at an empty cell
_YES_NO: Final = {"A": "yes", "B": "no"}
# A table is read with pandas, to which these words are cells without a value; and a column with nothing but
# numbers beside them is one of floats, in which 3 becomes 3.0.
_NUMBER: Final = re.compile(
    r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|[-+]?inf(inity)?|true|false", re.IGNORECASE
)
_NO_VALUE: Final = frozenset({"", "na", "n/a", "#n/a", "nan", "-nan", "null", "none", "<na>", "#na"})


def export(
    exported: Exported, form: Form, target: Path, convention: Convention, name: str = "espire"
) -> tuple[str, ...]:
    """Write the files into a new folder; the names by which the harness knows them."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"a dataset cannot be called {name}: use letters, digits, - and _")
    choices = [task for task in exported.tasks if _letters(task)]
    others = [task for task in exported.tasks if not _letters(task)]
    parts = [(f"{name}_{CHOICES}", choices), (f"{name}_{OPEN_ENDED}", others)]
    with new_folder(target) as new:
        for called, tasks in parts:
            if tasks:
                _write(new / f"{called}.tsv", tasks, form, convention)
    return tuple(called for called, tasks in parts if tasks)


def _letters(task: Task) -> dict[str, str]:
    """The options of a task by letter, if the harness can ask it as a choice."""
    if task.answer_kind == "yes_no":
        return dict(_YES_NO)
    if task.answer_kind != "choice":
        return {}
    options = {option["letter"]: option["text"] for option in task.options or ()}
    fits = set(options) <= set(ascii_uppercase) and {"A", "B"} <= set(options)
    return options if fits and not any(map(_is_changed, options.values())) else {}


def _is_changed(text: str) -> bool:
    """Whether a cell with this text may be read as something else: as no value, as a float, as a truth."""
    return text.strip().lower() in _NO_VALUE or _NUMBER.fullmatch(text.strip()) is not None


def _write(path: Path, tasks: Sequence[Task], form: Form, convention: Convention) -> None:
    letters = sorted({letter for task in tasks for letter in _letters(task)})
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*_COLUMNS, *letters], dialect="excel-tab", lineterminator="\n")
        writer.writeheader()
        writer.writerows(_rows(tasks, form, convention))


def _rows(tasks: Sequence[Task], form: Form, convention: Convention) -> Iterator[Mapping[str, Any]]:
    pictured: dict[tuple[str, str], int] = {}
    for index, task in enumerate(tasks):
        first = pictured.setdefault((task.scene, task.view), index)
        image = picture_of(task, form) if first == index else None
        options = _letters(task)
        yield {
            "index": index,
            "image": first if image is None else base64.b64encode(image).decode("ascii"),
            # The harness writes the options of a choice itself, and asks for one of them.
            "question": task.instruction if options else question_of(task, convention),
            "answer": _letter_of(task) if options else json.dumps(task.answers, ensure_ascii=False),
            "category": task.aspect or _NO_ASPECT,
            "l2-category": task.family,
            "task": task.id,
            **{name: getattr(task, name) for name in _TYPED},
            **options,
        }


def _letter_of(task: Task) -> str:
    """The letter of the right option."""
    if task.answer_kind == "yes_no":
        return "A" if task.answers[0] else "B"
    return next(str(o["letter"]) for o in task.options or () if meant_by(o) == task.answers[0])
