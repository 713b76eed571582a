"""What is asked of a binding and told of it: `require`, `tag` and `tolerance`, which see the answers."""

from __future__ import annotations

from attrs import evolve

from espire_dsl.diagnostics.value import Label, Span
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.families.clauses import Clauses
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.margins import MARGIN, UNIT_OF_MARGIN, margin_binding
from espire_dsl.language.inference.mismatch import expect
from espire_dsl.language.inference.missing_units import unit_help
from espire_dsl.language.inference.scope import Scope, ScopeEntry
from espire_dsl.language.rules import FIELDS, IN_REQUIRE, RULE_OF_MARGIN, problem_of
from espire_dsl.language.typed import Constant, Operate, Read, Typed, walk
from espire_dsl.language.types import BOOL, UNKNOWN, Scalar, Unknown, solved
from espire_dsl.syntax import tree

_NOWHERE = Span("", 0, 0)


def later_scope(
    scope: Scope, program: Typed, units: frozenset[str] | None, written: tree.ProgramClause
) -> Scope:
    """What `require` and `tag` see besides: the answers, and the margin where something is measured."""
    more = {"answers": ScopeEntry(program.type, written.span, "answers")}
    unknown = ScopeEntry(UNKNOWN, written.span, MARGIN)
    margin = unknown if units is None else margin_binding(units, written.span)
    if margin is not None:
        more[MARGIN] = margin
    return scope.binding(**more)


def requirements_of(clauses: Clauses, scope: Scope) -> tuple[list[Typed], dict[str, float]]:
    """What is required of a binding, and the rules of a fair task whose numbers are set."""
    found: list[Typed] = []
    rules: dict[str, float] = {}
    if not clauses.all(tree.RequireClause):
        return found, rules
    known = {name: ScopeEntry(type_, _NOWHERE, name) for name, type_ in IN_REQUIRE.items()}
    inner = evolve(scope, variables={**known, **scope.variables})
    for clause in clauses.all(tree.RequireClause):
        value = infer(clause.value, inner)
        expect(value, BOOL, scope, "what is required")
        rule = _rule(value)
        if rule is not None:
            name, constant = rule
            problem = problem_of(name, constant.value)
            if problem is not None:
                scope.findings.add("E0340", constant.span, f"the number of a rule {problem}", "this one")
            rules[name] = constant.value
            continue
        found.append(value)
        for node in walk(value):
            if isinstance(node, Read) and node.name in known and node.name not in scope.variables:
                sense = FIELDS[node.name].metadata["sense"]
                scope.findings.add(
                    "E0340",
                    node.span,
                    f"the rule `{node.name}` is compared with a constant, and with nothing else",
                    "a rule of a fair task",
                    help=f"write `require {node.name} {sense} ...` in a clause of its own",
                )
    return found, rules


def _rule(value: Typed) -> tuple[str, Constant] | None:
    """The rule that a requirement sets, with its number: `chance <= 0.6`, `margin >= 3 cm`."""
    match value:
        case Operate(operator=symbol, operands=(Read(name=name), Constant() as constant)):
            type_ = solved(constant.type)
            if name == "margin" and isinstance(type_, Scalar):
                name = RULE_OF_MARGIN.get(type_, name)
            if name in FIELDS and FIELDS[name].metadata["sense"] == symbol:
                return name, constant
    return None


def tags_of(clauses: Clauses, scope: Scope) -> dict[str, Typed]:
    tags: dict[str, Typed] = {}
    places: dict[str, Span] = {}
    for clause in clauses.all(tree.TagClause):
        name = clause.name.text
        value = infer(clause.value, scope)
        type_ = solved(value.type)
        if name in tags:
            scope.findings.add(
                "E0326",
                clause.name.span,
                f"there are two tags `{name}`",
                "again",
                secondary=[Label(places[name], "first one")],
            )
        elif not isinstance(type_, Scalar | Unknown):
            scope.findings.add(
                "E0326", value.span, "a tag is a number, a label, or yes or no", f"this is {type_}"
            )
        tags[name] = value
        places.setdefault(name, clause.name.span)
    return tags


def tolerance_of(clauses: Clauses, program: Typed, scope: Scope) -> float | None:
    clause = clauses.one(tree.ToleranceClause)
    if clause is None:
        return None
    value = infer(clause.value, scope)
    about = {
        CONSTRUCTORS[name].unit
        for node in walk(program)
        for name in getattr(solved(node.type), "constructors", ())
        if CONSTRUCTORS[name].tolerance is not None
    }
    if not about:
        scope.findings.add(
            "E0327", clause.span, 'a tolerance is for types that say "about"', "this family has none"
        )
        return None
    wanted = {UNIT_OF_MARGIN[u] for u in about if u}
    is_quantity = isinstance(value, Constant) and value.type in wanted
    if not isinstance(value, Constant) or not is_quantity or value.value <= 0:
        names = " or ".join(sorted(str(w) for w in wanted))
        scope.findings.add(
            "E0327",
            value.span,
            f"this tolerance must be a {names} above zero",
            "this is not above zero" if is_quantity else f"this is {solved(value.type)}",
            help=next(filter(None, (unit_help(value, w) for w in wanted)), None),
        )
        return None
    return float(value.value)
