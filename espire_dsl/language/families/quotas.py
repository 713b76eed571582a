"""How many tasks of each type a family asks for, and whether its answers are balanced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from espire_dsl.diagnostics.value import Label
from espire_dsl.language.families.clauses import Clauses
from espire_dsl.language.families.family import Answer, Quota
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.typed import Typed, reads
from espire_dsl.language.types import BOOL, CLOCK, INT, LABEL, ORDINAL
from espire_dsl.syntax import tree

MOST_TASKS: Final = 100_000
_BALANCED: Final = (BOOL, LABEL, CLOCK, INT, ORDINAL)


def quota_of_clauses(
    clauses: Clauses, answer: Answer | None, told: Mapping[str, Typed], scope: Scope
) -> Quota | None:
    """The quota that a family states, or None after saying why it cannot have it."""
    clause = clauses.one(tree.QuotaClause)
    if clause is None or clause.count is None:
        return None
    if not 1 <= clause.count <= MOST_TASKS:
        scope.findings.add(
            "E0339", clause.span, f"a quota is a number from 1 to {MOST_TASKS}", f"this is {clause.count}"
        )
        return None
    sweeps, contrast = clauses.all(tree.SweepClause), clauses.one(tree.ContrastClause)
    swept = {word.text for sweep in sweeps for word in sweep.names}
    feeding = {name for value in told.values() for name in reads(value)}
    if feeding and feeding <= swept:
        scope.findings.add(
            "E0339",
            clause.span,
            "a sweep over scenes has a task for each of them, and no other number",
            "not needed",
            secondary=[Label(sweep.span, "this says how many") for sweep in sweeps],
            help="leave out `quota`, and say how many scenes each combination has: `sweep ... times 12`",
        )
        return None
    whole: list[tree.Clause] = [*sweeps, *([contrast] if contrast else [])]
    if clause.balanced and whole:
        scope.findings.add(
            "E0339",
            clause.span,
            "tasks that belong together are drawn whole, and cannot be balanced",
            "balanced",
            secondary=[Label(other.span, "these belong together") for other in whole],
            help=f"write `quota {clause.count}`",
        )
        return None
    if clause.balanced and answer is not None and answer.type not in _BALANCED:
        scope.findings.add(
            "E0339",
            clause.span,
            "only answers that are yes or no, labels or counts can be balanced",
            f"the program answers with {answer.type}",
            help=f"write `quota {clause.count}`",
        )
        return None
    return Quota(clause.count, clause.balanced)
