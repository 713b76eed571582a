"""What binding needs to know about a family and one of its types, worked out once."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from espire_dsl.language.core.constructor import Constructor
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.domains import ThingDomain, TypeChoice, TypeDomain
from espire_dsl.language.family import Family, Variable
from espire_dsl.language.typed import Apply, Bind, Construct, Read, Typed, children, walk
from espire_dsl.language.unify import sort_within

FIXED_POSE = "place_orientation"
"""The function whose answers are where a pose is possible; the pose itself is the test."""


@frozen
class Plan:
    """A family asked with one type.

    `asked` is the variable that holds the type, if one does; `separable` says that its arguments only decide
    among measured values and change nothing before that. Of the pairs in `unordered` one order is enough.
    """

    family: Family
    type: str
    asked: str | None
    separable: bool
    unordered: frozenset[tuple[str, str]]

    @property
    def constructor(self) -> Constructor | None:
        return CONSTRUCTORS.get(self.type)

    @property
    def fixes_pose(self) -> bool:
        return self.family.asked.function == FIXED_POSE

    @property
    def of_viewer(self) -> bool:
        """Whether what is asked is asked about the viewer."""
        reference = self.family.asked.argument("of")
        sort = sort_within(reference.type) if reference is not None else None
        return sort is not None and sort.kinds == {"viewer"}

    @property
    def all_types(self) -> frozenset[str]:
        """The type that is asked, and all that other hops of the program may use."""
        written = {n.constructor for n in walk(self.family.program) if isinstance(n, Construct)}
        drawn = {
            choice.constructor
            for variable in self.family.variables
            if isinstance(variable.domain, TypeDomain) and variable.name != self.asked
            for choice in variable.domain.choices
        }
        return frozenset({self.type} | written | drawn)

    @property
    def choices(self) -> tuple[TypeChoice, ...]:
        """The ways of writing the type in its variable's domain."""
        variable = self.family.variable(self.asked) if self.asked else None
        if variable is None or not isinstance(variable.domain, TypeDomain):
            return ()
        return tuple(c for c in variable.domain.choices if c.constructor == self.type)


def plans_of(family: Family) -> tuple[Plan, ...]:
    """One for each type of the family."""
    asked = _asked_variable(family)
    everything = (family.program, *_around(family))
    reads = [n.name for part in everything for n in walk(part) if isinstance(n, Read)]
    decides_on_measures = family.asked.argument("xs") is not None and family.asked.function != FIXED_POSE
    separable = decides_on_measures and reads.count(asked or "") == 1 and asked not in family.sweep
    unordered = frozenset(_unordered(family, reads))
    return tuple(Plan(family, name, asked, separable, unordered) for name in family.types)


def _asked_variable(family: Family) -> str | None:
    asked = family.asked.argument("type")
    if isinstance(asked, Read) and family.variable(asked.name) is not None:
        return asked.name
    return None


def _around(family: Family) -> Iterator[Typed]:
    if family.candidates is not None:
        yield family.candidates
    yield from family.candidates_by_type.values()
    yield from family.requirements
    yield from family.tags.values()


def _unordered(family: Family, reads: list[str]) -> Iterator[tuple[str, str]]:
    """Pairs of one `let` that are read once each, as the two ends of one "between"."""
    for node in walk(family.program):
        if not isinstance(node, Apply) or node.function != "filter_between":
            continue
        a, b = node.argument("a"), node.argument("b")
        if not isinstance(a, Read) or not isinstance(b, Read):
            continue
        first, second = family.variable(a.name), family.variable(b.name)
        if _drawn_together(first, second) and reads.count(a.name) == reads.count(b.name) == 1:
            yield a.name, b.name


def _drawn_together(first: Variable | None, second: Variable | None) -> bool:
    if first is None or second is None or not isinstance(first.domain, ThingDomain):
        return False
    return first.group == second.group and first.domain == second.domain


def inlined(node: Typed) -> Typed:
    """A program without let-bindings: each name is replaced by its value."""
    return _inlined(node, {})


def _inlined(node: Typed, known: dict[str, Typed]) -> Typed:
    match node:
        case Read(name=name) if name in known:
            return known[name]
        case Bind(name=name, value=value, body=body):
            return _inlined(body, {**known, name: _inlined(value, known)})
        case _:
            return with_children(node, tuple(_inlined(child, known) for child in children(node)))


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
    field = {"Construct": "arguments", "Operate": "operands", "Gather": "items"}.get(type(node).__name__)
    return evolve(node, **{field: parts}) if field else evolve(node, of=parts[0])  # type: ignore[arg-type]
