"""Whether a final state satisfies a task, and how well predictions answer a task set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from espire_dsl.api.dataset import Dataset, LoadedTask, load
from espire_dsl.api.sources import AnyPath
from espire_dsl.api.telling import telling
from espire_dsl.scene.graph import Scene
from espire_dsl.scoring.conventions import Convention
from espire_dsl.scoring.score import Score
from espire_dsl.scoring.scored import scored
from espire_dsl.success.check import check_success
from espire_dsl.success.result import Judgement


def judge(task: LoadedTask, after: Scene, *, speed: float | None = None) -> Judgement:
    """Whether the scene `after` satisfies the instruction of a pick or place task, with every check that
    this rests on. `speed` is how fast a placed thing still moves, in metres a second, if that is known."""
    return check_success(task.record, task.scene, after, speed)


@telling()
def score(
    task_set: Dataset | AnyPath,
    predictions: AnyPath | Mapping[str, Any] | None = None,
    *,
    baseline: Literal["random", "candidate", "centre", "oracle"] | None = None,
    seed: int = 0,
    points: Literal["pixel", "unit", "percent", "thousand"] = "pixel",
    order: Literal["xy", "yx"] = "xy",
    suite: str | None = None,
    family: str = "*",
    answered_only: bool = False,
    by: Sequence[str] = (),
) -> Score:
    """How many tasks some predictions answer rightly, as a whole and by groups, as `espirec score` says it.

    Predictions are a .jsonl file, or by the id of a task its points, [(x, y), ...], or its answer.
    `by` names the columns to split by, if not all: `"level"`, `"tag:NAME"`.
    """
    dataset = task_set if isinstance(task_set, Dataset) else load(task_set)
    given = Path(predictions) if isinstance(predictions, str | PathLike) else predictions
    return scored(
        tuple(dataset.records),
        given,
        baseline=baseline,
        seed=seed,
        convention=Convention(points, order),
        suite=suite,
        family=family,
        answered_only=answered_only,
        by=by,
    )
