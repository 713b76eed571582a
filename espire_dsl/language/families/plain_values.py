"""Values of a family's variables as a caller in Python states them: texts, numbers, truths, names of things.

They are written down as the `given` clauses of an example and checked as such: what is wrong with them is
told in the words of the language, with the clause that was written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from numbers import Real
from typing import Any, Final

from attrs import evolve

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.diagnostics.error import FindingsError
from espire_dsl.diagnostics.report import text_of_file
from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.families.domains import CategoryDomain, ThingDomain, ValueDomain
from espire_dsl.language.families.family import Family, Variable
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.trials.examples import givens_of, ids_of, in_domain
from espire_dsl.language.typed import Typed
from espire_dsl.language.types import ANGLE, CLOCK, LABEL, LENGTH, ORDINAL
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.naming import called, fold
from espire_dsl.scene.node import Node
from espire_dsl.syntax import tree
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.source import Source
from espire_dsl.syntax.vocabulary import ordinal_suffix
from espire_dsl.version import LANGUAGE_VERSION

SOURCE: Final = "ask"
"""What stands for the written example in findings."""
_UNITS: Final = {LENGTH: " m", ANGLE: " deg", CLOCK: " o'clock"}


def given_values(
    family: Family, scene: Scene, stated: Mapping[str, Any], catalogue: Catalogue
) -> dict[str, Typed]:
    """The values as typed expressions; a FindingsError says all that is wrong with them.

    A thing is stated by its id, or by what it is called, if that is clear: "teddy bear", "bear". All else is
    an expression of the language, "LessThan(30 cm)"; lengths may be metres, angles degrees.
    """
    findings = Findings()
    text = "\n".join(_example(family, stated, catalogue))
    given = _given(parse(Source(SOURCE, text), findings), family, scene, stated, catalogue, findings)
    if findings.errors:
        raise FindingsError(findings.errors, lambda path: text if path == SOURCE else text_of_file(path))
    return given


def _given(
    module: tree.Module,
    family: Family,
    scene: Scene,
    stated: Mapping[str, Any],
    catalogue: Catalogue,
    findings: Findings,
) -> dict[str, Typed]:
    """The values of the written example; nothing as soon as something is wrong with it."""
    example = None if findings.errors else _only_example(module, len(stated), findings)
    if example is None:
        return {}
    things = tuple(_with_thing(item, family, scene, stated, findings) for item in example.givens)
    if findings.errors:
        return {}
    scope = Scope(findings, catalogue, family.kinds)
    scope = evolve(scope, variables=ids_of(scene, example.span, scope))
    return givens_of(evolve(example, givens=things), family, scene, scope)


def _example(family: Family, stated: Mapping[str, Any], catalogue: Catalogue) -> Iterator[str]:
    """The lines of an example that gives these values."""
    yield f"espire {LANGUAGE_VERSION}\n"
    yield f'example "asked" of {family.name} {{'
    yield "  scene { }"
    for name, value in stated.items():
        yield f"  given {name} = {_written(value, family.variable(name), catalogue)}"
    yield "}\n"


def _written(value: Any, variable: Variable | None, catalogue: Catalogue) -> str:
    domain = None if variable is None else variable.domain
    if isinstance(value, Node):
        return json.dumps(value.id)
    if isinstance(domain, ThingDomain) and isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(domain, CategoryDomain) and isinstance(value, str):
        return next((c.id for c in catalogue if fold(value) in (fold(c.id), fold(c.name))), value)
    if isinstance(domain, ValueDomain):
        if domain.type == LABEL and isinstance(value, str):
            return json.dumps(value, ensure_ascii=False)
        if isinstance(value, Real) and not isinstance(value, bool):
            return _quantity(float(value), domain)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _quantity(value: float, domain: ValueDomain) -> str:
    """A number with the unit of a domain."""
    number = f"{value:.9f}".rstrip("0").rstrip(".")
    if domain.type == ORDINAL and number.isdecimal():
        return f"{number}{ordinal_suffix(int(number))}"
    return f"{number}{_UNITS.get(domain.type, '')}"


def _only_example(module: tree.Module, number: int, findings: Findings) -> tree.Example | None:
    """The one example with as many values as were stated. A text that means more than one value is told."""
    match module.items:
        case (tree.Example(givens=givens) as example,) if len(givens) == number and not example.expects:
            return example
    findings.add("E0604", module.span, "a value is one expression", "these are more")
    return None


def _with_thing(
    item: tree.Given, family: Family, scene: Scene, stated: Mapping[str, Any], findings: Findings
) -> tree.Given:
    """The clause with the id of the thing that is meant, if its variable stands for a thing."""
    variable = family.variable(item.name.text)
    value = stated[item.name.text]
    text = value.id if isinstance(value, Node) else value
    if variable is None or not isinstance(variable.domain, ThingDomain) or not isinstance(text, str):
        return item
    fitting = [node for node in scene.nodes if in_domain(node, variable.domain)]
    if text in scene:
        meant: tuple[Node, ...] = (scene.node(text),)
    else:
        meant = called(fitting, text) or called(scene.nodes, text)
    if len(meant) == 1:
        return evolve(item, value=tree.Name(meant[0].id, span=item.value.span))
    if meant:
        ids = one_of(node.id for node in meant)
        findings.add("E0604", item.value.span, f"`{text}` could be {ids}", "say which one, by its id")
    else:
        known = [word for node in fitting for word in (node.id, node.name)]
        has = ", ".join(f"{node.id} ({node.name})" for node in fitting) or f"no {variable.domain.sort}"
        findings.add(
            "E0201",
            item.value.span,
            f"nothing in the scene is called `{text}`",
            "unknown name",
            help=did_you_mean(text, known) or f"for `{variable.name}` the scene has {has}",
        )
    return item
