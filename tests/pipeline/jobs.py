"""Jobs that go well, and jobs that do harm to whoever runs them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from attrs import frozen

from espire_dsl.pipeline.job import Done
from espire_dsl.scene.staged import EngineFailedError


@frozen
class Square:
    number: int

    @property
    def keys(self) -> tuple[str, ...]:
        return (str(self.number),)

    def run(self) -> tuple[bytes, ...]:
        return (str(self.number**2).encode(),)


@frozen
class Whereabouts(Square):
    """Tells which process runs it."""

    def run(self) -> tuple[bytes, ...]:
        return (str(os.getpid()).encode(),)


@frozen
class Deadly(Square):
    """Kills the process that runs it; with a mark to leave, only the first time."""

    mark: str | None = None

    def run(self) -> tuple[bytes, ...]:
        if self.mark is None or not Path(self.mark).exists():
            if self.mark is not None:
                Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().run()


@frozen
class Faulty(Square):
    def run(self) -> tuple[bytes, ...]:
        raise ValueError("a mistake of ours")


@frozen
class Large(Square):
    """A result that no pipe takes at once."""

    def run(self) -> tuple[bytes, ...]:
        return (bytes(2_000_000),)


@frozen
class Hungry(Square):
    """Runs out of memory; with a mark to leave, only the first time."""

    mark: str | None = None

    def run(self) -> tuple[bytes, ...]:
        if self.mark is not None and Path(self.mark).exists():
            return super().run()
        if self.mark is not None:
            Path(self.mark).touch()
        raise MemoryError


@frozen
class Broken(Square):
    def run(self) -> tuple[bytes, ...]:
        raise EngineFailedError("the driver is gone")


class UnspeakableError(Exception):
    """Cannot be told to another process."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


@frozen
class Odd(Square):
    def run(self) -> tuple[bytes, ...]:
        raise UnspeakableError(1, 2)


@frozen
class Marking(Square):
    """Leaves a mark in a folder, and takes some time."""

    folder: str = ""
    seconds: float = 0.0

    def run(self) -> tuple[bytes, ...]:
        (Path(self.folder) / str(self.number)).touch()
        time.sleep(self.seconds)
        return super().run()


def results(done: list[Done]) -> dict[str, bytes]:
    return {d.job.keys[0]: d.results[0] for d in done if d.died is None}
