"""Runs a protocol over tasks: several at a time, each line written when its task is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.asking import CallError
from espire_dsl.evaluation.execution import can_be_executed, execute
from espire_dsl.evaluation.localization import can_be_localized, localize
from espire_dsl.evaluation.questions import is_question, question
from espire_dsl.evaluation.records import Call, ExecutionLine, LocalizationLine, QuestionLine
from espire_dsl.evaluation.run import Protocol, Run
from espire_dsl.evaluation.setup import Setup, given_target
from espire_dsl.evaluation.spending import LimitError
from espire_dsl.scene.staged import EngineFailedError
from espire_dsl.tasks.task import Task

Told = Callable[[int, int], None]
"""Is called with how many tasks are done, and how many there are."""
_MOST_IN_A_ROW: Final = 8
_ABOUT: Final[Mapping[Protocol, tuple[Callable[[Task], bool], str]]] = {
    "localization": (can_be_localized, "is answered by a point in a picture with masks"),
    "execution": (can_be_executed, "asks the robot for something that it can do"),
    "questions": (is_question, "is answered in words"),
}


@frozen
class Failed:
    """A task that could not be finished, because calls or an engine failed; nothing of it is counted."""

    task: str
    reason: str


@frozen
class Ended:
    """How a sitting ended: what failed, and why it stopped before all was done."""

    failed: tuple[Failed, ...] = ()
    stopped: str | None = None

    @property
    def complete(self) -> bool:
        return not self.failed and self.stopped is None


def fitting(tasks: Sequence[Task], protocol: Protocol) -> list[Task]:
    """The tasks that a protocol is about."""
    test, wanted = _ABOUT[protocol]
    found = [task for task in tasks if test(task)]
    if not found:
        raise UsageError(f"no task of the selection {wanted}; try another --protocol")
    return found


def calls_of(line: LocalizationLine | ExecutionLine | QuestionLine) -> Iterator[Call]:
    """All calls that a line tells of, in the order in which they were made."""
    if isinstance(line, QuestionLine):
        yield line.call
        return
    made: list[tuple[Call | None, ...]]
    if isinstance(line, LocalizationLine):
        made = [(attempt.call, None, attempt.reflection) for attempt in line.attempts]
    else:
        made = [(turn.call, turn.rotation_call, turn.reflection) for turn in line.turns]
    yield from (call for calls in made for call in calls if call is not None)


async def run_protocol(
    run: Run, protocol: Protocol, tasks: Sequence[Task], setup: Setup, concurrency: int, told: Told
) -> Ended:
    """Does what the run has not done yet."""
    wanted = fitting(tasks, protocol)
    work = _work(run, protocol, setup)
    done = set(_done(run, protocol))
    left = [task for task in wanted if task.id not in done]
    told(len(wanted) - len(left), len(wanted))
    ended = await _several(
        left, work, concurrency, lambda number: told(len(wanted) - len(left) + number, len(wanted))
    )
    if ended.complete:
        run.put_in_order(protocol, [task.id for task in tasks])
        if protocol == "execution":
            run.put_in_order("localization", [task.id for task in tasks])
    return ended


def _done(run: Run, protocol: Protocol) -> Iterator[str]:
    return (line.task for line in run.lines(protocol))


def _work(run: Run, protocol: Protocol, setup: Setup) -> Callable[[Task], Awaitable[None]]:
    """What is done for a task of a protocol; an execution begins with the localization, if that is not
    known."""
    known = run.localizations() if protocol == "execution" else ()
    targets = {line.task: (line.target, line.given) for line in known}

    async def localized(task: Task) -> tuple[str | None, bool]:
        line = await localize(task, setup)
        run.add("localization", line)
        return line.target, line.given

    async def localization(task: Task) -> None:
        await localized(task)

    async def execution(task: Task) -> None:
        if setup.choices.targets == "given" or not can_be_localized(task):
            target, given = given_target(task, setup.choices.seed), True
        else:
            target, given = targets.get(task.id) or await localized(task)
        assert target is not None  # tasks without an answer that can be reached are not executed
        run.add("execution", await execute(task, target, given, setup))

    async def questions(task: Task) -> None:
        run.add("questions", await question(task, setup))

    return {"localization": localization, "execution": execution, "questions": questions}[protocol]


async def _several(
    tasks: Sequence[Task],
    work: Callable[[Task], Awaitable[None]],
    concurrency: int,
    told: Callable[[int], None],
) -> Ended:
    """Works on several tasks at a time. A call that can never succeed, or failures one after the other, end
    it all; at a limit, what is under way is waited for."""
    waiting, failed, finished, in_a_row = iter(tasks), [], 0, 0
    limit: str | None = None

    async def worker() -> None:
        nonlocal finished, in_a_row, limit
        for task in waiting:
            try:
                await work(task)
            except LimitError as error:
                limit = str(error)
                return
            except (CallError, EngineFailedError) as error:
                if isinstance(error, CallError) and not error.again:
                    raise
                failed.append(Failed(task.id, str(error)))
                in_a_row += 1
                if in_a_row >= max(_MOST_IN_A_ROW, concurrency):
                    told_why = f"{in_a_row} tasks failed one after the other ({error})"
                    raise CallError(told_why, again=False) from None
            else:
                in_a_row = 0
                finished += 1
                told(finished)

    workers = [asyncio.create_task(worker()) for _ in range(max(1, concurrency))]
    try:
        await asyncio.gather(*workers)
    except CallError as error:
        return Ended(tuple(failed), str(error))
    finally:
        for one in workers:
            one.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
    return Ended(tuple(failed), limit)
