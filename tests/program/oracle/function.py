"""A core function of the oracle: a name and what it computes, of one scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

from espire_dsl.language.core.values import ThingList, ThingRef, ThingSet
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from tests.program.oracle.frames import Frame


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
    metres: float | None = None


@frozen
class Function:
    name: str
    implementation: Callable[[Invocation], Step]


def function(name: str) -> Callable[[Callable[[Invocation], Any]], Function]:
    """A plain value that an implementation returns becomes a Step with nothing to remember."""

    def wrap(implementation: Callable[[Invocation], Any]) -> Function:
        def run(call: Invocation) -> Step:
            result = implementation(call)
            return result if isinstance(result, Step) else Step(result)

        return Function(name, run)

    return wrap
