"""From values of programs to what a sentence speaks about: things by their names, quantities with units."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.domain.kinds import FIXED, ORIENTED, PLAIN, Kind
from espire_dsl.domain.kinds import VIEWER as VIEWER_ROLE
from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.domains import CategoryDomain, Domain, ThingDomain, TypeDomain
from espire_dsl.language.families.family import Family, Variable
from espire_dsl.language.kinds import ONLY_VIEWER, PLACE, Sort
from espire_dsl.language.typed import Apply, Constant, FrameOf, Read, Typed, walk
from espire_dsl.language.types import (
    ANGLE,
    CLOCK,
    INT,
    LENGTH,
    NUMBER,
    ORDINAL,
    PIXELS,
    Type,
    solved,
)
from espire_dsl.language.unify import sort_within
from espire_dsl.scene.graph import Scene
from espire_dsl.wording.values import (
    VIEWER,
    Said,
    SaidAngle,
    SaidCategory,
    SaidClock,
    SaidFrame,
    SaidInt,
    SaidLabel,
    SaidLength,
    SaidMeasure,
    SaidNumber,
    SaidOrdinal,
    SaidPixels,
    SaidThing,
    SaidType,
)

_SCALARS: dict[Type, Callable[[Any], Said]] = {
    LENGTH: SaidLength,
    ANGLE: SaidAngle,
    PIXELS: SaidPixels,
    INT: SaidInt,
    NUMBER: SaidNumber,
    ORDINAL: SaidOrdinal,
    CLOCK: SaidClock,
}


def said_scalar(value: Any, type_: Type) -> Said:
    make = _SCALARS.get(type_)
    return make(value) if make is not None else SaidLabel(str(value))


def said_thing(id: str, scene: Scene, catalogue: Catalogue) -> SaidThing:
    node = scene.node(id)
    if node.is_a(VIEWER_ROLE):
        return VIEWER
    category = catalogue.categories.get(node.category)
    return SaidThing(node.name, bool(category and category.plural), node.kind, is_furniture=node.is_a(FIXED))


def said_type(value: TypeValue, aspect: str) -> SaidType:
    parameters = CONSTRUCTORS[value.constructor].parameters
    arguments = tuple(
        said_scalar(argument, parameter.type)
        for argument, parameter in zip(value.arguments, parameters, strict=True)
    )
    return SaidType(value.constructor, arguments, aspect)


def said(value: Any, variable: Variable, aspect: str, scene: Scene, catalogue: Catalogue) -> Said:
    """What a variable stands for, as a sentence says it."""
    match value:
        case TypeValue():
            return said_type(value, aspect)
        case ThingRef(id=id):
            return said_thing(id, scene, catalogue)
    if isinstance(variable.domain, CategoryDomain):
        category = catalogue.get(value)
        return SaidCategory(category.name, category.plural)
    return said_scalar(value, solved(variable.domain.type))


@once_for_each
def aspects_of(family: Family) -> dict[str, str]:
    """In which aspect each variable that is a reasoning type is used; this decides how it reads."""
    found: dict[str, str] = {}
    for node in walk(family.program):
        if not isinstance(node, Apply):
            continue
        asked = node.argument("type")
        if isinstance(asked, Read) and asked.name not in found:
            aspect = FUNCTIONS[node.function].aspect or ""
            found[asked.name] = "comparison" if node.function == "compare_distance" else aspect
    return found


def samples_of(domain: Domain, aspect: str, catalogue: Catalogue) -> list[Said]:
    """Values of a domain to read templates aloud with: every type, every category, the ends of ranges."""
    match domain:
        case TypeDomain(choices=choices, inner=inner):
            found: list[Said] = []
            for choice in choices:
                ends = [_ends(a, inner) for a in choice.arguments]
                for which in {0, -1} if ends else {0}:
                    arguments = tuple(e[which] for e in ends)
                    found.append(said_type(TypeValue(choice.constructor, arguments), aspect))
            return sorted(set(found), key=repr)
        case ThingDomain(sort=sort, categories=names):
            return list(dict.fromkeys(_thing_samples(sort, names, catalogue)))
        case CategoryDomain(categories=ids):
            return [SaidCategory(catalogue.get(i).name, catalogue.get(i).plural) for i in ids]
        case _:
            ends_of = (domain.values[0], domain.values[-1])
            return list(dict.fromkeys(said_scalar(v, domain.type) for v in ends_of))


def _ends(argument: Constant | Read, inner: Mapping[str, Any]) -> tuple[Any, Any]:
    if isinstance(argument, Constant):
        return argument.value, argument.value
    values = inner[argument.name].values
    return values[0], values[-1]


def _thing_samples(sort: Sort, names: frozenset[str] | None, catalogue: Catalogue) -> list[Said]:
    """One for each category that a thing of the sort may be of; what has no names of its own by its kind."""
    if sort == ONLY_VIEWER:
        return [VIEWER]
    by_kind = {kind.name: kind for kind in sort.kinds if kind.alike or kind.single}
    found: list[Said] = []
    for category in catalogue:
        if category.kind in by_kind or not category.is_a(*sort.names):
            continue
        facing = ORIENTED if category.oriented else PLAIN
        if facing in sort.facing and (names is None or category.id in names):
            found.append(SaidThing(category.name, category.plural, category.kind))
    named = [kind for kind in sort.kinds if kind.name in by_kind or not found]
    found += [
        SaidThing(kind.noun, False, kind.name, is_furniture=kind.is_a(FIXED))
        for kind in sorted(named, key=lambda kind: kind.name)
    ]
    return found


def held_sample(family: Family, catalogue: Catalogue) -> SaidThing | None:
    """Something that the robot may hold in the world of the family, as a sentence says it."""
    for id in family.holds:
        category = catalogue.categories.get(id)
        if category is not None:
            return SaidThing(category.name, category.plural, category.kind)
    return None


class NamedParts(TypedDict):
    """What a sentence may have to name, as the lexicon takes it."""

    frame: SaidFrame | None
    measure: SaidMeasure | None


def named_in(family: Family, binding: Mapping[str, Said]) -> NamedParts:
    return {"frame": said_frame(family, binding), "measure": said_measure(family, binding)}


def said_frame(family: Family, binding: Mapping[str, Said]) -> SaidFrame | None:
    """The frame in which a binding is meant, with its owner, as a sentence would name it: that of what is
    asked, or of the only step that has one."""
    named = _frame_of(family)
    return None if named is None else SaidFrame(named[0], _owner(named[1], binding))


@once_for_each
def _frame_of(family: Family) -> tuple[str, Typed | None] | None:
    """The kind of the frame, and the part of the program that is its owner."""
    steps = [
        n for n in walk(family.program) if isinstance(n, Apply) and isinstance(n.argument("in"), FrameOf)
    ]
    step = family.asked
    if step.argument("in") is None and len({n.argument("in") for n in steps}) == 1:
        step = steps[0]
    frame = step.argument("in")
    if isinstance(frame, FrameOf):
        return frame.kind, frame.of or step.argument("of")
    fixed = FUNCTIONS[family.asked.function].frames
    return (next(iter(fixed)), None) if fixed else None


def said_measure(family: Family, binding: Mapping[str, Said]) -> SaidMeasure | None:
    """How distances are measured, as a sentence would name it: from the reference of the last step that
    measures any."""
    named = _measure_of(family)
    return None if named is None else SaidMeasure(named[0], _owner(named[1], binding), named[2])


@once_for_each
def _measure_of(family: Family) -> tuple[str, Typed | None, bool] | None:
    """The way of measuring, the part of the program that is measured from, and whether to places."""
    for step in walk(family.program):
        by = step.argument("by") if isinstance(step, Apply) else None
        if isinstance(step, Apply) and isinstance(by, Constant):
            measured = step.argument("xs") or step.argument("a")
            sort = sort_within(measured.type) if measured is not None else None
            return str(by.value), step.argument("to"), sort is not None and sort.within(PLACE)
    return None


def _owner(node: Typed | None, binding: Mapping[str, Said]) -> SaidThing | None:
    match node:
        case Read(name=name):
            value = binding.get(name)
            return value if isinstance(value, SaidThing) else None
        case Apply(function="the", arguments=((_, Constant(value=Kind() as kind)), *_)):
            if kind.is_a(VIEWER_ROLE):
                return VIEWER
            return SaidThing(kind.noun, False, kind.name, is_furniture=kind.is_a(FIXED))
        case _:
            return None
