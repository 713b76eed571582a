"""A process that runs jobs, one at a time, and the line on which it is told them and answers.

The line belongs to these two processes alone: when either of them dies, at whatever moment, the other one
reads the end of it. So nobody waits for the dead, and no half answer is taken for a whole one.

What a worker answers is one of the classes below. This module loads nothing heavy, so that a worker that
cannot load what a job needs lives to say so.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import Any


@dataclass(frozen=True)
class Ready:
    """Said once, before the first job."""


@dataclass(frozen=True)
class Results:
    """The job is done."""

    results: tuple[bytes, ...]


@dataclass(frozen=True)
class Failed:
    """The job could not be done here and now, which says nothing about what it asks."""

    why: str
    memory: bool = False


@dataclass(frozen=True)
class JobCrashed:
    """The job raised what none should raise."""

    error: BaseException


Answer = Results | Failed | JobCrashed

NO_MEMORY_TO_BEGIN = Failed("there is not enough memory to begin with it", memory=True)
DIED = Failed("the process that ran it died")


def answer_of(job: Any) -> Answer:
    """Runs a job; gives its results or why there are none."""
    from espire_dsl.scene.staged import EngineFailedError

    try:
        return Results(job.run())
    except MemoryError:
        return Failed("there is not enough memory for it", memory=True)
    except EngineFailedError as error:
        return Failed(str(error))
    except Exception as error:
        return JobCrashed(error)


class Worker:
    """The other process, as the first one sees it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.job: Any = None
        self.done = 0
        self.ready = False
        try:
            with _interrupts_held():
                self.process.start()
        except BaseException:
            self.line.close()
            raise
        finally:
            theirs.close()

    def take(self, job: Any) -> bool:
        """Tells it a job; False if it is dead."""
        try:
            self.line.send(job)
        except (BrokenPipeError, ConnectionResetError):
            return False
        self.job = job
        return True

    def hear(self) -> Answer | Ready | None:
        """What it says next; None if it died, before or while it said it."""
        try:
            said: Answer | Ready = self.line.recv()
        except (EOFError, OSError):
            return None
        if isinstance(said, Ready):
            self.ready = True
        else:
            self.job = None
            self.done += 1
        return said

    def leave(self) -> None:
        """Lets it go home once it has nothing more to do."""
        self.line.close()

    def kill(self) -> None:
        """Ends it at once."""
        self.process.kill()
        self.process.join()
        self.line.close()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """An interrupt waits until the end, so that no process is left half started.

    One from the terminal reaches all processes, and a new one must not see it until it ignores it: so it is
    blocked here, which a new process inherits. That does not keep it from other threads of this one, such as
    those of NumPy, on whose behalf Python would still raise KeyboardInterrupt here: so it is noted only.
    """
    noted: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()  # the only one that is ever interrupted
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    usual = signal.signal(signal.SIGINT, lambda number, _: noted.append(number)) if is_main else None
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)  # one that waited is noted now
        if is_main:
            signal.signal(signal.SIGINT, usual)
        if noted:
            signal.raise_signal(signal.SIGINT)


def _serve(line: Connection) -> None:
    """What a worker does all its life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        line.send(Ready())
        while True:
            line.send_bytes(packed(_next_answer(line)))
    except (EOFError, OSError):
        return  # nobody listens any more


def _next_answer(line: Connection) -> Answer:
    """Reads a job and does it."""
    try:
        told = line.recv_bytes()
    except MemoryError:
        return NO_MEMORY_TO_BEGIN
    return answer_to(told)


def answer_to(told: bytes) -> Answer:
    """Runs a job that was told by pickle."""
    try:
        job = pickle.loads(told)
    except MemoryError:
        return NO_MEMORY_TO_BEGIN
    except ImportError as error:
        return JobCrashed(error)
    return answer_of(job)


def packed(answer: Answer) -> bytes:
    """As bytes; a mistake takes the place along where it was made."""
    if isinstance(answer, JobCrashed):
        answer.error.add_note("in another process:\n" + "".join(traceback.format_exception(answer.error)))
        try:
            pickle.loads(pickle.dumps(answer))
        except Exception:  # an exception's class may be anything
            error = answer.error
            return pickle.dumps(JobCrashed(RuntimeError(f"{type(error).__name__}: {error}")))
    return pickle.dumps(answer)


def _end_with_parent() -> None:
    """When the first process is gone, so is all reason to go on."""
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)
