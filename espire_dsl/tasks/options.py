"""The options of a choice: the right one, and wrong ones from where the family says they come from.

A wrong option is tested false by what made the answer, all options are of one type and precision, and no two
of them read alike. The things of a list are its options too, all of them right in their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from attrs import frozen

from espire_dsl.domain.kinds import VIEWER
from espire_dsl.language.core.labels import EIGHT, EIGHT_ON_MAP
from espire_dsl.language.core.values import DistractorValue
from espire_dsl.language.families.answers import labels_of
from espire_dsl.language.families.family import Family
from espire_dsl.language.types import CLOCK
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.naming import fold
from espire_dsl.scene.node import Node
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.spoken_numbers import rounded, step_of
from espire_dsl.tasks.truths import also_true

HOURS = range(1, 13)


@frozen
class Offer:
    """What options can be chosen from: right ones, and for each `distract` clause wrong ones.

    Things are offered by their ids, everything else by its value.
    """

    right: tuple[Any, ...]
    wrong: tuple[tuple[Any, ...], ...] = ()


def has_options(family: Family) -> bool:
    """Whether tasks of a family come with options."""
    return bool(family.distract) or family.answer.kind == "list"


def offer_of(
    family: Family,
    answer: Any,
    candidates: Sequence[str] | None,
    scene: Scene,
    thing: Node | None = None,
    undecided: Collection[str] = (),
    named: Collection[str] = (),
) -> Offer | Reason:
    """The options that a binding offers, or why they are no good; `thing` is what a label is said of.

    `named` are the things that the sentence is about: they give themselves away as wrong, unless the question
    is which of them it is.
    """
    if family.answer.kind == "list":
        alike = len(told_apart(answer, scene)) < len(answer)
        return Reason.OPTIONS_ALIKE if alike else Offer(tuple(answer))
    right = said_answers(family, answer)
    away = {*undecided, *(() if set(named) & set(right) else named)}
    wrong = tuple(_wrong(family, d.source, answer, candidates, thing, away) for d in family.distract)
    if not _are_enough(family, wrong):
        return Reason.TOO_FEW_OPTIONS
    if not isinstance(answer, tuple):
        return Offer(right, wrong)
    right = told_apart(right, scene)
    wrong = tuple(told_apart(ids, scene) for ids in wrong)
    return Offer(right, wrong) if right and _are_enough(family, wrong) else Reason.OPTIONS_ALIKE


def options_refusal(
    family: Family,
    answer: Any,
    candidates: Sequence[str] | None,
    scene: Scene,
    thing: Node | None,
    undecided: Collection[str] = (),
    named: Collection[str] = (),
) -> Reason | None:
    """Why a binding cannot have the options that its family asks for."""
    if not has_options(family):
        return None
    offer = offer_of(family, answer, candidates, scene, thing, undecided, named)
    return offer if isinstance(offer, Reason) else None


def _are_enough(family: Family, wrong: Sequence[Sequence[Any]]) -> bool:
    """Whether every clause gets its number, whatever the clauses before it take."""
    taken = 0
    for distract, offered in zip(family.distract, wrong, strict=True):
        if len(offered) < taken + distract.count:
            return False
        taken += distract.count
    return True


def _wrong(
    family: Family,
    source: DistractorValue,
    answer: Any,
    candidates: Sequence[str] | None,
    thing: Node | None,
    away: Collection[str],
) -> tuple[Any, ...]:
    """All wrong options of a source, without the things `away`; of `opposite` the nearest to it first."""
    if source.source == "ratios":
        return _numbers(family, answer, [float(ratio) for ratio in source.arguments])
    if isinstance(answer, tuple):
        return tuple(id for id in candidates or () if id not in answer and id not in away)
    if family.answer.type == CLOCK:
        return tuple(hour for hour in HOURS if hour != answer)
    if source.source == "options":
        labels = [str(label) for label in source.arguments]
    else:
        labels = list(labels_of(family.program))
        if source.source == "opposite" and len(labels) != 2:
            labels = _opposite_first(answer)
    false = [label for label in labels if not also_true(label, answer, thing)]
    return tuple({fold(label): label for label in false}.values())


def said_answers(family: Family, answer: Any) -> tuple[Any, ...]:
    """The answers of a program as an option has them."""
    return answer if isinstance(answer, tuple) else (_as_said(family, answer),)


def _as_said(family: Family, answer: Any) -> Any:
    """A number is rounded as it is said; everything else is said as it is."""
    if not isinstance(answer, int | float) or isinstance(answer, bool) or family.answer.type == CLOCK:
        return answer
    return rounded(family.answer, answer, step_of(family.answer, answer))


def _numbers(family: Family, answer: float, ratios: Sequence[float]) -> tuple[Any, ...]:
    """The answer times the ratios, in its unit and precision: above zero, and each once."""
    step, right = step_of(family.answer, answer), _as_said(family, answer)
    if right <= 0:
        return ()
    found = dict.fromkeys(rounded(family.answer, answer * ratio, step) for ratio in ratios)
    return tuple(number for number in found if number > 0 and number != right)


def _opposite_first(answer: str) -> list[str]:
    for circle in (EIGHT, EIGHT_ON_MAP):
        if answer in circle:
            start = circle.index(answer)
            steps = sorted(range(1, len(circle)), key=lambda step: (abs(step - 4), step))
            return [circle[(start + step) % len(circle)] for step in steps]
    return []


def told_apart(ids: Sequence[str], scene: Scene) -> tuple[str, ...]:
    """The things whose names nothing else in the scene has."""
    named = Counter(fold(node.name or "") for node in scene.nodes if not node.is_a(VIEWER))
    return tuple(id for id in ids if named[fold(scene.node(id).name or "")] == 1)


def options_of(
    family: Family, offer: Offer, place: int, stream: RandomStream
) -> tuple[list[Any], tuple[Any, ...]]:
    """The options in their order, with the right one at `place` (counted round), and what is right.

    The options of a list are its things in any order, and right is their order.
    """
    if family.answer.kind == "list":
        return list(stream.shuffled(offer.right)), offer.right
    right = stream.shuffled(offer.right)[0]
    wrong: list[Any] = []
    for distract, offered in zip(family.distract, offer.wrong, strict=True):
        new = [option for option in offered if option not in wrong]
        ordered = distract.source.source == "opposite"
        wrong += new[: distract.count] if ordered else stream.some(new, distract.count)
    options = list(stream.shuffled(wrong))
    options.insert(place % (len(options) + 1), right)
    return options, (right,)
