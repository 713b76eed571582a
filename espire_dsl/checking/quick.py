"""Check with the cache: only files that changed are looked at, and the compiler is loaded only for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from espire_dsl.checking.cache import CheckCache
from espire_dsl.checking.result import CheckedFile, CheckResult, duplicates, each_once
from espire_dsl.language.lookup import absent_before, search_folders

if TYPE_CHECKING:
    from espire_dsl.language.compile import Checked


def quick_check(paths: Sequence[Path], roots: Iterable[Path], cache: CheckCache | None) -> CheckResult:
    """The same result as `compile_paths` has, sooner."""
    return quick_compile(paths, roots, cache, lambda _: False)[0]


def quick_compile(
    paths: Sequence[Path],
    roots: Iterable[Path],
    cache: CheckCache | None,
    is_wanted: Callable[[CheckedFile], bool],
) -> tuple[CheckResult, Mapping[Path, Checked]]:
    """All findings, and the families of the wanted files; of others, as little as possible is looked at."""
    roots = tuple(roots)
    known = _known(paths, roots, cache) if cache is not None else {}
    files: dict[Path, Checked] = {}
    missing = [p for p in paths if p not in known]
    if missing:
        found, files = _checked(missing, roots, cache)
        known |= found
    asked = tuple(known[p] for p in sorted(set(paths)))
    unread = [Path(f.path) for f in asked if Path(f.path) not in files and is_wanted(f)]
    if unread:
        from espire_dsl.checking.check import compile_paths

        files |= compile_paths(unread, roots).files
    findings = each_once(known[p] for p in sorted(known))
    return CheckResult((*findings, *duplicates(asked)), asked), files


def _known(paths: Iterable[Path], roots: tuple[Path, ...], cache: CheckCache) -> dict[Path, CheckedFile]:
    """The files of which everything is known, with those that they import."""
    found: dict[Path, CheckedFile | None] = {}

    def look(path: Path) -> CheckedFile | None:
        if path not in found:
            found[path] = cache.get(path, search_folders(path, roots))
        return found[path]

    known: dict[Path, CheckedFile] = {}
    for path in paths:
        file = look(path)
        if file is None:
            continue
        behind = {Path(p): look(Path(p)) for p in file.reached}
        if all(behind.values()):
            known |= {path: file, **{p: f for p, f in behind.items() if f is not None}}
    return known


def _checked(
    paths: Sequence[Path], roots: tuple[Path, ...], cache: CheckCache | None
) -> tuple[dict[Path, CheckedFile], dict[Path, Checked]]:
    from espire_dsl.checking.check import compile_paths

    compiled = compile_paths(paths, roots)
    files = {Path(f.path): f for f in compiled.summaries}
    if cache is not None:
        for path, file in files.items():
            cache.put(file, search_folders(path, roots), absent_before(path, file.imports, roots))
        cache.prune()
    return files, dict(compiled.files)
