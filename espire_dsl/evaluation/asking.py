"""What loops and models say to each other: a query with messages and pictures, and a reply."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from espire_dsl.diagnostics.error import EspireError
from espire_dsl.evaluation.conventions import PointConvention
from espire_dsl.evaluation.records import Role
from espire_dsl.evaluation.sources import TaskSource
from espire_dsl.scoring.conventions import Size
from espire_dsl.scoring.prediction import Point
from espire_dsl.tasks.task import Task

if TYPE_CHECKING:
    from espire_dsl.evaluation.environment import OpenEpisode

REFUSED: Final = "content_filter"
"""Why a reply ends that a provider or a model withheld."""


@frozen
class Message:
    """`pictures` are PNG files, and stand before the text."""

    role: Role
    text: str
    pictures: tuple[bytes, ...] = field(default=(), repr=False)


@frozen(eq=False)
class Situation:
    """The truth beside the messages, which scripted models answer by and others never see.

    `turn` counts the attempts or moves before this one, `size` is that of the picture that is pointed into,
    and `previous` the pixel of the last answer. In a closed loop there is an `episode`, and a `camera` whose
    view is pointed into.
    """

    task: Task
    source: TaskSource
    convention: PointConvention | None
    size: Size
    seed: int
    turn: int = 0
    previous: Point | None = None
    reflected: bool = False
    episode: OpenEpisode | None = None
    camera: str | None = None
    axes: tuple[str, ...] = ()


@frozen(eq=False)
class Query:
    """A question to a model: the name of its prompt, and its messages."""

    prompt: str
    messages: tuple[Message, ...]
    situation: Situation = field(repr=False)


@frozen
class Reply:
    """What a model said; see `records.Call` for the numbers."""

    text: str
    stop: str = "stop"
    seconds: float = 0.0
    failures: int = 0
    waited: float = 0.0
    input_tokens: int | None = None
    output_tokens: int | None = None
    first_token: tuple[tuple[str, float], ...] = ()

    @property
    def tokens(self) -> int:
        return (self.input_tokens or 0) + (self.output_tokens or 0)


Ask = Callable[[Query], Awaitable[Reply]]


class CallError(EspireError):
    """A call that was not answered. It spends no attempt; `again` says whether it may be tried again."""

    def __init__(self, reason: str, *, again: bool) -> None:
        super().__init__(reason)
        self.again = again
