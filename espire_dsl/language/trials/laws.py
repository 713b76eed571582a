"""Laws, checked: what is drawn for them, what they assume, what they claim."""

from __future__ import annotations

from attrs import evolve

from espire_dsl.diagnostics.value import Label, Span
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.families.domains import (
    ThingDomain,
    domain_of,
)
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.language.inference.annotations import annotated
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.mismatch import expect
from espire_dsl.language.inference.reserved import check_new_name
from espire_dsl.language.inference.scope import Scope, ScopeEntry, Work
from espire_dsl.language.kinds import Sort
from espire_dsl.language.trials.examples import LawParameter, LawTrial, Trial
from espire_dsl.language.typed import is_known
from espire_dsl.language.types import (
    BOOL,
    SCENE,
    UNKNOWN,
    FrameType,
    List,
    Reasoning,
    Scalar,
    Set,
    Thing,
    Unknown,
    fits,
    solved,
)
from espire_dsl.syntax import tree

USUAL_WORLD = "tabletop"
"""Where scenes of a law come from that does not say it."""
DRAWN = ("Length", "Angle", "Int", "Number", "Ordinal", "Clock", "Bool")


def check_law(node: tree.Law, scope: Scope, names: dict[str, Span]) -> list[Trial]:
    findings = scope.findings
    before = findings.error_count
    if node.name.text in names:
        findings.add(
            "E0612",
            node.name.span,
            f"there are two laws `{node.name.text}`",
            "again",
            secondary=[Label(names[node.name.text], "first one")],
        )
    names[node.name.text] = node.name.span
    local = evolve(scope, variables={}, work=Work())
    parameters: list[LawParameter] = []
    bindings: dict[str, ScopeEntry] = {}
    for item in node.parameters:
        name = item.name.text
        if name in bindings:
            findings.add(
                "E0228",
                item.name.span,
                f"`{name}` is declared twice",
                "again",
                secondary=[Label(bindings[name].span, "first declared here")],
            )
        parameter = _parameter(item, local)
        bindings[name] = ScopeEntry(parameter.type if parameter else UNKNOWN, item.name.span, name)
        parameters += [parameter] if parameter else []
    if not any(p.type == SCENE for p in parameters) and findings.error_count == before:
        findings.add("E0608", node.name.span, "a law speaks of a scene", "add a parameter `s: Scene`")
    local = evolve(local, variables=bindings)
    assumption = None
    if node.assumption is not None:
        assumption = infer(node.assumption, local)
        expect(assumption, BOOL, local, "what a law assumes")
    claim = infer(node.claim, local)
    if not fits(claim.type, BOOL):
        findings.add(
            "E0609",
            claim.span,
            "a law claims something that is true or false",
            f"this is {solved(claim.type)}",
        )
    for name, binding in bindings.items():
        if (name, binding.span.start) not in local.work.used and findings.error_count == before:
            findings.add("W0302", binding.span, f"`{name}` is never used", "parameter without a use")
    parts = (claim,) if assumption is None else (claim, assumption)
    if findings.error_count > before or not all(map(is_known, parts)) or not _has_scenes(parameters, scope):
        return []
    return [LawTrial(node.name.text, tuple(parameters), assumption, claim, node.doc, node.name.span)]


def _parameter(item: tree.Parameter, scope: Scope) -> LawParameter | None:
    check_new_name(item.name, scope)
    if item.type is None:
        scope.findings.add(
            "E0608", item.name.span, f"the law does not say what `{item.name.text}` is", "add its type"
        )
        return None
    type_ = annotated(item.type, scope)
    name = item.name.text
    if type_ == SCENE:
        return _scene(item, scope)
    if isinstance(type_, Thing) and isinstance(type_.element, Sort):
        return LawParameter(name, type_, ThingDomain(type_.element))
    if isinstance(type_, FrameType | Set | List | Thing):
        scope.findings.add(
            "E0608",
            item.type.span,
            f"a law cannot draw {type_}",
            "no values to draw from",
            help="draw a scene and things, and compute the rest",
        )
        return None
    if isinstance(type_, Reasoning):
        with_arguments = sorted(n for n in type_.constructors if CONSTRUCTORS[n].parameters)
        if with_arguments:
            scope.findings.add(
                "E0608",
                item.type.span,
                f"a law draws reasoning types without arguments, and {one_of(with_arguments)} has some",
                "cannot be drawn",
                help="draw the argument, and write the type with it",
            )
            return None
        return LawParameter(name, type_, None)
    if isinstance(type_, Scalar) and type_.name in DRAWN:
        return _quantity(item, type_, scope)
    if not isinstance(type_, Unknown):
        scope.findings.add("E0608", item.type.span, f"a law cannot draw {type_}", "no values to draw from")
    return None


def _scene(item: tree.Parameter, scope: Scope) -> LawParameter | None:
    """A scene of a world: of the one that is named, or of the usual one."""
    world = USUAL_WORLD
    if item.domain is not None:
        words = item.domain.words if isinstance(item.domain, tree.KindDomain) else ()
        if len(words) == 1 and words[0].text in scope.worlds:
            world = words[0].text
        else:
            named = words[0].text if len(words) == 1 else ""
            scope.findings.add(
                "E0608",
                item.domain.span,
                f"scenes are drawn from {one_of(sorted(scope.worlds))}",
                "unknown world",
                help=did_you_mean(named, scope.worlds) if named else None,
            )
    known = scope.worlds.get(world)
    if known is not None and known.template is not None and known.template.imported:
        scope.findings.add(
            "E0760",
            (item.domain or item.name).span,
            f"a law cannot draw scenes of `{world}`: this world is imported",
            "no scenes to draw",
            help="draw scenes of another world, or write an example",
        )
        return None
    return LawParameter(item.name.text, SCENE, None, world, None if known is None else known.template)


def _has_scenes(parameters: list[LawParameter], scope: Scope) -> bool:
    """Whether the worlds of a law are in order; what is wrong with one is told where it is declared."""
    worlds = [scope.worlds.get(p.world) for p in parameters if p.world is not None]
    return all(world is None or world.sound for world in worlds)


def _quantity(item: tree.Parameter, type_: Scalar, scope: Scope) -> LawParameter | None:
    domain = None
    if item.domain is not None:
        domain = domain_of(item.domain, (), scope)
        if domain is None:
            return None
        if domain.type != type_:
            scope.findings.add(
                "E0313",
                item.domain.span,
                f"`{item.name.text}` is {type_}, and this is {domain.type}",
                "does not fit",
            )
            return None
    return LawParameter(item.name.text, type_, domain)
