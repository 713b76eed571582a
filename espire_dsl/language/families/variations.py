"""Clauses that make several tasks of one: `contrast swap(A, B)` and `sweep alpha, beta`."""

from __future__ import annotations

from espire_dsl.diagnostics.value import Label
from espire_dsl.language.families.clauses import Clauses
from espire_dsl.language.families.domains import TypeDomain, ValueDomain
from espire_dsl.language.families.family import Answer, Variable
from espire_dsl.language.hints import did_you_mean
from espire_dsl.language.inference.scope import Scope
from espire_dsl.syntax import tree


def contrast_of(
    clauses: Clauses, variables: list[Variable], answer: Answer | None, scope: Scope
) -> tuple[str, str] | None:
    clause = clauses.one(tree.ContrastClause)
    if clause is None:
        return None
    call = clause.change
    if call.function.text != "swap" or len(call.arguments) != 2:
        scope.findings.add("E0324", call.span, "a contrast swaps two variables", "write `swap(A, B)`")
        return None
    by_name = {v.name: v for v in variables}
    names: list[str] = []
    for argument in call.arguments:
        value = argument.value
        if not isinstance(value, tree.Name) or value.text not in by_name or argument.each is not None:
            text = value.text if isinstance(value, tree.Name) else ""
            scope.findings.add(
                "E0324",
                argument.span,
                "a contrast swaps two variables of the family",
                "not a variable",
                help=did_you_mean(text, by_name) if text else None,
            )
            return None
        names.append(value.text)
    first, second = (by_name[n] for n in names)
    if first.name == second.name or (
        first.domain and second.domain and first.domain.type != second.domain.type
    ):
        scope.findings.add(
            "E0324", call.span, "a contrast swaps two different variables of one type", "cannot be swapped"
        )
        return None
    if answer is not None and answer.kind not in ("yes_no", "label", "choice"):
        scope.findings.add(
            "E0324",
            clause.span,
            "a contrast needs an answer that can flip",
            f"this family answers with {answer.kind}",
        )
        return None
    return first.name, second.name


def sweep_of(clauses: Clauses, variables: list[Variable], scope: Scope) -> tuple[str, ...]:
    by_name = {v.name: v for v in variables}
    swept: list[str] = []
    for clause in clauses.all(tree.SweepClause):
        for word in clause.names:
            variable = by_name.get(word.text)
            if variable is None:
                scope.findings.add(
                    "E0325",
                    word.span,
                    f"there is no variable `{word.text}` to sweep",
                    "unknown variable",
                    help=did_you_mean(word.text, by_name),
                )
            elif variable.domain is not None and not isinstance(variable.domain, ValueDomain | TypeDomain):
                scope.findings.add(
                    "E0325",
                    word.span,
                    f"`{word.text}` ranges over what the scene holds, which is no grid",
                    "cannot be swept",
                    secondary=[Label(variable.span, "declared here")],
                )
            elif word.text in swept:
                scope.findings.add("E0325", word.span, f"`{word.text}` is swept twice", "again")
            else:
                swept.append(word.text)
    return tuple(swept)
