"""A task set has the words of its author: it is said with them, and said again without their folder."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

import espire_dsl as espire
from espire_dsl.cli import main
from espire_dsl.tasks.files import MANIFEST, digest_of, load, manifest_in, stamped
from espire_dsl.tasks.task import Task
from espire_dsl.validating.validate import validate
from tests.wording.test_own_words import FAMILY, write

LIFT, RAISE = (f"{{% macro pick() %}}{verb}{{% endmacro %}}" for verb in ("lift", "raise"))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project") / "mine"
    folder.mkdir()
    (folder / "mine.espire").write_text(FAMILY.replace("{ teddy_bear }", "near"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def out(project: Path) -> Path:
    """A set that was compiled with one verb, and again, from the same store, with another."""
    out = project.parent / "out"
    write(project, "verbs.j2", LIFT)
    first = compiled(project, out)
    assert all("lift " in said(task) for task in first)
    assert validate(out).findings == ()
    write(project, "verbs.j2", RAISE)
    second = compiled(project, out)
    assert [t.scene for t in second] == [t.scene for t in first]
    assert [said(t) for t in second] == [said(t).replace("lift ", "raise ") for t in first]
    return out


def compiled(project: Path, out: Path) -> tuple[Task, ...]:
    options = ["--scenes", "4", "--per-type", "2", "--workers", "1", "--backend", "none"]
    assert main(["compile", str(project), "-o", str(out), *options]) in (0, 1)  # 1: fewer than were asked for
    tasks = load(out).tasks
    assert tasks
    return tasks


def said(task: Task) -> str:
    return task.instruction.lower()


def test_a_set_is_valid_without_the_folder_of_its_author(out: Path, project: Path) -> None:
    away = shutil.move(project, project.with_name("away"))
    try:
        assert validate(out).findings == ()
    finally:
        shutil.move(away, project)
    assert manifest_in(out)["words"] == {"mine": {"verbs.j2": RAISE}}


def changed(out: Path, folder: Path, words: object) -> list[str]:
    """What is said of a set whose manifest has other words, and a digest that fits."""
    shutil.copytree(out, folder, ignore=shutil.ignore_patterns(".cache"))
    manifest = {**manifest_in(out), "words": words}
    (folder / MANIFEST).write_text(json.dumps(stamped(manifest)), encoding="utf-8")
    assert digest_of(manifest) == stamped(manifest)["digest"]
    return [f"{finding.field}: {finding.message}" for finding in validate(folder).findings]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"mine": {"verbs.j2": LIFT}}, r"instruction: its wording says something else: .*[Ll]ift "),
        ({}, r"instruction: its wording says something else"),
        ({"mine": {"verb.j2": RAISE}}, r"words\.mine: the lexicon has no file `verb\.j2`"),
        ({"mine": {"verbs.j2": "{% macro pik() %}x{% endmacro %}"}}, r"words\.mine: .*no macro `pik`"),
        ({"mine": {"verbs.j2": 7}}, r"words\.mine: words are texts"),
        ([], r"words: it must be an object"),
        (7, r"words: it must be an object"),
    ],
)
def test_other_words_are_found(out: Path, tmp_path: Path, words: object, told: str) -> None:
    assert any(re.match(told, finding) for finding in changed(out, tmp_path / "set", words))


def test_python_says_them_as_well(out: Path, project: Path) -> None:
    family = espire.families(project)["pick.distance.nearest"]
    assert any(sentence.startswith("Raise the book closest to") for _, sentence in family.samples())
    scene = load(out).scenes[0]
    (binding, *_) = family.bindings(scene)
    assert any("raise " in sentence.lower() for sentence in family.ask(scene, **binding).sentences)


def test_words_that_are_not_in_order_stop_a_compilation(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(project, folder)
    write(folder, "verbs.j2", "{% macro pik() %}x{% endmacro %}")
    assert main(["compile", str(folder), "-o", str(tmp_path / "out"), "--backend", "none"]) == 1
    shown = capsys.readouterr()
    assert "did you mean `pick`?" in shown.out + shown.err
    assert not (tmp_path / "out").exists()
