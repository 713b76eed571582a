"""From loaded files to checked ones: functions, families, examples and laws, in that order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import evolve, field, frozen

from espire_dsl.catalogue.reader import Catalogue, Category
from espire_dsl.diagnostics.value import Findings, Label, Span
from espire_dsl.domain.kinds import Kind, KindTable
from espire_dsl.language.declarations.assets import AssetScope, read_assets
from espire_dsl.language.declarations.kinds import read_kinds
from espire_dsl.language.declarations.library import library_declarations
from espire_dsl.language.declarations.signatures import Worlds, WorldSignature, signature_of, unsound
from espire_dsl.language.declarations.templates import Template
from espire_dsl.language.declarations.worlds import compile_world
from espire_dsl.language.families.check import check_family, name_of
from espire_dsl.language.families.family import Family
from espire_dsl.language.inference.definitions import called_names, define_functions
from espire_dsl.language.inference.scope import Definition, Scope
from espire_dsl.language.library import in_library, library_kinds, load_library
from espire_dsl.language.modules import Loader, ParsedModule, check_cycles, in_order
from espire_dsl.language.trials.examples import LawTrial, Trial, check_example
from espire_dsl.language.trials.laws import check_law
from espire_dsl.syntax import tree


@frozen
class Checked:
    """A file with all that it declares: its own `assets` and `worlds`, and all that it can see, in
    `catalogue` and `visible`."""

    module: ParsedModule
    kinds: tuple[Kind, ...]
    functions: Mapping[str, Definition] = field(repr=False)
    worlds: Mapping[str, Template] = field(repr=False)
    visible: Worlds = field(repr=False)
    families: tuple[Family, ...]
    trials: tuple[Trial, ...]
    findings: Findings = field(repr=False)
    catalogue: Catalogue = field(repr=False)
    assets: Mapping[str, Category] = field(factory=dict, repr=False)


def check_modules(loader: Loader, catalogue: Catalogue, library: Worlds) -> dict[Path, Checked]:
    """Every loaded file, checked; `library` are the worlds that all of them see."""
    cycles = {
        path: check_cycles(module, loader.modules, module.findings)
        for path, module in sorted(loader.modules.items())
    }
    checked: dict[Path, Checked] = {}
    for path in in_order(loader.modules, cycles.__getitem__):
        checked[path] = _check(loader.modules[path], checked, catalogue, library)
    return checked


def _check(
    module: ParsedModule, done: Mapping[Path, Checked], catalogue: Catalogue, library: Worlds
) -> Checked:
    kinds: list[Kind] = []
    worlds: dict[str, Template] = {}
    visible = dict(library)
    functions: dict[str, Definition] = {}
    families: list[Family] = []
    trials: list[Trial] = []
    assets: dict[str, Category] = {}
    seen = catalogue.with_more(
        category for _, path in module.imports if path in done for category in done[path].assets.values()
    )
    with module.findings.until_full():
        table = _kinds(module, done, kinds)
        assets |= _assets(module, seen, table)
        seen = seen.with_more(assets.values())
        scope = Scope(module.findings, seen, table)
        _check_worlds(module, done, scope, worlds, visible)
        _check_items(module, done, evolve(scope, worlds=visible), functions, families, trials)
    return Checked(
        module,
        tuple(kinds),
        functions,
        worlds,
        visible,
        tuple(families),
        tuple(trials),
        module.findings,
        seen,
        assets,
    )


def _kinds(module: ParsedModule, done: Mapping[Path, Checked], own: list[Kind]) -> KindTable:
    """All kinds that a file sees; those that it declares are added to its own."""
    declared = _declarations(module, "kind")
    seen = library_kinds()
    if in_library(module.path):  # whose own kinds it declares here
        seen = seen.without(item.name.text for item in declared)
    seen = seen.with_kinds(kind for _, path in module.imports if path in done for kind in done[path].kinds)
    own += read_kinds(declared, seen, module.findings)
    return seen.with_kinds(own)


def _assets(module: ParsedModule, seen: Catalogue, kinds: KindTable) -> dict[str, Category]:
    """The assets that a file declares."""
    assets = _declarations(module, "asset")
    if not assets:
        return {}
    known = seen.categories
    if in_library(module.path):
        if not load_library().problems:
            return {item.name.text: known[item.name.text] for item in assets if item.name.text in known}
        known = {}
    return read_assets(assets, AssetScope(kinds, known, module.path.parent), module.findings)


def _declarations(module: ParsedModule, what: str) -> list[tree.Declaration]:
    items = module.syntax.items
    return [item for item in items if isinstance(item, tree.Declaration) and item.what == what]


def _check_worlds(
    module: ParsedModule,
    done: Mapping[Path, Checked],
    scope: Scope,
    worlds: dict[str, Template],
    visible: dict[str, WorldSignature],
) -> None:
    """Compiles the worlds of a file, and adds all that it sees to those of the library."""
    imported = [done[path] for _, path in module.imports if path in done]
    own = _declared_worlds(module)
    bases = {n: d for file in imported for n, d in _declared_worlds(file.module).items()} | own
    if any(word.text not in bases for declared in own.values() for word in declared.bases):
        bases = {**library_declarations(), **bases}
    library = {} if in_library(module.path) else dict(visible)
    for file in imported:
        visible |= {name: file.visible[name] for name in _declared_worlds(file.module)}
    for item in _declarations(module, "world"):
        _check_new_world(item, own, library, module.findings)
    for name, declared in own.items():
        template = compile_world(declared, bases, scope)
        visible[name] = unsound(declared) if template is None else signature_of(template)
        if template is not None:
            worlds[name] = template


def _check_new_world(
    item: tree.Declaration, own: Mapping[str, tree.Declaration], library: Worlds, findings: Findings
) -> None:
    """Report a world whose name another one has, in this file or in the library."""
    name = item.name.text
    if own[name] is not item:
        findings.add(
            "E0741",
            item.name.span,
            f"there are two worlds `{name}`",
            "again",
            secondary=[Label(own[name].name.span, "first declared here")],
        )
    elif name in library:
        findings.add(
            "E0741",
            item.name.span,
            f"the library has a world `{name}` already",
            "choose another name",
            help=f"a world that is much like it can be based on it: `world my_{name} is {name} {{ ... }}`",
        )


def _declared_worlds(module: ParsedModule) -> dict[str, tree.Declaration]:
    """The worlds that a file declares, the first of each name."""
    found: dict[str, tree.Declaration] = {}
    for item in _declarations(module, "world"):
        found.setdefault(item.name.text, item)
    return found


def _check_items(
    module: ParsedModule,
    done: Mapping[Path, Checked],
    scope: Scope,
    functions: dict[str, Definition],
    families: list[Family],
    trials: list[Trial],
) -> None:
    """Fills the lists with what is in order, one item after the other."""
    findings = module.findings
    functions |= _imported(module, done, findings)
    items = module.syntax.items
    uses = {_use_name(item) for item in items if isinstance(item, tree.Use)}
    lost = uses != {_use_name(use) for use, path in module.imports if path in done}
    scope = evolve(scope, functions_lost=module.syntax.broken or lost)
    define_functions([item for item in items if isinstance(item, tree.Function)], functions, scope)
    scope = evolve(scope, functions=functions)
    for item in items:
        if isinstance(item, tree.FamilyDecl):
            families += check_family(item, scope)
    imports = [done[path] for _, path in module.imports if path in done]
    known = {f.name: f for imported_file in imports for f in imported_file.families}
    known |= {f.name: f for f in families}
    read = [module.syntax, *(file.module.syntax for file in imports)]
    declared = {name for syntax in read for name in _declared(syntax)}
    unread = lost or any(syntax.broken for syntax in read)
    titles: dict[str, Span] = {}
    for item in items:
        if isinstance(item, tree.Law):
            trials += check_law(item, scope, titles)
    laws = {t.name: t for t in trials if isinstance(t, LawTrial)}
    for item in items:
        if isinstance(item, tree.Example):
            trials += check_example(item, known, laws, scope, None if unread else declared)
    _check_unused_imports(module, done, items, findings)


def _declared(syntax: tree.Module) -> Iterator[str]:
    """The names of the families and laws that a file declares, whether or not they turned out well."""
    for item in syntax.items:
        if isinstance(item, tree.Law):
            yield item.name.text
        elif isinstance(item, tree.FamilyDecl):
            for choice in item.loop.choices if item.loop else (None,):
                yield name_of(item, choice)


def _use_name(use: tree.Use) -> str:
    return ".".join(word.text for word in use.path)


def _imported(
    module: ParsedModule, done: Mapping[Path, Checked], findings: Findings
) -> dict[str, Definition]:
    known: dict[str, Definition] = {}
    for use, path in module.imports:
        if path not in done:
            continue
        for name, definition in done[path].functions.items():
            if definition.node.span.path != str(path):
                continue
            other = known.get(name)
            if other is not None:
                findings.add(
                    "E0503",
                    use.path[0].span.to(use.path[-1].span),
                    f"`{name}` comes from two modules",
                    "imported again here",
                    secondary=[
                        Label(other.node.name.span, "one"),
                        Label(definition.node.name.span, "the other"),
                    ],
                )
            known[name] = definition
    return known


def _check_unused_imports(
    module: ParsedModule, done: Mapping[Path, Checked], items: Iterable[tree.Item], findings: Findings
) -> None:
    mentioned: set[str] = set()
    examples: set[str] = set()
    for item in items:
        for expression in _expressions(item):
            mentioned |= called_names(expression)
        if isinstance(item, tree.Example):
            examples.add(".".join(w.text for w in item.family))
    asked = set(_worlds_asked_for(items))
    for use, path in module.imports:
        if path not in done or done[path].findings.error_count or module.syntax.broken:
            continue
        if any(isinstance(item, tree.Declaration) for item in done[path].module.syntax.items):
            continue
        gives = {n for n, d in done[path].functions.items() if d.node.span.path == str(path)}
        families = {f.name for f in done[path].families}
        worlds = {*done[path].worlds, *_declared_worlds(done[path].module)}
        if not gives & mentioned and not families & examples and not worlds & asked:
            findings.add(
                "W0503",
                use.path[0].span.to(use.path[-1].span),
                f"nothing of `{_use_name(use)}` is used",
                "unused import",
            )


def _worlds_asked_for(items: Iterable[tree.Item]) -> Iterator[str]:
    """The names of worlds that families, laws and other worlds name."""
    for item in items:
        if isinstance(item, tree.FamilyDecl):
            yield from (c.name.text for c in item.clauses if isinstance(c, tree.WorldClause))
        elif isinstance(item, tree.Law):
            domains = (p.domain for p in item.parameters)
            yield from (w.text for d in domains if isinstance(d, tree.KindDomain) for w in d.words)
        elif isinstance(item, tree.Declaration):
            yield from (word.text for word in item.bases)


def _expressions(item: tree.Item) -> Iterable[tree.Expression]:
    match item:
        case tree.Function(body=body):
            yield body
        case tree.Law(claim=claim, assumption=assumption):
            yield claim
            if assumption is not None:
                yield assumption
        case tree.FamilyDecl(clauses=clauses):
            for clause in clauses:
                value = getattr(clause, "value", None) or getattr(clause, "source", None)
                if value is not None:
                    yield value
                for case in getattr(clause, "cases", ()):
                    yield case.value
                for argument in getattr(clause, "arguments", ()):
                    yield argument.value
        case _:
            return
