"""Predictions in Python are scored as those of a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import espire_dsl as espire


def first_points(dataset: espire.Dataset) -> dict[str, Any]:
    return {task.id: [(12, 34.5), (1, 2)] for task in dataset if task.record.masks}


def test_a_mapping_and_a_file_score_alike(made: Path, tmp_path: Path) -> None:
    dataset = espire.load(made)
    given = first_points(dataset)
    lines = (json.dumps({"task": id, "points": points}) for id, points in given.items())
    file = tmp_path / "mine.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    by_mapping, by_file = espire.score(dataset, given), espire.score(str(made), str(file))
    assert str(by_mapping) == str(by_file)
    assert by_mapping.all == by_file.all


def test_masks_are_right_and_elsewhere_is_wrong(made: Path) -> None:
    dataset = espire.load(made)
    task = next(task for task in dataset if task.record.masks and task.record.feasible)
    assert task.record.feasible
    mask = task.mask(task.record.feasible[0])
    assert mask is not None
    y, x = (int(axis[0]) for axis in mask.nonzero())
    scored = espire.score(dataset, {task.id: [(x + 0.5, y + 0.5)]}, answered_only=True)
    assert scored.all is not None
    assert (scored.all.whole.first.hits, scored.all.whole.first.tasks) == (1, 1)
    oracle = espire.score(dataset, baseline="oracle")
    assert oracle.all is not None
    assert oracle.all.whole.first.share == 1.0


def test_what_cannot_be_scored_is_told(made: Path) -> None:
    dataset = espire.load(made)
    with pytest.raises(espire.EspireError, match="give predictions or a baseline"):
        espire.score(dataset)
    with pytest.raises(espire.EspireError, match="baseline: it must be one of random"):
        espire.score(dataset, baseline="best")  # type: ignore[arg-type]
    with pytest.raises(espire.EspireError, match="points: it must be one of pixel"):
        espire.score(dataset, {}, points="inch")  # type: ignore[arg-type]
    with pytest.raises(espire.EspireError, match="answers another task set: none of its 1 answers"):
        espire.score(dataset, {"nothing": [(1, 2)]})
    with pytest.raises(espire.EspireError, match="no task of this set has that suite and family"):
        espire.score(dataset, {}, family="nothing.*")
    scored = espire.score(dataset, {dataset[0].id: "yes"})
    assert len(scored.unreadable) == 1
