"""The transcript of a task: everything that was shown, said and done, and nothing of it as markup."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve

from espire_dsl.cli import main
from espire_dsl.evaluation.run import PICTURES, Run
from espire_dsl.evaluation.step_class import MEANINGS
from espire_dsl.reporting.transcript import transcript_html
from tests.reporting.making import PICTURE, answered, call, executed, located, manifest, write_run

HOSTILE = "</pre><script>alert(1)</script>"


def body(html: str) -> ElementTree.Element:
    """The page's body, which must be well-formed."""
    start, end = html.index("<body>"), html.index("</body>") + len("</body>")
    return ElementTree.fromstring(html[start:end])


def words(html: str) -> str:
    return " ".join(" ".join(body(html).itertext()).split())


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    name = Run.begin(folder, manifest(HOSTILE, reflect=True), alone=False).keep(PICTURE)
    first = located("abc1", at=2, pictures=(name,))
    said = evolve(
        first.attempts[0],
        call=call(HOSTILE, pictures=(name,)),
        reflection=call("I was wrong", pictures=(name,)),
    )
    done = executed("abc1", at=3, status=False, status_any=True, pictures={"world": name, "wrist": name})
    return write_run(
        folder,
        [evolve(first, attempts=(said, *first.attempts[1:])), located("abd2")],
        [done],
        [answered("q", False, unreadable="there is no number in it")],
        manifest(HOSTILE, reflect=True),
    )


def test_a_transcript_has_attempts_moves_classes_and_checks(run: Path) -> None:
    html = transcript_html([run], "abc")
    text = words(html)
    assert "Attempt 1: wrong" in text
    assert "Attempt 2: on a" in text
    assert "Handed on: a" in text
    assert "I was wrong" in text
    for number in (1, 2):
        assert f"Move {number}: reposition, no_path" in text
    assert "Move 3: accepted" in text
    assert text.count(f"T4 in the end: {MEANINGS['T4']}") == 2
    assert f"T6 in the end: {MEANINGS['T6']}" in text
    assert "held: failed , it is <b>held</b>" in text
    assert "on all answers: passed" in text
    assert "Which one?" in text


def test_points_boxes_and_dots_are_drawn_where_they_were(run: Path) -> None:
    page = body(transcript_html([run], "abc1"))
    drawings = list(page.iter("svg"))
    assert all(drawing.get("viewBox") == "0 0 40 30" for drawing in drawings)
    circles = [one for drawing in drawings for one in drawing.iter("circle")]
    attempts = [one for one in circles if one.get("fill") == "none"]
    assert [(one.get("cx"), one.get("cy")) for one in attempts] == [("20.0", "15.0")] * 2
    assert len({one.get("stroke") for one in attempts}) == 2, "right and wrong look different"
    dots = [one for one in circles if one.get("fill") != "none"]
    assert [(one.get("cx"), one.get("cy")) for one in dots] == [("12.0", "9.0")] * 3, "in one view a move"
    boxes = [one for drawing in drawings for one in drawing.iter("rect")]
    assert [(b.get("x"), b.get("y"), b.get("width"), b.get("height")) for b in boxes] == [
        ("5", "6", "16", "17")
    ] * 6


def test_nothing_that_was_said_becomes_markup(run: Path) -> None:
    html = transcript_html([run], "abc1")
    assert "<script" not in html
    assert HOSTILE in words(html)
    assert "default-src 'none'" in html
    assert not list(body(html).iter("script"))


def test_questions_are_told_too(run: Path) -> None:
    assert "wrong , there is no number in it" in words(transcript_html([run], "q"))


def test_pictures_that_are_lost_are_told_of(run: Path) -> None:
    for path in (run / PICTURES).iterdir():
        path.write_bytes(b"no picture")
    assert "cannot be read" in words(transcript_html([run], "abc1"))
    for path in (run / PICTURES).iterdir():
        path.unlink()
    assert "cannot be read" in words(transcript_html([run], "abc1"))


def test_two_runs_stand_below_each_other(run: Path, tmp_path: Path) -> None:
    other = write_run(tmp_path / "other", [located("abc1", at=1)], about=manifest("second"))
    third = write_run(tmp_path / "third", [located("zzz", at=1)], about=manifest("third"))
    text = words(transcript_html([run, other, third], "abc1"))
    assert "second (other)" in text
    assert "nothing about the task" in text


@pytest.mark.parametrize(("id", "told"), [("ab", "abc1, abd2"), ("nobody", "nobody")])
def test_a_task_must_be_named_so_that_there_is_one(
    id: str, told: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(run), "--task", id, "-o", str(tmp_path / "t.html")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "t.html").exists()


def test_the_command_writes_the_page(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(run), "--task", "abc", "-o", str(tmp_path / "t.html")]) == 0
    assert (tmp_path / "t.html").read_text(encoding="utf-8") == transcript_html([run], "abc1")
    assert main(["report", str(run), "--task", "abc"]) == 2
    assert "a transcript is a page" in capsys.readouterr().err
