"""The README's five minutes, as a newcomer would type them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from espire_dsl.cli import main
from tests.docs.test_docs import ROOT, fences

TUTORIAL = (ROOT / "README.md").read_text(encoding="utf-8").split("## A family in five minutes")[1]
COMMANDS = [
    shlex.split(line, comments=True)
    for body in re.findall(r"^```sh\n(.*?)^```$", TUTORIAL.split("\n## ")[0], re.MULTILINE | re.DOTALL)
    for line in body.splitlines()
    if line.startswith("espirec")
]


@pytest.mark.slow
def test_every_command_of_the_tutorial_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = []
    for _, *arguments in COMMANDS:
        if arguments[0] == "check":
            _see_the_mistake(tmp_path / "mine.espire", arguments, capsys)
            continue
        small = ["--workers", "1", "--resolution", "320x240"] if arguments[0] == "compile" else []
        code = main([*arguments, *small, *(["--no-open"] if arguments[0] == "view" else [])])
        said = capsys.readouterr()
        assert code == 0 or (arguments[0] == "audit" and code == 1), (arguments, said)
        done.append(arguments[0])
    assert done == ["new", "show", "test", "compile", "view", "stats", "validate", "audit", "score"]
    assert (tmp_path / "mine" / "index.html").is_file()
    assert len((tmp_path / "mine" / "tasks.jsonl").read_text().splitlines()) == 10


def _see_the_mistake(path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    right = path.read_text()
    path.write_text(right.replace("Closest, Farthest", "Closets, Farthest"))
    capsys.readouterr()
    assert main(arguments) == 1
    assert fences(ROOT / "README.md", "text")[1].strip() in capsys.readouterr().out
    path.write_text(right)
