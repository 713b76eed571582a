"""A compiled world: parameters, and entries whose values are computed and drawn anew for each scene.

Instances of it are descriptions with numbers only, from which a sampler draws scenes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice, repeat
from typing import Any

from attrs import field, frozen

from espire_dsl.catalogue.reader import Catalogue, Category, load_catalogue
from espire_dsl.diagnostics.value import Span
from espire_dsl.domain.error import WorldError
from espire_dsl.domain.worlds import World
from espire_dsl.language.declarations.assembling import Stated, assemble
from espire_dsl.language.declarations.formulas import Env, Formula, FormulaError, OneOf, Stream, Uniform
from espire_dsl.language.declarations.slots import Slot
from espire_dsl.language.declarations.world_schema import DEFAULT_TRIES
from espire_dsl.language.typed import Typed

MOST_TRIES = 10_000


@frozen
class WorldParameter:
    """A parameter: its quantity, the range or the choices that its values are of, and its default."""

    name: str
    quantity: str
    low: float | None = None
    high: float | None = None
    choices: tuple[Any, ...] | None = None
    default: Any = None
    span: Span = field(eq=False, repr=False, kw_only=True)

    def takes(self, value: Any) -> bool:
        """Whether a value of the right quantity is one that it may have."""
        if self.choices is not None:
            return value in self.choices
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    @property
    def domain(self) -> str:
        """What it may be, in words."""
        if self.choices is not None:
            return ", ".join(f"{v:g}" if isinstance(v, float) else str(v) for v in self.choices)
        unit = {"Length": " m", "Angle": " deg"}.get(self.quantity, "")
        return "anything" if self.low is None else f"{self.low:g}{unit} .. {self.high:g}{unit}"

    @property
    def usual(self) -> Any:
        """A value that it may have; None where nothing is known of it."""
        if self.default is not None:
            return self.default
        return self.choices[0] if self.choices else self.low


@frozen
class LetEntry:
    """`let name = formula`."""

    name: str
    formula: Formula


@frozen
class SlotEntry:
    """An entry: its word, the name that it gives to something, and its arguments."""

    entry: str
    name: str | None
    slots: tuple[tuple[str, Slot], ...]
    span: Span = field(eq=False, repr=False)


@frozen
class SceneRequirement:
    """What must be true of a scene, as a program and as it is written. Things are bound by their names."""

    program: Typed
    text: str
    span: Span = field(eq=False, repr=False)


@frozen
class Instance:
    """A description with numbers only, and the values of parameters and `let`s that led to it."""

    world: World
    values: Mapping[str, Any] = field(hash=False)


@frozen
class Template:
    """A world. `things` are the names of what stands in it; `tries` bounds the attempts at one scene. Of one
    that is `imported` nothing is drawn: it has the scenes of others."""

    name: str
    doc: str | None
    parameters: tuple[WorldParameter, ...]
    levels: tuple[str, ...]
    entries: tuple[LetEntry | SlotEntry, ...]
    requirements: tuple[SceneRequirement, ...] = ()
    things: tuple[str, ...] = ()
    tries: int = DEFAULT_TRIES
    assets: tuple[Category, ...] = field(default=(), repr=False)
    imported: bool = False
    span: Span = field(eq=False, repr=False, kw_only=True)

    @property
    def catalogue(self) -> Catalogue:
        """What its things are drawn from: the library, and `assets`, which its file sees beside it."""
        return load_catalogue().with_more(self.assets)

    def parameter(self, name: str) -> WorldParameter | None:
        return next((p for p in self.parameters if p.name == name), None)

    @cached_property
    def is_random(self) -> bool:
        """Whether two instances with the same arguments may differ."""
        return any(isinstance(node, Uniform | OneOf) for entry in self.entries for node in parts_of(entry))

    def instances(self, arguments: Mapping[str, Any], stream: Stream) -> Iterator[Instance | FormulaError]:
        """An instance for each try; where one has no values, what it failed of."""
        if self.is_random:
            return (self._tried(arguments, stream) for _ in range(self.tries))
        return islice(repeat(self._tried(arguments, stream)), self.tries)

    def instance(self, arguments: Mapping[str, Any], stream: Stream) -> Instance:
        """One instance; a FormulaError where values cannot be computed, or cannot be meant."""
        names: dict[str, Any] = {p.name: p.default for p in self.parameters} | dict(arguments)
        if missing := [p.name for p in self.parameters if names[p.name] is None]:
            raise WorldError(f"world {self.name} is not told its {missing[0]}")
        env = Env(names, stream)
        stated = []
        for entry in self.entries:
            if isinstance(entry, LetEntry):
                names[entry.name] = entry.formula.evaluate(env)
            else:
                values = {name: slot.evaluate(env) for name, slot in entry.slots}
                stated.append(Stated(entry.entry, entry.name, values, entry.span))
        return Instance(assemble(self.name, self.levels, stated, self.tries, self.span), names)

    def _tried(self, arguments: Mapping[str, Any], stream: Stream) -> Instance | FormulaError:
        try:
            return self.instance(arguments, stream)
        except FormulaError as error:
            return error


def parts_of(part: Any) -> Iterator[Any]:
    """All formulas and slots in an entry, or in a row of them."""
    waiting = [part]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, tuple):
            waiting.extend(node)
        elif hasattr(node, "__attrs_attrs__"):
            waiting.extend(getattr(node, a.name) for a in node.__attrs_attrs__ if a.name != "span")
