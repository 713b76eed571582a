"""Reads answers in words: the letter or the words of an option, yes or no, a number, a list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from espire_dsl.scoring.quantities import UnreadableError, number_of
from espire_dsl.tasks.lettered import meant_by
from espire_dsl.tasks.task import Task

_TRUTH: Final = {"yes": True, "true": True, "no": False, "false": False}
_FIRST_TRUTH: Final = re.compile(rf"(?:{'|'.join(_TRUTH)})\b", re.IGNORECASE)
_LEAD: Final = re.compile(r"\b(?:answer|option|choice)\b(?:\s+(?:is|would be))?\s*[:=]?\s*", re.IGNORECASE)
_BOXED: Final = re.compile(r"\\boxed\{(?:\\text\{)?([^{}]*)\}?\}")
_LETTER: Final = re.compile(r"[(\[]?([A-Za-z])[)\]]?[.:]?")
_LETTER_AND_WORDS: Final = re.compile(r"(?:[(\[]([A-Za-z])[)\]][.:]?|([A-Za-z])[).:])\s*(\S.*)", re.DOTALL)
_ARTICLE: Final = re.compile(r"(?:the|an?)\s+")
_BETWEEN: Final = re.compile(r"\s*(?:,\s*(?:and|then)\s|[,;\n>→]|\bthen\b|\band\b)\s*", re.IGNORECASE)
_SAME: Final = 1e-6

Options = Sequence[Mapping[str, Any]]


def answer_in(task: Task, value: Any) -> Any:
    """The answer that a value tells, as a task has its own; UnreadableError says why there is none."""
    if value is None or value == "":
        raise UnreadableError("it is empty")
    match task.answer_kind:
        case "yes_no":
            return _yes_no(value)
        case "choice":
            return meant_by(_option(task.options or (), value, task.answer_unit))
        case "list":
            return _list(task.options or (), value)
        case "number":
            return _number(task, value)
    if isinstance(task.answers[0], int):
        return int(_number(task, value))
    if not isinstance(value, str):
        raise UnreadableError("it must be a text")
    return _last_words(value)


def folded(text: str) -> str:
    """A text as it reads: without regard to case, blanks, an article before it and a full stop after it."""
    plain = " ".join(text.replace("_", " ").split()).strip("\"'“”‘’ ").rstrip(".!").casefold()
    return _ARTICLE.sub("", plain, count=1) if _ARTICLE.match(plain) else plain


def _last_words(text: str) -> str:
    """What a text comes to: what stands behind its last "the answer is", or all of it."""
    plain = _BOXED.sub(r"\1", text).replace("*", "").replace("`", "").replace("$", "").strip()
    leads = list(_LEAD.finditer(plain))
    rest = plain[leads[-1].end() :].strip() if leads else ""
    return rest or plain


def _yes_no(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    found = _FIRST_TRUTH.match(_last_words(value)) if isinstance(value, str) else None
    if found is None:
        raise UnreadableError("it must be yes or no")
    return _TRUTH[found.group().lower()]


def _number(task: Task, value: Any) -> float:
    number = number_of(_last_words(value) if isinstance(value, str) else value, task.answer_unit)
    if number < 0 <= task.answers[0]:
        raise UnreadableError("it is negative, and what is asked cannot be")
    return number


def _option(options: Options, value: Any, unit: str | None) -> Mapping[str, Any]:
    if isinstance(value, str):
        for text in dict.fromkeys((_last_words(value), value.strip())):
            found = _by_letter(options, text) or _by_words(options, text)
            if found is not None:
                return found
    found = _by_number(options, value, unit)
    if found is None:
        letters = ", ".join(option["letter"] for option in options)
        raise UnreadableError(f"it is neither one of the letters {letters} nor the words of an option")
    return found


def _by_letter(options: Options, text: str) -> Mapping[str, Any] | None:
    """The option of a letter; one that other words contradict is none."""
    by_letter = {option["letter"].upper(): option for option in options}
    if whole := _LETTER.fullmatch(text):
        return by_letter.get(whole[1].upper())
    both = _LETTER_AND_WORDS.fullmatch(text)
    if both is None:
        return None
    told = by_letter.get((both[1] or both[2]).upper())
    said = _by_words(options, both[3])
    return told if said is None or said is told else None


def _by_words(options: Options, text: str) -> Mapping[str, Any] | None:
    words = folded(text)
    found = [option for option in options if words == folded(option["text"]) or text.strip() == option["id"]]
    return found[0] if len(found) == 1 else None


def _by_number(options: Options, value: Any, unit: str | None) -> Mapping[str, Any] | None:
    """The option that is a number, told in any unit."""
    numbers = [option for option in options if type(option["value"]) in (int, float)]
    if not numbers:
        return None
    try:
        number = number_of(_last_words(value) if isinstance(value, str) else value, unit)
    except UnreadableError:
        return None
    near = [o for o in numbers if abs(o["value"] - number) <= _SAME * max(1.0, abs(number))]
    return near[0] if len(near) == 1 else None


def _list(options: Options, value: Any) -> list[Any]:
    if isinstance(value, str):
        text = _last_words(value)
        run = len(text) == len(options) and text.isalpha() and text.isupper()
        value = list(text) if run else [part for part in _BETWEEN.split(text) if part]
    if not isinstance(value, list) or not value:
        raise UnreadableError("it must be a list of options, by their letters or words")
    return [meant_by(_option(options, part, None)) for part in value]
