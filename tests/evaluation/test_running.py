"""Runs under calls that fail, limits of spending and kills: nothing is lost, and nothing counted twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.asking import Ask, CallError, Query, Reply
from espire_dsl.evaluation.evaluating import evaluate, replay_of
from espire_dsl.evaluation.records import LocalizationLine
from espire_dsl.evaluation.run import Run
from espire_dsl.evaluation.running import Ended, calls_of, fitting, run_protocol
from espire_dsl.evaluation.scripted import scripted
from espire_dsl.evaluation.spending import LimitError, Limits, Patience, Price, Spending, careful
from espire_dsl.evaluation.summary import summary_of
from tests.evaluation.making import Told, evaluated, ordered, pictured, set_up
from tests.scoring.handmade import pointing, saying

TASKS = [pointing(number, (0, 0, 10, 10), (20, 20, 30, 30), chance=0.5) for number in range(12)]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pictured(tmp_path_factory.mktemp("running"), [*TASKS, saying(99, "yes_no", True)])


async def _no_pause(_: float) -> None:
    return None


NO_LIMITS = Limits()
PATIENCE = Patience(tries=4, sleep=_no_pause)


def query(out: Path) -> Query:
    model = Told(["x"])
    asyncio.run(set_up(out, model).call("question.yes_no", {"instruction": "?"}, (), None))  # type: ignore[arg-type]
    return model.queries[0]


def sitting(
    out: Path, folder: Path, ask: Ask, limits: Limits = NO_LIMITS, concurrency: int = 3
) -> tuple[Run, Ended, Spending]:
    """One go at a run with a model of one's own."""
    manifest = evaluated(
        out, folder.with_name(f"{folder.name}-manifest"), "espire/oracle", limit=1
    ).run.manifest
    run = Run.begin(folder, manifest, alone=False)
    spending = Spending(limits)
    for line in run.localizations():
        spending.recall(calls_of(line))
    setup = evolve(set_up(out, careful(ask, spending, PATIENCE)), keep=run.keep)
    ended = asyncio.run(run_protocol(run, "localization", TASKS, setup, concurrency, lambda *_: None))
    return run, ended, spending


def flaky(failing: float, seed: int, *, again: bool = True) -> Ask:
    """The oracle, which fails at random."""
    oracle, stream = scripted("espire/oracle", {}), random.Random(seed)

    async def ask(query: Query) -> Reply:
        await asyncio.sleep(0)
        if stream.random() < failing:
            raise CallError("the line is dead", again=again)
        return await oracle(query)

    return ask


def numbers(lines: Sequence[LocalizationLine]) -> list[tuple[Any, ...]]:
    return [(line.task, line.right_at, line.target, len(line.attempts)) for line in lines]


@settings(max_examples=15)
@given(st.integers(0, 1000), st.floats(0, 0.8))
def test_calls_that_fail_spend_no_attempt(
    out: Path, tmp_path_factory: pytest.TempPathFactory, seed: int, failing: float
) -> None:
    folder = tmp_path_factory.mktemp("flaky") / "run"
    ended = Ended(stopped="not begun")
    for number in range(200):
        run, ended, _ = sitting(out, folder, flaky(failing, seed + number))
        if ended.complete:
            break
    assert ended.complete
    lines = list(run.localizations())
    assert [line.task for line in lines] == [task.id for task in TASKS]
    assert all(line.right_at == 1 for line in lines)


def test_failures_are_counted_apart(out: Path) -> None:
    error = CallError("busy", again=True)
    spending = Spending()
    ask = careful(Told([error, error, Reply("yes", input_tokens=7, output_tokens=2)]), spending, PATIENCE)
    reply = asyncio.run(ask(query(out)))  # type: ignore[arg-type]
    assert (reply.text, reply.failures) == ("yes", 2)
    assert (spending.calls, spending.failures, spending.tokens) == (1, 2, 9)
    assert spending.cost(Price(1e6, 2e6)) == 11


def test_patience_ends(out: Path) -> None:
    errors = [CallError(f"busy {number}", again=True) for number in range(9)]
    spending, model = Spending(), Told(errors)
    with pytest.raises(CallError, match="busy 3"):
        asyncio.run(careful(model, spending, PATIENCE)(query(out)))  # type: ignore[arg-type]
    assert len(model.queries) == 4
    assert (spending.calls, spending.failures) == (0, 4)


def test_what_is_hopeless_is_not_tried_again(out: Path) -> None:
    model = Told([CallError("no such key", again=False)] * 2)
    with pytest.raises(CallError, match="no such key"):
        asyncio.run(careful(model, Spending(), PATIENCE)(query(out)))  # type: ignore[arg-type]
    assert len(model.queries) == 1


def test_a_call_that_is_never_answered_counts_as_failed(out: Path) -> None:
    calls = 0

    async def slow(_: Query) -> Reply:
        nonlocal calls
        calls += 1
        if calls < 3:
            await asyncio.sleep(60)
        return Reply("yes")

    patience = Patience(tries=4, timeout=0.02, sleep=_no_pause)
    reply = asyncio.run(careful(slow, Spending(), patience)(query(out)))  # type: ignore[arg-type]
    assert (reply.failures, calls) == (2, 3)


def test_pauses_grow_up_to_a_bound() -> None:
    patience = Patience(first=1.0, most=10.0)
    pauses = [patience.pause(failures) for failures in range(1, 12)]
    assert all(2 ** min(n, 4) * 0.99 <= pause * 2 for n, pause in enumerate(pauses) if n < 4)
    assert max(pauses) <= 15


def test_a_dead_model_stops_the_run_and_loses_nothing(out: Path, tmp_path: Path) -> None:
    run, ended, _ = sitting(out, tmp_path / "run", flaky(1.0, 0))
    assert "8 tasks failed one after the other (the line is dead)" in str(ended.stopped)
    assert list(run.localizations()) == []
    run, ended, _ = sitting(out, tmp_path / "run", flaky(1.0, 0, again=False))
    assert ended.stopped == "the line is dead"
    run, ended, _ = sitting(out, tmp_path / "run", flaky(0.0, 0))
    assert ended.complete
    assert len(list(run.localizations())) == len(TASKS)


@pytest.mark.parametrize("limits", [Limits(calls=5), Limits(tokens=900)])
def test_limits_stop_a_run_which_goes_on_later(out: Path, tmp_path: Path, limits: Limits) -> None:
    whole, _, _ = sitting(out, tmp_path / "whole", flaky(0.0, 0))
    run, ended, spending = sitting(out, tmp_path / "run", flaky(0.0, 0), limits)
    assert ended.stopped is not None
    assert "the limit of" in ended.stopped
    assert 0 < len(list(run.localizations())) < len(TASKS)
    if limits.calls:
        assert spending.calls == 5
    else:
        assert 900 <= spending.tokens < 900 + 3 * 400
    run, ended, again = sitting(out, tmp_path / "run", flaky(0.0, 0), limits)
    assert ended.stopped is not None  # what was spent before counts
    run, ended, _ = sitting(out, tmp_path / "run", flaky(0.0, 0))
    assert ended.complete
    assert run.path("localization").read_bytes() == whole.path("localization").read_bytes()
    assert again.calls <= spending.calls


def test_limits_are_checked_before_a_call() -> None:
    with pytest.raises(LimitError, match="the limit of 3 calls"):
        Spending(Limits(calls=3), calls=3).check()
    Spending(Limits(calls=3, tokens=9), calls=2, input_tokens=8).check()


def test_a_replay_gives_the_same_bytes_without_the_model(out: Path, tmp_path: Path) -> None:
    first = evaluated(out, tmp_path / "run", "espire/candidate", reflect=True, seed=4)
    order = replay_of(tmp_path / "run", ordered(out, tmp_path / "again"))
    again = evaluate(order)
    assert again.run.path("localization").read_bytes() == first.run.path("localization").read_bytes()
    assert again.run.manifest.replay_of == "run"
    assert summary_of(again.run, again.spending) == summary_of(first.run, first.spending)


def test_a_replay_reads_the_texts(out: Path, tmp_path: Path) -> None:
    """Where the texts are others, so are the numbers: nothing is copied."""
    run = evaluated(out, tmp_path / "run", "espire/oracle", attempts=1).run
    path = run.path("localization")
    path.write_text(path.read_text().replace('"text": "{\\"point_2d\\": [', '"text": "{\\"point_2d\\": [-1'))
    again = evaluate(replay_of(tmp_path / "run", ordered(out, tmp_path / "again"))).run
    assert all(line.right_at is None for line in again.localizations())
    assert {line.attempts[0].fault for line in again.localizations()} == {"outside"}


def test_a_replay_of_other_words_is_refused(out: Path, tmp_path: Path) -> None:
    run = evaluated(out, tmp_path / "run").run
    path = run.path("localization")
    path.write_text(path.read_text().replace("You locate things", "You find things"))
    with pytest.raises(UsageError, match="was asked with other words"):
        evaluate(replay_of(tmp_path / "run", ordered(out, tmp_path / "again")))
    path.write_text("")
    with pytest.raises(UsageError, match="nothing was said there about task"):
        evaluate(replay_of(tmp_path / "run", ordered(out, tmp_path / "again2")))


def test_protocols_are_about_their_tasks(out: Path, tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match="no task of the selection asks the robot for something that it can do"
    ):
        evaluated(out, tmp_path / "run", protocol="execution")
    assert fitting([*TASKS, saying(1, "yes_no", True)], "localization") == TASKS
    assert len(list(evaluated(out, tmp_path / "q", protocol="questions").run.questions())) == 1


def test_pose_constrained_tasks_are_told_apart(tmp_path: Path) -> None:
    pose = {"pose": "Flat", "angle": None}
    free = [pointing(number, (0, 0, 10, 10), action="place") for number in range(3)]
    posed = [pointing(number, (0, 0, 10, 10), action="place", constraint=pose) for number in range(3, 5)]
    found = evaluated(pictured(tmp_path, [*free, *posed]), tmp_path / "run")
    rows = [line.split() for line in summary_of(found.run, found.spending).splitlines()]
    assert ["place", "3"] in [row[:2] for row in rows]
    assert ["place,", "pose-constrained", "2"] in [row[:3] for row in rows]


def test_a_summary_tells_counts_faults_and_spending(out: Path, tmp_path: Path) -> None:
    found = evaluated(out, tmp_path / "run", "espire/rubbish")
    text = summary_of(found.run, found.spending, Price(1, 1))
    assert "0.00 % (0)" in text
    assert "of 36 attempts without a usable answer: empty" in text
    assert "36 calls" in text
