"""From the text of a family to checked families: one for each choice of its loop."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.diagnostics.value import Findings, Label
from espire_dsl.language.answers import answer_of, distract_of, is_whole
from espire_dsl.language.clauses import Clauses, check_clauses
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.domains import Domain, ThingDomain, TypeDomain, domain_of, sort_of_words
from espire_dsl.language.family import Family, Sentence, Variable
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.language.infer import check_new_name, expect, infer
from espire_dsl.language.scope import Binding, Scope, Work, is_misread
from espire_dsl.language.spec import check_spec
from espire_dsl.language.typed import Apply, Constant, Typed, reads, walk
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    LENGTH,
    NUMBER,
    UNKNOWN,
    Reasoning,
    Scalar,
    Set,
    Thing,
    Type,
    Unknown,
    solved,
)
from espire_dsl.language.unify import join
from espire_dsl.language.variations import contrast_of, sweep_of
from espire_dsl.syntax import tree

ACTIONS = ("pick", "place", "point", "answer")
UNIT_OF_MARGIN = {"m": LENGTH, "deg": ANGLE, "fraction": NUMBER}


def check_family(node: tree.Family, scope: Scope) -> list[Family]:
    """The families that a text makes; what is wrong in several of them is told once."""
    misread = is_misread(node, scope.findings)
    clauses = check_clauses(node, scope.findings)
    _check_holes(node, scope)
    families = []
    told: set[tuple[str, int, int]] = set()
    for choice in node.loop.choices if node.loop else (None,):
        findings = Findings()
        local = evolve(scope, findings=findings, work=Work(), names_lost=misread)
        family = _check_instance(node, clauses, choice, local)
        if family is not None and not findings.errors and not misread:
            families.append(family)
        for finding in findings:
            place = (finding.code, finding.primary.span.start, finding.primary.span.end)
            if place not in told:
                told.add(place)
                scope.findings.items.append(finding)
    return families


def _check_holes(node: tree.Family, scope: Scope) -> None:
    holes = [s for s in node.name if s.hole]
    loop = node.loop
    for hole in holes:
        if loop is None or hole.text != loop.name.text:
            scope.findings.add(
                "E0317",
                hole.span,
                f"nothing fills the hole `{{{hole.text}}}` in this name",
                "no such loop variable",
                help=f"add `for {hole.text} in {{ ... }}`"
                if loop is None
                else f"write `{{{loop.name.text}}}`",
            )
    if loop is not None and not holes:
        scope.findings.add(
            "E0317",
            node.name_span,
            "the families of this loop would all have the same name",
            f"write `{{{loop.name.text}}}` in the name",
            secondary=[Label(loop.span, "loop declared here")],
        )
    if loop is not None:
        labels: dict[str, tree.Choice] = {}
        for choice in loop.choices:
            label = label_of(choice)
            if label in labels:
                scope.findings.add(
                    "E0331",
                    choice.span,
                    f"two choices of this loop are called `{label}`",
                    "again",
                    secondary=[Label(labels[label].span, "first one")],
                    help="give one a label of its own: `label: kind`",
                )
            labels[label] = choice


def label_of(choice: tree.Choice) -> str:
    return choice.label.text if choice.label else "_".join(w.text for w in choice.words)


def name_of(node: tree.Family, choice: tree.Choice | None) -> str:
    return ".".join(
        label_of(choice) if segment.hole and choice is not None else segment.text for segment in node.name
    )


def _check_instance(
    node: tree.Family, clauses: Clauses, choice: tree.Choice | None, scope: Scope
) -> Family | None:
    variables = _variables(node, clauses, choice, scope)
    bindings = {v.name: Binding(v.domain.type if v.domain else UNKNOWN, v.span, v.name) for v in variables}
    scope = evolve(scope, variables=bindings)
    candidates, by_type, candidates_type = _candidates(clauses, variables, scope)
    if candidates_type is not None:
        clause = clauses.one(tree.CandidatesClause)
        assert clause is not None
        scope = scope.binding(candidates=Binding(candidates_type, clause.span, "candidates"))
    world, world_arguments = _world(clauses, scope)
    written = clauses.one(tree.ProgramClause)
    if written is None:
        return None
    before = len(scope.findings.errors)
    program = infer(written.value, scope)
    spec_clause = clauses.one(tree.SpecClause)
    sound = len(scope.findings.errors) == before and is_whole(program)
    checked = check_spec(spec_clause, program, written.value.span, scope) if spec_clause and sound else None
    answer = answer_of(program, clauses.one(tree.AnswerClause), bool(clauses.all(tree.DistractClause)), scope)
    if candidates_type is not None and sound and "candidates" not in reads(program):
        clause = clauses.one(tree.CandidatesClause)
        assert clause is not None
        scope.findings.add(
            "E0332",
            clause.span,
            "the program never looks at the candidates",
            "declared here",
            secondary=[Label(written.value.span, "starts from something else")],
        )
    if (
        answer is not None
        and candidates_type is None
        and answer.kind in ("objects", "spaces")
        and not node.broken
        and clauses.one(tree.CandidatesClause) is None
    ):
        scope.findings.add(
            "E0301",
            node.name_span,
            "this family has no `candidates`",
            "not complete",
            notes=["`candidates` says what the answers are chosen from"],
        )
    later = _later_scope(scope, program, checked[1] if checked else None, written)
    requirements = _requirements(clauses, later)
    tags = _tags(clauses, later)
    tolerance = _tolerance(clauses, program, scope)
    distract = [d for c in clauses.all(tree.DistractClause) if (d := distract_of(c, program, later))]
    contrast = contrast_of(clauses, variables, answer, scope)
    sweep = sweep_of(clauses, variables, scope)
    action = _action(clauses, scope)
    _check_unused(variables, contrast, sweep, scope)
    known = [v for v in variables if v.domain is not None]
    if scope.findings.errors or checked is None or answer is None or spec_clause is None:
        return None
    spec, asked = checked
    return Family(
        name=name_of(node, choice),
        doc=node.doc,
        spec=spec,
        world=world,
        world_arguments=world_arguments,
        action=action or ("point" if answer.kind in ("objects", "spaces") else "answer"),
        candidates=candidates,
        candidates_by_type=by_type,
        variables=tuple(known),
        program=program,
        asked=asked,
        tolerance=tolerance,
        requirements=tuple(requirements),
        sentences=tuple(Sentence(c.template, c.names_frame) for c in clauses.all(tree.SayClause)),
        answer=answer,
        distract=tuple(distract),
        contrast=contrast,
        sweep=sweep,
        tags=tags,
        span=node.name_span,
    )


def _variables(
    node: tree.Family, clauses: Clauses, choice: tree.Choice | None, scope: Scope
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


def _candidates(
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


def _world(clauses: Clauses, scope: Scope) -> tuple[str, dict[str, Typed]]:
    clause = clauses.one(tree.WorldClause)
    if clause is None:
        return "", {}
    arguments: dict[str, Typed] = {}
    for argument in clause.arguments:
        value = infer(argument.value, scope)
        if argument.name is None:
            scope.findings.add(
                "E0222", argument.span, "arguments of a world have names", "write `name: value`"
            )
            continue
        arguments[argument.name.text] = value
    return clause.name.text, arguments


def _action(clauses: Clauses, scope: Scope) -> str | None:
    clause = clauses.one(tree.ActionClause)
    if clause is None:
        return None
    if clause.name.text not in ACTIONS:
        scope.findings.add(
            "E0311",
            clause.name.span,
            f"`{clause.name.text}` is not an action",
            f"expected {one_of(ACTIONS)}",
            help=did_you_mean(clause.name.text, ACTIONS),
        )
    return clause.name.text


def _later_scope(scope: Scope, program: Typed, asked: Apply | None, written: tree.ProgramClause) -> Scope:
    """What `require` and `tag` see besides: the answers, and the margin in its own unit."""
    more = {"answers": Binding(program.type, written.span, "answers")}
    margin: Type = UNKNOWN
    if asked is not None:
        kind = asked.argument("type")
        types = solved(kind.type) if kind is not None else None
        names = types.constructors if isinstance(types, Reasoning) else frozenset()
        units = {CONSTRUCTORS[n].unit for n in names} - {None}
        if len(units) == 1:
            margin = UNIT_OF_MARGIN[next(iter(units)) or ""]
        elif not units and names:
            return scope.binding(**more)
    more["margin"] = Binding(margin, written.span, "margin")
    return scope.binding(**more)


def _requirements(clauses: Clauses, scope: Scope) -> list[Typed]:
    found = []
    for clause in clauses.all(tree.RequireClause):
        value = infer(clause.value, scope)
        expect(value, BOOL, scope, "what is required")
        found.append(value)
    return found


def _tags(clauses: Clauses, scope: Scope) -> dict[str, Typed]:
    tags: dict[str, Typed] = {}
    places: Mapping[str, tree.TagClause] = {}
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
                secondary=[Label(places[name].name.span, "first one")],
            )
        elif not isinstance(type_, Scalar | Unknown):
            scope.findings.add(
                "E0326", value.span, "a tag is a number, a label, or yes or no", f"this is {type_}"
            )
        tags[name] = value
        places = {name: clause, **places}
    return tags


def _tolerance(clauses: Clauses, program: Typed, scope: Scope) -> float | None:
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
    if not isinstance(value, Constant) or value.type not in wanted or value.value <= 0:
        names = " or ".join(sorted(str(w) for w in wanted))
        scope.findings.add(
            "E0327",
            value.span,
            f"this tolerance must be a {names} above zero",
            f"this is {solved(value.type)}",
        )
        return None
    return float(value.value)


def _check_unused(
    variables: list[Variable], contrast: tuple[str, str] | None, sweep: tuple[str, ...], scope: Scope
) -> None:
    if scope.findings.errors or scope.names_lost:
        return
    for variable in variables:
        used = (variable.name, variable.span.start) in scope.work.used
        if not used and variable.name not in sweep and variable.name not in (contrast or ()):
            scope.findings.add(
                "W0301", variable.span, f"`{variable.name}` is never used", "declared here, read nowhere"
            )
