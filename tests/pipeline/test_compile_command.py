"""`espirec compile`: what it refuses, and what it says."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.pipeline.job import Done, Executor
from espire_dsl.pipeline.scenes import StagingJob
from espire_dsl.tasks.files import load
from tests.tasks.helpers import FAMILIES

QUICK = ["--scenes", "3", "--per-type", "1", "--workers", "1", "--backend", "none"]
ONE = FAMILIES / "espire" / "pick" / "attribute.espire"
SIZE = ["--family", "*.size"]


def compile_(*arguments: object) -> int:
    return main(["compile", *map(str, arguments)])


def test_counts_and_names_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = compile_(ONE, "-o", tmp_path / "out", *SIZE, *QUICK)
    shown = capsys.readouterr()
    made = load(tmp_path / "out")
    assert code == (0 if len(made.tasks) == 3 else 1)
    assert f"espire: {len(made.tasks)} tasks of 3 types in 1 family" in shown.out
    assert f"wrote {len(made.tasks)} tasks" in shown.err
    assert "bindings   1/1" in shown.err


def test_the_manifest_says_where_a_set_comes_from(tmp_path: Path) -> None:
    compile_(ONE, "-o", tmp_path / "out", *SIZE, *QUICK, "--seed", 11)
    manifest = load(tmp_path / "out").manifest
    assert manifest["seed"] == 11
    assert manifest["engines"] == {"python": platform.python_version()}
    assert manifest["options"] == {
        "per_type": 1,
        "limit": None,
        "scenes": 3,
        "level": None,
        "size": None,
        "images": True,
        "simulator": {"backend": "none", "paint": "rays"},
    }
    assert list(manifest["hashes"]["families"]["espire"]) == ["espire/pick/attribute.espire"]
    assert "time" not in str(manifest)


def test_the_same_bytes_twice(tmp_path: Path) -> None:
    for name in ("one", "two"):
        compile_(ONE, "-o", tmp_path / name, *SIZE, *QUICK)
    for file in ("manifest.json", "tasks.jsonl", "scenes.jsonl"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_what_is_given_up_is_told_and_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Deadly:
        """An engine that stages no scene."""

        @contextmanager
        def open(self, _: object) -> Iterator[Executor]:
            yield lambda jobs: (
                Done(job, died="killed") if isinstance(job, StagingJob) else Done(job, job.run())
                for job in jobs
            )

    whole, out = tmp_path / "whole", tmp_path / "out"
    code = compile_(ONE, "-o", whole, *SIZE, *QUICK)
    with monkeypatch.context() as killing:
        killing.setattr("espire_dsl.pipeline.engine.engine_of", lambda *_: Deadly())
        assert compile_(ONE, "-o", out, *SIZE, *QUICK) == 1
    assert "of the work had to be given up" in capsys.readouterr().err
    parts = json.loads((out / "manifest.json").read_text())["given_up"]
    assert {(part["stage"], part["why"]) for part in parts} == {("scenes", "killed")}
    assert compile_(ONE, "-o", out, *SIZE, *QUICK) == code
    for file in ("manifest.json", "tasks.jsonl", "scenes.jsonl"):
        assert (out / file).read_bytes() == (whole / file).read_bytes()


def test_families_that_do_not_compile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.espire").write_text("espire 1\n\nfamily x {\n  world tabletop\n}\n")
    assert compile_(tmp_path / "bad.espire", "-o", tmp_path / "out", *QUICK) == 1
    assert "E0301" in capsys.readouterr().out
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--family", "nothing.*"], "no family here is called nothing.*"),
        (["--suite", "other"], "in a suite other"),
        (["--level", "absurd"], "has no level absurd"),
    ],
)
def test_what_cannot_be_done(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compile_(ONE, "-o", tmp_path / "out", *arguments, *QUICK) == 2
    assert message in capsys.readouterr().err


def test_a_folder_with_other_files_is_refused_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    assert compile_(ONE, "-o", tmp_path, *QUICK) == 2
    assert "--force" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--per-type", "--scenes", "--workers", "--limit"])
def test_numbers_below_one(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compile_(ONE, "-o", tmp_path / "out", option, "0") == 2
    assert "it must be at least 1" in capsys.readouterr().err


def test_what_is_known_of_other_files_is_not_looked_at_again_and_their_errors_are_still_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ESPIRE_CACHE_DIR", str(tmp_path / "cache"))
    folder = FAMILIES / "espire" / "pick"
    made = []
    for name in ("cold", "warm"):
        compile_(folder, "-o", tmp_path / name, *SIZE, *QUICK)
        made.append({f: (tmp_path / name / f).read_bytes() for f in ("manifest.json", "tasks.jsonl")})
    assert made[0] == made[1]
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "good.espire").write_text(ONE.read_text(encoding="utf-8"), encoding="utf-8")
    (mine / "bad.espire").write_text("espire 1\n\nfamily x {\n  world tabletop\n}\n")
    for _ in range(2):
        capsys.readouterr()
        assert compile_(mine, "-o", tmp_path / "out", *SIZE, *QUICK) == 1
        assert "bad.espire" in capsys.readouterr().out


def test_a_folder_whose_name_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    assert compile_(ONE, "-o", out, *SIZE, *QUICK) in (0, 1)
    assert (out / "tasks.parquet").is_file()
    for command in ("stats", "validate", "audit", "view"):
        assert main([command, str(out)]) in (0, 1)
    assert "internal error" not in capsys.readouterr().err
