"""A core function as data: signature, aspect, meaning, wording, and the reference implementation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import cleandoc
from typing import Any

from attrs import field, frozen

from espire_dsl.language.core.signature import Signature, parse_signature
from espire_dsl.language.core.values import ThingList, ThingRef, ThingSet
from espire_dsl.scene.frames import Frame
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node


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

    def node(self, name: str) -> Node:
        return self.scene.node(self.arguments[name].id)

    def nodes(self, name: str) -> tuple[Node, ...]:
        return tuple(self.scene.node(id) for id in self.arguments[name].ids)


@frozen
class Step:
    """A result with what a trace should remember of it."""

    value: Any
    margin: float | None = None
    unit: str | None = None
    frame: Frame | None = None
    measured: Mapping[str, Any] = field(factory=dict)
    angles: Mapping[str, float] = field(factory=dict)
    constraint: Mapping[str, Any] | None = None
    required_margin: float | None = None


@frozen
class Function:
    """`worded` is a gloss in English with the parameters in braces; `labels` all labels it can return."""

    signature: Signature
    meaning: str
    worded: str
    implementation: Callable[[Invocation], Step]
    aspect: str | None = None
    granularity: str | None = None
    frames: frozenset[str] = frozenset()
    labels: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.signature.name


def define(
    signature: str,
    worded: str,
    *,
    aspect: str | None = None,
    granularity: str | None = None,
    frames: frozenset[str] = frozenset(),
    labels: tuple[str, ...] = (),
) -> Callable[[Callable[[Invocation], Any]], Function]:
    """Declare a core function. The docstring of what it decorates is its meaning; a plain value that
    it returns becomes a Step with nothing to remember."""

    def declare(implementation: Callable[[Invocation], Any]) -> Function:
        def run(call: Invocation) -> Step:
            result = implementation(call)
            return result if isinstance(result, Step) else Step(result)

        meaning = " ".join(cleandoc(implementation.__doc__ or "").split())
        return Function(parse_signature(signature), meaning, worded, run, aspect, granularity, frames, labels)

    return declare
