"""A core function as data: signature, aspect, meaning, wording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import cleandoc
from typing import Any

from attrs import frozen

from espire_dsl.language.core.signature import Signature, parse_signature
from espire_dsl.language.core.values import ThingList, ThingRef, ThingSet
from espire_dsl.scene.graph import Scene


@frozen
class Invocation:
    """One call while a program runs: the arguments by name, and what surrounds the call.

    The first argument that is a thing or a set of things says which scene the call is about; other things
    are looked up there by their id.
    """

    arguments: Mapping[str, Any]
    here: Scene
    tolerance: float | None = None

    @property
    def scene(self) -> Scene:
        for value in self.arguments.values():
            if isinstance(value, Scene):
                return value
            if isinstance(value, ThingRef | ThingSet | ThingList):
                return value.scene
        return self.here

    def __getitem__(self, name: str) -> Any:
        return self.arguments[name]


@frozen
class CoreFunction:
    """`worded` is a gloss in English with the parameters in braces; `labels` all labels it can return;
    `margins` the units of its own margins, where these are not those of its reasoning type.

    A function has one implementation: on arrays, in `espire_dsl.program.arrays`, or, where it makes scenes
    or says where wrong options come from, the plain one here.
    """

    signature: Signature
    meaning: str
    worded: str
    aspect: str | None = None
    granularity: str | None = None
    frames: frozenset[str] = frozenset()
    labels: tuple[str, ...] = ()
    margins: frozenset[str] = frozenset()
    implementation: Callable[[Invocation], Any] | None = None

    @property
    def name(self) -> str:
        return self.signature.name


def declare(
    signature: str,
    worded: str,
    meaning: str,
    *,
    aspect: str | None = None,
    granularity: str | None = None,
    frames: frozenset[str] = frozenset(),
    labels: tuple[str, ...] = (),
    margins: frozenset[str] = frozenset(),
) -> CoreFunction:
    """A core function that is computed on arrays."""
    return CoreFunction(
        parse_signature(signature), meaning, worded, aspect, granularity, frames, labels, margins
    )


def define(signature: str, worded: str) -> Callable[[Callable[[Invocation], Any]], CoreFunction]:
    """A core function with a plain implementation, whose docstring is its meaning."""

    def decorate(implementation: Callable[[Invocation], Any]) -> CoreFunction:
        meaning = " ".join(cleandoc(implementation.__doc__ or "").split())
        return CoreFunction(parse_signature(signature), meaning, worded, implementation=implementation)

    return decorate
