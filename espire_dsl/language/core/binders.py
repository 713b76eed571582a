"""What looks at the things of a set one by one: `{ b in books where ... }`, `none(o in near, ...)`.

Each is declared once. A quantifier says how many things must pass its test, as the least and the greatest
number; what follows from that, margins included, is in `espire_dsl.program.arrays.quantifiers`.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

STATED: Final = "stated"
"""The number that the call states."""
EVERY: Final = "every"
"""As many as the set has."""
WHERE: Final = "where"

Bound = int | str


@frozen
class Binder:
    """`worded` is a gloss with `name`, `things`, `test` and `count` in braces. One without bounds gives the
    things that pass, others say whether between `least` and `most` of them do."""

    name: str
    form: str
    meaning: str
    worded: str
    least: Bound | None = None
    most: Bound | None = None

    @property
    def states_number(self) -> bool:
        return STATED in (self.least, self.most)


def _quantifier(name: str, least: Bound, most: Bound, meaning: str, worded: str) -> Binder:
    number = "n: Int, " if STATED in (least, most) else ""
    return Binder(
        name, f"{name}({number}x in xs: Set[thing], test: Bool) -> Bool", meaning, worded, least, most
    )


BINDERS: Final[dict[str, Binder]] = {
    binder.name: binder
    for binder in (
        Binder(
            WHERE,
            "{ x in xs: Set[T] where test: Bool } -> Set[T]",
            "The things of a set that pass a test.",
            "those {name} of {things} for which {test}",
        ),
        _quantifier(
            "all",
            EVERY,
            EVERY,
            "Whether every thing of a set passes a test; true of an empty set.",
            "whether for all {name} of {things} {test}",
        ),
        _quantifier(
            "some",
            1,
            EVERY,
            "Whether at least one thing of a set passes a test.",
            "whether for some {name} of {things} {test}",
        ),
        _quantifier(
            "none",
            0,
            0,
            "Whether no thing of a set passes a test; true of an empty set.",
            "whether for no {name} of {things} {test}",
        ),
        _quantifier(
            "exactly",
            STATED,
            STATED,
            "Whether as many things of a set as stated pass a test, no more and no fewer: "
            "`exactly(2, b in books, height(b) > 20 cm)`.",
            "whether for exactly {count} {name} of {things} {test}",
        ),
        _quantifier(
            "at_least",
            STATED,
            EVERY,
            "Whether as many things of a set as stated pass a test, or more.",
            "whether for at least {count} {name} of {things} {test}",
        ),
        _quantifier(
            "at_most",
            0,
            STATED,
            "Whether as many things of a set as stated pass a test, or fewer.",
            "whether for at most {count} {name} of {things} {test}",
        ),
    )
}
CALLED: Final = frozenset(BINDERS) - {WHERE}
"""Those that are written as calls. The words are not taken from authors: a call that names things one by one
is theirs alone."""
