"""The clauses of a family by kind: which may stand once, which must be there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from attrs import frozen

from espire_dsl.diagnostics.value import Findings, Label
from espire_dsl.language.hints import one_of
from espire_dsl.syntax import tree

ONCE: dict[type[tree.Clause], str] = {
    tree.SpecClause: "spec",
    tree.WorldClause: "world",
    tree.ViewClause: "view",
    tree.ActionClause: "action",
    tree.CandidatesClause: "candidates",
    tree.ProgramClause: "program",
    tree.ToleranceClause: "tolerance",
    tree.AnswerClause: "answer",
    tree.ContrastClause: "contrast",
    tree.QuotaClause: "quota",
}
DOUBLED: dict[type[tree.Clause], str] = {
    tree.ProgramClause: "delete one of them; steps that follow one another are joined by `|>`",
    tree.CandidatesClause: "delete one of them; `a | b` are the things of both sets",
}
NEEDED: dict[type[tree.Clause], tuple[str, str]] = {
    tree.SpecClause: ("spec", "says what is asked: `spec distance coarse, reference near`"),
    tree.WorldClause: ("world", "says where it is asked: `world tabletop`"),
    tree.ProgramClause: ("program", "finds the answers: `program filter_distance(candidates, R, to: O)`"),
    tree.SayClause: ("say", 'puts it into words: `say "{{ Pick }} a book {{ R.of(O) }}."`'),
}

C = TypeVar("C", bound=tree.Clause)


@frozen
class Clauses:
    """The clauses of one family."""

    by_kind: Mapping[type, Sequence[Any]]

    def one(self, kind: type[C]) -> C | None:
        return next(iter(self.all(kind)), None)

    def all(self, kind: type[C]) -> Sequence[C]:
        return self.by_kind.get(kind, ())


def _by_kind(family: tree.FamilyDecl) -> Clauses:
    found: dict[type, list[Any]] = {}
    for clause in family.clauses:
        found.setdefault(type(clause), []).append(clause)
    return Clauses(found)


def check_clauses(family: tree.FamilyDecl, findings: Findings) -> Clauses:
    """Report clauses that stand twice and clauses that are missing."""
    clauses = _by_kind(family)
    for kind, word in ONCE.items():
        found = clauses.all(kind)
        for other in found[1:]:
            findings.add(
                "E0302",
                other.span,
                f"this family has two `{word}` clauses",
                "again",
                secondary=[Label(found[0].span, "first one")],
                help=DOUBLED.get(kind, "delete one of them"),
            )
    missing = {} if family.broken else {w: why for k, (w, why) in NEEDED.items() if clauses.one(k) is None}
    if missing:
        findings.add(
            "E0301",
            family.name_span,
            f"this family has no {one_of(missing)}",
            "not complete",
            notes=[f"`{word}` {why}" for word, why in missing.items()],
        )
    return clauses
