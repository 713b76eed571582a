"""Asks the predicates of a task's program again, of a book where it was placed.

A program is a tree of sets. A book is in a filtered set if it is in the set that was filtered and the
filter's predicate holds of it. Of what the predicate is asked depends on what was filtered:

- Slots. The instruction names a slot, so the book must be in one of those that the filter chose.
- Spaces. The book's own box is asked, by the same measure and decision that chose the spaces: distances from
  its boundary, sides, hours and between from its centre. Distances have an allowance of 3 cm at each stated
  bound, the margin by which every space cleared it, so that no wrong space becomes a right one.
- Spaces that were compared with one another (the nearest, the second from the left), and heights. The book
  must be in one that was chosen: a rank is among places, and a book stands below the middle of its space.
- Poses: the tilt of the book, within the 10 degrees that poses have by definition.

References stand where they stood when the instruction was given: pushing one away makes nothing right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import evolve, field, frozen

from espire_dsl.judging.result import Check
from espire_dsl.judging.steps import Step, arguments_of, values_of
from espire_dsl.judging.whereabouts import Whereabouts
from espire_dsl.language.core.constructor import Constructor
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.question import Question
from espire_dsl.language.core.reasoning import place_frame
from espire_dsl.language.core.values import FrameValue, ThingRef, ThingSet, TypeValue
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node

ALLOWANCE: Final = 0.03  # metres, at each bound of a distance

# How a stated length moves when it is a bound: each argument's share of the allowance.
_BOUNDS: Final = {"LessThan": (1.0,), "MoreThan": (-1.0,), "Range": (-1.0, 1.0)}
_OF_THE_BOOK: Final = frozenset(
    {*_BOUNDS, "EqualTo", "Left", "Right", "Front", "Behind", "ClockPosition", "Between", "BetweenSpaces"}
)
_FILTERS: Final = frozenset(
    {
        "filter_attribute",
        "filter_distance",
        "filter_relation",
        "filter_between",
        "filter_orientation",
        "place_orientation",
    }
)


@frozen
class Asking:
    """A program with the values of its steps, and the scene with the book where it was placed."""

    steps: Sequence[Step]
    values: Sequence[Any] = field(repr=False)
    scene: Scene
    book: Node
    where: Whereabouts
    tolerance: float | None

    def checks(self) -> tuple[Check, ...]:
        """The conditions under which the book is where, and as, the instruction says."""
        return tuple(self._of(len(self.steps) - 1))

    def _of(self, index: int) -> Iterator[Check]:
        step = self.steps[index]
        function, inputs = step["function"], step["inputs"]
        match function:
            case "&":
                yield from self._of(inputs[0])
                yield from self._of(inputs[1])
            case "|":
                yield self._either(tuple(self._of(inputs[0])), tuple(self._of(inputs[1])))
            case "-":
                yield from self._of(inputs[0])
                yield self._none_of(tuple(self._of(inputs[1])))
            case "unique":
                yield from self._of(inputs[0])
            case _ if function in _FILTERS:
                yield from self._of(inputs[0])
                yield from self._filtered(index)
            case _:
                yield self._in_chosen(function, index)

    def _either(self, one: tuple[Check, ...], other: tuple[Check, ...]) -> Check:
        passed = all(c.passed for c in one) or all(c.passed for c in other)
        return Check(f"{_names(one)} or {_names(other)}", passed, _details((*one, *other)))

    def _none_of(self, checks: tuple[Check, ...]) -> Check:
        return Check(f"not {_names(checks)}", not all(c.passed for c in checks), _details(checks))

    def _filtered(self, index: int) -> Iterator[Check]:
        step = self.steps[index]
        inputs = [self.values[i] for i in step["inputs"]]
        arguments = arguments_of(FUNCTIONS[step["function"]], inputs, step["value_inputs"])
        asked: TypeValue = arguments["type"]
        name = _said(asked)
        if step["function"] == "place_orientation":
            yield self._in_chosen("room", index)
            yield self._of_book(name, asked, (), FrameValue("absolute"))
        elif asked.constructor in _OF_THE_BOOK and self._are_spaces(arguments["xs"]):
            references = tuple(a.id for a in arguments.values() if isinstance(a, ThingRef))
            yield self._of_book(name, _allowing(asked), references, arguments.get("in"))
        else:
            yield self._in_chosen(name, index)

    def _are_spaces(self, things: ThingSet) -> bool:
        return all(self.scene.node(id).kind == "space" for id in things.ids)

    def _in_chosen(self, name: str, index: int) -> Check:
        value = self.values[index]
        chosen = value.ids if isinstance(value, ThingSet) else (value.id,)
        return Check(name, not self.where.places.isdisjoint(chosen), str(self.where))

    def _of_book(
        self, name: str, asked: TypeValue, references: tuple[str, ...], frame: FrameValue | None
    ) -> Check:
        constructor = CONSTRUCTORS[asked.constructor]
        question = Question(
            self.scene,
            (self.book,),
            asked.arguments,
            tuple(self.scene.node(id) for id in references),
            None if frame is None else place_frame(self.scene, frame, next(iter(references), None)),
            _tolerance(constructor, self.tolerance),
        )
        values = constructor.measure(question)
        passed = constructor.decide(values, question).chosen[0]
        unit = {"m": " m", "deg": " degrees"}.get(constructor.unit or "", "")
        return Check(name, passed, f"of the book itself, {values[0]:.3f}{unit}")


@frozen
class Program:
    """A task's program as it was asked of a scene, to be asked again of books that are placed there."""

    steps: Sequence[Step]
    values: Sequence[Any] = field(repr=False)
    before: Scene
    tolerance: float | None

    @classmethod
    def of(cls, steps: Sequence[Step], before: Scene, tolerance: float | None) -> Program:
        return cls(steps, values_of(steps, before, tolerance), before, tolerance)

    def checks(self, book: Node, where: Whereabouts) -> tuple[Check, ...]:
        """The conditions under which a placed book is where, and as, the instruction says."""
        scene = _placed_in(self.before, book, where.slot)
        return Asking(self.steps, self.values, scene, scene.node(book.id), where, self.tolerance).checks()


def _placed_in(before: Scene, book: Node, slot: str | None) -> Scene:
    """The scene as the instruction found it, but with the book where it was placed, out of the hand."""
    nodes = [*(node for node in before.nodes if node.id != book.id), evolve(book, slot=slot)]
    return before.with_parts(nodes, [edge for edge in before.edges if book.id not in edge[:2]])


def _allowing(asked: TypeValue) -> TypeValue:
    shares = _BOUNDS.get(asked.constructor)
    if shares is None:
        return asked
    bounds = zip(asked.arguments, shares, strict=True)
    return TypeValue(asked.constructor, tuple(bound + share * ALLOWANCE for bound, share in bounds))


def _tolerance(constructor: Constructor, tolerance: float | None) -> float | None:
    if constructor.tolerance is None:
        return None
    return constructor.tolerance if tolerance is None else tolerance


def _said(asked: TypeValue) -> str:
    inner = ", ".join(f"{argument:g}" for argument in asked.arguments)
    return f"{asked.constructor}({inner})" if inner else asked.constructor


def _names(checks: tuple[Check, ...]) -> str:
    return " and ".join(check.name for check in checks)


def _details(checks: tuple[Check, ...]) -> str:
    return "; ".join(dict.fromkeys(check.detail for check in checks))
