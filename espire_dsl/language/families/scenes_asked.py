"""Which scenes a family asks for beside its world: how many for each combination, and what they must have."""

from __future__ import annotations

from collections.abc import Mapping

from espire_dsl.language.families.clauses import Clauses
from espire_dsl.language.families.family import Need, Times
from espire_dsl.language.hints import did_you_mean
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.kinds import sort_from_words, words_for_sorts
from espire_dsl.language.typed import Typed, reads
from espire_dsl.syntax import tree

MOST_TIMES = 1000
MOST_NEEDED = 100
_ARTICLES = ("a", "an")


def times_of(clauses: Clauses, told: Mapping[str, Typed], scope: Scope) -> Times | None:
    """How many scenes each combination of swept values has, if that is said."""
    feeding = {name for value in told.values() for name in reads(value)}
    found = None
    for clause in clauses.all(tree.SweepClause):
        if clause.times is None:
            continue
        if not 1 <= clause.times <= MOST_TIMES:
            scope.findings.add(
                "E0751", clause.span, f"`times` is a number from 1 to {MOST_TIMES}", f"this is {clause.times}"
            )
        elif not feeding & {word.text for word in clause.names}:
            scope.findings.add(
                "E0751",
                clause.span,
                "`times` says how many scenes each combination has, and none of these feeds the world",
                "they vary on one scene",
                help="leave `times` out, or tell the world: `world tunnel(alpha: a)`",
            )
        else:
            found = Times(clause.times, clause.independent)
    return found


def needs_of(clauses: Clauses, scope: Scope) -> tuple[Need, ...]:
    """What a scene must have."""
    found = (_need(clause, scope) for clause in clauses.all(tree.NeedsClause))
    return tuple(need for need in found if need is not None)


def _need(clause: tree.NeedsClause, scope: Scope) -> Need | None:
    words = [word.text for word in clause.words]
    words = words[1:] if words[0] in _ARTICLES and len(words) > 1 else words
    count = 1 if clause.count is None else clause.count
    if not 1 <= count <= MOST_NEEDED:
        scope.findings.add(
            "E0751", clause.span, f"a scene is needed with 1 to {MOST_NEEDED} of them", f"this is {count}"
        )
        return None
    if len(words) == 1 and words[0] not in scope.kinds.by_name and words[0] in scope.catalogue.categories:
        return Need(count, category=words[0])
    sort = sort_from_words(words, scope.kinds)
    if sort is None:
        last = clause.words[-1]
        known = [*words_for_sorts(scope.kinds), *scope.catalogue.categories]
        scope.findings.add(
            "E0748",
            last.span,
            f"`{' '.join(words)}` is not a kind or an asset",
            "unknown",
            help=did_you_mean(last.text, known),
        )
        return None
    return Need(count, tuple(sorted(sort.names)))
