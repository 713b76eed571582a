"""Lengths that a sentence states: such as people say, and what is "about" a length is about an answer's."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.families.spoken_lengths import is_spoken, spoken
from espire_dsl.language.rules import Rules
from espire_dsl.language.types import LENGTH
from espire_dsl.program.arrays.columns import Bools, Floats
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.reason import Reason

_NOISE: Final = 1e-9
_is_spoken: Final = lru_cache(4096)(is_spoken)


def is_about_a_length(type: str) -> bool:
    """Whether a type takes what is about as long as it says."""
    constructor = CONSTRUCTORS.get(type)
    return constructor is not None and constructor.tolerance is not None and constructor.unit == "m"


def states_own(stated: Floats, values: Floats, right: Bools) -> Bools:
    """For each row whether its stated length is that of one of its answers, as people say it."""
    found: Bools = np.any(right & (np.abs(spoken(values) - stated[:, None]) < _NOISE), axis=1)
    return found


def unspoken(type: TypeValue, outcome: Outcome, rules: Rules) -> Reason | None:
    """Why nobody would ask with a type whose lengths were drawn."""
    if not rules.spoken:
        return None
    parameters = CONSTRUCTORS[type.constructor].parameters
    lengths = [a for a, p in zip(type.arguments, parameters, strict=True) if p.type == LENGTH]
    return None if all(map(_is_spoken, lengths)) and outcome.states_own else Reason.NOT_SPOKEN
