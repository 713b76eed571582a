"""Progress: a bar that is drawn over itself on a terminal, few lines elsewhere."""

from __future__ import annotations

import io

import pytest

from espire_dsl.cli import progress
from espire_dsl.cli.progress import Progress


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(progress, "time", made)
    return made


def test_a_bar_with_rate_and_time_left(clock: Clock) -> None:
    stream = io.StringIO()
    tell = Progress(stream, terminal=True)
    tell("scenes", 0, 600)
    clock.now += 10.0
    tell("scenes", 60, 600)
    clock.now += 90.0
    tell("scenes", 600, 600)
    tell.end()
    first, second, third = stream.getvalue().split("\r\x1b[K")[1:]
    assert first == "scenes     [........................] 0/600"
    assert second == "scenes     [##......................] 60/600  6.0/s  1:30 left"
    assert third == "scenes     [########################] 600/600  6.0/s  in 1:40\n"


def test_a_line_every_few_seconds(clock: Clock) -> None:
    stream = io.StringIO()
    tell = Progress(stream, terminal=False)
    for done in range(101):
        tell("bindings", done, 100)
        clock.now += 0.1
    lines = stream.getvalue().splitlines()
    assert len(lines) == 5
    assert lines[0] == "bindings   0/100"
    assert lines[-1] == "bindings   100/100  10.0/s  in 10 s"


def test_what_was_known_before_does_not_count_for_the_rate(clock: Clock) -> None:
    stream = io.StringIO()
    tell = Progress(stream, terminal=False)
    tell("verdicts", 900, 1000)
    clock.now += 5.0
    tell("verdicts", 950, 1000)
    assert stream.getvalue().splitlines()[-1] == "verdicts   950/1000  10.0/s  5 s left"


def test_a_stage_with_nothing_to_do_says_nothing_in_a_log(clock: Clock) -> None:
    stream = io.StringIO()
    tell = Progress(stream, terminal=False)
    tell("pictures", 5, 5)
    tell("verdicts", 0, 0)
    assert stream.getvalue() == ""
    assert clock.now == 100.0


def test_a_second_round_of_a_stage_begins_anew(clock: Clock) -> None:
    stream = io.StringIO()
    tell = Progress(stream, terminal=True)
    tell("verdicts", 0, 10)
    clock.now += 1.0
    tell("verdicts", 10, 10)
    tell("verdicts", 0, 4)
    assert stream.getvalue().endswith("in 1 s\n\r\x1b[Kverdicts   [........................] 0/4")
