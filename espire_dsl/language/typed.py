"""A typed program: what inference makes of an expression, and what the evaluators walk.

Calls of an author's own functions are gone: their bodies stand in their place. Equality ignores positions,
so that two families which ask the same thing have equal programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, field, frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.types import Type, Unknown, solved


def _span() -> Span:
    # attrs says that a field is of any type; what it stands for is the span that the class has.
    return field(eq=False, repr=False)  # type: ignore[no-any-return]


@frozen
class Constant:
    """A number (metres, degrees), ordinal, hour, bool, label or category id."""

    value: Any
    type: Type
    span: Span = _span()


@frozen
class Read:
    """A variable: of the family, of a let, or one of `candidates`, `answers`, `margin`."""

    name: str
    type: Type
    span: Span = _span()


@frozen
class Construct:
    """A reasoning type with its arguments."""

    constructor: str
    arguments: tuple[Typed, ...]
    type: Type
    span: Span = _span()


@frozen
class FrameOf:
    """`relative`, `absolute`, `intrinsic(of)`."""

    kind: str
    of: Typed | None
    type: Type
    span: Span = _span()


@frozen
class Apply:
    """A core function, with its arguments by the names of its parameters, in their order."""

    function: str
    arguments: tuple[tuple[str, Typed], ...]
    type: Type
    span: Span = _span()

    def argument(self, name: str) -> Typed | None:
        return dict(self.arguments).get(name)


@frozen
class Operate:
    """An operator with its operands."""

    operator: str
    operands: tuple[Typed, ...]
    type: Type
    span: Span = _span()


@frozen
class Gather:
    """`{ a, b }`; also the arguments of a parameter that repeats."""

    items: tuple[Typed, ...]
    type: Type
    span: Span = _span()


@frozen
class Bind:
    """`let name = value in body`."""

    name: str
    value: Typed
    body: Typed
    type: Type
    span: Span = _span()


@frozen
class Each:
    """What looks at the things of a set one by one: `{ name in things where body }`, a quantifier, an extreme
    or order by what the body measures. With two names it looks at pairs of different things.

    `number` is the one that a quantifier or a rank states.
    """

    function: str
    names: tuple[str, ...]
    sets: tuple[Typed, ...]
    body: Typed
    number: Typed | None
    type: Type
    span: Span = _span()


@frozen
class Choose:
    """`if condition then yes else no`; only the one that is chosen is computed."""

    condition: Typed
    yes: Typed
    no: Typed
    type: Type
    span: Span = _span()


Typed = Constant | Read | Construct | FrameOf | Apply | Operate | Gather | Bind | Each | Choose


def children(node: Typed) -> tuple[Typed, ...]:
    match node:
        case Construct(arguments=arguments):
            return arguments
        case FrameOf(of=of):
            return (of,) if of is not None else ()
        case Apply(arguments=named):
            return tuple(value for _, value in named)
        case Operate(operands=operands):
            return operands
        case Gather(items=items):
            return items
        case Bind(value=value, body=body):
            return (value, body)
        case Each(sets=sets, body=body, number=number):
            return (*sets, body) if number is None else (*sets, body, number)
        case Choose(condition=condition, yes=yes, no=no):
            return (condition, yes, no)
        case _:
            return ()


def with_children(node: Typed, parts: tuple[Typed, ...]) -> Typed:
    """The node with other parts in the places of `children(node)`."""
    if not parts:
        return node
    match node:
        case Apply(arguments=arguments):
            names = [name for name, _ in arguments]
            return evolve(node, arguments=tuple(zip(names, parts, strict=True)))
        case Bind():
            return evolve(node, value=parts[0], body=parts[1])
        case Each():
            sets, (body, *number) = parts[: len(node.sets)], parts[len(node.sets) :]
            return evolve(node, sets=sets, body=body, number=number[0] if number else None)
        case Choose():
            return evolve(node, condition=parts[0], yes=parts[1], no=parts[2])
    field = {"Construct": "arguments", "Operate": "operands", "Gather": "items"}.get(type(node).__name__)
    # Each class has the field that the table names for it.
    return evolve(node, **{field: parts}) if field else evolve(node, of=parts[0])  # type: ignore[arg-type]


def is_short(node: Typed) -> bool:
    """Whether a node reads or names something and computes nothing."""
    return not isinstance(node, Operate | Gather | Bind | Each | Choose) and (
        not children(node) or (isinstance(node, Construct | FrameOf) and all(map(is_short, children(node))))
    )


def walk(node: Typed) -> Iterator[Typed]:
    """The node and all below it, outermost first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def walk_outside_of_tests(node: Typed) -> Iterator[Typed]:
    """The node and all below it that is computed once, and not for each thing of a set."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        inner = current.body if isinstance(current, Each) else None
        stack.extend(child for child in reversed(children(current)) if child is not inner)


def walk_what_is_always_computed(node: Typed) -> Iterator[Typed]:
    """The node and all below it that is computed in any case, and once: no tests, and no choices."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        parts = children(current)
        if isinstance(current, Choose):
            parts = (current.condition,)
        elif isinstance(current, Each):
            parts = tuple(child for child in parts if child is not current.body)
        stack.extend(reversed(parts))


@once_for_each
def free_names(node: Typed) -> frozenset[str]:
    """The names that a part of a program reads and does not bind itself."""
    match node:
        case Read(name=name):
            return frozenset({name})
        case Bind(name=name, value=value, body=body):
            return free_names(value) | (free_names(body) - {name})
        case Each(names=names, sets=sets, body=body, number=number):
            outside = sets if number is None else (*sets, number)
            return frozenset(n for part in outside for n in free_names(part)) | (free_names(body) - {*names})
        case _:
            return frozenset(name for child in children(node) for name in free_names(child))


@once_for_each
def is_eager(program: Typed) -> bool:
    """Whether nothing in a program is computed only where something else asks for it, or for each thing."""
    return not any(
        isinstance(node, Choose | Each) or (isinstance(node, Operate) and node.operator in ("and", "or"))
        for node in walk(program)
    )


def is_known(node: Typed) -> bool:
    """Whether every part has a type; where one has none, that is told already."""
    return not any(isinstance(solved(part.type), Unknown) for part in walk(node))


def reads(node: Typed) -> frozenset[str]:
    """The names that a program reads."""
    return frozenset(n.name for n in walk(node) if isinstance(n, Read))
