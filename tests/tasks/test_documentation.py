"""The page of suites shows what emitted tasks said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from espire_dsl.tasks.documentation import EXAMPLES, NO_EXAMPLE, main, suite_page
from espire_dsl.tasks.emitted_examples import examples_among, examples_text, keys_of, read_examples
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.task import Task
from tests.auditing.making import saved, task

FAMILY = "pick.distance.viewer.extreme"


def emitted(id: str, type: str = "Closest", template: int = 0, **more: Any) -> Task:
    fields = {"suite": "espire", "family": FAMILY, "instruction": f"Take it | {id}."}
    return task(id=id, type=type, template=template, **{**fields, **more})


def test_types_take_turns_with_templates_and_the_least_id_wins(packaged: tuple[Suite, ...]) -> None:
    tasks = [emitted(f"{t}{n}", t, template=n // 2) for t in ("Closest", "Farthest") for n in range(6)]
    found = examples_among(tasks, packaged)
    assert found == examples_among(tasks[::-1], packaged)
    assert [found["espire", FAMILY, t].task for t in ("Closest", "Farthest")] == ["Closest0", "Farthest2"]
    only = examples_among([emitted("x", "Farthest", template=1)], packaged)
    assert [example.task for example in only.values()] == ["x"]


def test_types_that_are_gone_have_no_example(packaged: tuple[Suite, ...]) -> None:
    assert examples_among([emitted("x", "Nearly")], packaged) == {}
    assert examples_among([emitted("x", suite="mine")], packaged) == {}


def test_the_page_says_what_was_emitted_and_what_was_not(packaged: tuple[Suite, ...]) -> None:
    page = suite_page(packaged, examples_among([emitted("x")], packaged))
    assert "| `Closest` | Take it \\| x. |\n" in page
    assert page.count(NO_EXAMPLE) == len(keys_of(packaged)) - 1


def test_examples_read_back(packaged: tuple[Suite, ...], tmp_path: Path) -> None:
    examples = examples_among([emitted("x"), emitted("y", "Farthest")], packaged)
    path = tmp_path / EXAMPLES
    assert read_examples(path) == {}
    path.write_text(examples_text(examples, packaged), encoding="utf-8")
    assert read_examples(path) == examples


@pytest.mark.parametrize("text", ["{", "[1]", '[{"suite": "espire"}]'])
def test_a_broken_file_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / EXAMPLES).write_text(text, encoding="utf-8")
    with pytest.raises(TaskSetError, match="this is no list of examples"):
        read_examples(tmp_path / EXAMPLES)


@pytest.fixture
def quick(packaged: tuple[Suite, ...], monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    monkeypatch.setattr("espire_dsl.tasks.documentation.packaged_suites", lambda: packaged)
    return lambda *arguments: main([str(argument) for argument in arguments])


def test_both_files_are_made_from_a_set_and_checked(
    quick: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "suite.md"
    assert quick(page, "--check") == 1
    assert quick(page, "--from", saved(tmp_path, [emitted("x")])) == 0
    first = page.read_text(encoding="utf-8")
    assert "Take it \\| x." in first
    assert quick(page) == quick(page, "--check") == 0
    assert page.read_text(encoding="utf-8") == first
    page.with_name(EXAMPLES).write_text("[]", encoding="utf-8")
    capsys.readouterr()
    assert quick(page, "--check") == 1
    assert capsys.readouterr().out.count("out of date") == 2


def test_a_folder_that_is_no_set_is_told(
    quick: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert quick(tmp_path / "suite.md", "--from", tmp_path) == 2
    assert "this is no task set" in capsys.readouterr().err
    assert not (tmp_path / "suite.md").exists()
