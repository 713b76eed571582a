"""From the text of a family to checked families: one for each choice of its loop."""

from __future__ import annotations

import re

from attrs import evolve

from espire_dsl.diagnostics.value import Findings, Label
from espire_dsl.domain.answers import POINTED_AT
from espire_dsl.domain.worlds import WORLD_CAMERA
from espire_dsl.language.families.answers import answer_of, distract_of, is_whole
from espire_dsl.language.families.clauses import Clauses, check_clauses
from espire_dsl.language.families.family import Family, Sentence, Times, Variable
from espire_dsl.language.families.names import warn_shared_names
from espire_dsl.language.families.possible import check_possible
from espire_dsl.language.families.quotas import quota_of_clauses
from espire_dsl.language.families.requirements import later_scope, requirements_of, tags_of, tolerance_of
from espire_dsl.language.families.scenes_asked import needs_of, times_of
from espire_dsl.language.families.spec import check_spec
from espire_dsl.language.families.variables import candidates_of, variables_of
from espire_dsl.language.families.variations import contrast_of, sweep_of
from espire_dsl.language.families.views import check_view
from espire_dsl.language.families.world_arguments import world_arguments
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.margins import in_units, margin_units
from espire_dsl.language.inference.scope import Scope, ScopeEntry, Work, is_misread
from espire_dsl.language.typed import reads
from espire_dsl.language.types import UNKNOWN
from espire_dsl.syntax import tree

ACTIONS = ("pick", "place", "point", "answer")

# What is never closed runs to the end, so that many of them do not each search the whole text.
_TEMPLATE_CODE = re.compile(r"\{\{.*?(?:\}\}|\Z)|\{%.*?(?:%\}|\Z)", re.DOTALL)
_TEMPLATE_TEXT = re.compile(r"'[^']*'|\"[^\"]*\"")
_TEMPLATE_NAME = re.compile(r"(?<![.\w])[A-Za-z_]\w*")


def check_family(node: tree.FamilyDecl, scope: Scope) -> list[Family]:
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
        if family is not None and not findings.error_count and not misread:
            families.append(family)
        for finding in findings:
            place = (finding.code, finding.primary.span.start, finding.primary.span.end)
            if place not in told:
                told.add(place)
                scope.findings.take(finding)
    return families


def _check_holes(node: tree.FamilyDecl, scope: Scope) -> None:
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


def name_of(node: tree.FamilyDecl, choice: tree.Choice | None) -> str:
    return ".".join(
        label_of(choice) if segment.hole and choice is not None else segment.text for segment in node.name
    )


def _check_instance(
    node: tree.FamilyDecl, clauses: Clauses, choice: tree.Choice | None, scope: Scope
) -> Family | None:
    variables = variables_of(node, clauses, choice, scope)
    bindings = {v.name: ScopeEntry(v.domain.type if v.domain else UNKNOWN, v.span, v.name) for v in variables}
    asked_view = clauses.one(tree.ViewClause)
    view = WORLD_CAMERA if asked_view is None else asked_view.name.text
    scope = evolve(scope, variables=bindings, view=view)
    candidates, by_type, candidates_type = candidates_of(clauses, variables, scope)
    if candidates_type is not None:
        clause = clauses.one(tree.CandidatesClause)
        assert clause is not None
        scope = scope.binding(candidates=ScopeEntry(candidates_type, clause.span, "candidates"))
    asked_world = clauses.one(tree.WorldClause)
    told = {} if asked_world is None else world_arguments(asked_world, variables, scope)
    written = clauses.one(tree.ProgramClause)
    if written is None:
        return None
    before = scope.findings.error_count
    program = infer(written.value, scope)
    spec_clause = clauses.one(tree.SpecClause)
    is_meant = len(clauses.all(tree.ProgramClause)) == 1
    sound = is_meant and scope.findings.error_count == before and is_whole(program)
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
        and answer.kind in POINTED_AT
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
    units = margin_units((program, *by_type.values(), *([candidates] if candidates else [])))
    later = later_scope(scope, program, units if sound else None, written)
    required, rules = requirements_of(clauses, later)
    requirements = [in_units(r, units, later) for r in required]
    tags = {name: in_units(tag, units, later) for name, tag in tags_of(clauses, later).items()}
    tolerance = tolerance_of(clauses, program, scope)
    distract = [d for c in clauses.all(tree.DistractClause) if (d := distract_of(c, program, later))]
    contrast = contrast_of(clauses, variables, answer, scope)
    sweep = sweep_of(clauses, variables, scope)
    times, needs = times_of(clauses, told, scope), needs_of(clauses, scope)
    quota = quota_of_clauses(clauses, answer, told, scope)
    action = _action(clauses, scope)
    asked_of = [value for value in (candidates, *by_type.values()) if value is not None]
    known = [v for v in variables if v.domain is not None]
    looked_at = [program, *asked_of, *requirements, *tags.values()]
    check_view(asked_world, asked_view, looked_at, scope)
    holds = check_possible(asked_world, clauses.one(tree.ActionClause), asked_of, known, scope)
    _check_unused(variables, clauses, contrast, sweep, scope)
    warn_shared_names(variables, scope)
    if scope.findings.error_count or checked is None or answer is None or spec_clause is None:
        return None
    spec, asked = checked
    return Family(
        name=name_of(node, choice),
        doc=node.doc,
        spec=spec,
        world="" if asked_world is None else asked_world.name.text,
        world_arguments=told,
        action=action or ("point" if answer.kind in POINTED_AT else "answer"),
        candidates=candidates,
        candidates_by_type=by_type,
        variables=tuple(known),
        program=program,
        asked=asked,
        tolerance=tolerance,
        requirements=tuple(requirements),
        rules=rules,
        sentences=tuple(
            Sentence(c.template, c.names_frame, c.names_measure) for c in clauses.all(tree.SayClause)
        ),
        answer=answer,
        distract=tuple(distract),
        contrast=contrast,
        sweep=sweep,
        tags=tags,
        kinds=scope.kinds,
        assets=scope.own_assets,
        times=times or Times(),
        needs=needs,
        holds=holds,
        quota=quota,
        view=view,
        span=node.name_span,
    )


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


def _check_unused(
    variables: list[Variable],
    clauses: Clauses,
    contrast: tuple[str, str] | None,
    sweep: tuple[str, ...],
    scope: Scope,
) -> None:
    if scope.findings.error_count or scope.names_lost:
        return
    read = {*sweep, *(contrast or ())}
    read |= {name for clause in clauses.all(tree.SayClause) for name in _named_in(clause.template.value)}
    for variable in variables:
        if (variable.name, variable.span.start) not in scope.work.used and variable.name not in read:
            scope.findings.add(
                "W0301", variable.span, f"`{variable.name}` is never used", "declared here, read nowhere"
            )


def _named_in(template: str) -> set[str]:
    """The names that stand in the code of a template, which is read in full by a later pass."""
    code = (_TEMPLATE_TEXT.sub("", part) for part in _TEMPLATE_CODE.findall(template))
    return {name for part in code for name in _TEMPLATE_NAME.findall(part)}
