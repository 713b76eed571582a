"""What all loops of a run share: who is asked, how, by which choices, and where pictures are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.asking import Ask, Message, Query, Reply, Situation
from espire_dsl.evaluation.conventions import PointConvention
from espire_dsl.evaluation.environment import HERE, Environment
from espire_dsl.evaluation.prompts.files import Prompts
from espire_dsl.evaluation.records import Call, Choices, SentMessage
from espire_dsl.evaluation.sources import TaskSource
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.task import Task

Keep = Callable[[bytes], str]
"""Stores a picture and gives its name."""


@frozen(eq=False)
class Setup:
    """`convention` is None for a run that asks for no points."""

    source: TaskSource
    ask: Ask = field(repr=False)
    prompts: Prompts
    choices: Choices
    keep: Keep = field(repr=False)
    convention: PointConvention | None = None
    environment: Environment = HERE

    @property
    def points(self) -> PointConvention:
        """How the model gives points."""
        if self.convention is None:
            raise UsageError("this run has no convention of points: say one with --convention")
        return self.convention

    async def call(
        self, prompt: str, values: Mapping[str, Any], pictures: tuple[bytes, ...], situation: Situation
    ) -> Call:
        """Asks the model with a prompt, and writes down what was said."""
        system, user = self.prompts.say(prompt, values)
        messages = (Message("system", system), Message("user", user, pictures))
        reply = await self.ask(Query(prompt, messages, situation))
        return recorded(prompt, messages, reply, self.keep)


def recorded(prompt: str, messages: tuple[Message, ...], reply: Reply, keep: Keep) -> Call:
    """A call as a line has it."""
    return Call(
        prompt,
        tuple(SentMessage(m.role, m.text, tuple(map(keep, m.pictures))) for m in messages),
        reply.text,
        reply.stop,
        round(reply.seconds, 3),
        reply.failures,
        round(reply.waited, 3),
        reply.input_tokens,
        reply.output_tokens,
        reply.first_token,
    )


def given_target(task: Task, seed: int) -> str | None:
    """One of the answers that the robot can reach, at random: the same for every model."""
    right = task.answers if task.feasible is None else task.feasible
    return RandomStream.of(seed, "target", task.id).one_of(right) if right else None
