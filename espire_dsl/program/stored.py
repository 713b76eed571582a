"""A bound program as a task stores it: typed JSON, read back and run, without the family that it comes from.

A program is a list of steps `{"function": name, "arguments": {parameter: X}, "type": text}`; the last one
gives the answer. X says of which type it is: `{"step": 0}`, `{"thing": id}`, `{"length": 0.3}`,
`{"label": "red"}`, `{"reasoning": "LessThan", "arguments": [X]}`, `{"frame": "intrinsic", "of": X}` and so
on. Operators have the arguments `left` and `right`, or `operand`; `set` gathers things, `value` gives its
operand, `if` has a `condition`, and what it gives `then` or `else`.

What looks at the things of a set `xs` one by one has a `test`, or a measure `by`; in it a call stands whole,
`{"function": name, "arguments": {...}}`, and `{"each": 1}` is the thing that is looked at, of the outermost
test first. A second set `ys` makes pairs.

What is read goes through the checker of the language, so that a program that runs is a program that fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import define, evolve, field, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.catalogue.reader import Category as CatalogueCategory
from espire_dsl.diagnostics.value import Findings, Span
from espire_dsl.domain.kinds import EITHER, THING, Kind, KindTable
from espire_dsl.language.core.binders import BINDERS, WHERE, Binder
from espire_dsl.language.core.values import ThingRef, ThingSet
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.operators import COMPUTE
from espire_dsl.language.inference.scope import Scope, ScopeEntry
from espire_dsl.language.kinds import ORIENTED, PLAIN, Sort
from espire_dsl.language.typed import Bind, Constant, Each, Read, Typed, children, walk, with_children
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    CLOCK,
    COUNTING,
    INT,
    LABEL,
    LENGTH,
    MEASURING,
    NUMBER,
    ORDINAL,
    PIXELS,
    SCALARS,
    WORDS,
    CategoryType,
    Set,
    Thing,
    Type,
    solved,
)
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.program.trace import TraceStep
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.syntax import tree

Step = Mapping[str, Any]

SCALAR_WORDS: Final[dict[str, tuple[Type, tuple[type, ...]]]] = {
    "length": (LENGTH, (float, int)),
    "angle": (ANGLE, (float, int)),
    "pixels": (PIXELS, (float, int)),
    "number": (NUMBER, (float, int)),
    "int": (INT, (int,)),
    "ordinal": (ORDINAL, (int,)),
    "clock": (CLOCK, (int,)),
    "bool": (BOOL, (bool,)),
    "label": (LABEL, (str,)),
    "measuring": (MEASURING, (str,)),
    "counting": (COUNTING, (str,)),
}
"""How a scalar is marked, and what JSON has in its place."""
UNARY: Final = frozenset({"not", "-"})
VALUE, GATHERED = "value", "set"
EACH: Final = "each"
SETS: Final = ("xs", "ys")
"""The sets whose things are looked at one by one, or in pairs."""
CHOICE: Final = "if"
CHOICE_PARTS: Final = ("condition", "then", "else")
FUNCTION_OF_ALL, FUNCTION_OF_ONE, FUNCTION_OF_SOME = "of_kind", "the", "filter_kind"
ABOUT_KINDS: Final = frozenset({FUNCTION_OF_ALL, FUNCTION_OF_ONE, FUNCTION_OF_SOME})
FRONTS: Final = {"always": frozenset({ORIENTED}), "never": frozenset({PLAIN}), "maybe": EITHER}
_CONTAINERS: Final = frozenset({"Set", "List", "Category", "Frame"})
_NOWHERE: Final = Span("program", 0, 0)


class StoredProgramError(Exception):
    """A stored program that cannot be read, or that has no value."""


def arguments_within(step: Step) -> Iterator[Step]:
    """The arguments of a step or of a call in a test, those inside of others included."""
    inner = step.get("arguments", ())
    owner = step.get("of")
    parts = list(inner.values() if isinstance(inner, Mapping) else inner)
    for part in [*parts, *([owner] if isinstance(owner, Mapping) else [])]:
        yield part
        yield from arguments_within(part)


@frozen
class StoredProgram:
    """The steps as typed expressions, each of which reads earlier ones by name."""

    steps: tuple[Typed, ...]

    @classmethod
    def read(cls, steps: Sequence[Step], scene: Scene) -> StoredProgram:
        """The program of stored steps about a scene; a StoredProgramError says what is wrong with which."""
        if not steps:
            raise StoredProgramError("a program has at least one step")
        typed: list[Typed] = []
        for index, step in enumerate(steps):
            reader = _StepReader(scene, scene.catalogue, tuple(typed))
            try:
                typed.append(reader.step(step))
            except StoredProgramError as error:
                raise StoredProgramError(f"step {index}, {_function(step)}: {error}") from None
        return cls(tuple(typed))

    def tree(self, index: int = -1) -> Typed:
        """All of the program up to a step as one expression."""
        return _written_out(self.steps[index], self.steps)

    def run(self, scene: Scene, tolerance: float | None) -> ProgramRun:
        return ProgramRun(self, scene, tolerance)


def _function(step: Any) -> str:
    return str(step.get("function")) if isinstance(step, Mapping) else "which is no object"


def _name(index: int) -> str:
    return f"step {index}"


def step_read(node: Typed) -> int | None:
    """The step that an expression is, if it only reads one."""
    is_step = isinstance(node, Read) and node.name.startswith("step ")
    return int(node.name.removeprefix("step ")) if isinstance(node, Read) and is_step else None


def _name_of_each(level: int) -> str:
    return f"each {level}"


def _written_out(node: Typed, steps: Sequence[Typed]) -> Typed:
    index = step_read(node)
    if index is not None:
        return _written_out(steps[index], steps)
    if isinstance(node, Each):
        return _each_written_out(node, steps)
    return with_children(node, tuple(_written_out(child, steps) for child in children(node)))


def _each_written_out(node: Each, steps: Sequence[Typed]) -> Typed:
    """A step that a test reads is computed once, not for each thing: it stays outside, with its name."""
    read = dict.fromkeys(index for part in walk(node.body) if (index := step_read(part)) is not None)
    others = tuple(_written_out(child, steps) for child in children(node) if child is not node.body)
    sets, number = others[: len(node.sets)], others[len(node.sets) :]
    found: Typed = with_children(node, (*sets, node.body, *number))
    for index in reversed(read):
        found = Bind(_name(index), _written_out(steps[index], steps), found, found.type, found.span)
    return found


@define
class ProgramRun:
    """A program on a scene. A step is computed when something asks for its value, and once."""

    program: StoredProgram
    scene: Scene
    tolerance: float | None
    trace: list[TraceStep] = field(factory=list)
    _values: dict[int, Any] = field(factory=dict)

    def answer(self) -> Any:
        return self.value(len(self.program.steps) - 1)

    def value(self, index: int) -> Any:
        """What a step gives, or a StoredProgramError that says why it gives nothing."""
        if index not in self._values:
            self._values[index] = self.of(self.program.steps[index], index)
        return self._values[index]

    def of(self, node: Typed, index: int | None = None) -> Any:
        """What an expression gives that may read steps."""
        try:
            found = evaluate(node, self.scene, _Lazily(self), self.tolerance)
        except EvaluationError as error:
            raise StoredProgramError(f"it has no value on scene {self.scene.id}: {error}") from None
        if index is not None:
            self.trace += (evolve(step, step=index) for step in found.trace)
        return found.value

    def traced(self, index: int) -> TraceStep | None:
        """What a step remembers of its evaluation."""
        self.value(index)
        return next((step for step in self.trace if step.step == index), None)


class _Lazily(Mapping[str, Any]):
    """The values of steps by name, computed when they are read."""

    def __init__(self, run: ProgramRun) -> None:
        self._run = run

    def __getitem__(self, name: str) -> Any:
        return self._run.value(int(name.removeprefix("step ")))

    def __iter__(self) -> Iterator[str]:
        return map(_name, range(len(self._run.program.steps)))

    def __len__(self) -> int:
        return len(self._run.program.steps)


@define
class _StepReader:
    """Reads one step, with the steps before it."""

    scene: Scene
    catalogue: Catalogue
    before: tuple[Typed, ...]
    kinds: KindTable = field(factory=KindTable)
    names: dict[str, ScopeEntry] = field(factory=dict)
    level: int = 0

    def step(self, step: Any) -> Typed:
        if not isinstance(step, Mapping) or set(step) != {"function", "arguments", "type"}:
            raise StoredProgramError("a step has a function, arguments and a type")
        if not isinstance(step["arguments"], Mapping) or not isinstance(step["function"], str):
            raise StoredProgramError("the function of a step is a name, and its arguments are an object")
        expression = self._expression(step["function"], step["arguments"])
        findings = Findings()
        typed = infer(expression, Scope(findings, self.catalogue, self.kinds, self.names))
        if findings.errors:
            raise StoredProgramError(f"it does not fit: {findings.errors[0].message}")
        found = str(solved(typed.type))
        if _shape(found) != _shape(str(step["type"])):
            raise StoredProgramError(f"its type is {step['type']}, and it gives {found}")
        return typed

    def _expression(self, function: str, arguments: Mapping[str, Any]) -> tree.Expression:
        if function in BINDERS:
            return self._each(BINDERS[function], arguments)
        if function in ABOUT_KINDS and isinstance(arguments.get("kind"), Mapping):
            return self._about_kind(function, arguments)
        parts = {name: self._argument(value) for name, value in arguments.items()}
        if function == VALUE and list(parts) == ["operand"]:
            return parts["operand"]
        if function == GATHERED:
            return tree.SetOf(tuple(parts.values()))
        if function in UNARY and list(parts) == ["operand"]:
            return tree.Unary(function, parts["operand"])
        if function == CHOICE:
            if parts.keys() != set(CHOICE_PARTS):
                raise StoredProgramError(f"its arguments are {', '.join(CHOICE_PARTS)}")
            condition, yes, no = (parts[name] for name in CHOICE_PARTS)
            return tree.Conditional(condition, yes, no)
        if function in COMPUTE:
            if list(parts) != ["left", "right"]:
                raise StoredProgramError("an operator has the arguments left and right, or operand")
            return tree.Binary(function, parts["left"], parts["right"])
        named = (tree.Argument(part, tree.Word(name)) for name, part in parts.items())
        return tree.Call(tree.Word(function), tuple(named))

    def _about_kind(self, function: str, arguments: Mapping[str, Any]) -> tree.Expression:
        """`books` for the things of a kind: the kind tells its roles, and is known from here on."""
        match dict(arguments["kind"]):
            case {"kind": str(name), "is": [*roles], "front": str(front), **others} if not others:
                if front not in FRONTS or not all(isinstance(role, str) for role in roles):
                    raise StoredProgramError(f"kind {name} has roles, and a front always, never or maybe")
            case _:
                raise StoredProgramError("a kind has a name, roles and a front")
        plural = f"every {name}"
        named = {FUNCTION_OF_ALL: plural, FUNCTION_OF_ONE: f"{name}", FUNCTION_OF_SOME: f"filter_{plural}"}
        kind = Kind(
            name, frozenset({name, THING, *roles}), FRONTS[front], plural, name, f"{name}s", single=True
        )
        self.kinds = self.kinds.with_kinds((kind,))
        inner = tuple(
            tree.Argument(self._argument(value), tree.Word(label))
            for label, value in arguments.items()
            if label != "kind"
        )
        return tree.Call(tree.Word(named[function]), inner)

    def _each(self, binder: Binder, arguments: Mapping[str, Any]) -> tree.Expression:
        wanted = {SETS[0], binder.body} | ({"number"} if binder.states_number else set())
        pairs = {SETS[1]} if binder.place == 1 else set()
        if not wanted <= arguments.keys() <= wanted | pairs:
            raise StoredProgramError(f"its arguments are {' and '.join(sorted(wanted))}")
        sets = [self._argument(arguments[name]) for name in SETS if name in arguments]
        number = [tree.Argument(self._argument(arguments["number"]))] if binder.states_number else []
        names = [tree.Word(_name_of_each(self.level + n)) for n, _ in enumerate(sets, 1)]
        self.level += len(names)
        body = self._argument(arguments[binder.body])
        self.level -= len(names)
        if binder.name == WHERE:
            return tree.SetWhere(names[0], sets[0], body)
        looked = [tree.Argument(part, each=name) for name, part in zip(names, sets, strict=True)]
        if binder.order is None:
            called = (*number, *looked, tree.Argument(body))
        else:
            called = (*looked, *number, tree.Argument(body, tree.Word("by")))
        return tree.Call(tree.Word(binder.name), called)

    def _argument(self, value: Any) -> tree.Expression:
        if not isinstance(value, Mapping) or not value:
            raise StoredProgramError(f"an argument says of which type it is, and this is {value!r}")
        match dict(value):
            case {"step": int(index), **others} if not others:
                return self._earlier(index)
            case {"each": int(level), **others} if not others:
                if not 1 <= level <= self.level:
                    raise StoredProgramError(f"it reads the thing of test {level}, and is not inside of it")
                return tree.Name(_name_of_each(level))
            case {"function": str(function), "arguments": dict(inner), **others} if self.level and not others:
                return self._expression(function, inner)
            case {"reasoning": str(name), "arguments": list(inner), **others} if not others:
                arguments = tuple(tree.Argument(self._argument(x)) for x in inner)
                return tree.Call(tree.Word(name), arguments)
            case {"frame": str(kind), "of": None, **others} if not others:
                return tree.Name(kind)
            case {"frame": str(kind), "of": owner, **others} if not others:
                argument = tree.Argument(self._argument(owner))
                return tree.Call(tree.Word(kind), (argument,))
        if len(value) != 1:
            raise StoredProgramError(f"an argument is of one type, and this has {', '.join(value)}")
        ((word, plain),) = value.items()
        return self._constant(self._typed(word, plain))

    def _earlier(self, index: int) -> tree.Expression:
        if not 0 <= index < len(self.before):
            raise StoredProgramError(f"it takes the value of step {index}, which does not come before it")
        name = _name(index)
        self.names[name] = ScopeEntry(self.before[index].type, _NOWHERE, name)
        return tree.Name(name)

    def _constant(self, value: Constant) -> tree.Expression:
        name = f"constant {len(self.names)}"
        self.names[name] = ScopeEntry(value.type, _NOWHERE, name, value)
        return tree.Name(name)

    def _typed(self, word: str, plain: Any) -> Constant:
        """A plain value with the type that its word says."""
        if word == "thing" and isinstance(plain, str):
            return Constant(ThingRef(plain, self.scene), Thing(_sort_of(self._node(plain))), _NOWHERE)
        if word == "things" and isinstance(plain, list) and plain:
            sorts = [_sort_of(self._node(id)) for id in plain]
            whole = Sort(frozenset(), frozenset())
            for sort in sorts:
                whole = whole.join(sort)
            return Constant(ThingSet.of(plain, self.scene), Set(whole), _NOWHERE)
        if word == "category" and plain in self.catalogue.categories:
            category = self.catalogue.get(plain)
            return Constant(plain, CategoryType(_sort_of(category)), _NOWHERE)
        type_, shapes = SCALAR_WORDS.get(word, (None, ()))
        if type_ is None or type(plain) not in shapes or plain not in WORDS.get(type_, (plain,)):
            raise StoredProgramError(f"{plain!r} is no {word}")
        return Constant(plain, type_, _NOWHERE)

    def _node(self, id: Any) -> Node:
        if not isinstance(id, str) or id not in self.scene:
            raise StoredProgramError(f"scene {self.scene.id} has no {id}")
        return self.scene.node(id)


def _sort_of(one: Node | CatalogueCategory) -> Sort:
    facing = frozenset({ORIENTED if one.oriented else PLAIN})
    return Sort(frozenset({Kind(one.kind, frozenset({one.kind, THING, *one.roles}), facing)}), facing)


def _shape(type_: str) -> str:
    """What kind of value a type has: the same whatever is known of the kinds of things."""
    head = type_.partition("[")[0]
    return head if head in SCALARS or head in _CONTAINERS else "thing"
