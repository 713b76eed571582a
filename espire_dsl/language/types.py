"""The types of the language, and the one question asked of them: does a value of this fit there?"""

from __future__ import annotations

from attrs import define, frozen

from espire_dsl.language.kinds import Sort
from espire_dsl.syntax.units import UNITS


@frozen
class Scalar:
    """A plain value: a quantity with or without a unit, a rank, an hour, a truth, a word, a scene."""

    name: str

    def __str__(self) -> str:
        return self.name


LENGTH = Scalar("Length")
ANGLE = Scalar("Angle")
PIXELS = Scalar("Pixels")
INT = Scalar("Int")
NUMBER = Scalar("Number")
ORDINAL = Scalar("Ordinal")
CLOCK = Scalar("Clock")
BOOL = Scalar("Bool")
LABEL = Scalar("Label")
SCENE = Scalar("Scene")
DISTRACTORS = Scalar("Distractors")
MEASURING = Scalar("Measuring")
COUNTING = Scalar("Counting")
KIND = Scalar("Kind")
WORDS: dict[object, tuple[str, ...]] = {MEASURING: ("edges", "centres"), COUNTING: ("things", "lines")}
"""Types whose values are words that programs write bare; the first is the usual one."""
TYPE_OF_WORD = {word: type_ for type_ in (MEASURING, COUNTING) for word in WORDS[type_]}
SCALARS = {
    t.name: t
    for t in (
        LENGTH,
        ANGLE,
        PIXELS,
        INT,
        NUMBER,
        ORDINAL,
        CLOCK,
        BOOL,
        LABEL,
        SCENE,
        DISTRACTORS,
        MEASURING,
        COUNTING,
        KIND,
    )
}
ORDERED_NAMES = {"Length", "Angle", "Pixels", "Int", "Number", "Ordinal", "Clock"}
UNIT_TYPES = {unit.name: SCALARS[unit.quantity] for unit in UNITS.values()}
UNIT_FACTORS = {unit.name: unit.factor for unit in UNITS.values()}


@frozen
class TypeVariable:
    """A sort that a function leaves open, up to a limit: the T of `Set[T] -> T`."""

    name: str
    limit: Sort

    def __str__(self) -> str:
        return self.name


@define(eq=False)
class OpenSort:
    """A sort that inference is still narrowing: the kind of thing that an undeclared parameter takes."""

    limit: Sort

    def __str__(self) -> str:
        return str(self.limit)


Element = Sort | TypeVariable | OpenSort


def limit_of(element: Element) -> Sort:
    return element if isinstance(element, Sort) else element.limit


@frozen
class Thing:
    element: Element

    def __str__(self) -> str:
        return str(self.element)


@frozen
class Set:
    element: Element

    def __str__(self) -> str:
        return f"Set[{self.element}]"


@frozen
class List:
    element: Element

    def __str__(self) -> str:
        return f"List[{self.element}]"


@frozen
class CategoryType:
    element: Element

    def __str__(self) -> str:
        return f"Category[{self.element}]"


@frozen
class Reasoning:
    """One of these reasoning types; the name is that of the group when it is a whole group."""

    constructors: frozenset[str]
    name: str | None = None

    def __str__(self) -> str:
        return self.name or "{ " + ", ".join(sorted(self.constructors)) + " }"


@frozen
class FrameType:
    """A frame of reference of one of these kinds; `of` is the sort of thing whose frame it is."""

    kinds: frozenset[str]
    of: Element | None = None

    def __str__(self) -> str:
        if self.kinds == FRAME_KINDS:
            return "Frame"
        return "Frame[" + "|".join(sorted(self.kinds)) + "]"


FRAME_KINDS = frozenset({"relative", "intrinsic", "absolute"})


@frozen
class Unknown:
    """The type of what could not be typed: fits everywhere, so that one mistake is told once."""

    def __str__(self) -> str:
        return "unknown"


@define(eq=False)
class Hole:
    """The type of an undeclared parameter until its first use says what it is."""

    solution: Type | None = None

    def __str__(self) -> str:
        return str(self.solution) if self.solution else "anything"


UNKNOWN = Unknown()
Type = Scalar | Thing | Set | List | CategoryType | Reasoning | FrameType | Unknown | Hole
OF_THINGS = (Thing, Set, List, CategoryType)


def fits(actual: Type, expected: Type) -> bool:
    """Can a value of the first type be used where the second is asked for?"""
    actual, expected = solved(actual), solved(expected)
    if isinstance(actual, Unknown) or isinstance(expected, Unknown):
        return True
    if actual == INT and expected == NUMBER:
        return True
    if isinstance(actual, Scalar) or isinstance(expected, Scalar):
        return actual == expected
    if isinstance(actual, Reasoning) and isinstance(expected, Reasoning):
        return actual.constructors <= expected.constructors
    if isinstance(actual, FrameType) and isinstance(expected, FrameType):
        return actual.kinds <= expected.kinds
    if isinstance(actual, OF_THINGS) and type(actual) is type(expected):
        assert isinstance(expected, OF_THINGS)
        return limit_of(actual.element).within(limit_of(expected.element))
    return False


def solved(type: Type) -> Type:
    """What a hole has turned out to be; other types are themselves."""
    return (type.solution or UNKNOWN) if isinstance(type, Hole) else type
