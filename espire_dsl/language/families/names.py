"""Variables that no sentence can name: things that share one name, of which scenes hold several."""

from __future__ import annotations

from collections.abc import Iterable

from espire_dsl.domain.kinds import ROLES, Kind
from espire_dsl.language.families.domains import ThingDomain
from espire_dsl.language.families.family import Variable
from espire_dsl.language.hints import one_of
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.kinds import Sort


def warn_shared_names(variables: Iterable[Variable], scope: Scope) -> None:
    """A thing is referred to by its name, so a binding needs one that nothing else in the scene has."""
    if scope.findings.error_count:
        return
    for variable in variables:
        domain = variable.domain
        if not isinstance(domain, ThingDomain):
            continue
        kinds = [kind for kind in scope.kinds if kind.name not in ROLES and _may_be(domain.sort, kind)]
        if not kinds or not all(kind.alike for kind in kinds):
            continue
        kinds = sorted(kinds, key=lambda kind: kind.name)
        names = [kind.noun for kind in kinds]
        scope.findings.add(
            "W0306",
            variable.span,
            f"no sentence can name `{variable.name}`: everything it can be is called {one_of(names)}",
            "shares its name with others",
            notes=["where a scene has several, none of them is bound, however many scenes are drawn"],
            help=f"describe it: `unique(filter_attribute({kinds[0].plural}, ...))`, "
            "or take what has a name of its own",
        )


def _may_be(sort: Sort, kind: Kind) -> bool:
    """Whether a thing of the sort may be of a kind that is declared."""
    return any(held.holds(kind) for held in sort.kinds)
