"""Which sentences of a family can say a binding: those that name what is open, and get the number right."""

from __future__ import annotations

from typing import Any

from espire_dsl.domain.answers import POINTED_AT
from espire_dsl.language.families.family import Family


def number_of_answers(family: Family, answer: Any) -> int:
    """How many right answers a sentence is about; what is no set of things is one."""
    return len(answer) if family.answer.kind in POINTED_AT and isinstance(answer, tuple) else 1


def sayable(
    family: Family, type: str, answer: Any, names_frame: bool = False, names_measure: bool = False
) -> list[int]:
    """The places of the sentences that can be said of a binding of this type, and that name this much."""
    one = number_of_answers(family, answer) == 1
    return [
        place
        for place, sentence in enumerate(family.sentences)
        if sentence.names_frame >= names_frame
        and sentence.names_measure >= names_measure
        and (one or type not in sentence.only_one)
    ]
