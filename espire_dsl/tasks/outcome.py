"""What asking a family of a scene gave, as far as the rules of binding look at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from espire_dsl.language.core.values import ThingRef, ThingSet
from espire_dsl.program.trace import plain
from espire_dsl.tasks.reason import Reason


@frozen
class Outcome:
    """`answer` is a tuple of ids when it is made of things, else a plain value.

    `undecided` are spaces that are neither right nor wrong, and right ones that are too hidden to be asked
    for; `candidates` those things that can be pointed at. `hides_answer` when another right thing is too
    hidden, `hides_reference` when something is that was measured from. `by_eye` when everything was decided
    by as much as people can tell by eye, `is_strict` when by as much as the suite asks for, whatever the
    family does, `is_ample` when by so much that it is drawn first. `states_own` unless what is "about" a
    length is not about that of an answer, as people say it. `angles` are those of the answers of a side
    relation, by id.
    """

    problem: Reason | None
    answer: Any = None
    candidates: tuple[str, ...] | None = None
    undecided: tuple[str, ...] = ()
    is_clear: bool = True
    by_eye: bool = True
    is_strict: bool = True
    is_ample: bool = True
    hides_answer: bool = False
    hides_reference: bool = False
    fits_picture: bool = True
    requirements_hold: bool = True
    states_own: bool = True
    angles: Mapping[str, float] = field(factory=dict)

    @property
    def is_of_things(self) -> bool:
        return isinstance(self.answer, tuple)

    @property
    def chance(self) -> float | None:
        """How often a random candidate is right; undecided ones are not counted."""
        if not self.is_of_things or not self.candidates:
            return None
        decided = len(self.candidates)
        if self.undecided:
            decided = sum(id not in self.undecided for id in self.candidates)
        return len(self.answer) / max(1, decided)

    def agrees_with(self, other: Outcome) -> bool:
        """Whether two readings have the same answers. What is undecided in one may be an answer in the other,
        as long as they share one."""
        if not self.is_of_things or not other.is_of_things:
            return bool(self.answer == other.answer)
        mine, others = set(self.answer), set(other.answer)
        shared = not mine.isdisjoint(others) or mine == others
        return shared and mine <= others | set(other.undecided) and others <= mine | set(self.undecided)


def problem_of(message: str) -> Reason:
    """The reason behind the message of an evaluator."""
    return Reason.NOT_UNIQUE if message.startswith("`unique`") else Reason.UNDEFINED


def answer_of(value: Any) -> Any:
    """Ids in a tuple for things, plain values for the rest."""
    if isinstance(value, ThingRef):
        return (value.id,)
    if isinstance(value, ThingSet):
        return value.ids
    shown = plain(value)
    return tuple(shown) if isinstance(shown, list) else shown
