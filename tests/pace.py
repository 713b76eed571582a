"""Limits of time as ratios to what a fixed piece of Python takes here and now, however slow the machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TRIES = 3
TIMES = 4
PROPORTIONAL = 8.0
"""What takes time in proportion to its size takes four times as long for four times the size, and squares
sixteen times: this is as far from one as from the other."""


def unit() -> float:
    """The seconds of this process for a million simple steps: about a tenth of one on a usual machine."""
    started = time.process_time()
    sum(number * number % 7 for number in range(1_000_000))
    return time.process_time() - started


@contextmanager
def within(units: float) -> Iterator[None]:
    """What is done inside takes at most so many units."""
    before = unit()
    started = time.process_time()
    yield
    seconds = time.process_time() - started
    assert seconds < units * max(before, unit()), f"{seconds:.1f} s, which is more than {units} units"


def growth(work: Callable[[int], object], size: int) -> float:
    """How much longer a work of four times the size takes: less than `PROPORTIONAL` if its time is.

    The least of some tries, as whatever else the machine does only adds to the time of one.
    """
    once, more = (min(_seconds(work, many) for _ in range(TRIES)) for many in (size, TIMES * size))
    return more / once


def _seconds(work: Callable[[int], object], size: int) -> float:
    started = time.process_time()
    work(size)
    return time.process_time() - started
