"""What a sentence is made of: a template, what its names stand for, and which of the interchangeable words.

An utterance can be written down as JSON and said again, by whoever has nothing but the record of a task.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from attrs import field, fields, frozen

from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.values import (
    Said,
    SaidAngle,
    SaidCategory,
    SaidClock,
    SaidFrame,
    SaidInt,
    SaidLabel,
    SaidLength,
    SaidMeasure,
    SaidNumber,
    SaidOrdinal,
    SaidPixels,
    SaidThing,
    SaidType,
)

T = TypeVar("T")

_CLASSES: Mapping[str, Any] = {
    "thing": SaidThing,
    "category": SaidCategory,
    "type": SaidType,
    "length": SaidLength,
    "angle": SaidAngle,
    "pixels": SaidPixels,
    "int": SaidInt,
    "number": SaidNumber,
    "ordinal": SaidOrdinal,
    "clock": SaidClock,
    "label": SaidLabel,
    "frame": SaidFrame,
    "measure": SaidMeasure,
}
"""The word under which the first field of a value is written; its other fields have their own names."""

_WORDS = {kind: word for word, kind in _CLASSES.items()}

_KEYS = {
    kind: tuple((word if place == 0 else field.name, field.name) for place, field in enumerate(fields(kind)))
    for word, kind in _CLASSES.items()
}
"""What is written of a value of each class: keys, and the fields that they have."""


@frozen
class Utterance:
    """All that a sentence is made of, so that it can be said again: template, values, choice of words."""

    template: str
    values: Mapping[str, Said] = field(hash=False)
    frame: SaidFrame | None
    measure: SaidMeasure | None
    variant: int
    answers: int
    held: SaidThing | None = None

    def said_by(self, lexicon: Lexicon) -> str:
        return lexicon.render(
            self.template,
            self.values,
            frame=self.frame,
            measure=self.measure,
            variant=self.variant,
            answers=self.answers,
            held=self.held,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "template": self.template,
            "variant": self.variant,
            "answers": self.answers,
            "values": {name: _written(value) for name, value in self.values.items()},
            "frame": _written(self.frame),
            "measure": _written(self.measure),
            "held": _written(self.held),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Utterance:
        """The utterance that was written down; a ValueError says why there is none."""
        try:
            values = {name: _read(value) for name, value in data["values"].items()}
            frame, measure, held = (_read(data[name]) for name in ("frame", "measure", "held"))
            return _made(
                cls, data["template"], values, frame, measure, data["variant"], data["answers"], held
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"it cannot be read: {error}") from error


_FIELDS: Mapping[Any, Mapping[str, Any]] = {
    kind: get_type_hints(kind) for kind in (Utterance, *_CLASSES.values())
}
"""What each field may hold."""


def _written(value: Any) -> Any:
    keys = _KEYS.get(type(value))
    if keys is not None:
        return {key: _written(getattr(value, name)) for key, name in keys}
    return [_written(part) for part in value] if isinstance(value, tuple) else value


def _read(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(map(_read, data))
    if not isinstance(data, Mapping):
        return data
    kind = next((kind for word, kind in _CLASSES.items() if word in data), None)
    if kind is None:
        raise ValueError(f"{dict(data)} is nothing that can be said")
    others = fields(kind)[1:]
    return _made(kind, _read(data[_WORDS[kind]]), *(_read(data[other.name]) for other in others))


def _made(kind: type[T], *values: Any) -> T:
    """A value of a class whose fields are what their annotations say."""
    for (name, wanted), value in zip(_FIELDS[kind].items(), values, strict=True):
        if not _fits(value, wanted):
            raise ValueError(f"it cannot be read: {name} cannot be {value!r}")
    return kind(*values)


def _fits(value: Any, wanted: Any) -> bool:
    match get_origin(wanted):
        case None:
            plain = int | float if wanted is float else wanted
            return isinstance(value, plain) and isinstance(value, bool) == (wanted is bool)
        case origin if origin is UnionType:
            return any(_fits(value, one) for one in get_args(wanted))
        case origin if origin is tuple:
            return isinstance(value, tuple) and all(_fits(part, get_args(wanted)[0]) for part in value)
    return isinstance(value, Mapping) and all(_fits(part, get_args(wanted)[1]) for part in value.values())
