"""Options as a record has them: a letter, the words that say it, and what it stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.language.families.family import Family
from espire_dsl.language.types import CLOCK, LENGTH, ORDINAL
from espire_dsl.scene.graph import Scene
from espire_dsl.syntax.units import UNITS
from espire_dsl.tasks.spoken_numbers import decimals_of, step_of
from espire_dsl.wording.numbers import ordinal
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.saying import said_scalar, said_thing


def lettered(
    options: Sequence[Any],
    family: Family,
    answer: Any,
    scene: Scene,
    lexicon: Lexicon,
    catalogue: Catalogue,
) -> list[dict[str, Any]]:
    """The options with their letters; `answer` is that of the program, before it was rounded."""
    of_things = isinstance(answer, tuple)
    return [
        {
            "letter": ascii_uppercase[place] if place < len(ascii_uppercase) else str(place + 1),
            "text": text_of(option, family, answer, scene, lexicon, catalogue),
            "id": option if of_things else None,
            "value": None if of_things else option,
        }
        for place, option in enumerate(options)
    ]


def text_of(
    option: Any, family: Family, answer: Any, scene: Scene, lexicon: Lexicon, catalogue: Catalogue
) -> str:
    """An option as it is said: a thing by its name, a number in the unit and precision of them all."""
    if isinstance(answer, tuple):
        return lexicon.speak(said_thing(option, scene, catalogue)).text
    kind = family.answer.type
    if isinstance(option, str) or kind == CLOCK:
        return lexicon.speak(said_scalar(option, kind)).text
    if kind == ORDINAL:
        return ordinal(option)
    number = f"{option:.{decimals_of(family.answer, step_of(family.answer, answer))}f}"
    if family.answer.unit is None:
        return number
    unit = UNITS[family.answer.unit]
    if kind == LENGTH:
        return lexicon.words.macro("units.j2", "quantity_short")(number, unit.sign)
    return lexicon.words.macro("units.j2", "quantity")(number, unit.one if number == "1" else unit.many)


def meant_by(option: Mapping[str, Any]) -> Any:
    """What an option of a record stands for: the id of a thing, or a value."""
    return option["value"] if option["id"] is None else option["id"]
