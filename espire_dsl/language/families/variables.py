"""The variables of a family and the candidates that its answers are chosen from."""

from __future__ import annotations

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.diagnostics.value import Label
from espire_dsl.language.families.clauses import Clauses
from espire_dsl.language.families.domains import Domain, ThingDomain, TypeDomain, domain_of, sort_of_words
from espire_dsl.language.families.family import Variable
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.reserved import check_new_name
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.typed import Typed
from espire_dsl.language.types import UNKNOWN, Set, Thing, Type, Unknown, solved
from espire_dsl.language.unify import join
from espire_dsl.syntax import tree


def variables_of(
    node: tree.FamilyDecl, clauses: Clauses, choice: tree.Choice | None, scope: Scope
) -> list[Variable]:
    found: dict[str, Variable] = {}

    def declare(word: tree.Word, domain: Domain | None, group: int) -> None:
        check_new_name(word, scope)
        if word.text in found:
            scope.findings.add(
                "E0228",
                word.span,
                f"`{word.text}` is declared twice",
                "again",
                secondary=[Label(found[word.text].span, "first declared here")],
            )
            return
        # A domain that was refused is None until the instance is, which happens before anyone else sees it.
        found[word.text] = Variable(word.text, domain, group, word.span)  # type: ignore[arg-type]

    if node.loop is not None and choice is not None:
        sort = sort_of_words(choice.words, choice.span, scope)
        declare(node.loop.name, ThingDomain(sort) if sort else None, 0)
    for group, clause in enumerate(clauses.all(tree.LetClause), start=1):
        domain = domain_of(clause.domain, clause.where, scope)
        for word in clause.names:
            declare(word, domain, group)
    return list(found.values())


def candidates_of(
    clauses: Clauses, variables: list[Variable], scope: Scope
) -> tuple[Typed | None, dict[str, Typed], Type | None]:
    clause = clauses.one(tree.CandidatesClause)
    if clause is None:
        return None, {}, None
    if clause.value is not None:
        value = infer(clause.value, scope)
        return value, {}, _set_type(value, scope)
    types = {c.constructor for v in variables if isinstance(v.domain, TypeDomain) for c in v.domain.choices}
    by_type: dict[str, Typed] = {}
    meant: set[str | None] = set()
    joined: Type | None = None
    for case in clause.cases:
        name = case.constructor.text
        if name not in types:
            meant |= {nearest(name, types)}
            scope.findings.add(
                "E0333",
                case.constructor.span,
                f"no variable of this family can be `{name}`",
                "candidates for nothing",
                help=did_you_mean(name, types),
            )
        value = infer(case.value, scope)
        by_type[name] = value
        type_ = _set_type(value, scope)
        if isinstance(type_, Set) and isinstance(joined, Set):
            joined = Set(join(joined.element, type_.element))
        else:
            joined = joined or type_
    missing = sorted(types - by_type.keys() - meant)
    if missing:
        scope.findings.add(
            "E0333", clause.span, f"there are no candidates for {one_of(missing)}", "add a row for each"
        )
    return None, by_type, joined


def _set_type(value: Typed, scope: Scope) -> Type:
    type_ = solved(value.type)
    if not isinstance(type_, Set | Unknown):
        scope.findings.add(
            "E0220",
            value.span,
            "candidates are a set",
            f"this is {type_}",
            help="write `{ x }` for a set of one" if isinstance(type_, Thing) else None,
        )
        return UNKNOWN
    return type_
