"""Task sets with anything wrong in them: every command that reads one ends in a sentence."""

from __future__ import annotations

import json
import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.cli import main
from espire_dsl.tasks.files import load
from tests.exploring.corrupting import spoilt, spoilt_line
from tests.gallery.making import pictured_set
from tests.task_sets.making import make_questions, stamp

pytestmark = pytest.mark.slow

COMMANDS = (
    ["stats", "OUT"],
    ["audit", "OUT", "--details"],
    ["validate", "OUT"],
    ["score", "OUT", "--baseline", "random"],
    ["score", "OUT", "--baseline", "oracle", "--json"],
    ["score", "OUT", "OUT/predictions.jsonl"],
    ["view", "OUT", "--no-open"],
    ["view", "OUT", "TASK"],
)
MADE: list[Path] = []
KINDS = ("pictured", "questions")
SLOW = settings(max_examples=6, suppress_health_check=list(HealthCheck))


@cache
def sound(kind: str = "pictured") -> Path:
    """A set whose answers are in pictures, or one of questions; few tasks, of each type one at least."""
    MADE.append(Path(tempfile.mkdtemp(prefix="espire-explore-")))
    folder = MADE[-1] / "set"
    if kind == "pictured":
        pictured_set(folder)
    else:
        make_questions(folder)
        shutil.rmtree(folder / ".cache")
    lines = (folder / "tasks.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    by_type = {json.loads(line)["family"]: line for line in lines}
    chosen = lines[::6] if kind == "pictured" else by_type.values()
    (folder / "tasks.jsonl").write_text("".join(chosen), encoding="utf-8")
    rows = [
        {"task": task.id, "points": [[3, 4]]}
        if task.answer_kind in ("objects", "spaces")
        else {"task": task.id, "answer": "1"}
        for task in load(folder).tasks[:5]
    ]
    (folder / "predictions.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    stamp(folder)
    return folder


@pytest.fixture(scope="module", autouse=True)
def _removed() -> object:
    yield
    while MADE:
        shutil.rmtree(MADE.pop())
    sound.cache_clear()


def outcomes(folder: Path, capsys: pytest.CaptureFixture[str], kind: str = KINDS[0]) -> None:
    task = load(sound(kind)).tasks[0].id
    for command in COMMANDS:
        arguments = [part.replace("OUT", str(folder)).replace("TASK", task) for part in command]
        code = main(arguments)
        said = capsys.readouterr()
        assert code in (0, 1, 2), f"{command}: {code}: {said.err}"
        assert "Traceback" not in said.err


@pytest.mark.parametrize("kind", KINDS)
@SLOW
@given(data=st.data())
def test_a_record_that_is_spoilt(kind: str, data: st.DataObject, capsys: pytest.CaptureFixture[str]) -> None:
    name = data.draw(st.sampled_from(["tasks.jsonl", "scenes.jsonl", "predictions.jsonl"]))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(shutil.copytree(sound(kind), Path(place) / "set"))
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        number = data.draw(st.integers(0, len(lines) - 1))
        broken = data.draw(spoilt_line(lines[number]))
        lines_now = [line.encode() for line in lines]
        lines_now[number] = broken
        (folder / name).write_bytes(b"\n".join(lines_now))
        stamp(folder)
        (folder / "index.html").unlink(missing_ok=True)
        outcomes(folder, capsys, kind)


@SLOW
@given(data=st.data())
def test_a_manifest_that_is_spoilt(data: st.DataObject, capsys: pytest.CaptureFixture[str]) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(shutil.copytree(sound(), Path(place) / "set"))
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        broken = data.draw(spoilt(manifest))
        (folder / "manifest.json").write_text(json.dumps(broken), encoding="utf-8")
        (folder / "index.html").unlink(missing_ok=True)
        outcomes(folder, capsys)


@SLOW
@given(data=st.data())
def test_a_picture_that_is_spoilt(data: st.DataObject, capsys: pytest.CaptureFixture[str]) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(shutil.copytree(sound(), Path(place) / "set"))
        picture = data.draw(st.sampled_from(sorted((folder / "images").rglob("*.png"))))
        content = bytearray(picture.read_bytes())
        for _ in range(data.draw(st.integers(1, 9))):
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
        picture.write_bytes(content[: data.draw(st.integers(0, 2 * len(content)))])
        stamp(folder)
        outcomes(folder, capsys)
