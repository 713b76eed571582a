"""The kitchen: a domain of files alone, whose things no Python knows by name."""

from pathlib import Path

import pytest

from espire_dsl.cli import main
from tests.examples.compiling import EXAMPLES, check_set, compiled

FOLDER = EXAMPLES / "kitchen"


def test_it_is_clean_and_in_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(FOLDER)]) == 0
    assert "all well" in capsys.readouterr().err
    assert main(["fmt", "--check", str(FOLDER)]) == 0
    assert {path.suffix for path in FOLDER.rglob("*") if path.is_file()} == {".toml", ".espire", ".obj"}


def test_its_laws_and_examples_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(FOLDER), "--scenes", "4"]) == 0
    assert "6 passed, 0 failed" in capsys.readouterr().err


def test_picks_are_verified_and_speak_of_mugs(tmp_path: Path) -> None:
    code, found = compiled(FOLDER, tmp_path / "out", "--scenes", 3, "--family", "pick.attribute.*")
    assert code == 0
    (task,) = found.tasks
    assert "mug" in task.instruction
    assert "book" not in task.instruction
    check_set(found, tmp_path / "out")


def test_dishes_are_placed_into_compartments(tmp_path: Path) -> None:
    code, found = compiled(FOLDER, tmp_path / "out", "--scenes", 9, "--family", "place.attribute.*")
    assert code == 0
    scenes = {scene.id: scene for scene in found.scenes}
    for task in found.tasks:
        scene = scenes[task.scene]
        assert {scene.node(id).kind for id in task.answers} == {"compartment"}
        assert scene.node(str(task.held)).name in task.instruction
    check_set(found, tmp_path / "out")
