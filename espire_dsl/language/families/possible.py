"""Whether a world can have what a family asks about, and a robot that can do what it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from espire_dsl.diagnostics.value import Span
from espire_dsl.domain.kinds import GRASPABLE, ROBOT
from espire_dsl.language.declarations.inhabitants import Inhabitants
from espire_dsl.language.families.domains import CategoryDomain, ThingDomain
from espire_dsl.language.families.family import Variable
from espire_dsl.language.hints import one_of
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.kinds import Sort
from espire_dsl.language.typed import Typed
from espire_dsl.language.types import solved
from espire_dsl.language.unify import sort_within
from espire_dsl.syntax import tree

Missing = tuple[Span, str, Sequence[str]]
"""Where something is asked for, what it is, and what the world has instead."""

_MOST_TOLD = 12


def check_possible(
    world: tree.WorldClause | None,
    action: tree.ActionClause | None,
    candidates: Iterable[Typed],
    variables: Iterable[Variable],
    scope: Scope,
) -> tuple[str, ...]:
    """Report what the world of a family never has; the assets of what its robot may hold."""
    known = None if world is None else scope.worlds.get(world.name.text)
    has = None if known is None else known.inhabitants
    if world is None or has is None:
        return ()
    sets = [(value.span, sort) for value in candidates if (sort := sort_within(solved(value.type)))]
    missing: list[Missing] = [
        (span, _nouns(sort), has.names) for span, sort in sets if not has.may_have(sort)
    ]
    missing += _missing_values(variables, has)
    for span, what, there in missing:
        scope.findings.add(
            "E0336",
            span,
            f"world `{world.name.text}` never has {what}",
            "nothing to ask about",
            notes=[_told(world.name.text, there)],
            help=f"ask for what it has, or declare one that has it: `world mine is {world.name.text} ...`",
        )
    if action is not None and not missing:
        _check_action(world.name.text, action, has, [sort for _, sort in sets], scope)
    return has.held


def _missing_values(variables: Iterable[Variable], has: Inhabitants) -> Iterator[Missing]:
    """Variables that no thing, or no asset, of the world can be bound to: what they range over, and what
    there is instead."""
    for variable in variables:
        match variable.domain:
            case ThingDomain(sort=sort, categories=None):
                if not has.may_have(sort):
                    yield variable.span, _nouns(sort), has.names
            case ThingDomain(categories=frozenset() as assets) | CategoryDomain(categories=assets):
                if has.assets.isdisjoint(assets):
                    yield variable.span, f"the asset {one_of(sorted(assets))}", sorted(has.assets)


def _check_action(
    world: str, action: tree.ActionClause, has: Inhabitants, candidates: Iterable[Sort], scope: Scope
) -> None:
    """Report what no robot of the world can do."""
    sorts = list(candidates)
    problem, help = None, None
    if action.name.text in ("pick", "place") and ROBOT not in has.names:
        problem = f"world `{world}` has no robot that could {action.name.text} anything"
        help = "give the world a `hand`, or leave `action` out: answers are then pointed at"
    elif action.name.text == "pick" and sorts and not any(has.may_have(s, GRASPABLE) for s in sorts):
        problem = f"no robot can grasp the {' or '.join(map(_nouns, sorts))} of world `{world}`"
        help = f"ask for things of a kind that is `{GRASPABLE}`, or leave `action` out"
    elif action.name.text == "place" and not has.held:
        problem = f"the robot of world `{world}` holds nothing that it could place"
        help = "say what its `hand` holds"
    if problem is not None:
        scope.findings.add(
            "E0337", action.name.span, problem, "cannot be done", notes=[_told(world, has.names)], help=help
        )


def _nouns(sort: Sort) -> str:
    return " or ".join(sorted(kind.nouns or kind.name for kind in sort.kinds))


def _told(world: str, there: Sequence[str]) -> str:
    more = len(there) - _MOST_TOLD
    return f"`{world}` has {', '.join(there[:_MOST_TOLD])}{f' and {more} more' if more > 0 else ''}"
