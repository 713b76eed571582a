"""docs/task_set.md: its snippets run on a real set, and its tables name what there is."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.scene.json_shapes import GRAPH, NODE
from espire_dsl.tasks.task import FIELDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "task_set.md"
TEXT = PAGE.read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
PYTHON = [body for language, body in FENCES if language == "python"]
COMMANDS = [line for language, body in FENCES if language == "sh" for line in body.splitlines()]


@pytest.fixture
def beside(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which OUT is a task set."""
    (tmp_path / "OUT").symlink_to(made)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    return tmp_path


@pytest.mark.filterwarnings("ignore")  # of the packages that read the set here
@pytest.mark.parametrize("code", PYTHON, ids=range(len(PYTHON)))
def test_snippets_run(code: str, beside: Path) -> None:
    if "load_dataset" in code:
        code = code.replace('split="test"', f'split="test", cache_dir="{beside / "cache"}"')
    exec(compile(code, str(PAGE), "exec"), {})


@pytest.mark.usefixtures("beside")
def test_commands_run_and_find_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    exec(PYTHON[-1], {})
    for command in COMMANDS:
        name, *arguments = shlex.split(command)
        assert name == "espirec"
        assert main(arguments) == 0, command
    assert "0 findings" in capsys.readouterr().out


def test_example_lines_are_json() -> None:
    (body,) = [body for language, body in FENCES if language == "json"]
    assert [sorted(json.loads(line)) for line in body.splitlines()] == [
        ["points", "task"],
        ["answer", "task"],
    ]


def test_tables_name_every_field() -> None:
    named = set(re.findall(r"`(\w+)`", TEXT))
    assert {*FIELDS, *NODE, *GRAPH} <= named
    task_table = TEXT.split("## A task\n")[1].split("## A scene")[0]
    assert set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (.*?) \|", task_table, re.M)))) == set(
        FIELDS
    )
