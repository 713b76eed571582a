"""Files and what they import: each is read once, and told where an import is missing or goes in a circle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from attrs import define, field, frozen

from espire_dsl.diagnostics.value import Findings, Label, Span
from espire_dsl.language.hints import did_you_mean
from espire_dsl.language.lookup import ROOT_MARK as ROOT_MARK
from espire_dsl.language.lookup import resolve, search_folders
from espire_dsl.syntax import tree
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.source import Source, read_source
from espire_dsl.version import LANGUAGE_VERSION, LANGUAGE_VERSIONS

DECLARING_VERSION = 2
"""The first version with kinds, assets and worlds."""


@frozen
class ParsedModule:
    """A parsed file; `imports` are the files that its `use`s were found to mean."""

    path: Path
    source: Source | None
    syntax: tree.Module
    imports: tuple[tuple[tree.Use, Path], ...]
    findings: Findings = field(repr=False)


@define
class Loader:
    """Parses each file once."""

    roots: tuple[Path, ...]
    modules: dict[Path, ParsedModule] = field(factory=dict)

    def load(self, path: Path) -> ParsedModule:
        """The module of a file and, through it, all that it imports."""
        waiting = [path]
        while waiting:
            current = waiting.pop()
            if current not in self.modules:
                self.modules[current] = self._read(current)
                waiting += [found for _, found in self.modules[current].imports]
        return self.modules[path]

    def _read(self, path: Path) -> ParsedModule:
        findings = Findings()
        source = read_source(path, findings)
        if source is None:
            return ParsedModule(path, None, tree.Module(None, None, ()), (), findings)
        parsed = parse(source, findings)
        imports: list[tuple[tree.Use, Path]] = []
        with findings.until_full():
            check_version(parsed, findings)
            self._follow(parsed, path, imports, findings)
        return ParsedModule(path, source, parsed, tuple(imports), findings)

    def _follow(
        self, parsed: tree.Module, path: Path, imports: list[tuple[tree.Use, Path]], findings: Findings
    ) -> None:
        """Adds the imports of a file, and where each is found."""
        seen: dict[str, tree.Use] = {}
        nearby: list[str] | None = None
        for use in (item for item in parsed.items if isinstance(item, tree.Use)):
            name = ".".join(w.text for w in use.path)
            span = use.path[0].span.to(use.path[-1].span)
            if name in seen:
                findings.add(
                    "W0502",
                    span,
                    f"`{name}` is imported twice",
                    "again",
                    secondary=[Label(seen[name].span, "first time")],
                )
                continue
            seen[name] = use
            found = resolve(name, path, self.roots)
            if found is None:
                nearby = _nearby(path, self.roots) if nearby is None else nearby
                findings.add(
                    "E0501",
                    span,
                    f"there is no module `{name}`",
                    "not found",
                    notes=[f"looked for {name.replace('.', '/')}.espire beside this file and above it"],
                    help=did_you_mean(name, nearby),
                )
                continue
            imports.append((use, found))


def _nearby(importer: Path, roots: Iterable[Path]) -> list[str]:
    return [
        ".".join(file.relative_to(folder).with_suffix("").parts)
        for folder in search_folders(importer, roots)
        for file in sorted(folder.glob("*.espire")) + sorted(folder.glob("*/*.espire"))
    ]


def check_version(module: tree.Module, findings: Findings) -> None:
    if module.broken or (module.version is None and findings.error_count):
        return
    if module.version is None:
        findings.add(
            "W0501",
            Span(module.span.path, 0, 0),
            "this file does not say which version of the language it is written in",
            help=f"begin it with `espire {LANGUAGE_VERSION}`",
        )
    elif module.version not in LANGUAGE_VERSIONS:
        newer = module.version > LANGUAGE_VERSION
        findings.add(
            "E0504",
            module.version_span,
            f"this file is written in version {module.version} of the language, and this compiler knows "
            f"versions {' and '.join(map(str, LANGUAGE_VERSIONS))}",
            "unknown version",
            help="install a newer espire_dsl" if newer else f"the first version is {LANGUAGE_VERSIONS[0]}",
        )
    elif module.version < DECLARING_VERSION:
        declared = next((item for item in module.items if isinstance(item, tree.Declaration)), None)
        if declared is not None:
            findings.add(
                "E0505",
                declared.name.span,
                f"a file of version {module.version} cannot declare a {declared.what}",
                f"{declared.what}s came with version {DECLARING_VERSION}",
                secondary=[Label(module.version_span, "the version of this file")],
                help=f"begin the file with `espire {DECLARING_VERSION}`",
            )


def check_cycles(start: ParsedModule, modules: Mapping[Path, ParsedModule], findings: Findings) -> bool:
    """Report a chain of imports that leads back to the file; True if there is one."""
    for use, target in start.imports:
        chain = _chain(target, start.path, modules)
        if chain is not None:
            names = " -> ".join(p.stem for p in (start.path, *chain))
            span = use.path[0].span.to(use.path[-1].span)
            findings.add(
                "E0502", span, "this import leads back to this file", "part of a cycle", notes=[names]
            )
            return True
    return False


def _chain(start: Path, goal: Path, modules: Mapping[Path, ParsedModule]) -> list[Path] | None:
    """A way from one file to another along imports."""
    paths = {start: [start]}
    waiting = [start]
    while waiting:
        current = waiting.pop(0)
        if current == goal:
            return paths[current]
        for _, target in modules[current].imports:
            if target not in paths:
                paths[target] = [*paths[current], target]
                waiting.append(target)
    return None


def in_order(modules: Mapping[Path, ParsedModule], cyclic: Callable[[Path], bool]) -> list[Path]:
    """All files, imported ones first; files in a cycle where they happen to fall."""
    order: list[Path] = []
    seen: set[Path] = set()
    for start in sorted(modules):
        stack = [(start, False)]
        while stack:
            path, done = stack.pop()
            if done:
                order.append(path)
            elif path not in seen:
                seen.add(path)
                stack.append((path, True))
                if not cyclic(path):
                    stack += [(target, False) for _, target in reversed(modules[path].imports)]
    return order
