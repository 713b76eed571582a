"""The cache of checks: the same result with and without it, and nothing stale, whatever changes."""

import multiprocessing
import os
import stat
from pathlib import Path

import pytest

from espire_dsl.checking import cache as cache_module
from espire_dsl.checking import check as check_module
from espire_dsl.checking.cache import CheckCache, cache_folder, users_cache
from espire_dsl.checking.check import compile_paths
from espire_dsl.checking.quick import quick_check
from espire_dsl.checking.result import CheckResult

SIDES = "espire 1\n\nfn close(xs, o) = filter_distance(xs, LessThan(30 cm), to: o)\n"
MAIN = """\
espire 1

use sides

family pick.distance.close {
  spec        distance coarse, reference O
  world       tabletop
  candidates  books
  let O in near
  program     close(candidates, O)
  say "{{ Pick }} a  book close to {{ O }}."
}
"""
ALONE = MAIN.replace("use sides\n\n", "").replace(
    "close(candidates, O)", "filter_distance(candidates, Closest, O)"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "sides.espire").write_text(SIDES)
    (folder / "main.espire").write_text(MAIN)
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> CheckCache:
    return CheckCache(tmp_path / "cache")


def checked(project: Path, cache: CheckCache | None, *names: str) -> CheckResult:
    return quick_check([project / name for name in names or ("main.espire",)], [project], cache)


def codes(result: CheckResult) -> list[str]:
    return [d.code for d in result.findings]


class UnwantedError(Exception):
    """The compiler ran although everything was known."""


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise UnwantedError

    monkeypatch.setattr(check_module, "compile_paths", refuse)


def test_the_same_result_cold_and_warm_and_without(
    project: Path, cache: CheckCache, request: pytest.FixtureRequest
) -> None:
    (project / "same.espire").write_text(ALONE)
    names = ("main.espire", "same.espire", "sides.espire")
    cold = checked(project, cache, *names)
    assert codes(cold) == ["W0402", "W0402", "E0318"]
    assert (
        cold
        == checked(project, None, *names)
        == compile_paths([project / n for n in names], [project]).result
    )
    request.getfixturevalue("no_compiler")
    assert checked(project, cache, *names) == cold
    assert checked(project, cache, "sides.espire").findings == ()
    assert codes(checked(project, cache, "main.espire")) == ["W0402"]


def test_only_what_changed_is_checked_again(
    project: Path, cache: CheckCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "alone.espire").write_text(ALONE)
    checked(project, cache, "main.espire", "alone.espire")
    (project / "alone.espire").write_text(ALONE + "\n")
    asked: list[Path] = []
    compile_paths = check_module.compile_paths

    def watched(paths: list[Path], roots: tuple[Path, ...]) -> object:
        asked.extend(paths)
        return compile_paths(paths, roots)

    monkeypatch.setattr(check_module, "compile_paths", watched)
    checked(project, cache, "main.espire", "alone.espire")
    assert asked == [project / "alone.espire"]


def test_a_change_of_the_file_is_noticed(project: Path, cache: CheckCache) -> None:
    assert codes(checked(project, cache)) == ["W0402"]
    (project / "main.espire").write_text(MAIN.replace("a  book", "a book"))
    assert codes(checked(project, cache)) == []
    (project / "main.espire").write_text(MAIN)
    assert codes(checked(project, cache)) == ["W0402"]


def test_a_change_of_an_imported_file_is_noticed(project: Path, cache: CheckCache) -> None:
    checked(project, cache)
    (project / "sides.espire").write_text(SIDES.replace("close", "near_to"))
    assert codes(checked(project, cache)) == codes(checked(project, None))
    assert "E0202" in codes(checked(project, cache))
    (project / "sides.espire").unlink()
    assert codes(checked(project, cache)) == ["E0501"]


def test_a_change_two_imports_away_is_noticed(project: Path, cache: CheckCache) -> None:
    (project / "sides.espire").write_text("espire 1\nuse deep\nfn close(xs, o) = deep_one(xs, o)\n")
    (project / "deep.espire").write_text(SIDES.replace("close", "deep_one"))
    assert codes(checked(project, cache)) == ["W0402"]
    (project / "deep.espire").write_text(SIDES.replace("close", "deep_one").replace("30 cm", "30 deg"))
    assert "E0217" in codes(checked(project, cache))
    assert checked(project, cache) == checked(project, None)


def test_a_new_file_that_stands_before_an_import_is_noticed(project: Path, cache: CheckCache) -> None:
    inner = project / "inner"
    inner.mkdir()
    (project / "main.espire").rename(inner / "main.espire")
    assert codes(checked(project, cache, "inner/main.espire")) == ["W0402"]
    (inner / "sides.espire").write_text("espire 1\nfn far(xs) = xs & books\n")
    assert "E0202" in codes(checked(project, cache, "inner/main.espire"))
    (inner / "sides.espire").unlink()
    assert codes(checked(project, cache, "inner/main.espire")) == ["W0402"]


def test_an_import_that_turns_up_is_noticed(project: Path, cache: CheckCache) -> None:
    (project / "sides.espire").unlink()
    assert codes(checked(project, cache)) == ["E0501"]
    (project / "sides.espire").write_text(SIDES)
    assert codes(checked(project, cache)) == ["W0402"]


def test_another_root_is_noticed(project: Path, cache: CheckCache) -> None:
    inner = project / "inner"
    inner.mkdir()
    (project / "main.espire").rename(inner / "main.espire")
    path = inner / "main.espire"
    assert codes(quick_check([path], [inner], cache)) == ["E0501"]
    assert codes(quick_check([path], [project], cache)) == ["W0402"]
    (inner / "espire.toml").touch()
    assert codes(quick_check([path], [project], cache)) == ["E0501"]


def test_another_compiler_is_noticed(
    project: Path, cache: CheckCache, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    checked(project, cache)
    request.getfixturevalue("no_compiler")
    checked(project, cache)
    monkeypatch.setattr(cache_module, "compiler_hash", lambda: "another")
    with pytest.raises(UnwantedError):
        checked(project, cache)


def test_the_hash_of_the_compiler_is_that_of_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = cache_module.compiler_hash.__wrapped__
    assert fresh() == fresh() == cache_module.compiler_hash()
    (tmp_path / "one.py").write_text("1")
    monkeypatch.setattr(cache_module, "PACKAGE", tmp_path)
    before = fresh()
    (tmp_path / "one.py").write_text("2")
    assert fresh() != before


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"[]", b"null", b"{}", b'{"reached": {}, "absent": [], "file": {}}', b"\xff\xfe", b"3"],
)
def test_damaged_entries_are_ignored(project: Path, cache: CheckCache, damage: bytes) -> None:
    right = checked(project, cache)
    entries = list(cache.folder.iterdir())
    assert entries
    for entry in entries:
        entry.write_bytes(damage)
    assert checked(project, cache) == right
    assert checked(project, cache) == right


def test_a_deleted_cache_is_made_anew(project: Path, cache: CheckCache) -> None:
    right = checked(project, cache)
    for entry in cache.folder.iterdir():
        entry.unlink()
    cache.folder.rmdir()
    assert checked(project, cache) == right
    assert list(cache.folder.iterdir())


def test_no_halves_are_left_behind(project: Path, cache: CheckCache) -> None:
    checked(project, cache)
    assert all(entry.suffix == ".json" for entry in cache.folder.iterdir())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to_is_no_trouble(project: Path, cache: CheckCache) -> None:
    cache.folder.mkdir()
    cache.folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    assert codes(checked(project, cache)) == ["W0402"]
    cache.folder.chmod(stat.S_IRWXU)
    assert not list(cache.folder.iterdir())


def test_a_cache_folder_that_is_a_file_is_no_trouble(project: Path, cache: CheckCache) -> None:
    cache.folder.write_text("in the way")
    assert codes(checked(project, cache)) == ["W0402"]
    assert codes(checked(project, cache)) == ["W0402"]


def check_often(project: Path, folder: Path, times: int) -> list[list[str]]:
    found = []
    for _ in range(times):
        found.append(codes(checked(project, CheckCache(folder))))
        for entry in folder.glob("*.json"):
            entry.unlink(missing_ok=True)
    return found


def test_two_processes_at_once(project: Path, cache: CheckCache) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Pool(2) as pool:
        waiting = [pool.apply_async(check_often, (project, cache.folder, 8)) for _ in range(2)]
        assert [result.get(60) for result in waiting] == [[["W0402"]] * 8] * 2


def test_old_entries_are_forgotten(project: Path, cache: CheckCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "MOST_ENTRIES", 3)
    for n in range(6):
        (project / "main.espire").write_text(MAIN + "\n" * n)
        checked(project, cache)
    assert len(list(cache.folder.iterdir())) == 3


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("ESPIRE_CACHE_DIR", raising=False)
    assert cache_folder() == tmp_path / "espire" / "check"
    monkeypatch.setenv("ESPIRE_CACHE_DIR", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own" / "check"


def test_a_user_without_a_home_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("ESPIRE_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", refuse)
    assert users_cache() is None
