"""What binding needs to know about a family and one of its types, worked out once."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from espire_dsl.domain.answers import POINTED_AT
from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.core.constructor import Constructor
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.families.domains import ThingDomain, TypeChoice, TypeDomain
from espire_dsl.language.families.family import Family, Variable
from espire_dsl.language.kinds import ONLY_VIEWER
from espire_dsl.language.typed import (
    Apply,
    Bind,
    Constant,
    Construct,
    Read,
    Typed,
    children,
    walk,
    walk_what_is_always_computed,
)
from espire_dsl.language.typed import with_children as with_children
from espire_dsl.language.types import solved
from espire_dsl.language.unify import sort_within

FIXED_POSE = "place_orientation"
"""The function whose answers are where a pose is possible; the pose itself is the test."""


@frozen
class FamilyPlan:
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
        return sort is not None and sort == ONLY_VIEWER

    @property
    def points(self) -> bool:
        """Whether one answers by pointing at things."""
        return self.family.answer.kind in POINTED_AT

    @property
    def counts_lines(self) -> bool:
        """Whether what is asked counts rows or columns instead of things."""
        return counts_lines(self.family.asked)

    @property
    def counted_lines(self) -> frozenset[str]:
        """The rows or columns that hops of the program count."""
        steps = [n for n in walk(self.family.program) if isinstance(n, Apply) and counts_lines(n)]
        types = {name for step in steps for name in self.types_of(step)}
        vertical = {name for name in types if CONSTRUCTORS[name].measure.constants[0] in ("up", "down")}
        found = {"rows"} if vertical else set()
        return frozenset(found | ({"columns"} if types - vertical else set()))

    def types_of(self, step: Apply) -> frozenset[str]:
        """The reasoning types that a step may be asked with."""
        asked = step.argument("type")
        if isinstance(asked, Read) and asked.name == self.asked:
            return frozenset({self.type})
        return (
            frozenset(getattr(solved(asked.type), "constructors", ())) if asked is not None else frozenset()
        )

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


def counts_lines(step: Apply) -> bool:
    """Whether a step counts the rows or columns of a shelf."""
    counted = step.argument("count")
    return isinstance(counted, Constant) and counted.value == "lines"


@once_for_each
def plans_of(family: Family) -> tuple[FamilyPlan, ...]:
    """One for each type of the family."""
    asked = _asked_variable(family)
    everything = (family.program, *_around(family))
    reads = [n.name for part in everything for n in walk(part) if isinstance(n, Read)]
    decides_on_measures = family.asked.argument("xs") is not None and family.asked.function != FIXED_POSE
    decides_on_measures = decides_on_measures and not counts_lines(family.asked)
    decides_on_measures = decides_on_measures and family.asked in walk_what_is_always_computed(family.program)
    separable = decides_on_measures and reads.count(asked or "") == 1 and asked not in family.sweep
    unordered = frozenset(_unordered(family, reads))
    return tuple(FamilyPlan(family, name, asked, separable, unordered) for name in family.types)


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


@once_for_each
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


def replaced(node: Typed, old: Typed, new: Typed) -> Typed:
    """A program with one of its parts, wherever it stands, replaced."""
    return _replaced(node, old, new, {})


def _replaced(node: Typed, old: Typed, new: Typed, known: dict[int, Typed]) -> Typed:
    """Parts that stand at several places stay one part; parts in which nothing changes stay themselves."""
    if id(node) not in known:
        parts = children(node)
        changed = tuple(_replaced(child, old, new, known) for child in parts)
        if node == old:
            known[id(node)] = new
        elif all(one is other for one, other in zip(parts, changed, strict=True)):
            known[id(node)] = node
        else:
            known[id(node)] = with_children(node, changed)
    return known[id(node)]
