"""One number that chooses among all words that could stand for one another."""

from __future__ import annotations

from attrs import field, frozen
from attrs.validators import ge


@frozen
class Variant:
    """Turns several wheels, the first of them fastest."""

    number: int = field(default=0, validator=ge(0))

    def pick(self, *sizes: int) -> tuple[int, ...]:
        """One index below each size; every combination comes up as the number grows."""
        rest, picked = self.number, []
        for size in sizes:
            rest, index = divmod(rest, size)
            picked.append(index)
        return tuple(picked)
