"""Short ways to check a text in tests."""

from collections.abc import Mapping
from functools import cache

from espire_dsl.catalogue.reader import Catalogue, load_catalogue
from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.scope import Scope, ScopeEntry
from espire_dsl.language.library import library_kinds
from espire_dsl.language.typed import Typed
from espire_dsl.language.types import Type
from espire_dsl.syntax import tree
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.source import Source


@cache
def catalogue() -> Catalogue:
    return load_catalogue()


def parsed(text: str) -> tree.Module:
    findings = Findings()
    module = parse(Source("test.espire", text), findings)
    assert not findings.items, findings.items
    return module


def typed(expression: str, names: Mapping[str, Type] | None = None) -> tuple[Typed, Findings]:
    """An expression with its type, and what is said about it."""
    (function,) = parsed(f"espire 1\nfn f() = {expression}").items
    assert isinstance(function, tree.Function)
    findings = Findings()
    variables = {name: ScopeEntry(type_, function.span, name) for name, type_ in (names or {}).items()}
    return infer(function.body, Scope(findings, catalogue(), library_kinds(), variables)), findings


def codes(findings: Findings) -> list[str]:
    return [d.code for d in findings]
