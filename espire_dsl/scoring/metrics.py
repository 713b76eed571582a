"""How near an answer in words or numbers comes: word overlap, and mean relative accuracy."""

from __future__ import annotations

import math
import re
from typing import Final

from espire_dsl.scoring.words import folded

THRESHOLDS: Final = (0.50, 0.55, 0.60, 0.65, 0.70, 0.75, 0.80, 0.85, 0.90, 0.95)
_SLACK: Final = 1e-9
_BETWEEN_WORDS: Final = re.compile(r"[\s_/]+")


def word_overlap(right: str, said: str) -> float:
    """PM: the share of common words, of the longer one of two texts."""
    one, other = _words(right), _words(said)
    return len(one & other) / max(len(one), len(other), 1)


def _words(text: str) -> set[str]:
    return set(filter(None, _BETWEEN_WORDS.split(folded(text))))


def mean_relative_accuracy(right: float, said: float, step: float | None = None) -> float:
    """MRA: the share of ten thresholds t at which the relative error is at most 1 - t.

    Where `right` is rounded to a step, so is what was said.
    """
    if step is not None:
        said = math.floor(said / step + 0.5 + _SLACK) * step
    if right == 0:
        return float(abs(said) <= _SLACK)
    error = abs(said - right) / abs(right)
    return sum(error <= 1 - threshold + _SLACK for threshold in THRESHOLDS) / len(THRESHOLDS)
