"""A value together with its words: all that a template can see of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from espire_dsl.wording.values import (
    Said,
    SaidAngle,
    SaidAnswers,
    SaidCategory,
    SaidClock,
    SaidInt,
    SaidLabel,
    SaidLength,
    SaidNumber,
    SaidOrdinal,
    SaidPixels,
    SaidThing,
    SaidType,
)

FORMS: Mapping[type, tuple[str, ...]] = {
    SaidType: ("adjective", "with_article", "short", "line", "of", "constructor"),
    SaidThing: ("bare", "possessive", "pronoun", "be", "plural", "kind", "is_viewer", "is_furniture"),
    SaidCategory: ("plural",),
    SaidLength: ("number", "scale", "short", "adjective"),
    SaidAngle: ("number", "short", "adjective"),
    SaidPixels: ("number", "short", "adjective"),
    SaidInt: ("value", "words"),
    SaidNumber: ("value",),
    SaidOrdinal: ("value", "short"),
    SaidClock: ("value",),
    SaidLabel: (),
    SaidAnswers: ("one", "count", "article", "one_of", "that", "pronoun"),
}
"""What may stand after the dot, by kind of value. A type has those of its forms that the lexicon words."""

ALL_FORMS = frozenset(form for forms in FORMS.values() for form in forms)
METHOD = "of"

_KINDS: Mapping[type, str] = {
    SaidType: "a reasoning type",
    SaidThing: "a thing",
    SaidCategory: "a category",
    SaidLength: "a length",
    SaidAngle: "an angle",
    SaidPixels: "a number of pixels",
    SaidInt: "a whole number",
    SaidNumber: "a number",
    SaidOrdinal: "an ordinal",
    SaidClock: "a clock hour",
    SaidLabel: "a label",
    SaidAnswers: "the number of answers",
}


@frozen(eq=False)
class Of:
    """`R.of`: a type's phrase together with the things that it refers to."""

    phrase: Callable[[tuple[Said, ...]], str]

    def __call__(self, *references: object) -> str:
        return self.phrase(tuple(r.value for r in references if isinstance(r, Spoken)))


Form = str | bool | int | float | Of


@frozen(eq=False)
class Spoken:
    """The words of a value: `text` as it stands in a sentence, and its other forms by name."""

    value: Said
    text: str
    forms: Mapping[str, Form]

    def __str__(self) -> str:
        return self.text


def describe(value: Said) -> str:
    """What a value is, for messages: "`LessThan`", "a length"."""
    return f"`{value.constructor}`" if isinstance(value, SaidType) else _KINDS[type(value)]
