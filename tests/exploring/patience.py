"""Ends what goes on for ever: a command has so many seconds of the processor, on a busy machine too."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 120.0
"""Far more than any command takes for a small folder, and far less than for ever."""


class EndlessError(BaseException):
    """Nothing of the program catches this."""


def _end(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise EndlessError(f"no end after {SECONDS:g} s of the processor")


@contextmanager
def patience() -> Iterator[None]:
    """What is done inside ends by itself, or fails. Systems without such an alarm wait."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    except EndlessError as endless:
        raise AssertionError(str(endless)) from endless
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
