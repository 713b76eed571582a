"""Scores of scripted models that have the known signatures, held against plain sums."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from espire_dsl.cli import main
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.probing.bootstrap import Resampled
from espire_dsl.probing.correctness import correctness_of
from espire_dsl.probing.pairs import pairs_of_set
from espire_dsl.probing.scores import Layout, scores_of
from espire_dsl.probing.scoring import scored_answers
from espire_dsl.probing.source import source_table
from espire_dsl.scoring.prediction import Prediction
from espire_dsl.scoring.reading import Predictions
from espire_dsl.tasks.files import load
from espire_dsl.tasks.task import Task

Model = Callable[[Task], float]
"""How likely a yes is."""


@cache
def yes_no(tunnel: Path) -> tuple[Task, ...]:
    return tuple(task for task in load(tunnel).tasks if task.answer_kind == "yes_no")


def answered(tunnel: Path, folder: Path, model: Model, field: str = "p_yes") -> Path:
    path = folder / "predictions.jsonl"
    told = {"p_yes": lambda p: p, "answer": lambda p: "Yes." if p > 0.5 else "no"}[field]
    lines = [json.dumps({"task": task.id, field: told(model(task))}) for task in yes_no(tunnel)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def oracle(task: Task) -> float:
    return float(task.answers[0])


def coin(task: Task) -> float:
    return random.Random(task.id).random()


def shortcut(asserted: Callable[[Task], bool | None]) -> Model:
    """A model that says the far thing is farther where `asserted`, that it is closer where not, or either."""

    def p_yes(task: Task) -> float:
        told = asserted(task)
        return 0.5 if told is None else float(task.answers[0] is told)

    return p_yes


def higher_is_farther(task: Task) -> bool | None:
    return {"consistent": True, "counter": False, "level": None}[task.tags["split"]]


def larger_is_nearer(task: Task) -> bool | None:
    """On families without stated sizes it guesses."""
    return {"consistent": True, "counter": False, "level": None}[task.tags.get("sizes", "level")]


def test_an_oracle_is_right_everywhere_and_has_no_gap(tunnel: Path, tmp_path: Path) -> None:
    scores = scored_answers(tunnel, answered(tunnel, tmp_path, oracle))
    assert scores.measure == "probability"
    for one in scores.families:
        assert one.gap is not None
        assert (one.v.value, one.gap.value) == (1, 0)
        assert (one.v.low, one.v.high, one.gap.low, one.gap.high) == (1, 1, 0, 0)


def test_higher_is_farther_is_right_where_it_helps_and_wrong_where_it_misleads(
    tunnel: Path, tmp_path: Path
) -> None:
    path = answered(tunnel, tmp_path, shortcut(higher_is_farther))
    phase = next(one for one in scored_answers(tunnel, path).families if one.family == "tunnel.phase")
    assert phase.consistent is not None
    assert phase.counter is not None
    assert phase.gap is not None
    assert (phase.consistent.value, phase.counter.value, phase.gap.value) == (1, 0, 1)
    assert phase.v.value == pytest.approx(0.5)
    assert phase.grid is not None
    consistent, counter = phase.grid.as_array("consistent"), phase.grid.as_array("counter")
    assert np.nansum(consistent) == 6
    assert np.nansum(counter) == 0
    assert np.isfinite(consistent).sum() == np.isfinite(counter).sum() == 6
    assert np.isfinite(phase.grid.as_array()).sum() == 16


def test_larger_is_nearer_shows_in_the_curve_and_not_in_the_gap(tunnel: Path, tmp_path: Path) -> None:
    path = answered(tunnel, tmp_path, shortcut(larger_is_nearer))
    phase, size = scored_answers(tunnel, path).families
    assert size.curve is not None
    assert [(at, mean.value) for at, mean in size.curve.points] == [(0.1, 1), (0.2, 0.5), (0.3, 0)]
    assert size.curve.gap is not None
    assert size.curve.gap.value == 1
    assert size.gap is not None
    assert size.gap.value == pytest.approx(0)
    assert phase.v.value == pytest.approx(0.5)


def test_coins_are_even_within_their_intervals(tunnel: Path) -> None:
    """Of 40 coins about 38 have no gap in their interval of 95 %, and v even in its own."""
    tasks = [task for task in yes_no(tunnel) if task.family == "tunnel.phase"]
    even = Counter[str]()
    for number in range(40):
        dice = random.Random(number)
        told = Predictions({task.id: Prediction(task.id, p_yes=dice.random()) for task in tasks})
        (one,) = scores_of(correctness_of(tasks, told), {}).families
        for name, mean, middle in (("v", one.v, 0.5), ("gap", one.gap, 0.0)):
            assert mean is not None
            assert mean.low is not None
            assert mean.high is not None
            even[name] += mean.low <= middle <= mean.high
    assert min(even.values()) >= 33


def test_all_numbers_are_plain_means(tunnel: Path, tmp_path: Path) -> None:
    scores = scored_answers(tunnel, answered(tunnel, tmp_path, coin))
    for one in scores.families:
        tasks = [task for task in yes_no(tunnel) if task.family == one.family]
        right = {t.id: coin(t) if t.answers[0] else 1 - coin(t) for t in tasks}

        def mean(some: list[Task], right: dict[str, float] = right) -> float:
            return sum(right[t.id] for t in some) / len(some)

        consistent = mean([t for t in tasks if t.tags["split"] == "consistent"])
        counter = mean([t for t in tasks if t.tags["split"] == "counter"])
        assert one.v.value == pytest.approx(mean(tasks))
        assert one.gap is not None
        assert one.gap.value == pytest.approx(consistent - counter)
        if one.grid is not None:
            for cell in one.grid.cells:
                some = [
                    t for t in tasks if (t.args[3]["value"], t.args[4]["value"]) == (cell.row, cell.column)
                ]
                assert (cell.value, cell.count) == (pytest.approx(mean(some)), len(some))
                assert cell.count == 2 * 4


def test_words_are_exact_matches_and_never_mixed_with_probabilities(tunnel: Path, tmp_path: Path) -> None:
    words = scored_answers(tunnel, answered(tunnel, tmp_path, coin, "answer"))
    assert words.measure == "exact match"
    path = answered(tunnel, tmp_path, coin)
    exact = scored_answers(tunnel, path, exact=True)
    assert exact == words
    lines = path.read_text(encoding="utf-8").splitlines()
    first = json.loads(lines[0])
    path.write_text("\n".join([json.dumps({"task": first["task"], "answer": "no"}), *lines[1:]]), "utf-8")
    with pytest.raises(UsageError, match="cannot be compared"):
        scored_answers(tunnel, path)


def test_missing_answers_are_told_or_left_out(tunnel: Path, tmp_path: Path) -> None:
    path = answered(tunnel, tmp_path, oracle)
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[5:]), encoding="utf-8")
    with pytest.raises(UsageError, match=rf"5 of {len(lines)} questions have no answer"):
        scored_answers(tunnel, path)
    kept = scored_answers(tunnel, path, answered_only=True)
    assert sum(one.v.count for one in kept.families) == len(lines) - 5


def test_a_band_leaves_what_is_almost_level_out_of_both_sides(tunnel: Path, tmp_path: Path) -> None:
    path = answered(tunnel, tmp_path, shortcut(higher_is_farther))
    band = 0.35
    phase, _ = scored_answers(tunnel, path, band=band).families
    near = [t for t in yes_no(tunnel) if t.family == "tunnel.phase" and abs(t.tags["dv"]) < band * 512]
    assert phase.left_out == len(near)
    assert phase.consistent is not None
    kept = [
        t
        for t in yes_no(tunnel)
        if t.family == "tunnel.phase" and t.tags["split"] == "consistent" and t not in near
    ]
    assert 0 < phase.consistent.count == len(kept)


def test_grids_and_curves_are_of_any_swept_values(tunnel: Path, tmp_path: Path) -> None:
    path = answered(tunnel, tmp_path, oracle)
    (size,) = scored_answers(tunnel, path, family="tunnel.size", layout=Layout(("s", "b"), "a")).families
    assert size.grid is not None
    assert (size.grid.rows, size.grid.columns) == ((0.1, 0.2, 0.3), (45, 135, 225, 315))
    assert size.curve is not None
    assert size.curve.unit == "deg"
    with pytest.raises(UsageError, match="have no number z; they have s, a, b"):
        scored_answers(tunnel, path, family="tunnel.size", layout=Layout(curve="z"))


@pytest.mark.parametrize("p", [-0.1, 1.5, "0.5", None, True])
def test_what_is_no_probability_cannot_be_read(tunnel: Path, tmp_path: Path, p: object) -> None:
    path = tmp_path / "predictions.jsonl"
    path.write_text(json.dumps({"task": yes_no(tunnel)[0].id, "p_yes": p}) + "\n", encoding="utf-8")
    scores = scored_answers(tunnel, path, answered_only=True)
    assert scores.unreadable == 1
    assert scores.families[0].v.value == 0


def test_files_have_all_numbers_and_the_source_beside_them(
    tunnel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = answered(tunnel, tmp_path, shortcut(higher_is_farther))
    out = tmp_path / "scores"
    assert main(["probe", "score", str(tunnel), str(path), "-o", str(out), "--model", "shortcut"]) == 0
    assert "tunnel.phase" in capsys.readouterr().out
    data = json.loads((out / "scores.json").read_text(encoding="utf-8"))
    assert data["model"] == "shortcut"
    assert [one["gap"]["value"] for one in data["families"]] == [1, 1]
    rows = list(csv.DictReader(io.StringIO((out / "scores.csv").read_text(encoding="utf-8"))))
    assert sum(row["quantity"] == "cell" for row in rows) == 16
    page = (out / "scores.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in page
    assert "source: Qwen2.5-VL-3B" in page
    assert "<script" not in page
    figures = {path.name for path in out.glob("*.svg")}
    assert figures == {
        "tunnel.phase.map.svg",
        "tunnel.phase.map.consistent.svg",
        "tunnel.phase.map.counter.svg",
        "tunnel.size.curve.svg",
    }
    again = tmp_path / "again"
    main(["probe", "score", str(tunnel), str(path), "-o", str(again), "--model", "shortcut"])
    assert all((again / one.name).read_bytes() == one.read_bytes() for one in out.iterdir())


def test_other_sets_are_told(tunnel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"task": "0123456789abcdef", "p_yes": 0.5}\n', encoding="utf-8")
    assert main(["probe", "score", str(tunnel), str(path)]) == 2
    assert "it answers another task set" in capsys.readouterr().err


@given(st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=4), min_size=2, max_size=12))
def test_intervals_lie_between_the_means_of_scenes(values: list[list[float]]) -> None:
    def resampled(some: list[list[float]]) -> Resampled:
        return Resampled.of(np.array([[sum(v)] for v in some]), np.array([[len(v)] for v in some]))

    mean = resampled(values).mean(0)
    assert mean is not None
    assert mean.low is not None
    assert mean.high is not None
    assert mean.value == pytest.approx(sum(map(sum, values)) / sum(map(len, values)))
    every = [sum(v) / len(v) for v in values]
    assert min(every) - 1e-9 <= mean.low <= mean.high <= max(every) + 1e-9


def test_intervals_cover_as_often_as_they_say() -> None:
    """Of 200 samples of 40 scenes, about 95 % have the true mean in their interval."""
    dice = np.random.default_rng(3)
    covered = 0
    for _ in range(200):
        scenes = dice.normal(0.6, 0.2, size=(40, 1))
        mean = Resampled.of(4 * scenes, np.full((40, 1), 4.0)).mean(0)
        assert mean is not None
        assert mean.low is not None
        assert mean.high is not None
        covered += mean.low <= 0.6 <= mean.high
    assert 180 <= covered <= 199


@pytest.mark.parametrize(
    ("table", "whole", "one", "other"),
    [
        ("phase", "gap", "consistent", "counter"),
        ("phase", "em_gap", "em_consistent", "em_counter"),
        ("size", "gap", "smallest", "largest"),
    ],
)
def test_printed_gaps_are_the_differences_of_printed_values(
    table: str, whole: str, one: str, other: str
) -> None:
    """Within the rounding of three printed values."""
    rows = source_table(table).rows
    assert len(rows) in (16, 20)
    for values in rows.values():
        if values[whole] is not None:
            assert values[whole] == pytest.approx(values[one] - values[other], abs=0.0016)


def test_printed_tables_are_about_the_same_models() -> None:
    models = set(source_table("phase").rows)
    for name in ("size", "existing", "accuracy", "coherence", "layers"):
        assert set(source_table(name).rows) <= models
    assert len(source_table("existing").rows) == len(source_table("accuracy").rows) == 17


def test_the_questions_of_a_run_are_scored(tunnel: Path, tmp_path: Path) -> None:
    """By words, as scripted models tell no probabilities."""
    for picture in {pair.picture for pair in pairs_of_set(tunnel).pairs}:
        (tunnel / picture).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (8, 8)).save(tunnel / picture)
    run = tmp_path / "run"
    command = ["evaluate", str(tunnel), "--model", "espire/oracle", "--protocol", "questions", "-o", str(run)]
    assert main([*command, "--family", "tunnel.size"]) == 0
    scores = scored_answers(tunnel, run, family="tunnel.size")
    assert scores.measure == "exact match"
    assert scores.families[0].v.value == 1
