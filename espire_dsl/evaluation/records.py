"""What a run writes down: a manifest, and a line for each task and protocol.

Numbers of reports come from here alone. A line names the facts of its task that reports group by, so that a
run can be read without its task set; pictures are named by their content (`RUN/pictures/NAME`).
"""

from __future__ import annotations

from typing import Any, Final, Literal

from attrs import frozen

from espire_dsl.evaluation.episode import Move
from espire_dsl.scoring.frames import leaves_frame_open
from espire_dsl.success.result import Judgement
from espire_dsl.tasks.task import Task

Point = tuple[float, float]
FAULTS: Final = ("empty", "refused", "unreadable", "outside")
"""Why an answer has no point that counts; each is a wrong attempt, and counted apart. `outside` was read, but
lies beside the picture."""
Fault = Literal["empty", "refused", "unreadable", "outside"]
Role = Literal["system", "user"]


@frozen
class TaskFacts:
    """What reports group tasks by. `constrained`: it asks for a final pose. `open_frame`: the sentence leaves
    the frame open, so that no answer is wrong."""

    suite: str
    family: str
    type: str
    aspect: str
    granularity: str
    action: str
    level: str | None
    scene: str
    answer_kind: str
    constrained: bool
    open_frame: bool
    chance: float | None

    @classmethod
    def of(cls, task: Task) -> TaskFacts:
        return cls(
            task.suite,
            task.family,
            task.type,
            task.aspect,
            task.granularity,
            task.action,
            task.level,
            task.scene,
            task.answer_kind,
            task.constraint is not None,
            leaves_frame_open(task),
            task.chance,
        )


@frozen
class SentMessage:
    """A message to a model: its text, and the names of the pictures that stand before it."""

    role: Role
    text: str
    pictures: tuple[str, ...]


@frozen
class Call:
    """A question to a model and its answer.

    `prompt` names the file of the prompt. `seconds` are those of the call that was answered; `failures`
    counts calls before it that failed and spent no attempt, `waited` the seconds that these and the pauses
    took. `stop` is the provider's word for why the text ends. `first_token` has the likeliest first tokens
    of the answer with the logarithms of their probabilities, where the provider was asked and told.
    """

    prompt: str
    messages: tuple[SentMessage, ...]
    text: str
    stop: str
    seconds: float
    failures: int
    waited: float
    input_tokens: int | None
    output_tokens: int | None
    first_token: tuple[tuple[str, float], ...] = ()


@frozen
class Attempt:
    """An attempt to point at what a task asks about.

    `point` is as the model wrote it, `pixel` in pixels of the picture. `hit` is the answer that it is on, of
    those that the robot can reach and undecided ones; `hit_any` of all answers. `reflection` is the call that
    was made because this attempt was wrong.
    """

    call: Call
    point: Point | None
    pixel: Point | None
    fault: Fault | None
    hit: str | None
    hit_any: str | None
    reflection: Call | None


@frozen
class LocalizationLine:
    """The attempts at a task, up to the first that is right.

    `right_at` is the number of that attempt, from 1, on answers that the robot can reach; `right_at_any` on
    all. `target` is handed on to the execution: the one that was hit, else one `given` at random. `reading`
    is what the first attempt takes an open frame to mean: a reading, `several`, `neither` or `no answer`.
    """

    task: str
    facts: TaskFacts
    picture_size: tuple[int, int]
    attempts: tuple[Attempt, ...]
    right_at: int | None
    right_at_any: int | None
    target: str | None
    given: bool
    reading: str | None


@frozen
class Box:
    """Pixels of a picture, both ends included."""

    left: int
    top: int
    right: int
    bottom: int


@frozen
class Turn:
    """A move in a closed loop: what was shown and asked, what was read of it, what came of it.

    `call` asked for a point in the view of `move.camera`, `rotation_call` for the angles of the hand.
    `pictures` names what each camera saw before the move, without marks; `boxes` where the target was in it,
    None where it could not be seen. `reflection` is the call that was made because this move was not
    accepted.
    """

    call: Call
    point: Point | None
    fault: Fault | None
    rotation_call: Call | None
    rotation: tuple[float | None, float | None, float | None] | None
    rotation_fault: Fault | None
    pictures: dict[str, str]
    boxes: dict[str, Box | None]
    move: Move
    reflection: Call | None


@frozen
class ExecutionLine:
    """The moves of a task, up to the one that is accepted.

    `target` is what they were about, and `given` whether it was drawn at random, as nothing was localized.
    `accepted_at` is the number of the accepted move, from 1. `status` is the check of the state in the end on
    answers that the robot can reach, `status_any` on all; None where it was not asked or nothing was
    accepted.
    """

    task: str
    facts: TaskFacts
    target: str
    given: bool
    turns: tuple[Turn, ...]
    accepted_at: int | None
    updates: int
    status: Judgement | None
    status_any: Judgement | None


@frozen
class QuestionLine:
    """The one answer to a question; `answer` as read, None where `unreadable` says why there is none.
    `p_yes` is how likely a yes was, where the first token tells."""

    task: str
    facts: TaskFacts
    call: Call
    answer: Any
    unreadable: str | None
    fault: Fault | None
    right: bool
    overlap: float | None
    accuracy: float | None
    p_yes: float | None = None


@frozen
class ConventionRecord:
    """How a model gives points: `points` and `order` as in `espirec score`; `grid` is the number of pixels to
    whose multiples the model's own preprocessing resizes pictures, whose pixels it then means."""

    name: str
    points: str
    order: str
    form: str
    grid: int | None


@frozen
class Selection:
    """Which tasks of the set the run is about; `limit` of them are drawn from the seed."""

    suite: str | None
    family: str
    constrained: bool | None
    limit: int | None


@frozen
class Choices:
    """Every choice that may change a number.

    `ask` are the axes of rotation that the model is asked for. `targets`: the execution begins with the
    target of the localization, or with a `given` one. `circles`: which wrong points a reflection shows.
    `last_reflection`: whether one is asked after the last attempt too. `right`: which answers count.
    `logprobs`: whether the provider is asked how likely first tokens are.
    """

    reflect: bool
    attempts: int
    moves: int
    ask: tuple[str, ...]
    targets: Literal["localized", "given"]
    status_check: bool
    circles: Literal["all", "last"]
    last_reflection: bool
    temperature: float | None
    max_tokens: int | None
    seed: int
    right: Literal["feasible", "answers"]
    logprobs: bool = False


@frozen
class RunManifest:
    """What a run is about: where lines of two runs differ, a reason stands here.

    `task_set` is the digest of the set, `prompts` the hash of each file, `prompt_version` the name of their
    folder.
    """

    format: str
    schema: int
    package: str
    task_set: str
    model: str
    model_args: dict[str, Any]
    endpoint: str | None
    convention: ConventionRecord | None
    prompt_version: str
    prompts: dict[str, str]
    selection: Selection
    choices: Choices
    replay_of: str | None
