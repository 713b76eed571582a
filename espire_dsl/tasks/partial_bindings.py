"""From a family and a scene to values of the family's variables: types, references, arguments.

The work for one scene is bounded: where variables have more combinations than `MOST_PARTIAL_BINDINGS`, that
many are drawn, in a way that depends on nothing but the seed, the type and the scene.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.domains import (
    CategoryDomain,
    Domain,
    ThingDomain,
    TypeChoice,
    TypeDomain,
    ValueDomain,
)
from espire_dsl.language.families.family import Family, Variable
from espire_dsl.language.kinds import ORIENTED, PLAIN
from espire_dsl.language.rules import Rules
from espire_dsl.language.typed import Constant, Operate, Read, walk
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.plan import FamilyPlan
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.references import demands_of, has_lines, unsayable

MOST_PARTIAL_BINDINGS = 96

Values = dict[str, Any]
"""By variable: the id of a thing, the id of a category, a TypeValue, or a number."""


@frozen
class PartialBinding:
    """Values of all variables; with a `choice` the arguments of the asked type are still to be found."""

    values: Values
    choice: TypeChoice | None = None


@frozen
class PartialBindings:
    """Those of a family on a scene, and how many were refused for which reason."""

    found: tuple[PartialBinding, ...]
    refused: Mapping[Reason, int]


def in_scene(family: Family, values: Mapping[str, Any], scene: Scene) -> Values:
    """The values as programs take them."""
    return {
        v.name: ThingRef(values[v.name], scene) if isinstance(v.domain, ThingDomain) else values[v.name]
        for v in family.variables
    }


@frozen
class Offered:
    """What each variable may be in a scene, and what was refused; no values where one has none."""

    values: Mapping[str, list[Any]]
    refused: Mapping[Reason, int]


def values_offered(plan: FamilyPlan, scene: Scene, rules: Rules) -> Offered:
    """The values that a scene offers for the variables of a family."""
    if not has_lines(plan, scene, rules):
        return Offered({}, {Reason.NO_GRID: 1})
    refused = Counter[Reason]()
    found = {}
    for variable in plan.family.variables:
        found[variable.name] = _values(variable, plan, scene, rules, refused)
        if not found[variable.name]:
            return Offered({}, refused or {Reason.NO_VALUE: 1})
    return Offered(found, refused)


def partial_bindings_of(
    plan: FamilyPlan,
    scene: Scene,
    rules: Rules,
    stream: Callable[[], RandomStream],
    offered: Offered | None = None,
    narrowed: Sequence[Values] | None = None,
    faces: dict[str, bool] | None = None,
) -> PartialBindings:
    """All combinations of the values that the scene offers, or as many as are looked at: those that were
    found by going from reference to reference, if that was done.

    Most often there is nothing to draw, so the random stream is made when it is needed. `faces` are as
    `Demands.refusal` has them.
    """
    known = values_offered(plan, scene, rules) if offered is None else offered
    family, refused, demands = plan.family, Counter(known.refused), demands_of(plan)
    faces = {} if faces is None else faces
    if Reason.NO_GRID in refused or (family.variables and not known.values):
        return PartialBindings((), refused)
    names = [variable.name for variable in family.variables]
    swept = [name for name in names if name in family.sweep]
    columns = [[None] if name in swept else known.values[name] for name in names]
    offers = itertools.product(*(known.values[name] for name in swept))
    grids = [dict(zip(swept, grid, strict=True)) for grid in offers]
    found = []
    combinations: Iterable[tuple[Any, ...]] = _combinations(columns, stream)
    if narrowed is not None:
        combinations = (tuple(values[name] for name in names) for values in narrowed)
    for combination in combinations:
        for grid in grids:
            partial = _partial_binding(plan, {**dict(zip(names, combination, strict=True)), **grid})
            reason = demands.refusal(partial.values, scene, rules, faces)
            if reason is not None:
                refused[reason] += 1
            elif all_differ(family, partial.values) and _in_order(plan, partial.values):
                found.append(partial)
    return PartialBindings(tuple(found), refused or ({} if found else {Reason.NO_VALUE: 1}))


def _combinations(
    columns: Sequence[Sequence[Any]], stream: Callable[[], RandomStream]
) -> Iterator[tuple[Any, ...]]:
    """All combinations of one value a column, or `MOST_PARTIAL_BINDINGS` of them."""
    total = math.prod(len(column) for column in columns)
    if total <= MOST_PARTIAL_BINDINGS:
        yield from itertools.product(*columns)
        return
    drawing = stream()
    for number in sorted({drawing.below(total) for _ in range(MOST_PARTIAL_BINDINGS)}):
        rest, picked = number, []
        for column in columns:
            rest, index = divmod(rest, len(column))
            picked.append(column[index])
        yield tuple(picked)


def _values(
    variable: Variable, plan: FamilyPlan, scene: Scene, rules: Rules, refused: Counter[Reason]
) -> list[Any]:
    domain: Domain = variable.domain
    match domain:
        case ThingDomain():
            return _things(domain, scene, rules, refused)
        case CategoryDomain(categories=names):
            present = {node.category for node in scene.nodes}
            return [name for name in names if name in present]
        case TypeDomain(choices=choices):
            if variable.name == plan.asked and plan.separable:
                return list(plan.choices)
            asked = plan.choices if variable.name == plan.asked else choices
            return [value for choice in asked for value in _all_written(domain)[choice]]
        case _:
            return list(domain.values)


def argument_values(choice: TypeChoice, domain: TypeDomain) -> list[tuple[Any, ...]]:
    """What each argument of a type may be."""
    return [(a.value,) if isinstance(a, Constant) else domain.inner[a.name].values for a in choice.arguments]


def written_out(choice: TypeChoice, domain: TypeDomain) -> Iterator[TypeValue]:
    """A type with all its arguments; one inner variable has one value, wherever it stands."""
    names = [None if isinstance(a, Constant) else a.name for a in choice.arguments]
    for arguments in itertools.product(*argument_values(choice, domain)):
        said = [(n, v) for n, v in zip(names, arguments, strict=True) if n is not None]
        if len(dict(said)) == len(set(said)):
            yield TypeValue(choice.constructor, arguments)


@once_for_each
def _all_written(domain: TypeDomain) -> Mapping[TypeChoice, tuple[TypeValue, ...]]:
    """What can be written with each way of a domain."""
    return {choice: tuple(written_out(choice, domain)) for choice in domain.choices}


def _things(domain: ThingDomain, scene: Scene, rules: Rules, refused: Counter[Reason]) -> list[str]:
    """The things of a sort that a sentence can name, and that can be seen."""
    found = []
    for node in scene.of_kind(*domain.sort.names):
        if (ORIENTED if node.oriented else PLAIN) not in domain.sort.facing or node.id in scene.in_hands:
            continue
        if domain.categories is not None and node.category not in domain.categories:
            continue
        reason = unsayable(node, scene, rules)
        if reason is None:
            found.append(node.id)
        else:
            refused[reason] += 1
    return found


def values_refusal(plan: FamilyPlan, values: Values, scene: Scene, rules: Rules) -> Reason | None:
    """Why these values of the variables would not be looked at."""
    if not has_lines(plan, scene, rules):
        return Reason.NO_GRID
    things = [values[v.name] for v in plan.family.variables if isinstance(v.domain, ThingDomain)]
    reasons = (unsayable(scene.node(id), scene, rules) for id in things)
    unsaid = next((reason for reason in reasons if reason), None)
    return unsaid or demands_of(plan).refusal(values, scene, rules)


def _partial_binding(plan: FamilyPlan, values: Values) -> PartialBinding:
    """The stem; arguments that are still open hold the first value of their domain meanwhile."""
    choice = values.get(plan.asked) if plan.asked is not None else None
    if plan.asked is None or not isinstance(choice, TypeChoice):
        return PartialBinding(values)
    first = next(value for known, value in _stems(plan) if known is choice)
    return PartialBinding({**values, plan.asked: first}, choice if choice.arguments else None)


@once_for_each
def _stems(plan: FamilyPlan) -> tuple[tuple[TypeChoice, TypeValue], ...]:
    """The first value of each way of writing a plan's type."""
    variable = plan.family.variable(plan.asked or "")
    assert variable is not None
    assert isinstance(variable.domain, TypeDomain)
    return tuple((choice, next(written_out(choice, variable.domain))) for choice in plan.choices)


def never_drawn(family: Family, values: Values) -> str | None:
    """Why these values are none that the domains of a family offer, if they are none."""
    for variable in family.variables:
        if not _offers(variable.domain, values[variable.name]):
            return f"`{variable.name}` has no such value in its domain"
    return None if all_differ(family, values) else "two variables stand for the same"


def _offers(domain: Domain, value: Any) -> bool:
    match domain:
        case TypeDomain(choices=choices):
            return any(value == found for choice in choices for found in written_out(choice, domain))
        case ValueDomain(values=values):
            return value in values
        case CategoryDomain(categories=names):
            return value in names
    return True


def all_differ(family: Family, values: Values) -> bool:
    """Names of one `let` stand for different values, and all variables for different things, unless the
    family says otherwise: a `require` that compares two of them decides for itself."""
    return not any(values[one] == values[other] for one, other in must_differ(family))


@once_for_each
def must_differ(family: Family) -> tuple[tuple[str, str], ...]:
    """The pairs of variables that stand for different things or values."""
    pairs = itertools.combinations(family.variables, 2)
    return tuple((one.name, other.name) for one, other in pairs if _must_differ(one, other, family))


def _must_differ(one: Variable, other: Variable, family: Family) -> bool:
    are_things = isinstance(one.domain, ThingDomain) and isinstance(other.domain, ThingDomain)
    return one.group == other.group or (are_things and not _are_compared({one.name, other.name}, family))


def _are_compared(names: set[str], family: Family) -> bool:
    return any(
        names == {operand.name for operand in node.operands if isinstance(operand, Read)}
        for requirement in family.requirements
        for node in walk(requirement)
        if isinstance(node, Operate) and node.operator in ("==", "!=")
    )


def _in_order(plan: FamilyPlan, values: Values) -> bool:
    return all(values[first] < values[second] for first, second in plan.unordered)
