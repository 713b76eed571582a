"""Balance over right answers: what has been the answer least often is drawn first, as far as there is any.

Answers that are words, yes or no, or whole numbers are counted by type. Things and measured numbers differ
from task to task and need no balance; tasks that belong together are drawn whole and are never thinned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from attrs import define, field

from espire_dsl.tasks.supply import Key
from espire_dsl.tasks.variants import TypeKey

_LESS_LIKELY: Final = 1000.0


@define
class Balance:
    """How often each answer was given, by type."""

    _given: Counter[tuple[TypeKey, Key]] = field(factory=Counter)

    def count(self, type_: TypeKey, answer: Key | None, by: int) -> None:
        if answer is not None:
            self._given[type_, answer] += by

    def given(self, type_: TypeKey, answer: Key | None) -> int:
        """How often an answer was given."""
        return 0 if answer is None else self._given[type_, answer]

    def weights(self, type_: TypeKey, left: Iterable[Key | None]) -> dict[Key | None, float] | None:
        """By answer of those that are left a weight: 1 for the one that was given least, a thousandth for
        each time that another was given more often. None where all weights would be 1."""
        given = {key: self._given[type_, key] for key in left if key is not None}
        if len(set(given.values())) < 2:
            return None
        least = min(given.values())
        return {None: 1.0, **{key: _LESS_LIKELY ** -(count - least) for key, count in given.items()}}
