"""Limits of time as ratios to what a fixed piece of Python takes here and now, however slow the machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


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
