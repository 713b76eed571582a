"""The page about evaluating: its commands run, its tables are those of the files."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.evaluation.conventions import conventions
from espire_dsl.evaluation.run import Run
from espire_dsl.evaluation.scripted import PREFIX, SCRIPTS
from tests.docs.test_docs import ROOT

PAGE = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
PART = PAGE.split("## Putting a model to the test")[1].split("\n## ")[0]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PART, re.MULTILINE | re.DOTALL)


def commands(language: str) -> list[list[str]]:
    lines = [line for body in blocks(language) for line in body.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("espirec")]


@pytest.mark.slow
def test_commands_run(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "OUT").symlink_to(made)
    for arguments in commands("sh"):
        assert main(arguments) == 0, (arguments, capsys.readouterr().err)
    assert len(commands("sh")) == 6
    assert all(line.right_at == 1 for line in Run.open(Path("runs/oracle")).localizations())
    assert list(Run.open(Path("runs/again")).localizations()) == list(
        Run.open(Path("runs/blind")).localizations()
    )
    assert len(list(Run.open(Path("runs/act")).executions())) == 2
    (code,) = blocks("python")
    capsys.readouterr()
    exec(compile(code, "evaluation.md", "exec"), {})
    assert "localization" in capsys.readouterr().out


def test_commands_with_models_of_others_are_understood() -> None:
    from espire_dsl.cli.parser import build_parser

    for arguments in commands("text"):
        assert build_parser().parse_args(arguments).model


def test_all_scripted_models_and_conventions_are_told() -> None:
    assert set(re.findall(rf"`({PREFIX}[\w-]+)`", PART)) == {PREFIX + name for name in SCRIPTS}
    table = PART.split("| convention | points |")[1].split("\n\n")[0]
    rows = [row.split("|")[1:4] for row in table.splitlines()[2:]]
    orders = {name: order.strip() for names, _, order in rows for name in re.findall(r"`([\w.-]+)`", names)}
    assert orders == {name: ", ".join(one.order) for name, one in conventions().items()}
