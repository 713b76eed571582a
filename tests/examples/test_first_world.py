"""The newcomer's measure: a world, a kind, three assets and two families in a small folder, no Python."""

from pathlib import Path

from espire_dsl.checking.check import compile_paths
from espire_dsl.checking.paths import roots_of
from espire_dsl.cli import main
from tests.examples.compiling import EXAMPLES, check_set, compiled

FOLDER = EXAMPLES / "first_world"
MOST_LINES = 80


def test_it_is_one_small_folder() -> None:
    files = [path for path in FOLDER.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} == {".toml", ".espire"}
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= MOST_LINES


def test_it_declares_a_world_a_kind_three_assets_and_two_families() -> None:
    source = FOLDER / "tools.espire"
    checked = compile_paths([source], roots_of([source])).files[source]
    assert not list(checked.findings)
    assert list(checked.worlds) == ["workbench"]
    assert len(checked.families) == 2
    assert {checked.catalogue.get(name).kind for name in checked.assets} == {"tool"}
    assert len(checked.assets) == 3


def test_it_is_in_form() -> None:
    assert main(["fmt", "--check", str(FOLDER)]) == 0


def test_it_compiles_into_verified_tasks_with_pictures(tmp_path: Path) -> None:
    code, found = compiled(FOLDER, tmp_path / "out", "--scenes", 4)
    assert code == 0
    assert sorted({task.family for task in found.tasks}) == ["pick.attribute.tool", "pick.relationship.tool"]
    assert all(task.candidate_kind == "tool" for task in found.tasks)
    check_set(found, tmp_path / "out")
