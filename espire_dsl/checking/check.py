"""All passes over all files. One run reports everything that is wrong in all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, field, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.checking.known_worlds import known_worlds
from espire_dsl.checking.lexicons import lexicon_in
from espire_dsl.checking.result import CheckedFile, CheckResult, Declared, duplicates, each_once
from espire_dsl.checking.sentences import check_sentences, with_numbers
from espire_dsl.checking.suite_names import words_folder
from espire_dsl.checking.worlds import check_worlds
from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.compile import Checked, check_modules
from espire_dsl.language.declarations.asset_meshes import mesh_paths
from espire_dsl.language.declarations.signatures import Worlds
from espire_dsl.language.families.family import Family
from espire_dsl.language.library import load_library
from espire_dsl.language.modules import Loader
from espire_dsl.memory import paused
from espire_dsl.syntax import tree
from espire_dsl.wording.render import Lexicon


@frozen
class Compiled:
    """Everything that checking learns: the files with their families, and the findings."""

    files: Mapping[Path, Checked] = field(repr=False)
    summaries: tuple[CheckedFile, ...]
    result: CheckResult


@paused()
def compile_paths(
    paths: Sequence[Path],
    roots: Iterable[Path] = (),
    *,
    catalogue: Catalogue | None = None,
    lexicon: Lexicon | None = None,
    worlds: Worlds | None = None,
) -> Compiled:
    """Check these files and what they import."""
    loader = Loader(tuple(roots))
    for path in paths:
        loader.load(path)
    if catalogue is None:
        parsed = {path.resolve(): module.syntax for path, module in loader.modules.items()}
        catalogue = load_library(parsed).catalogue
    files = check_modules(loader, catalogue, known_worlds() if worlds is None else worlds)
    words = _KnownWords()
    for path, checked in files.items():
        families: list[Family] = []
        with checked.findings.until_full():
            check_worlds(checked.module.syntax, checked.visible, checked.findings)
            families.extend(_check_all_sentences(checked, lexicon or words.lexicon(path, checked.findings)))
        files[path] = evolve(checked, families=tuple(families))
    summaries = tuple(_summary(path, files, loader) for path in sorted(files))
    asked = tuple(s for s in summaries if Path(s.path) in set(paths))
    findings = [*each_once(summaries), *duplicates(asked)]
    return Compiled(files, summaries, CheckResult(tuple(findings), asked))


@frozen
class _KnownWords:
    """The lexicons of folders with words of an author, each read once, and what is wrong with them."""

    read: dict[Path, tuple[Lexicon, Findings]] = field(factory=dict)

    def lexicon(self, path: Path, findings: Findings) -> Lexicon:
        """The lexicon for a file, after telling what is wrong with it."""
        folder = words_folder(path)
        if folder not in self.read:
            found = Findings()
            self.read[folder] = lexicon_in(folder, found), found
        lexicon, found = self.read[folder]
        for finding in found:
            findings.take(finding)
        return lexicon


def _check_all_sentences(checked: Checked, lexicon: Lexicon) -> Iterator[Family]:
    """The families with what their sentences tell about answers, as far as these are in order."""
    source = checked.module.source
    told = {(d.code, d.primary.span) for d in checked.findings}
    for family in checked.families:
        assert source is not None
        findings = Findings()
        readings = check_sentences(family, source.text, lexicon, checked.catalogue, findings)
        for finding in findings:
            if (finding.code, finding.primary.span) not in told:
                told.add((finding.code, finding.primary.span))
                checked.findings.take(finding)
        yield family if findings.error_count else with_numbers(family, readings, lexicon)


def _summary(path: Path, files: Mapping[Path, Checked], loader: Loader) -> CheckedFile:
    checked = files[path]
    reached = _reached(path, loader)
    return CheckedFile(
        str(path),
        tuple(checked.findings),
        tuple(Declared(f.name, f.span) for f in checked.families),
        tuple(_used(checked.module.syntax)),
        tuple(str(p) for p in sorted(reached)),
        len(checked.trials),
        tuple(str(p) for p in mesh_paths(checked.module.syntax, path.parent)),
    )


def _used(module: tree.Module) -> Iterator[str]:
    for item in module.items:
        if isinstance(item, tree.Use):
            yield ".".join(word.text for word in item.path)


def _reached(path: Path, loader: Loader) -> set[Path]:
    """All files that a file imports, directly or not."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        for _, target in loader.modules[waiting.pop()].imports:
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found - {path}
