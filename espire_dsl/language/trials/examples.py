"""Examples and laws, checked: what `espirec test` runs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from espire_dsl.diagnostics.value import Label, Span
from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.declarations.templates import Template
from espire_dsl.language.families.domains import (
    CategoryDomain,
    Domain,
    ThingDomain,
    TypeDomain,
    ValueDomain,
)
from espire_dsl.language.families.family import Family, Variable
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.reserved import RESERVED
from espire_dsl.language.inference.scope import Scope, ScopeEntry, Work, is_misread
from espire_dsl.language.kinds import ORIENTED, PLAIN
from espire_dsl.language.trials.scene_literal import build_scene
from espire_dsl.language.typed import Constant, Construct, Gather, Read, Typed, is_known
from espire_dsl.language.types import (
    BOOL,
    List,
    Set,
    Thing,
    Type,
    Unknown,
    fits,
    solved,
)
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.syntax import tree

_MOST_LISTED = 40


@frozen
class Expectation:
    """An expected answer as a plain value (ids, numbers, labels), or the expected sentence."""

    value: Any
    says: bool
    span: Span = field(eq=False)


@frozen
class ExampleTrial:
    """An example of a family: values of its variables, a scene, and what is expected there."""

    title: str
    family: Family
    scene: Scene
    givens: Mapping[str, Typed]
    expects: tuple[Expectation, ...]
    span: Span = field(eq=False)


@frozen
class LawParameter:
    """`domain` is that of a quantity, a set of reasoning types, or None for the default of the type."""

    name: str
    type: Type
    domain: Domain | None
    world: str | None = None
    template: Template | None = field(default=None, repr=False)


@frozen
class LawTrial:
    """A claim about all scenes and values of its parameters for which the assumption holds."""

    name: str
    parameters: tuple[LawParameter, ...]
    assumption: Typed | None
    claim: Typed
    doc: str | None
    span: Span = field(eq=False)

    @property
    def scene_name(self) -> str:
        return next(p.name for p in self.parameters if p.world is not None)


@frozen
class LawExample:
    """An example of a law: one scene on which its claim is expected to be true (or false)."""

    title: str
    law: LawTrial
    scene: Scene
    givens: Mapping[str, Typed]
    expected: bool
    span: Span = field(eq=False)


Trial = ExampleTrial | LawExample | LawTrial


def check_example(
    node: tree.Example,
    families: Mapping[str, Family],
    laws: Mapping[str, LawTrial],
    scope: Scope,
    declared: Collection[str] | None,
) -> list[Trial]:
    """The example of a family or of a law, or nothing after saying what is wrong with it.

    `declared` are the names that could be meant, those with mistakes included; None when some were not read.
    """
    findings = scope.findings
    local = evolve(scope, variables={}, work=Work(), names_lost=is_misread(node, findings))
    before = findings.error_count
    scene = build_scene(node.scene, local)
    name = ".".join(w.text for w in node.family)
    if name in laws and scene is not None and not node.broken:
        return _check_law_example(node, laws[name], scene, local)
    family = families.get(name)
    if family is None and name not in laws:
        if declared is not None and name not in declared:
            findings.add(
                "E0601",
                node.family[0].span.to(node.family[-1].span),
                f"there is no family `{name}` here",
                "unknown family",
                help=did_you_mean(name, [*families, *laws]),
            )
        return []
    if scene is None or node.broken or family is None:
        return []
    local = evolve(local, variables=ids_of(scene, node.scene.span, scope))
    givens = givens_of(node, family, scene, local)
    expects = [e for item in node.expects if (e := _expectation(item, family, local))]
    if not node.expects:
        findings.add("E0607", node.title.span, "this example expects nothing", "add `expect ...`")
    if findings.error_count > before or local.names_lost or not all(map(is_known, givens.values())):
        return []
    return [ExampleTrial(node.title.value, family, scene, givens, tuple(expects), node.title.span)]


def _check_law_example(node: tree.Example, law: LawTrial, scene: Scene, scope: Scope) -> list[Trial]:
    scope = evolve(scope, variables=ids_of(scene, node.scene.span, scope))
    before = scope.findings.error_count
    # A parameter without a domain of its own is checked by its type alone, which need not be a scalar.
    variables = {
        p.name: Variable(p.name, p.domain or ValueDomain(p.type, ()), 0, law.span)  # type: ignore[arg-type]
        for p in law.parameters
        if p.world is None
    }
    given: dict[str, Typed] = {}
    for item in node.givens:
        variable = variables.get(item.name.text)
        if variable is None:
            scope.findings.add(
                "E0602",
                item.name.span,
                f"law `{law.name}` has no parameter `{item.name.text}`",
                "unknown parameter",
                help=did_you_mean(item.name.text, variables),
            )
            continue
        value = infer(item.value, scope)
        _check_given(variable, value, scene, scope)
        given[item.name.text] = value
    all_known = all(item.name.text in variables for item in node.givens)
    for name in sorted(variables.keys() - given.keys()) if all_known else ():
        scope.findings.add(
            "E0603",
            node.title.span,
            f"the example does not say what `{name}` is",
            f"add `given {name} = ...`",
            secondary=[Label(law.span, "the law")],
        )
    truths = [infer(item.value, scope) for item in node.expects if not item.says]
    if len(node.expects) != 1 or not truths or not isinstance(truths[0], Constant) or truths[0].type != BOOL:
        scope.findings.add("E0607", node.title.span, "an example of a law expects `true` or `false`", "once")
    if scope.findings.error_count > before or scope.names_lost or not all(map(is_known, given.values())):
        return []
    assert isinstance(truths[0], Constant)
    return [LawExample(node.title.value, law, scene, given, bool(truths[0].value), node.title.span)]


def ids_of(scene: Scene, span: Span, scope: Scope) -> dict[str, ScopeEntry]:
    """The things of a scene as names that expressions can read."""
    return {n.id: ScopeEntry(Thing(scope.sort_of_node(n)), span, n.id) for n in scene.nodes}


def givens_of(node: tree.Example, family: Family, scene: Scene, scope: Scope) -> dict[str, Typed]:
    """The values that an example gives to the variables of a family, each checked; a variable for which the
    scene has one thing alone may be left out."""
    given: dict[str, Typed] = {}
    names = [v.name for v in family.variables]
    for item in node.givens:
        name = item.name.text
        variable = family.variable(name)
        if variable is None:
            scope.findings.add(
                "E0602",
                item.name.span,
                f"`{family.name}` has no variable `{name}`",
                "unknown variable",
                help=did_you_mean(name, names),
            )
            continue
        if name in given:
            scope.findings.add("E0602", item.name.span, f"`{name}` is given twice", "again")
        value = infer(item.value, scope)
        _check_given(variable, value, scene, scope)
        given[name] = value
    all_known = all(item.name.text in names for item in node.givens)
    for variable in family.variables:
        if variable.name not in given and all_known:
            only = _only_thing(variable, scene)
            if only is None:
                scope.findings.add(
                    "E0603",
                    node.title.span,
                    f"the example does not say what `{variable.name}` is",
                    f"add `given {variable.name} = ...`",
                    secondary=[Label(variable.span, "declared here")],
                )
            else:
                given[variable.name] = Constant(
                    ThingRef(only.id, scene), Thing(scope.sort_of_node(only)), node.span
                )
    return given


def _only_thing(variable: Variable, scene: Scene) -> Node | None:
    """The one thing that a variable can be in this scene, such as the viewer."""
    domain = variable.domain
    if not isinstance(domain, ThingDomain):
        return None
    found = [n for n in scene.nodes if in_domain(n, domain)]
    return found[0] if len(found) == 1 else None


def in_domain(node: Node, domain: ThingDomain) -> bool:
    """Is the thing one that the variable may stand for?"""
    if domain.categories is not None and node.category not in domain.categories:
        return False
    facing = ORIENTED if node.oriented else PLAIN
    return node.is_a(*domain.sort.names) and facing in domain.sort.facing


def _check_given(variable: Variable, value: Typed, scene: Scene, scope: Scope) -> None:
    domain, type_ = variable.domain, solved(value.type)
    if isinstance(type_, Unknown):
        return
    problem = None
    if isinstance(domain, ThingDomain):
        if not isinstance(value, Read) or value.name not in scene:
            problem = "is a thing of the scene"
        elif not in_domain(scene.node(value.name), domain):
            problem = f"is {domain.sort}" + (
                f" of {one_of(sorted(domain.categories))}" if domain.categories else ""
            )
    elif isinstance(domain, TypeDomain):
        if not fits(type_, domain.type):
            problem = f"is {one_of(sorted(c.constructor for c in domain.choices))}"
        elif not isinstance(value, Construct):
            problem = "is a reasoning type with its arguments"
    elif isinstance(domain, ValueDomain) and not fits(type_, domain.type):
        problem = f"is {domain.type}"
    elif isinstance(domain, CategoryDomain) and not fits(type_, domain.type):
        problem = f"is a category of {domain.sort}"
    if problem:
        scope.findings.add(
            "E0604",
            value.span,
            f"`{variable.name}` {problem}",
            f"this is {type_}",
            secondary=[Label(variable.span, "declared here")],
        )


def _expectation(item: tree.Expect, family: Family, scope: Scope) -> Expectation | None:
    if item.says:
        assert isinstance(item.value, tree.Text)
        return Expectation(item.value.value, True, item.span)
    answer = solved(family.answer.type)
    if isinstance(item.value, tree.SetOf) and not item.value.items and isinstance(answer, Set):
        return Expectation((), False, item.value.span)
    if isinstance(answer, Set | List | Thing) and _names_nothing(item.value, scope):
        return None
    value = infer(item.value, scope)
    type_ = solved(value.type)
    if isinstance(type_, Unknown):
        return None
    wrong = _wrong_expectation(answer, value)
    if wrong:
        scope.findings.add(
            "E0607", value.span, f"this family answers with {answer}", f"this is {type_}", help=wrong
        )
        return None
    if isinstance(value, Gather):
        return Expectation(
            tuple(sorted(i.name for i in value.items if isinstance(i, Read))), False, value.span
        )
    if isinstance(value, Read):
        return Expectation(value.name, False, value.span)
    return Expectation(value.value if isinstance(value, Constant) else None, False, value.span)


def _names_nothing(value: tree.Expression, scope: Scope) -> bool:
    """Whether what is expected names something that neither the scene nor the language knows; says so."""
    known = {*RESERVED, *scope.functions, *scope.catalogue.categories, *scope.variables}
    items = value.items if isinstance(value, tree.SetOf) else (value,)
    unknown = [item for item in items if isinstance(item, tree.Name) and item.text not in known]
    ids = sorted(scope.variables)
    for name in () if scope.names_lost else unknown:
        scope.findings.add(
            "E0201",
            name.span,
            f"nothing in the scene is called `{name.text}`",
            "unknown name",
            help=did_you_mean(name.text, ids) or f"the scene has {_some(ids)}",
        )
    return bool(unknown)


def _wrong_expectation(answer: Type, value: Typed) -> str | None:
    """What to write instead, if the expectation is not a value of the answer's type."""
    if isinstance(answer, Set | List):
        good = isinstance(value, Gather) and all(isinstance(i, Read) for i in value.items)
        return None if good else "write the things in braces: `{ a, b }`"
    if isinstance(answer, Thing):
        return None if isinstance(value, Read) else "write the id of a thing of the scene"
    good = isinstance(value, Constant) and fits(value.type, answer)
    return None if good else "write a constant of that type"


def _some(words: Sequence[str]) -> str:
    """The words, or the first of them where there are too many to read."""
    more = len(words) - _MOST_LISTED
    return ", ".join(words[:_MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
