"""Options of `espirec compile`: the command line wins over a resumed run, that over espire.toml."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.cli.compile import chosen_options
from espire_dsl.cli.parser import build_parser
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.pipeline.options import CompileOptions
from espire_dsl.pipeline.scenes import Size
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import BackendSpec
from tests.tasks.helpers import FAMILIES

USUAL = Settings(simulator=BackendSpec("mujoco", "rays"))


def options(*arguments: object) -> CompileOptions:
    return chosen_options(build_parser().parse_args(["compile", *map(str, arguments)]))


def project(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "espire.toml").write_text(text)
    (folder / "mine.espire").write_text("espire 1\n")
    return folder / "mine.espire"


def test_what_is_usual(tmp_path: Path) -> None:
    chosen = options(tmp_path, "-o", tmp_path / "out")
    assert (chosen.settings, chosen.suite, chosen.family) == (USUAL, None, "*")


def test_every_option_from_the_command_line(tmp_path: Path) -> None:
    said = "--seed 3 --per-type 2 --limit 9 --scenes 30 --level hard --resolution 320x200 --no-images "
    said += "--backend none --paint gl --suite s"
    chosen = options(tmp_path, "-o", tmp_path, *said.split())
    assert chosen.settings == Settings(3, 2, 9, 30, "hard", Size(320, 200), False, BackendSpec("none", "gl"))
    assert chosen.suite == "s"


def test_the_projects_file_and_flags_that_win(tmp_path: Path) -> None:
    file = project(tmp_path, '[compile]\nseed = 7\nper_type = 5\nresolution = "100x80"\nfamily = "pick.*"\n')
    chosen = options(file, "-o", tmp_path / "out", "--seed", "8")
    assert chosen.settings == Settings(8, 5, size=Size(100, 80), simulator=USUAL.simulator)
    assert chosen.family == "pick.*"


def test_a_resumed_run_begins_as_it_was_started(tmp_path: Path) -> None:
    file = project(tmp_path / "p", "[compile]\nseed = 7\nlevel = 'easy'\n")
    started = options(file, "-o", tmp_path / "out", "--seed", "8", "--per-type", "3")
    (tmp_path / "out" / ".cache").mkdir(parents=True)
    (tmp_path / "out" / ".cache" / "run.json").write_text(json.dumps(started.to_remember()))
    again = options("--resume", "-o", tmp_path / "out", "--per-type", "4")
    assert again.settings == Settings(8, 4, level="easy", simulator=USUAL.simulator)
    assert again.paths == (str(file),)
    other = project(tmp_path / "q", "[compile]\nseed = 9\n")
    assert options(other, "--resume", "-o", tmp_path / "out").paths == (str(other),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[compile]\nper_typ = 3\n", "there is no option per_typ; did you mean per_type"),
        ("[compile]\nzzz = 3\n", "there is no option zzz; known are: seed"),
        ("[compile]\nper_type = 0\n", "per_type: it must be a whole number from 1"),
        ("[compile]\nseed = true\n", "seed: it must be a whole number from 0"),
        ("[compile]\nresolution = '9x'\n", 'resolution: it must be a text such as "640x480"'),
        ("[compile]\nno_images = 1\n", "no_images: it must be true or false"),
        ("compile = 3\n", "it must be a table of options"),
        ("[compile\n", "espire.toml"),
    ],
)
def test_a_file_with_mistakes(text: str, message: str, tmp_path: Path) -> None:
    file = project(tmp_path, text)
    with pytest.raises(UsageError) as caught:
        options(file, "-o", tmp_path / "out")
    assert message in str(caught.value)


def test_nothing_to_compile_and_nothing_to_resume(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "-o", str(tmp_path / "out")]) == 2
    assert "which families?" in capsys.readouterr().err
    assert main(["compile", "--resume", "-o", str(tmp_path / "out")]) == 2
    assert "no run was started here" in capsys.readouterr().err


@pytest.mark.parametrize(
    "size",
    [
        "0x480",
        "640x0",
        "-640x480",
        "100000x100000",
        "9000x20",
        "wide",
        "640",
        "640x",
        "640x480x3",
        "",
        "1e3x2",
    ],
)
def test_resolutions_that_no_picture_has(
    size: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", str(tmp_path), "-o", str(tmp_path / "out"), f"--resolution={size}"]) == 2
    said = capsys.readouterr().err
    assert 'resolution: it must be a text such as "640x480", from 1 to 8192 pixels a side' in said
    assert len(said.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_dry_run_tells_and_makes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert main(["compile", str(FAMILIES), "-o", str(out), "--dry-run", "--suite", "espire"]) == 0
    said = capsys.readouterr().out
    assert "espire: 2220 tasks (148 types in 65 families), on scenes: 600 of shelf, 600 of tabletop" in said
    assert "scenes to draw: 1200, with seed 0" in said
    assert not out.exists()


def test_a_backend_that_is_not_there_is_told_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["compile", str(FAMILIES), "-o", str(out), "--backend", "mujocco"]) == 2
    assert "did you mean mujoco?" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    "noted", ['{"paths": 1}', '{"paths": [1]}', '{"paths": ["a\\u0000"]}', "[" * 100_000, "{", "1"]
)
def test_what_a_run_noted_may_be_damaged(
    noted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".cache").mkdir()
    (tmp_path / ".cache" / "run.json").write_text(noted)
    assert main(["compile", "--resume", "-o", str(tmp_path)]) == 2
    assert "run.json: " in capsys.readouterr().err
