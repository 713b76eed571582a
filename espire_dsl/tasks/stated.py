"""Lengths that a sentence states: such as people say, and what is "about" a length is about an answer's."""

from __future__ import annotations

from typing import Final

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.families.spoken_lengths import is_spoken, spoken
from espire_dsl.language.rules import Rules
from espire_dsl.language.types import LENGTH
from espire_dsl.program.arrays.columns import Floats
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.reason import Reason

_NOISE: Final = 1e-9


def is_about_a_length(type: str) -> bool:
    """Whether a type takes what is about as long as it says."""
    constructor = CONSTRUCTORS.get(type)
    return constructor is not None and constructor.tolerance is not None and constructor.unit == "m"


def states_own(stated: float, right: Floats) -> bool:
    """Whether a stated length is that of one of the answers, as people say it."""
    return any(abs(spoken(value) - stated) < _NOISE for value in right.tolist())


def unspoken(type: TypeValue, outcome: Outcome, rules: Rules) -> Reason | None:
    """Why nobody would ask with a type whose lengths were drawn."""
    if not rules.spoken:
        return None
    parameters = CONSTRUCTORS[type.constructor].parameters
    lengths = [a for a, p in zip(type.arguments, parameters, strict=True) if p.type == LENGTH]
    return None if all(map(is_spoken, lengths)) and outcome.states_own else Reason.NOT_SPOKEN
