"""Suites: families told apart by the folder below the root of the project in which they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path

from attrs import field, frozen

from espire_dsl.checking.cache import users_cache
from espire_dsl.checking.lexicons import own_words
from espire_dsl.checking.paths import espire_files, roots_of
from espire_dsl.checking.quick import quick_compile
from espire_dsl.checking.result import CheckedFile
from espire_dsl.checking.suite_names import root_of, suite_name
from espire_dsl.diagnostics.error import FindingsError, UsageError
from espire_dsl.diagnostics.report import text_of_file
from espire_dsl.diagnostics.value import Severity
from espire_dsl.language.compile import Checked
from espire_dsl.language.declarations.templates import Template
from espire_dsl.language.families.family import Family
from espire_dsl.language.modules import ROOT_MARK
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.rulebook import RuleBook, rules_of
from espire_dsl.tasks.worlds import load_world
from espire_dsl.wording.own_words import OwnWords


@frozen
class Suite:
    """Families in the order of their names; `sources` are hashes of their files and of what those import,
    `templates` the worlds that its files declare or import, `words` those of its author."""

    name: str
    families: tuple[Family, ...]
    sources: Mapping[str, str] = field(hash=False)
    rules: RuleBook = field(factory=RuleBook, hash=False)
    templates: Mapping[str, Template] = field(factory=dict, hash=False, repr=False)
    words: OwnWords = field(default=(), repr=False)

    @property
    def worlds(self) -> tuple[str, ...]:
        return tuple(sorted({family.world for family in self.families}))

    def template(self, world: str) -> Template:
        """A world that its families ask for: one of its own, or one of the library."""
        return self.templates.get(world) or load_world(world)


def compiled_suites(
    paths: Sequence[str | Path], *, suite: str | None = None, family: str = "*"
) -> tuple[Suite, ...]:
    """The suites of files and folders, of the families that are asked for; a FindingsError where they do not
    compile."""
    files = espire_files(paths)
    result, compiled = quick_compile(
        files, roots_of(paths), users_cache(), lambda file: holds_any(file, suite=suite, family=family)
    )
    errors = [finding for finding in result.findings if finding.severity is Severity.ERROR]
    if errors:
        raise FindingsError(errors, text_of_file)
    suites = suites_of(compiled, [f for f in files if f in compiled], suite=suite, family=family)
    if not suites:
        named = f" in a suite {suite}" if suite else ""
        raise UsageError(f"no family here is called {family}{named}")
    return suites


def suites_of(
    files: Mapping[Path, Checked], paths: Iterable[Path], *, suite: str | None = None, family: str = "*"
) -> tuple[Suite, ...]:
    """The suites of checked files, in the order of their names, of the families that are asked for."""
    families: dict[str, list[Family]] = {}
    sources: dict[str, dict[str, str]] = {}
    roots: dict[str, Path | None] = {}
    homes: dict[str, Path] = {}
    templates: dict[str, dict[str, Template]] = {}
    words: dict[str, OwnWords] = {}
    for path in sorted(set(paths)):
        name, _ = suite_name(path)
        wanted = [f for f in files[path].families if fnmatchcase(f.name, family)]
        if wanted and suite in (None, name):
            home = _home(path)
            if homes.setdefault(name, home) != home:
                raise TaskSetError(
                    f"two suites would be called {name}: {homes[name]} and {home}; compile them apart, "
                    f"or put an {ROOT_MARK} into a folder above both"
                )
            families.setdefault(name, []).extend(wanted)
            roots.setdefault(name, root_of(path))
            if name not in words:
                words[name] = own_words(path)
            for declared in _visible(path, files):
                known = templates.setdefault(name, {}).setdefault(declared.name, declared)
                if known != declared:
                    raise TaskSetError(f"suite {name} has two worlds {declared.name}; rename one of them")
            for source in (path, *_imported(path, files)):
                place = suite_name(source)[1]
                sources.setdefault(name, {})[place] = sha256(source.read_bytes()).hexdigest()
    return tuple(
        Suite(
            name,
            tuple(sorted(families[name], key=lambda f: f.name)),
            dict(sorted(sources[name].items())),
            rules_of(roots[name], name),
            templates.get(name, {}),
            words[name],
        )
        for name in sorted(families)
    )


def _visible(path: Path, files: Mapping[Path, Checked]) -> list[Template]:
    """The worlds that a file declares, and those of the files that it imports."""
    seen = [path, *(target for _, target in files[path].module.imports if target in files)]
    return [template for file in seen for template in files[file].worlds.values()]


def holds_any(file: CheckedFile, *, suite: str | None = None, family: str = "*") -> bool:
    """Whether a file declares a family that is asked for."""
    return suite in (None, suite_name(Path(file.path))[0]) and any(
        fnmatchcase(declared.name, family) for declared in file.families
    )


def _imported(path: Path, files: Mapping[Path, Checked]) -> set[Path]:
    """The files that a file imports, directly or not."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        for _, target in files[waiting.pop()].module.imports:
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def _home(path: Path) -> Path:
    """The folder that is the suite of a file."""
    place = suite_name(path)[1]
    return path.resolve().parents[max(0, place.count("/") - 1)]
