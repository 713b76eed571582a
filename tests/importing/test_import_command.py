"""`espirec import`: a folder of scenes, or one sentence and nothing written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.importing import files
from espire_dsl.importing.files import read_folder
from espire_dsl.tasks.error import TaskSetError
from tests.importing.test_boxes import SAMPLE


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.json").write_text(json.dumps(SAMPLE))


def test_scenes_are_written_and_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "boxes", "a.json", "-o", "deep/scenes"]) == 0
    assert capsys.readouterr().err == "wrote 1 scene of room to deep/scenes\n"
    assert [path.name for path in Path("deep/scenes").iterdir()] == ["scenes.jsonl"]
    assert [scene.id for scene in read_folder(Path("deep/scenes")).by_world["room"]] == ["attic"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "it is not JSON"),
        (b"\xff\xfe", "it is not JSON"),
        (b'{"scenes": [NaN]}', "it is not JSON: NaN"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"scenes": []}', "there is no scene in it"),
        (json.dumps({"scenes": SAMPLE["scenes"] * 2}).encode(), 'another scene has the id "attic"'),
    ],
)
def test_bad_files_leave_nothing_behind(
    content: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.json").write_bytes(content)
    assert main(["import", "boxes", "bad.json", "-o", "scenes"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("espirec: error: bad.json: ")
    assert said in told
    assert told.count("\n") == 1
    assert sorted(path.name for path in Path().iterdir()) == ["a.json", "bad.json"]


def test_one_bad_file_among_good_ones_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "boxes", "a.json", "a.json", "-o", "scenes"]) == 2
    assert 'the id "attic": a.json: scene "attic"' in capsys.readouterr().err
    assert main(["import", "boxes", "a.json", "none.json", "-o", "scenes"]) == 2
    assert "none.json: there is no such file" in capsys.readouterr().err
    assert not Path("scenes").exists()


def test_a_huge_file_is_not_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 100)
    assert main(["import", "boxes", "a.json", "-o", "scenes"]) == 2
    assert "split it into several files" in capsys.readouterr().err


def test_a_folder_that_is_in_use_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    Path("scenes").mkdir()
    Path("scenes/mine.txt").write_text("mine")
    Path("link").symlink_to("elsewhere")
    for target in ("scenes", "a.json", "link"):
        assert main(["import", "boxes", "a.json", "-o", target]) == 2
        assert "it is there already" in capsys.readouterr().err
    assert not Path("elsewhere").exists()
    assert Path("scenes/mine.txt").read_text() == "mine"


@pytest.mark.parametrize("options", [["--world", "My"], ["--picture", "480x320"]])
def test_options_that_do_not_fit(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "boxes", "a.json", "-o", "scenes", *options]) == 2
    assert options[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("{0}{0}", "has a scene attic already"),
        ("{1}", "ids of scenes"),
        ("", "there is no scene in it"),
        ("[]", "it must be an object"),
    ],
)
def test_a_folder_that_was_changed_is_told(new: str, said: str) -> None:
    assert main(["import", "boxes", "a.json", "-o", "scenes"]) == 0
    path = Path("scenes/scenes.jsonl")
    line = path.read_text()
    path.write_text(new.format(line, line.replace('"attic"', '"../up"')))
    with pytest.raises(TaskSetError, match=said):
        read_folder(Path("scenes"))


def test_a_folder_without_scenes_is_told() -> None:
    with pytest.raises(TaskSetError, match="espirec import"):
        read_folder(Path("nowhere"))
