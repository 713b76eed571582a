"""A run again without its model: the texts that it wrote down are read once more, and give the same
numbers."""

from __future__ import annotations

from collections import deque

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.asking import Ask, Query, Reply
from espire_dsl.evaluation.records import Call
from espire_dsl.evaluation.run import PROTOCOLS, Run
from espire_dsl.evaluation.running import calls_of


def replaying(run: Run) -> Ask:
    """A model that says what was said in a run, task by task and call by call.

    Messages must be those of the run, or the answers would be to other questions.
    """
    said: dict[tuple[str, str], deque[Call]] = {}
    for protocol in PROTOCOLS:
        for line in run.lines(protocol):
            for call in calls_of(line):
                said.setdefault((line.task, call.prompt), deque()).append(call)

    async def ask(query: Query) -> Reply:
        task = query.situation.task.id
        calls = said.get((task, query.prompt))
        if not calls:
            raise UsageError(f"{run.folder}: nothing was said there about task {task} ({query.prompt})")
        call = calls.popleft()
        if tuple(message.text for message in call.messages) != tuple(m.text for m in query.messages):
            raise UsageError(
                f"{run.folder}: task {task} was asked with other words ({query.prompt}); prompts or the task"
                " set are not those of the run"
            )
        return Reply(
            call.text,
            call.stop,
            call.seconds,
            call.failures,
            call.waited,
            call.input_tokens,
            call.output_tokens,
            call.first_token,
        )

    return ask
