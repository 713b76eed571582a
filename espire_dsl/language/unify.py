"""Fitting an argument to a parameter: which sort a variable stands for, what a hole turns out to be."""

from __future__ import annotations

from espire_dsl.language.kinds import Sort
from espire_dsl.language.types import (
    INT,
    NUMBER,
    OF_THINGS,
    Element,
    FrameType,
    Hole,
    OpenSort,
    Reasoning,
    Type,
    TypeVariable,
    fits,
    limit_of,
)

Substitution = dict[str, Element]


def accept(actual: Type, expected: Type, substitution: Substitution) -> bool:
    """Does the argument's type fit the parameter's? Solves holes and variables on the way."""
    if isinstance(actual, Hole):
        return _accept_hole(actual, expected, substitution)
    if isinstance(actual, OF_THINGS) and isinstance(expected, OF_THINGS):
        return type(actual) is type(expected) and _accept_element(
            actual.element, expected.element, substitution
        )
    return fits(actual, expected)


def _accept_hole(hole: Hole, expected: Type, substitution: Substitution) -> bool:
    known = hole.solution
    if known is None:
        if isinstance(expected, OF_THINGS):
            hole.solution = type(expected)(OpenSort(limit_of(expected.element)))
            return accept(hole.solution, expected, substitution)
        hole.solution = expected
        return True
    if isinstance(known, Reasoning) and isinstance(expected, Reasoning):
        both = known.constructors & expected.constructors
        name = known.name if both == known.constructors else None
        hole.solution = Reasoning(both, expected.name if both == expected.constructors else name)
        return bool(both)
    if isinstance(known, FrameType) and isinstance(expected, FrameType):
        hole.solution = FrameType(known.kinds & expected.kinds, known.of)
        return bool(known.kinds & expected.kinds)
    if known == NUMBER and expected == INT:
        hole.solution = INT
        return True
    return accept(known, expected, substitution)


def _accept_element(actual: Element, expected: Element, substitution: Substitution) -> bool:
    limit = limit_of(expected)
    if isinstance(actual, OpenSort):
        both = actual.limit.meet(limit)
        if both.empty:
            return False
        actual.limit = both
    elif not limit_of(actual).within(limit):
        return False
    if isinstance(expected, TypeVariable):
        earlier = substitution.get(expected.name)
        substitution[expected.name] = actual if earlier is None else join(earlier, actual)
    return True


def join(a: Element, b: Element) -> Element:
    """The sort that holds both."""
    return a if a is b or a == b else limit_of(a).join(limit_of(b))


def substitute(type_: Type, substitution: Substitution) -> Type:
    """The type with its variables replaced by what they stand for."""
    if isinstance(type_, OF_THINGS) and isinstance(type_.element, TypeVariable):
        return type(type_)(substitution.get(type_.element.name, type_.element))
    return type_


def close(type_: Type, names: dict[int, TypeVariable]) -> Type:
    """The type with open sorts turned into variables: what an undeclared parameter is, in the end."""
    if isinstance(type_, Hole):
        return type_ if type_.solution is None else close(type_.solution, names)
    if isinstance(type_, OF_THINGS) and isinstance(type_.element, OpenSort):
        element = type_.element
        if id(element) not in names:
            names[id(element)] = TypeVariable(_letter(len(names)), element.limit)
        return type(type_)(names[id(element)])
    return type_


def _letter(index: int) -> str:
    return "TUVWXYZ"[index % 7] + (str(index // 7) if index >= 7 else "")


def sort_within(type_: Type) -> Sort | None:
    """The sort of the things that a type speaks of, if it does."""
    if isinstance(type_, Hole):
        return sort_within(type_.solution) if type_.solution else None
    return limit_of(type_.element) if isinstance(type_, OF_THINGS) else None
