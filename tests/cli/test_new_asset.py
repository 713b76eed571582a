"""`espirec new asset`: what it writes checks, is formatted, and draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.checking.check import compile_paths
from espire_dsl.cli import main


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_starter_checks_and_is_formatted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "asset", "red_mug"]) == 0
    assert "espirec check red_mug.espire" in capsys.readouterr().err
    assert main(["check", "red_mug.espire"]) == 0
    assert main(["fmt", "--check", "red_mug.espire"]) == 0
    path = Path("red_mug.espire")
    asset = compile_paths([path]).files[path].assets["red_mug"]
    assert (asset.name, asset.article, asset.labels) == ("red mug", "a", (("colour", "red"),))
    assert asset.shape is not None
    assert len(asset.shape.parts) == 3


def test_where_it_is_written_can_be_said() -> None:
    assert main(["new", "asset", "red_mug", "-o", "mugs.espire"]) == 0
    assert Path("mugs.espire").is_file()
    assert main(["new", "asset", "red_mug", "-o", "mugs.espire"]) == 2


@pytest.mark.parametrize("words", [["asset", "Red"], ["asset", "a.b"], ["asset", "a", "b"], ["thing", "a"]])
def test_other_words_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", *words]) == 2
    assert words[-1] in capsys.readouterr().err
    assert not list(Path().iterdir())
