"""The chance level of a task: how often a blind choice is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from espire_dsl.domain.answers import POINTED_AT

"""Kinds of answers that are given as points in the world view; all others are given as values."""


def chance_of(
    answer_kind: str, answers: Sequence[Any], candidates: Sequence[str] | None, options: Sequence[Any] | None
) -> float | None:
    """The share of right ones among what one chooses from; None where there is nothing to choose."""
    if answer_kind in POINTED_AT:
        return len(answers) / len(candidates) if candidates else None
    if answer_kind == "choice":
        return 1 / len(options) if options else None
    return 0.5 if answer_kind == "yes_no" else None
