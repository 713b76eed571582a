"""How likely a yes is, by the first token of an answer.

Of each word the likeliest spelling counts. Providers list a few tokens only: a word that is not among them is
at most as likely as the last that is, and that is what it is taken for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

MOST_LISTED: Final = 20
"""How many tokens providers are asked for; more than that few of them list."""


def p_yes(first_token: Sequence[tuple[str, float]]) -> float | None:
    """The probability of yes against no, from tokens with the logarithms of theirs; None where neither of the
    words is among them."""
    yes, no = (_likeliest(first_token, word) for word in ("yes", "no"))
    if yes is None and no is None:
        return None
    least = min(value for _, value in first_token)
    apart = (least if yes is None else yes) - (least if no is None else no)
    return 1 / (1 + math.exp(-apart)) if apart >= 0 else math.exp(apart) / (1 + math.exp(apart))


def _likeliest(first_token: Sequence[tuple[str, float]], word: str) -> float | None:
    return max((value for token, value in first_token if token.strip().casefold() == word), default=None)
