"""The functions that lmms-eval calls about exported tasks; `utils.py` of an export passes them on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from espire_dsl.exporting.replies import graded
from espire_dsl.scoring.conventions import Convention
from espire_dsl.tasks.task import Task, task_from_json

Document = Mapping[str, Any]


def doc_to_visual(doc: Document) -> list[Any]:
    """The world view."""
    return [doc["image"].convert("RGB")]


def doc_to_text(doc: Document, lmms_eval_specific_kwargs: Mapping[str, str] | None = None) -> str:
    """The question, between what the harness may put around it for a model."""
    around = lmms_eval_specific_kwargs or {}
    return f"{around.get('pre_prompt', '')}{doc['question']}{around.get('post_prompt', '')}"


def doc_to_target(doc: Document) -> str:
    """The right answers as JSON, for the logs of the harness."""
    return json.dumps(_task(doc["record"]).answers, ensure_ascii=False)


def localization_results(doc: Document, results: Sequence[str]) -> dict[str, float]:
    """Whether a reply points at an answer that the robot can reach, and at any answer."""
    found = graded(_task(doc["record"]), results[0], Convention(**json.loads(doc["convention"])))
    return {"accuracy": float(found.first), "accuracy_of_all_answers": float(found.right_at_any == 1)}


def questions_results(doc: Document, results: Sequence[str]) -> dict[str, float]:
    """Exact match, and where they have a meaning word overlap and mean relative accuracy."""
    found = graded(_task(doc["record"]), results[0], Convention(**json.loads(doc["convention"])))
    values = {"exact_match": float(found.first), "word_overlap": found.overlap}
    values["relative_accuracy"] = found.accuracy
    return {metric: value for metric, value in values.items() if value is not None}


def mean(values: Sequence[float]) -> float:
    """Over the tasks that have a value."""
    return sum(values) / len(values)


@lru_cache(64)
def _task(record: str) -> Task:
    return task_from_json(json.loads(record))
