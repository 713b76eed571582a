"""Gives values their words, and remembers them: most sentences say what others have said before."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from attrs import frozen

from espire_dsl.language.families.spoken_lengths import unit_of_length
from espire_dsl.syntax.units import UNITS, Unit
from espire_dsl.wording.errors import WordingError
from espire_dsl.wording.lexicon import Words
from espire_dsl.wording.numbers import cardinal, digits, ordinal, short_ordinal
from espire_dsl.wording.spoken import METHOD, Form, Of, Spoken
from espire_dsl.wording.values import (
    Said,
    SaidAngle,
    SaidAnswers,
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

_PLACES_OF_A_METRE = 6
_PLACES = 4
_CAN_BE_REFERRED_TO = SaidThing | SaidCategory | SaidLabel


@frozen(eq=False)
class Speaker:
    """Says values, frames and ways of measuring by a lexicon, each once: results are cached."""

    speak: Callable[[Said], Spoken]
    frame: Callable[[SaidFrame], tuple[str, ...]]
    measure: Callable[[SaidMeasure], tuple[str, ...]]

    @classmethod
    def of(cls, words: Words, size: int) -> Speaker:
        @lru_cache(size)
        def speak(value: Said) -> Spoken:
            if isinstance(value, SaidType):
                return speak_type(value, words, speak, size)
            text, forms = _plain(value, words)
            return Spoken(value, text, forms)

        @lru_cache(size)
        def frame(value: SaidFrame) -> tuple[str, ...]:
            return words.frame(value, None if value.of is None else speak(value.of))

        @lru_cache(size)
        def measure(value: SaidMeasure) -> tuple[str, ...]:
            return words.measure(value, None if value.of is None else speak(value.of))

        return cls(speak, frame, measure)


def speak_type(value: SaidType, words: Words, speak: Callable[[Said], Spoken], size: int) -> Spoken:
    """A reasoning type with the forms that the lexicon has for it."""
    arguments = tuple(map(speak, value.arguments))
    text = words.phrase(value, arguments)
    forms: dict[str, Form] = {"constructor": value.constructor, **words.text_forms(value, arguments)}
    if words.takes_references(value):

        @lru_cache(size)
        def phrase(references: tuple[Said, ...]) -> str:
            for reference in references:
                if not isinstance(reference, _CAN_BE_REFERRED_TO):
                    raise WordingError(f"`{value.constructor}` can only refer to things")
            return words.phrase_of(value, arguments, tuple(map(speak, references)))

        forms[METHOD] = Of(phrase)
    return Spoken(value, text, forms)


def _plain(value: Said, words: Words) -> tuple[str, dict[str, Form]]:
    match value:
        case SaidThing():
            return _thing(value, words)
        case SaidLength():
            return _length(value, words)
        case SaidAngle(degrees):
            return _counted("deg", degrees, words)
        case SaidPixels(pixels):
            return _counted("px", pixels, words)
        case SaidClock(hour):
            return _unit(words, "clock", hour), {"value": hour}
        case SaidOrdinal(number):
            return ordinal(number), {"value": number, "short": short_ordinal(number)}
        case SaidInt(number):
            return str(number), {"value": number, "words": cardinal(number)}
        case SaidNumber(number):
            return digits(number, _PLACES), {"value": number}
        case SaidCategory(name, plural):
            return name, {"plural": plural}
        case SaidLabel(text):
            return text, {}
        case SaidAnswers(count):
            return _answers(count, words)
        case SaidType():
            raise TypeError("reasoning types are spoken by speak_type")


def _thing(value: SaidThing, words: Words) -> tuple[str, dict[str, Form]]:
    def say(name: str, *arguments: object) -> str:
        return words.macro("references.j2", name)(*arguments)

    ending = "'" if value.plural and value.name.endswith("s") else "'s"
    return say("thing", value.name, value.is_viewer), {
        "bare": say("bare", value.name, value.is_viewer),
        "possessive": say("possessive", value.name, value.is_viewer, ending),
        "pronoun": say("pronoun", value.plural, value.is_viewer),
        "be": say("be", value.plural, value.is_viewer),
        "plural": value.plural,
        "kind": value.kind,
        "is_viewer": value.is_viewer,
        "is_furniture": value.is_furniture,
    }


def _answers(count: int, words: Words) -> tuple[str, dict[str, Form]]:
    one = count == 1
    said = {
        name: words.macro("references.j2", f"answers_{name}")(one)
        for name in ("article", "one_of", "that", "pronoun")
    }
    return str(count), {"one": one, "count": count, **said}


def _quantity(value: float, unit: Unit, places: int, words: Words) -> dict[str, Form]:
    """A number with its unit, in all forms; `text` is the usual one."""
    number = digits(value, places)
    return {
        "text": _unit(words, "quantity", number, unit.one if number == "1" else unit.many),
        "number": number,
        "short": _unit(words, "quantity_short", number, unit.sign),
        "adjective": _unit(words, "quantity_adjective", number, unit.one),
    }


def _counted(unit: str, value: float, words: Words) -> tuple[str, dict[str, Form]]:
    """A number with the unit that its quantity always has."""
    forms = _quantity(value, UNITS[unit], _PLACES, words)
    return str(forms.pop("text")), forms


def _length(value: SaidLength, words: Words) -> tuple[str, dict[str, Form]]:
    """Centimetres below one metre, metres from there, or the feet or inches that it is a whole number of; a
    micrometre is the finest that is said."""
    metres = round(value.metres, _PLACES_OF_A_METRE)
    unit = UNITS[unit_of_length(metres)]
    places = _PLACES_OF_A_METRE + round(math.log10(unit.factor))
    forms = _quantity(metres / unit.factor, unit, places, words)
    return str(forms.pop("text")), {**forms, "scale": unit.name}


def _unit(words: Words, name: str, *arguments: object) -> str:
    return words.macro("units.j2", name)(*arguments)
