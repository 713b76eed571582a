"""Where episodes live: in a thread of this process, or in processes of their own, as many as there are cores.

An episode stays where it was opened, and what is asked of it is done there, one thing after the other. So a
loop that waits for a model keeps no engine waiting, and what an engine gives depends neither on where it
works nor on which tasks are under way beside it.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from attrs import define, field, frozen

from espire_dsl.evaluation.episode import Episode
from espire_dsl.evaluation.sources import TaskSource
from espire_dsl.pipeline.worker import Failed, JobCrashed, Ready, Worker
from espire_dsl.scene.acting import Axis
from espire_dsl.scene.staged import EngineFailedError
from espire_dsl.tasks.task import Task

T = TypeVar("T")


@frozen
class Opening:
    """What an episode begins with."""

    task: Task
    target: str
    seed: int
    moves: int
    asked: tuple[Axis, ...]

    def episode(self, source: TaskSource) -> Episode:
        return source.episode(self.task, self.target, self.seed, self.moves, self.asked)


class OpenEpisode(Protocol):
    """An episode, wherever it is; `cameras` are the names of those of its scene."""

    @property
    def cameras(self) -> frozenset[str]: ...

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """The result of a function of the episode and of arguments. All three may have to travel: the
        function is one of a module."""
        ...


class Environment(Protocol):
    """Opens episodes; an EngineFailedError says that one was lost, for a reason that is not its own."""

    def opened(self, source: TaskSource, opening: Opening) -> AbstractAsyncContextManager[OpenEpisode]: ...


@contextmanager
def environment_of(processes: int) -> Iterator[Environment]:
    """An environment of so many processes; with one, this process does everything itself."""
    if processes <= 1:
        yield HERE
        return
    crew = _Processes(tuple(_Seat() for _ in range(processes)))
    try:
        yield crew
    finally:
        for seat in crew.seats:
            seat.close()


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="environment")


async def _in_thread(thread: ThreadPoolExecutor, job: Callable[..., T], *arguments: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(thread, job, *arguments)


@frozen(eq=False)
class _EpisodeHere:
    episode: Episode

    @property
    def cameras(self) -> frozenset[str]:
        return frozenset(self.episode.scene.cameras)

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        return await _in_thread(_thread(), work, self.episode, *arguments)


@frozen
class _Here:
    """One thread of this process."""

    @asynccontextmanager
    async def opened(self, source: TaskSource, opening: Opening) -> AsyncIterator[OpenEpisode]:
        yield _EpisodeHere(await _in_thread(_thread(), opening.episode, source))


HERE: Final[Environment] = _Here()


@define(eq=False)
class _Seat:
    """A process in which episodes live, with a thread that waits for it. One that dies is replaced, and its
    episodes are lost."""

    episodes: int = field(default=0, init=False)
    _worker: Worker | None = field(default=None, init=False)
    _thread: ThreadPoolExecutor = field(factory=lambda: ThreadPoolExecutor(max_workers=1), init=False)

    async def do(self, job: _Job) -> Any:
        """What a job gives."""
        return await _in_thread(self._thread, self._result, job)

    def _result(self, job: _Job) -> Any:
        if self._worker is None:
            self._worker = _started()
        said = self._worker.hear() if self._worker.take(job) else None
        if isinstance(said, Ready):
            said = self._worker.hear()
        if said is None:
            self._worker.kill()
            self._worker = None
            raise EngineFailedError(_DIED)
        if isinstance(said, JobCrashed):
            raise said.error
        if isinstance(said, Failed):
            raise EngineFailedError(said.why)
        assert not isinstance(said, Ready)
        return pickle.loads(said.results[0])

    def close(self) -> None:
        """Ends the process; what it has under way is lost."""
        if self._worker is not None:
            self._worker.process.kill()  # so that the thread hears the end of it
        self._thread.shutdown()
        if self._worker is not None:
            self._worker.kill()


_DIED: Final = "the process in which the robot acted died"


def _started() -> Worker:
    try:
        return Worker()
    except OSError as error:
        why = error.strerror or str(error)
        raise EngineFailedError(f"no process can be started: {why}; --workers 1 needs none") from error


@frozen(eq=False)
class _EpisodeThere:
    seat: _Seat
    key: int
    cameras: frozenset[str]

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        found: T = await self.seat.do(_Do(self.key, work, arguments))
        return found


@frozen(eq=False)
class _Processes:
    """Several processes; an episode is opened where the fewest are."""

    seats: tuple[_Seat, ...]
    _keys: Iterator[int] = field(factory=count, init=False)

    @asynccontextmanager
    async def opened(self, source: TaskSource, opening: Opening) -> AsyncIterator[OpenEpisode]:
        seat, key = min(self.seats, key=lambda seat: seat.episodes), next(self._keys)
        seat.episodes += 1
        try:
            try:
                cameras = await seat.do(_Open(key, source.folder, opening))
                yield _EpisodeThere(seat, key, cameras)
            finally:
                with suppress(EngineFailedError):
                    await seat.do(_Close(key))
        finally:
            seat.episodes -= 1


_EPISODES: Final[dict[int, Episode]] = {}
"""Those that live in this process."""


@cache
def _source(folder: Path) -> TaskSource:
    return TaskSource(folder)


@frozen
class _Open:
    """Opens an episode in the process that runs it, and gives the names of its cameras."""

    key: int
    folder: Path
    opening: Opening

    def run(self) -> tuple[bytes, ...]:
        episode = self.opening.episode(_source(self.folder))
        _EPISODES[self.key] = episode
        return (pickle.dumps(frozenset(episode.scene.cameras)),)


@frozen
class _Do:
    key: int
    work: Callable[..., Any]
    arguments: tuple[Any, ...]

    def run(self) -> tuple[bytes, ...]:
        if self.key not in _EPISODES:
            raise EngineFailedError(_DIED)  # this process is a later one
        return (pickle.dumps(self.work(_EPISODES[self.key], *self.arguments)),)


@frozen
class _Close:
    key: int

    def run(self) -> tuple[bytes, ...]:
        _EPISODES.pop(self.key, None)
        return (pickle.dumps(None),)


_Job = _Open | _Do | _Close
