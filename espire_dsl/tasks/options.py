"""The options of a choice: the right one, and wrong ones from where the family says they come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from espire_dsl.language.answers import labels_of
from espire_dsl.language.core.labels import EIGHT, EIGHT_ON_MAP
from espire_dsl.language.core.values import DistractorValue
from espire_dsl.language.family import Family
from espire_dsl.scene.exact import exact
from espire_dsl.tasks.dice import Dice


def wrong_options(
    family: Family, source: DistractorValue, answer: Any, candidates: Sequence[str] | None
) -> list[Any]:
    """All wrong options of a source; those of `opposite` nearest to the opposite first."""
    if source.source == "ratios":
        return list(dict.fromkeys(exact(answer * float(ratio)) for ratio in source.arguments if answer))
    if source.source == "options":
        return [label for label in dict.fromkeys(source.arguments) if label != answer]
    if source.source == "opposite":
        return _opposite_first(answer)
    if isinstance(answer, tuple):
        return [id for id in candidates or () if id not in answer]
    return [label for label in labels_of(family.program) if label != answer]


def _opposite_first(answer: str) -> list[str]:
    for circle in (EIGHT, EIGHT_ON_MAP):
        if answer in circle:
            start = circle.index(answer)
            steps = sorted(range(1, len(circle)), key=lambda step: (abs(step - 4), step))
            return [circle[(start + step) % len(circle)] for step in steps]
    return []


def has_options(family: Family, answer: Any, candidates: Sequence[str] | None) -> bool:
    """Whether there are as many wrong options as the family asks for."""
    return all(len(wrong_options(family, d.source, answer, candidates)) >= d.count for d in family.distract)


def options_of(
    family: Family, answer: Any, candidates: Sequence[str] | None, place: int, dice: Dice
) -> tuple[list[Any], Any] | None:
    """The options in their order, with the right one at `place` (counted round), and the right one.

    None for a family without a choice. An option that two sources give is there once.
    """
    if not family.distract:
        return None
    right = dice.shuffled(answer)[0] if isinstance(answer, tuple) else answer
    wrong: list[Any] = []
    for distract in family.distract:
        offered = [o for o in wrong_options(family, distract.source, answer, candidates) if o not in wrong]
        ordered = distract.source.source == "opposite"
        wrong += offered[: distract.count] if ordered else dice.some(offered, distract.count)
    options = dice.shuffled(wrong)
    options.insert(place % (len(options) + 1), right)
    return options, right
