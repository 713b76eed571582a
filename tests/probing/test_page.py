"""The page about SpatialTunnel: its commands run, those for models of others are understood."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.cli.parser import build_parser
from espire_dsl.probing.pairs import pairs_of_set
from tests.docs.test_docs import ROOT
from tests.probing import making
from tests.probing.test_scores import answered, coin

PAGE = (ROOT / "docs" / "spatialtunnel.md").read_text(encoding="utf-8")


def commands(text: str) -> list[list[str]]:
    lines = (line.strip() for line in text.splitlines())
    return [shlex.split(line)[1:] for line in lines if line.startswith("espirec ")]


@pytest.mark.slow
def test_commands_run(
    tunnel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tunnel").symlink_to(tunnel)
    answered(tunnel, tmp_path, coin).rename(tmp_path / "mine.jsonl")
    asked = pairs_of_set(tunnel, family="tunnel.probe.*")
    layers = [making.deltas(asked, making.directions(0.4), 0.8, number) for number in range(6)]
    making.write_states(tmp_path / "states", asked, layers)
    fenced = "\n".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    for arguments in commands(fenced):
        assert main(arguments) == 0, (arguments, capsys.readouterr().err)
    assert len(commands(fenced)) == 8
    assert "Coh_D" in Path("both.html").read_text(encoding="utf-8")


def test_other_commands_are_understood() -> None:
    indented = "\n".join(line for line in PAGE.splitlines() if line.startswith("    espirec "))
    assert len(commands(indented)) == 7
    for arguments in commands(indented):
        assert build_parser().parse_args(arguments).command == arguments[0]
