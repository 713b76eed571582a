"""What looks at the things of a set one by one: `{ b in books where ... }`, `none(o in near, ...)`,
`greatest(b in books, by: height(b))`.

Each is declared once. A quantifier says how many things must pass its test, as the least and the greatest
number; an order says which way it runs and which place of it is meant. What follows from that, margins
included, is in `espire_dsl.program.arrays.quantifiers` and `espire_dsl.program.arrays.ranking`.
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
    """`worded` is a gloss with `name`, `things`, `test` (or measure) and `number` in braces.

    One with bounds says whether between `least` and `most` things pass its test. One with an `order`, 1 for
    the least first and -1 for the greatest, gives what stands in a `place` of it, or all of it. One with
    neither gives the things that pass. A measure that is tested or put in order is a question of this
    `granularity`.
    """

    name: str
    form: str
    meaning: str
    worded: str
    granularity: str = "coarse"
    least: Bound | None = None
    most: Bound | None = None
    order: int | None = None
    place: Bound | None = None

    @property
    def states_number(self) -> bool:
        return STATED in (self.least, self.most, self.place)

    @property
    def body(self) -> str:
        """What a record calls that which is computed of each thing."""
        return "test" if self.order is None else "by"


def _quantifier(name: str, least: Bound, most: Bound, meaning: str, worded: str) -> Binder:
    number = "n: Int, " if STATED in (least, most) else ""
    form = f"{name}({number}x in xs: Set[thing], test: Bool) -> Bool"
    return Binder(name, form, meaning, worded, least=least, most=most)


def _extreme(name: str, order: int, word: str) -> Binder:
    return Binder(
        name,
        f"{name}(x in xs: Set[T], by: Quantity) -> Set[T]",
        f"The thing of a set with the {word} measure, or the pair: `{name}(a in books, b in books, by: "
        f"distance(a, to: b))` are two different things. `{name}(books, by: height)` is short for "
        f"`{name}(x in books, by: height(x))`.",
        f"the one of {{things}} with the {word} value of {{test}}",
        order=order,
        place=1,
    )


def _rank(name: str, order: int, word: str) -> Binder:
    return Binder(
        name,
        f"{name}(x in xs: Set[T], rank: Ordinal, by: Quantity) -> Set[T]",
        f"The thing in the stated place, counted one by one from the {word} measure: "
        f"`{name}(books, 2nd, by: height)`. Like ranks by distance, it is empty if there are fewer.",
        f"the one of {{things}} in place {{number}} from the {word} by {{test}}",
        "fine",
        order=order,
        place=STATED,
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
            "whether for exactly {number} {name} of {things} {test}",
        ),
        _quantifier(
            "at_least",
            STATED,
            EVERY,
            "Whether as many things of a set as stated pass a test, or more.",
            "whether for at least {number} {name} of {things} {test}",
        ),
        _quantifier(
            "at_most",
            0,
            STATED,
            "Whether as many things of a set as stated pass a test, or fewer.",
            "whether for at most {number} {name} of {things} {test}",
        ),
        _extreme("least", 1, "least"),
        _extreme("greatest", -1, "greatest"),
        _rank("nth_least", 1, "least"),
        _rank("nth_greatest", -1, "greatest"),
        Binder(
            "ordered",
            "ordered(x in xs: Set[T], by: Quantity) -> List[T]",
            "The things of a set as a list, the least measure first (by id where equal); "
            "`by: -height(x)` puts the greatest first.",
            "{things} in the order of {test}",
            "fine",
            order=1,
        ),
    )
}
CALLED: Final = frozenset(BINDERS) - {WHERE}
"""Those that are written as calls. The words are not taken from authors: a call that names things one by one
is theirs alone."""
