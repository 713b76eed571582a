"""Signatures as one writes them: `distance(a: thing, to: thing) -> Length`.

`Set[T: item]` opens a variable T up to the sort `item`; later `T`s are the same. `= word` gives a default,
`...` after a type lets the last parameter repeat.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen

from espire_dsl.domain.kinds import KindTable
from espire_dsl.language.core.constructors import GROUPS
from espire_dsl.language.kinds import sort_from_words
from espire_dsl.language.types import (
    FRAME_KINDS,
    SCALARS,
    WORDS,
    CategoryType,
    Element,
    FrameType,
    List,
    Set,
    Thing,
    Type,
    TypeVariable,
    limit_of,
)

_SIGNATURE = re.compile(r"(\w+)\((.*)\) -> (.+)")
_PARAMETER = re.compile(r"(\w+): ([^=.]+?)(\.\.\.)?(?: = (\w+))?$")
_APPLIED = re.compile(r"(Set|List|Category|Frame)\[(.+)\]$")
_ROLES = KindTable()
_CONTAINERS: dict[str, Callable[[Element], Type]] = {"Set": Set, "List": List, "Category": CategoryType}


@frozen
class SignatureParameter:
    name: str
    type: Type
    default: str | None = None
    variadic: bool = False

    @property
    def only_named(self) -> bool:
        """Whether an argument has to name it: a word such as `centres`, which can be left out."""
        return self.default is not None and self.type in WORDS

    def __str__(self) -> str:
        text = f"{self.name}: {self.type}" + ("..." if self.variadic else "")
        return f"{text} = {self.default}" if self.default else text


@frozen
class Signature:
    """What a function takes and gives; its text is that of the documentation."""

    name: str
    parameters: tuple[SignatureParameter, ...]
    result: Type

    def __str__(self) -> str:
        limits = _limits(self)
        text = f"{self.name}({', '.join(map(str, self.parameters))}) -> {self.result}"
        return f"{text} where {limits}" if limits else text


def _limits(signature: Signature) -> str:
    found: dict[str, str] = {}
    for parameter in signature.parameters:
        element = getattr(parameter.type, "element", None)
        if isinstance(element, TypeVariable):
            found[element.name] = str(limit_of(element))
    return ", ".join(f"{name} is {limit}" for name, limit in found.items())


def parse_signature(text: str) -> Signature:
    """The signature that a text declares; what `str` of a signature prints is understood, too."""
    declared, _, limits = text.partition(" where ")
    match = _SIGNATURE.fullmatch(declared)
    assert match, f"not a signature: {text}"
    name, inner, result = match.groups()
    variables: dict[str, TypeVariable] = {}
    for limit in limits.split(", ") if limits else ():
        _element(limit.replace(" is ", ": "), variables)
    parameters = []
    for part in re.split(r", (?=\w+: )", inner) if inner else []:
        found = _PARAMETER.fullmatch(part)
        assert found, f"not a parameter: {part}"
        label, written, dots, default = found.groups()
        parameters.append(SignatureParameter(label, _type(written, variables), default, bool(dots)))
    return Signature(name, tuple(parameters), _type(result, variables))


def _type(text: str, variables: dict[str, TypeVariable]) -> Type:
    if text in SCALARS:
        return SCALARS[text]
    if text in GROUPS:
        return GROUPS[text]
    if text == "Frame":
        return FrameType(FRAME_KINDS)
    applied = _APPLIED.fullmatch(text)
    if applied and applied[1] == "Frame":
        return FrameType(frozenset(applied[2].split("|")))
    if applied:
        return _CONTAINERS[applied[1]](_element(applied[2], variables))
    return Thing(_element(text, variables))


def _element(text: str, variables: dict[str, TypeVariable]) -> Element:
    name, _, limit = text.partition(": ")
    if name in variables:
        return variables[name]
    if limit:
        sort = sort_from_words(limit.split(), _ROLES)
        assert sort, f"no such sort: {limit}"
        variables[name] = TypeVariable(name, sort)
        return variables[name]
    sort = sort_from_words(text.split(), _ROLES)
    assert sort, f"no such sort: {text}"
    return sort
