"""Models that need no model: floors, ceilings and known faults, for tests and for comparison.

They answer by the truth that a query carries, in words, as a model would; what they say is read like any
other answer.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.diagnostics.suggest import nearest as nearest_word
from espire_dsl.evaluation.asking import Ask, Query, Reply, Situation
from espire_dsl.evaluation.conventions import PointConvention
from espire_dsl.evaluation.scripted_acting import acted, turned
from espire_dsl.evaluation.scripted_seeing import (
    a_candidate,
    an_answer,
    anywhere,
    in_another_frame,
    largest,
    nearest,
    nowhere_right,
)
from espire_dsl.scoring.baselines import BASELINES
from espire_dsl.scoring.conventions import Size
from espire_dsl.scoring.prediction import Point
from espire_dsl.tasks.lettered import meant_by
from espire_dsl.tasks.task import Task

PROVIDER: Final = "espire"
PREFIX: Final = f"{PROVIDER}/"
_NOTE: Final = "The tried point was on something else; look again at what the instruction says."
_RUBBISH: Final = (
    "",
    "I am sorry, there are many books here.",
    '{"point_2d": [12',
    "[[[]]]",
    '{"point_2d": [1e999, -5]}',
    "x=y",
)

Pointer = Callable[[Situation, random.Random], Point]


@frozen
class Script:
    """How a scripted model points in a picture of a scene; `acts` names how it points in a closed loop, and
    `baseline` how it answers questions."""

    point: Pointer
    acts: str = "oracle"
    baseline: str = "random"
    arguments: tuple[str, ...] = ()


def _centre(situation: Situation, _: random.Random) -> Point:
    return situation.size[0] / 2, situation.size[1] / 2


def _repeated(situation: Situation, _: random.Random) -> Point:
    """The same candidate again and again."""
    return a_candidate(situation, _stream(evolve(situation, turn=0), "repeats"))


def _learned(situation: Situation, stream: random.Random) -> Point:
    """Right once a reflection has been made, and wrong before."""
    return an_answer(situation, stream) if situation.reflected else nowhere_right(situation, stream)


SCRIPTS: Final[Mapping[str, Script]] = {
    "oracle": Script(an_answer, baseline="oracle"),
    "random": Script(anywhere, acts="random"),
    "candidate": Script(a_candidate, acts="on target", baseline="candidate"),
    "centre": Script(_centre, acts="centre", baseline="centre"),
    "nearest": Script(nearest, acts="nearest"),
    "largest": Script(largest, acts="middle"),
    "noisy": Script(an_answer, baseline="oracle", arguments=("sigma",)),
    "wrong-frame": Script(in_another_frame, baseline="another frame"),
    "repeats": Script(_repeated, acts="repeats"),
    "learns": Script(_learned, acts="learns"),
    "rubbish": Script(anywhere, acts="rubbish"),
}
_USUAL_SIGMA: Final = 20.0


def scripted(model: str, arguments: Mapping[str, Any]) -> Ask:
    """The model `espire/NAME`; `arguments` are those of the command line (`-M sigma=20`)."""
    name = model.removeprefix(PREFIX)
    if name not in SCRIPTS:
        near = nearest_word(name, tuple(SCRIPTS))
        hint = (
            f"did you mean {PREFIX}{near}?" if near else f"there are {', '.join(PREFIX + s for s in SCRIPTS)}"
        )
        raise UsageError(f"there is no scripted model {model}; {hint}")
    script = SCRIPTS[name]
    unknown = sorted(set(arguments) - set(script.arguments))
    if unknown:
        raise UsageError(f"the scripted model {model} has no argument {unknown[0]}")
    sigma = _sigma(arguments.get("sigma", _USUAL_SIGMA)) if "sigma" in script.arguments else 0.0

    async def ask(query: Query) -> Reply:
        stream = _stream(query.situation, name)
        if name == "rubbish":
            return _reply(query, stream.choice(_RUBBISH))
        if query.prompt.endswith(".reflect"):
            return _reply(query, _NOTE)
        if query.prompt.startswith("question."):
            return _reply(query, _answer(query.situation.task, script.baseline, stream))
        episode = query.situation.episode
        if episode is None:
            pixel = script.point(query.situation, stream)
        else:
            told = (_travelling(query.situation), script.acts, _stream(query.situation, f"{name} acting"))
            if query.prompt.endswith(".rotation"):
                return _reply(query, await episode.do(turned, *told))
            pixel = await episode.do(acted, *told)
        return _reply(query, _said(query.situation, _blurred(pixel, sigma, stream)))

    return ask


def _travelling(situation: Situation) -> Situation:
    """What of a situation can go to where the episode is."""
    return evolve(situation, episode=None)


def _stream(situation: Situation, name: str) -> random.Random:
    acting = "" if situation.camera is None else f" {situation.camera}"
    return random.Random(f"{situation.seed} {name} {situation.task.id} {situation.turn}{acting}")


def _sigma(value: Any) -> float:
    try:
        sigma = float(value)
    except (TypeError, ValueError):
        sigma = -1.0
    if not 0 <= sigma < float("inf"):
        raise UsageError(f"sigma is a number of pixels, not {value}")
    return sigma


def _blurred(pixel: Point, sigma: float, stream: random.Random) -> Point:
    return (pixel[0] + stream.gauss(0, sigma), pixel[1] + stream.gauss(0, sigma)) if sigma else pixel


def _reply(query: Query, text: str) -> Reply:
    """Tokens are words here: enough for what counts them."""
    asked = sum(len(message.text.split()) for message in query.messages)
    return Reply(text, input_tokens=asked, output_tokens=len(text.split()))


def _said(situation: Situation, pixel: Point) -> str:
    assert situation.convention is not None
    return said_point(situation.convention, pixel, situation.size)


def said_point(convention: PointConvention, pixel: Point, size: Size) -> str:
    """A pixel in the words of a convention."""
    first, second = (round(value, 5) for value in convention.as_given(pixel, size))
    match convention.record.form:
        case "gemini":
            return json.dumps([{"point": [first, second], "label": "target"}])
        case "xml":
            return f'<point x="{first}" y="{second}" alt="target">target</point>'
        case "tuples":
            return f"[({first}, {second})]"
    return json.dumps({"point_2d": [first, second]})


def _answer(task: Task, baseline: str, stream: random.Random) -> str:
    if baseline == "another frame":
        others = [one for name, one in sorted(task.readings.items()) if name != task.reading]
        wrong = [one[0] for one in others if one and one != task.answers]
        return said_value(task, wrong[0]) if wrong else _answer(task, "oracle", stream)
    told = BASELINES[baseline](task, stream)
    return "I do not know" if told is None else said_value(task, told.answer)


def said_value(task: Task, value: Any) -> str:
    """An answer in words: yes or no, letters of options, a number with its unit."""
    letters = {meant_by(option): option["letter"] for option in task.options or ()}
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(str(letters[part]) for part in value)
    if task.answer_kind == "choice":
        return str(letters[value])
    return f"{value} {task.answer_unit}" if task.answer_unit else str(value)
