"""Limits of time as ratios to what a fixed piece of Python takes here and now, however slow the machine.

The collector of garbage stands still meanwhile: it would look through all that earlier tests of the process
have left, which takes more than a second late in a run. Other threads of the process are not counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from espire_dsl.memory import paused

TRIES = 3
TIMES = 4
PROPORTIONAL = 8.0
"""What takes time in proportion to its size takes four times as long for four times the size, and squares
sixteen times: this is as far from one as from the other."""


def unit() -> float:
    """The seconds of this process for a million simple steps: about a tenth of one on a usual machine."""
    return _seconds(lambda: sum(number * number % 7 for number in range(1_000_000)))


@contextmanager
def within(units: float) -> Iterator[None]:
    """What is done inside takes at most so many units."""
    before = unit()
    with paused():
        started = time.thread_time()
        yield
        seconds = time.thread_time() - started
    assert seconds < units * max(before, unit()), f"{seconds:.1f} s, which is more than {units} units"


def growth(work: Callable[[int], object], size: int) -> float:
    """How much longer a work of four times the size takes: less than `PROPORTIONAL` if its time is.

    The least of some tries, as whatever else the machine does only adds to the time of one.
    """
    once, more = (min(_seconds(partial(work, many)) for _ in range(TRIES)) for many in (size, TIMES * size))
    return more / once


def _seconds(work: Callable[[], object]) -> float:
    with paused():
        started = time.thread_time()
        work()
        return time.thread_time() - started
